"""Reads the records of a run's folder with nothing but Python's library, and holds tables.json against them."""

import collections
import glob
import json
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
for record in records.values():
    cell = record["cell"]
    assert {record["first"], record["second"]} == {cell["a"], cell["b"]} == set(record["players"])
    assert record["first"] == cell["ab"[record["id"][-1] == "b"]]
    assert record["plies"] == len(record["moves"].split()) == sum(p["moves"] for p in record["players"].values())
    key = tuple(cell[part] for part in ("game", "size", "budget", "a", "b"))
    index = {cell["a"]: 0, cell["b"]: 1, "draw": 2, None: 3}[record["winner"]]
    assert (record["winner"] is None) == (record["end"]["kind"] == "void")
    cells[key][index] += 1

tables = json.load(open(os.path.join(folder, "tables.json"), encoding="utf-8"))
assert len(tables["cells"]) == len(cells)
for cell in tables["cells"]:
    counts = cells[tuple(cell[part] for part in ("game", "size", "budget", "a", "b"))]
    assert [cell[part] for part in ("wins_a", "wins_b", "draws", "void")] == counts, cell
    assert cell["games"] == sum(counts[:3]) == cell["a_first"]["games"] + cell["a_second"]["games"]
    assert cell["games"] == 0 or cell["rate_a"] == (counts[0] + counts[2] / 2) / cell["games"]
print(f"{len(records)} records")
