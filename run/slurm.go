package run

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"combigo/internal/storage"
)

// taskScript is what a task of a job array runs. A task that fails is queued again,
// at most three times; the scheduler does the same when a node fails.
const taskScript = `#!/bin/sh
# usage: task.sh PROGRAM DIRECTORY RESIDUE STAGE
"$1" run task "$2" --residue "$3" --stage "$4" --task "${SLURM_ARRAY_TASK_ID:-0}" --threads "${SLURM_CPUS_PER_TASK:-1}"
status=$?
if [ $status -ne 0 ] && [ "${SLURM_RESTART_COUNT:-0}" -lt 3 ]; then
	scontrol requeue "${SLURM_ARRAY_JOB_ID}_${SLURM_ARRAY_TASK_ID}" && sleep 60
fi
exit $status
`

// collectScript is the job behind the last stage of a residue.
const collectScript = `#!/bin/sh
# usage: collect.sh PROGRAM DIRECTORY RESIDUE
exec "$1" run collect "$2" --residue "$3"
`

// scripts are the files of the scheduler, below the directory of the run.
const scripts = "slurm"

// A Scheduler runs a command of Slurm, such as sbatch, and returns what it prints.
type Scheduler func(ctx context.Context, name string, args ...string) (string, error)

// SlurmIsHere returns an error if the commands of Slurm that [Run.Submit] needs are
// not installed here.
func SlurmIsHere() error {
	for _, name := range []string{"squeue", "sbatch"} {
		if _, err := exec.LookPath(name); err != nil {
			return notInstalled(name)
		}
	}
	return nil
}

func notInstalled(name string) error {
	return fmt.Errorf("%s is not installed here: run this where Slurm is", name)
}

// SlurmCommands runs the commands of Slurm that are installed here.
func SlurmCommands(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	var exit *exec.ExitError
	switch {
	case errors.Is(err, exec.ErrNotFound):
		return "", notInstalled(name)
	case errors.As(err, &exit):
		return "", fmt.Errorf("%s: %s", name, strings.TrimSpace(string(exit.Stderr)))
	}
	return string(out), err
}

// Submit hands all that is missing to the scheduler: for each residue a job array for
// each stage, which waits for the one before, and a job that adds the shares up. It returns
// the number of jobs. Nothing is submitted while jobs of this run are in the queue.
func (r *Run) Submit(ctx context.Context, slurm Scheduler) (int, error) {
	if err := errors.Join(r.fault(), r.makeEngine()); err != nil {
		return 0, err
	}
	if err := r.Idle(ctx, slurm); err != nil {
		return 0, err
	}
	if err := errors.Join(r.removeUnfinished(), r.writeScripts()); err != nil {
		return 0, explain(err)
	}
	jobs := 0
	last := make([]string, r.chains()) // the job that each chain of residues ends with
	for i, o := range r.outcomes {
		if o.known {
			continue
		}
		chain := &last[i%len(last)]
		n, end, err := r.submitResidue(ctx, slurm, i, *chain)
		if jobs += n; err != nil {
			return jobs, err
		}
		*chain = end
	}
	return jobs, nil
}

// chains is the number of residues whose vectors, two of each, the one that is kept, and the spills
// fit the disk side by side; the others have to wait for them.
func (r *Run) chains() int {
	room, err := r.fs.Free(r.dir)
	if disk := r.manifest.Disk; disk > 0 && (err != nil || room == 0 || disk < room) {
		room = disk
	}
	if room == 0 {
		return len(r.outcomes) // not known
	}
	vectors := r.graph().vectors()
	if r.manifest.KeepEvery > 0 {
		vectors++
	}
	each := vectors*8*r.engine.VectorStates() + r.spillBytes()
	return int(min(int64(len(r.outcomes)), max(1, room/each)))
}

// Idle returns an error if jobs of this run are in the queue.
func (r *Run) Idle(ctx context.Context, slurm Scheduler) error {
	queued, err := slurm(ctx, "squeue", "--noheader", "--format=%j")
	if err != nil {
		return err
	}
	if strings.Contains(queued, r.jobPrefix()) {
		return fmt.Errorf("jobs of this run are in the queue, named %s...: wait for them, or cancel them with scancel", r.jobPrefix())
	}
	return nil
}

// jobPrefix begins the names of all jobs of the run.
func (r *Run) jobPrefix() string { return "combigo-" + r.manifest.ID[:8] }

func (r *Run) script(name string) string { return filepath.Join(r.dir, scripts, name) }

func (r *Run) writeScripts() error {
	if err := r.fs.MkdirAll(r.script("logs")); err != nil {
		return err
	}
	return errors.Join(
		storage.WriteFile(r.fs, r.script("task.sh"), r.tag, []byte(taskScript)),
		storage.WriteFile(r.fs, r.script("collect.sh"), r.tag, []byte(collectScript)),
	)
}

// submitResidue submits the stages of a residue that are not done, behind the job
// before if there is one. It returns the number of jobs, and the last one.
func (r *Run) submitResidue(
	ctx context.Context, slurm Scheduler, residue int, before string,
) (jobs int, last string, err error) {
	next, _, err := r.nextStage(residue)
	if err != nil {
		return 0, "", err
	}
	number := strconv.Itoa(residue)
	for stage := next.stage; stage < r.stages(); stage++ {
		before, err = r.submit(ctx, slurm, before, fmt.Sprintf("r%d-s%d", residue, stage), []string{r.array(stage)},
			"task.sh", number, strconv.Itoa(stage))
		if err != nil {
			return jobs, "", err
		}
		jobs++
	}
	last, err = r.submit(ctx, slurm, before, fmt.Sprintf("r%d-sum", residue), nil, "collect.sh", number)
	if err != nil {
		return jobs, "", err
	}
	return jobs + 1, last, nil
}

// array is the option that makes a job one of as many tasks as the stage has.
func (r *Run) array(stage int) string {
	array := fmt.Sprintf("--array=0-%d", len(r.Tasks(stage))-1)
	if atOnce := r.manifest.Cluster.AtOnce; atOnce > 0 {
		array += "%" + strconv.Itoa(atOnce)
	}
	return array
}

// submit submits one job, behind another one, and returns its number.
func (r *Run) submit(
	ctx context.Context, slurm Scheduler, behind, name string, options []string, script string, args ...string,
) (string, error) {
	c := r.manifest.Cluster
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return "", err
	}
	command := []string{
		"--parsable", "--requeue", "--kill-on-invalid-dep=yes",
		"--job-name=" + r.jobPrefix() + "-" + name,
		"--output=" + filepath.Join(dir, scripts, "logs", name+"-%A_%a.out"), "--open-mode=append",
		"--cpus-per-task=" + strconv.Itoa(max(1, c.CPUs)),
	}
	for _, o := range [][2]string{
		{"--partition=", c.Partition}, {"--account=", c.Account}, {"--time=", c.Time}, {"--mem=", c.Memory},
	} {
		if o[1] != "" {
			command = append(command, o[0]+o[1])
		}
	}
	if behind != "" {
		command = append(command, "--dependency=afterok:"+behind)
	}
	command = append(append(command, c.Extra...), options...)
	command = append(append(command, filepath.Join(dir, scripts, script), c.Program, dir), args...)
	out, err := slurm(ctx, "sbatch", command...)
	if err != nil {
		return "", err
	}
	job, _, _ := strings.Cut(strings.TrimSpace(out), ";")
	if _, err := strconv.Atoi(job); err != nil {
		return "", fmt.Errorf("sbatch printed %q: want the number of a job", out)
	}
	return job, nil
}
