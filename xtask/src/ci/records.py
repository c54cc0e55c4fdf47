"""Reads the records of a run's folder with nothing but Python's library, and holds tables.json and tables.csv against them."""

import collections
import csv
import glob
import json
import math
import os
import re
import sys
import zlib

folder = sys.argv[1]
records = {}
for name in sorted(glob.glob(os.path.join(folder, "games-*.jsonl"))):
    for number, line in enumerate(open(name, encoding="utf-8"), 1):
        place = f"{name}:{number}"
        assert line.endswith("\n"), place
        match = re.fullmatch(r'(.*),"crc":"([0-9a-f]{8})"\}\n', line)
        assert match, place
        body, crc = match.groups()
        assert zlib.crc32((body + "}").encode()) == int(crc, 16), f"{place}: checksum"
        record = json.loads(line)
        assert record["id"] not in records, f"{place}: {record['id']} twice"
        records[record["id"]] = record

cells = collections.defaultdict(lambda: [0, 0, 0, 0])
first_wins = collections.Counter()
pairs = collections.defaultdict(dict)
for record in records.values():
    cell = record["cell"]
    assert {record["first"], record["second"]} == {cell["a"], cell["b"]} == set(record["players"])
    assert record["first"] == cell["ab"[record["id"][-1] == "b"]]
    assert record["plies"] == len(record["moves"].split()) == sum(p["moves"] for p in record["players"].values())
    key = tuple(cell[part] for part in ("game", "size", "budget", "a", "b"))
    index = {cell["a"]: 0, cell["b"]: 1, "draw": 2, None: 3}[record["winner"]]
    assert (record["winner"] is None) == (record["end"]["kind"] == "void")
    cells[key][index] += 1
    first_wins[key] += record["winner"] == record["first"]
    if index < 3:
        pairs[key].setdefault(record["pair"], {})[record["first"]] = {0: 2, 1: 0, 2: 1}[index]

tables = json.load(open(os.path.join(folder, "tables.json"), encoding="utf-8"))
assert len(tables["cells"]) == len(cells)
rows = list(csv.DictReader(open(os.path.join(folder, "tables.csv"), encoding="utf-8", newline="")))
assert len(rows) == len(tables["cells"])
for cell, row in zip(tables["cells"], rows):
    key = tuple(cell[part] for part in ("game", "size", "budget", "a", "b"))
    counts = cells[key]
    points = collections.Counter(sum(games.values()) for games in pairs[key].values() if len(games) == 2)
    assert cell["pairs"]["pentanomial"] == [points[half_points] for half_points in range(5)], cell
    assert cell["first_mover"]["wins"] == first_wins[key], cell
    for part in ("game", "size", "budget", "a", "b", "games", "wins_a", "wins_b", "draws", "void", "distinct_games"):
        assert row[part] == str(cell[part]), f"tables.csv: {part} is {row[part]}, not {cell[part]}"
    assert row["rate_a"] == "" if cell["rate_a"] is None else float(row["rate_a"]) == cell["rate_a"]
    for letter in "ab":
        moves = cell["per_player"].get(cell[letter], {}).get("moves", "")
        assert row[f"{letter}_player_moves"] == str(moves), f"tables.csv: {letter}_player_moves"
    assert [cell[part] for part in ("wins_a", "wins_b", "draws", "void")] == counts, cell
    assert cell["games"] == sum(counts[:3]) == cell["a_first"]["games"] + cell["a_second"]["games"]
    assert cell["games"] == 0 or cell["rate_a"] == (counts[0] + counts[2] / 2) / cell["games"]
    # McNemar's p, and the rule of p and interval.
    wins, losses = counts[:2]
    p = math.erfc(abs(wins - losses) / math.sqrt(2 * (wins + losses))) if wins + losses > 0 else None
    assert (p is None and cell["p"] is None) or math.isclose(p, cell["p"], rel_tol=1e-9), cell
    outside = cell["games"] > 0 and not cell["wilson95"][0] <= 0.5 <= cell["wilson95"][1]
    assert outside == (p is not None and p < 0.05), cell
print(f"{len(records)} records")
