#!/bin/bash
# check-slurm.sh PROGRAM: a job array on a real Slurm of one node, with a part that is stopped, resubmitted with the line that
# `status` prints, and merged; its tables are those of a run in one piece. Everything lives in a folder of its own, on
# ports of its own, and is stopped and removed at the end. Exit code 77: skipped, and the last line says why.
set -euo pipefail
. "${0%/*}/same-tables.sh"
PATH=$PATH:/usr/sbin:/sbin
need slurmctld slurmd sbatch munged
program=$(realpath "$1")
if [ "$(id -u)" != 0 ]; then
    echo "starting Slurm here needs root"
    exit 77
fi

S=$(mktemp -d)
pids=()
finish() {
    local code=$?
    trap - EXIT
    if [ "$code" != 0 ] && [ -d "$S/log" ]; then
        tail -n 15 "$S"/log/*.log "$S"/work/run/slurm-*.out 2> /dev/null || true
    fi
    # Jobs first: they are no children of ours. Then what we started, in turn.
    squeue -h -o %A 2> /dev/null | sort -u | xargs -r scancel 2> /dev/null || true
    for pid in "${pids[@]}"; do
        kill -TERM "$pid" 2> /dev/null || continue
        for _ in $(seq 50); do
            kill -0 "$pid" 2> /dev/null || break
            sleep 0.1
        done
        kill -KILL "$pid" 2> /dev/null || true
    done
    rm -rf "$S"
    exit "$code"
}
trap finish EXIT
trap 'exit 1' INT TERM HUP

free_port() {
    local port
    while :; do
        # Below the ports that the system gives to outgoing connections: one of these may be taken and answer nobody.
        port=$((10000 + RANDOM % 20000))
        if ! (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
            echo "$port"
            return
        fi
    done
}
# Waits up to a number of seconds until a command says yes.
wait_for() {
    local seconds=$1
    shift
    # By the clock: without a controller Slurm's commands take long to say so.
    local end=$((SECONDS + seconds))
    while [ "$SECONDS" -lt "$end" ]; do
        if "$@" > /dev/null 2>&1; then return; fi
        sleep 0.2
    done
    echo "waited ${seconds} s in vain for: $*"
    return 1
}

mkdir -p "$S"/{munge,state,spool,log,run,work}
chmod 755 "$S" "$S"/*
chmod 700 "$S/munge"
head -c 1024 /dev/urandom > "$S/munge/munge.key"
chmod 600 "$S/munge/munge.key"
munged --foreground --key-file="$S/munge/munge.key" --socket="$S/run/munge.socket" --pid-file="$S/run/munged.pid" \
    --log-file="$S/log/munged.log" --seed-file="$S/munge/seed" > "$S/log/munged.out" 2>&1 &
munged=$!
pids=("$munged")
wait_for 10 test -S "$S/run/munge.socket"

# Processors and memory as slurmd sees them: a node that claims more is not used.
node=$(slurmd -C | grep -o 'CPUs=.*RealMemory=[0-9]*')
# Tasks are kept on their processors only where all of these are ours.
affinity=task/affinity
[[ "$node" == "CPUs=$(nproc) "* ]] || affinity=task/none
export SLURM_CONF="$S/slurm.conf"
cat > "$SLURM_CONF" << CONF
ClusterName=check
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$(free_port)
SlurmdPort=$(free_port)
SlurmUser=root
SlurmdUser=root
AuthType=auth/munge
AuthInfo=socket=$S/run/munge.socket
CredType=cred/munge
StateSaveLocation=$S/state
SlurmdSpoolDir=$S/spool
SlurmctldPidFile=$S/run/slurmctld.pid
SlurmdPidFile=$S/run/slurmd.pid
SlurmctldLogFile=$S/log/slurmctld.log
SlurmdLogFile=$S/log/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=$affinity
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
AccountingStorageType=accounting_storage/none
JobAcctGatherType=jobacct_gather/none
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
InactiveLimit=0
KillWait=5
SchedulerType=sched/backfill
SchedulerParameters=sched_interval=1,batch_sched_delay=0
NodeName=localhost NodeHostname=localhost NodeAddr=127.0.0.1 $node State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP OverSubscribe=NO
CONF
slurmctld -D > "$S/log/slurmctld.out" 2>&1 &
slurmctld=$!
slurmd -D -N localhost > "$S/log/slurmd.out" 2>&1 &
slurmd=$!
pids=("$slurmd" "$slurmctld" "$munged")

cd "$S/work"
write_plan plan.toml
"$program" tournament --config plan.toml --out whole > /dev/null 2> whole.log
wait_for 20 sh -c 'sinfo -h -o %t | grep -q idle'

mkdir run
"$program" tournament --config plan.toml --out run --emit slurm --shards 4 > run/run.sbatch
# As somebody with a small machine would.
sed -i 's/^#SBATCH --mem-per-cpu=.*/#SBATCH --mem-per-cpu=100M/' run/run.sbatch
bash run/run.sbatch
idle() { [ -z "$(squeue -h)" ]; }

# One part is told to stop as Slurm does it before the time is up.
wait_for 20 grep -q . run/games-1-of-4.jsonl
part=$(squeue -h -r -t R -o %i | grep '_1$')
# Slurm may complain that the job is only just starting, and passes the signal on all the same.
scancel --signal=USR1 --batch "$part" || true
wait_for 90 idle
grep -q "stopped early" "run/slurm-$part.out"
code=0
"$program" status run > status.txt || code=$?
[ "$code" = 75 ] || { echo "status says $code, 75 is expected"; cat status.txt; exit 1; }
line=$(grep -o 'bash .*run.sbatch --array=.*' status.txt)
[ "$line" = "bash run/run.sbatch --array=1" ] || { cat status.txt; exit 1; }
# A merge that is not complete was there already, and said so.
test -e run-merged/games-merged.jsonl
[ "$(wc -l < run-merged/games-merged.jsonl)" -lt 240 ]

eval "$line"
wait_for 90 idle
"$program" status run > status.txt
same_tables whole run-merged
tasks=$(ls run/slurm-*.out | wc -l)
echo "240 games in 4 parts, part 1 stopped and resubmitted, $tasks task logs: tables as in one piece"
