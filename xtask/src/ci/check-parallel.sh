#!/bin/bash
# check-parallel.sh PROGRAM: parts under GNU parallel, killed in the middle and started again with the same command; the tables
# are those of a run in one piece. Exit code 77: skipped, and the last line says why.
set -euo pipefail
. "${0%/*}/same-tables.sh"
need parallel setsid
program=$(realpath "$1")
if ! parallel --version 2> /dev/null | grep -q "GNU parallel"; then
    echo "the parallel that is installed is not GNU parallel"
    exit 77
fi

S=$(mktemp -d)
group=
finish() {
    local code=$?
    trap - EXIT
    if [ -n "$group" ]; then kill -KILL -- "-$group" 2> /dev/null || true; fi
    if [ "$code" != 0 ]; then tail -n 15 "$S"/*.log "$S"/run/*.log 2> /dev/null || true; fi
    rm -rf "$S"
    exit "$code"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

cd "$S"
write_plan plan.toml
"$program" tournament --config plan.toml --out whole > /dev/null 2> whole.log
"$program" tournament --config plan.toml --out run --emit parallel --shards 6 > run.sh

# All of it at once, as when a machine goes down: parallel and its parts are a process group of their own.
setsid bash run.sh > first.log 2>&1 &
group=$!
for _ in $(seq 100); do
    if [ "$(cat run/games-*.jsonl 2> /dev/null | wc -l)" -ge 60 ]; then break; fi
    sleep 0.05
done
kill -KILL -- "-$group"
wait "$group" 2> /dev/null || true
group=
before=$(cat run/games-*.jsonl | wc -l)
code=0
"$program" status run > status.txt || code=$?
if [ "$code" != 75 ] || [ "$before" -ge 240 ]; then
    echo "killed after $before of 240 games, status says $code"
    exit 1
fi

# The line that it prints, as it is.
line=$(grep -o '[^ ].* --emit parallel --shards 6 | bash$' status.txt)
bash -c "$line" > second.log 2>&1
"$program" status run > status.txt
same_tables whole run-merged
[ "$(wc -l < run-merged/games-merged.jsonl)" = 240 ]
# Each game once, though it was killed in the middle.
[ "$(cat run/games-*.jsonl | wc -l)" = 240 ]
echo "240 games in 6 parts, killed after $before and resumed: tables as in one piece"
