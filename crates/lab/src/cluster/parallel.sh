#!/bin/bash
# Plan @PLAN@ in @SHARDS@ parts with GNU parallel on this machine:
#
#   bash THIS_FILE   plays; after an interruption the same command plays what is missing
#
# Ctrl-C stops it: the games in hand are finished. How far it is, also while it runs:
#
#   @PROGRAM@ status @OUT@

set -u
program=@PROGRAM@
out=@OUT@
shards=@SHARDS@
# Relative paths mean what they meant when this file was made.
cd @HERE@ || exit
mkdir -p "$out"
export program out shards

part() {
    exec "$program" tournament@ARGS@ --out "$out" --shard "$1/$shards" --jobs @THREADS@ >> "$out/part-$1-of-$shards.log" 2>&1
}
export -f part

# Every part is started each time: what it has played it does not play again, and what is missing only it can tell, not the
# log. --termseq leaves the parts the time to finish a game when parallel is told to stop.
SHELL=/bin/bash parallel --jobs "@JOBS@" --joblog "$out/@LOG@" --termseq TERM,@LEAD@000,KILL,25 \
    part ::: $(seq 0 $((shards - 1))) < /dev/null
echo "parts that did not end well: $?"

# Its exit code tells whether all games are there.
exec "$program" merge "$out" --out "$out-merged"@MERGE_ARGS@
