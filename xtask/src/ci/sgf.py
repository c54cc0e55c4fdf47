"""Opens the games of runs with sgfmill and holds them against the records."""

import glob
import json
import os
import sys

try:
    from sgfmill import common, sgf
except ImportError:
    print("sgfmill is not installed")
    sys.exit(77)

count, skipped = 0, 0
for folder in sys.argv[1:]:
    for name in sorted(glob.glob(os.path.join(folder, "games-*.jsonl"))):
        for line in open(name, encoding="utf-8"):
            record = json.loads(line)
            if record["cell"]["game"] not in ("go", "atarigo", "nogo"):
                continue
            if "x" in record["cell"]["size"]:  # sgfmill reads square boards only.
                skipped += 1
                continue
            path = os.path.join(folder, "sgf", record["id"] + ".sgf")
            game = sgf.Sgf_game.from_bytes(open(path, "rb").read())
            assert str(game.get_size()) == record["cell"]["size"], path
            assert [game.get_player_name(colour) for colour in "bw"] == [record["first"], record["second"]], path
            moves = [node.get_move() for node in game.get_main_sequence()[1:]]
            assert [colour for colour, _ in moves] == [("b", "w")[i % 2] for i in range(len(moves))], path
            assert [common.format_vertex(move).lower() for _, move in moves] == record["moves"].lower().split(), path
            winner = {record["first"]: "b", record["second"]: "w"}.get(record["winner"])
            assert game.get_winner() == winner, path
            root = game.get_root()
            options = record["cell"]["options"]
            if record["cell"]["game"] == "go":
                suicide = "suicide" if options["suicide"] else "no suicide"
                assert root.get("RU") == f"area scoring, {options['ko']} ko, {suicide}", path
            komi = options.get("komi")
            assert (root.get("KM") if root.has_property("KM") else None) == komi, path
            assert root.get("DT") == record["finished_at"][:10], path
            if "final_scores" in record:
                assert root.get("RE") == record["final_scores"]["referee"], path
            count += 1
assert count > 0, "there are no games"
print(f"{count} games" + (f"; {skipped} on boards that are not square are skipped" if skipped else ""))
