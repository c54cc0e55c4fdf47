#!/bin/bash
# Plan @PLAN@ in @SHARDS@ parts on Slurm. Submit from the login node:
#
#   bash THIS_FILE              all parts, and a merge when they have ended
#   bash THIS_FILE --array=2,5  only these parts; whatever stands here goes to sbatch
#
# Which parts lack games, also while it runs:
#
#   @PROGRAM@ status @OUT@
#
# Change the lines with #SBATCH to what your cluster wants: partition, account, memory, time. They hold for the merge too.
#SBATCH --job-name=@NAME@
# So many parts at once at most; ask your site what is polite.
@ARRAY_NOTE@#SBATCH --array=0-@LAST@%@AT_ONCE@
#SBATCH --ntasks=1
# Games at once in a part, each on a core of its own.
#SBATCH --cpus-per-task=@CORES@
#SBATCH --mem-per-cpu=2G
#SBATCH --time=24:00:00
# So many seconds before the time is up the part is asked to stop: it ends the games in hand and begins no more. This must
# be longer than the longest game, or that game is played again the next time.
#SBATCH --signal=B:USR1@@LEAD@
# When a node fails, its parts are started again and continue their files; what they have said before stays.
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=@OUTPUT@

set -eu
program=@PROGRAM@
out=@OUT@
# Written here, because SLURM_ARRAY_TASK_COUNT is another number when only some parts are submitted.
shards=@SHARDS@
# Relative paths mean what they meant when this file was made.
cd @HERE@

if [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    mkdir -p "$out"
    id=$(sbatch --parsable "$@" "$0")
    # afterany: also when parts failed or were stopped; the merge says what is missing.
    merge=$(sbatch --parsable --dependency="afterany:${id%%;*}" --array=0 "$0" merge)
    echo "submitted as ${id%%;*}; the merge into $out-merged is ${merge%%;*}"
    exit
fi

if [ "${1:-}" = merge ]; then
    exec "$program" merge "$out" --out "$out-merged"@MERGE_ARGS@
fi

# exec: signals are for the program, not for this shell.
exec "$program" tournament@ARGS@ --out "$out" \
    --shard "$SLURM_ARRAY_TASK_ID/$shards" --jobs "${SLURM_CPUS_PER_TASK:-@CORES@}"
