#!/bin/bash
# the options of sbatch
# the prolog
dir=DIR
task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
tries=$dir/slurm/tries/$task
touch "$tries.began"
ended=
trap 'ended=time; kill -TERM "$child" 2>/dev/null' USR1
trap 'ended=scheduler; kill -TERM "$child" 2>/dev/null' TERM
COMMAND &
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
	rm -f "$tries" "$tries.began"
	exit 0
fi
if [ "$ended" = scheduler ]; then
	exit "$status"
fi
if [ "$ended" != time ] || [ -z "$(find "$dir/log" -name '*.effort' -newer "$tries.began" -size +0 2>/dev/null)" ]; then
	[ "$ended" != time ] || echo "no share was finished before the time limit; fix: a longer --sbatch=--time=TIME, or more --threads" >&2
	echo failed >>"$tries"
	[ "$(wc -l <"$tries")" -le 3 ] || exit "$status"
fi
scontrol requeue "$task" && sleep 60
exit "$status"
