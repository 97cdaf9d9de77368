#!/bin/bash
# the prolog
# usage: job.sh PROGRAM DIRECTORY task|submit OPTIONS...
program=$1 dir=$2 verb=$3
shift 3
job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
if [ "$verb" = task ]; then
	set -- "$@" --task "$SLURM_ARRAY_TASK_ID" --threads "${SLURM_CPUS_PER_TASK:-1}"
fi
tries=$dir/slurm/tries/$SLURM_JOB_NAME-$SLURM_ARRAY_TASK_ID
ended=
trap 'ended=time; kill -TERM "$child" 2>/dev/null' USR1
trap 'ended=scheduler; kill -TERM "$child" 2>/dev/null' TERM
"$program" run "$verb" "$dir" "$@" &
child=$!
[ -z "$ended" ] || kill -TERM "$child" 2>/dev/null # the signal came before there was a child to pass it on to
while :; do
	wait "$child"
	status=$?
	kill -0 "$child" 2>/dev/null || break
done
if [ "$status" -gt 128 ]; then # a signal may have ended the wait, and the child by itself at the same moment
	wait "$child" 2>/dev/null
	late=$?
	[ "$late" -eq 127 ] || status=$late
fi
if [ "$status" -eq 0 ]; then
	rm -f "$tries"
	exit 0
fi
if [ "$ended" = scheduler ]; then
	exit "$status"
fi
if [ "$ended" = time ]; then
	if [ "$status" -ne 75 ]; then # the status of a task that has finished shares
		echo "no share was finished before the time limit; fix: combigo run resume $dir with a longer --sbatch=--time=TIME, or more --threads" >&2
	fi
fi
if [ "$status" -ne 75 ]; then
	echo failed >>"$tries"
	[ "$(wc -l <"$tries")" -le 3 ] || exit "$status"
fi
scontrol requeue "$job" && sleep 60
exit "$status"
