package run

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"combigo/internal/storage"
)

// jobScript is what every job runs, after what [Cluster.script] puts on top of it. A task goes back in the
// queue when its time is nearly over, as often as it has finished a bin by then, and three times for other
// failures. One that the scheduler ends is left to the scheduler, which knows whether it is to run again.
const jobScript = `# usage: job.sh PROGRAM DIRECTORY task|collect|submit OPTIONS...
program=$1 dir=$2 verb=$3
shift 3
job=$SLURM_JOB_ID
if [ -n "$SLURM_ARRAY_TASK_ID" ]; then
	job=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID
	set -- "$@" --task "$SLURM_ARRAY_TASK_ID" --threads "${SLURM_CPUS_PER_TASK:-1}"
fi
tries=$dir/slurm/tries/$SLURM_JOB_NAME-${SLURM_ARRAY_TASK_ID:-0}
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
	if [ "$status" -ne 75 ]; then # the status of a task that has finished bins
		echo "no bin was finished before the time limit; fix: combigo run resume $dir with a longer --task-time, or more --threads" >&2
	fi
fi
if [ "$status" -ne 75 ]; then
	echo failed >>"$tries"
	[ "$(wc -l <"$tries")" -le 3 ] || exit "$status"
fi
scontrol requeue "$job" && sleep 60
exit "$status"
`

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

// Queue is what the queue of a site takes.
type Queue struct {
	Array int // tasks of an array, 0: not known
	Jobs  int // jobs of all users, tasks of arrays counted, 0: not known
}

// QueueOf asks the scheduler. What it does not tell is not known.
func QueueOf(ctx context.Context, slurm Scheduler) Queue {
	text, err := slurm(ctx, "scontrol", "show", "config")
	if err != nil {
		return Queue{}
	}
	var q Queue
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, "=")
		n, err := strconv.Atoi(strings.TrimSpace(value))
		switch {
		case err != nil || n < 1:
		case strings.TrimSpace(name) == "MaxArraySize":
			q.Array = n
		case strings.TrimSpace(name) == "MaxJobCount":
			q.Jobs = n
		}
	}
	return q
}

// A Job is what sbatch is called for once: the tasks of a stage, the sum of a residue, or what submits the next jobs.
type Job struct {
	Name  string
	Tasks int      // of the array, 0: none
	After []int    // numbers of the jobs in the submission that it waits for
	Args  []string // of the program, after `run` and the directory the first
}

// A Submission is the jobs that are handed to the scheduler at once.
type Submission struct {
	Jobs    []Job
	Script  string // that all jobs run
	cluster Cluster
	dir     string // absolute
	prefix  string // of the names of all jobs
}

// queueShare of the jobs that the queue of a site takes, and no more than ownJobs of them, are submitted at once.
const (
	queueShare = 2
	ownJobs    = 1000
)

// Submission is what [Run.Submit] hands to the scheduler: for each residue a job array for each stage, which waits for
// what it reads, and a job that adds the shares up. Residues that the disk has not the room for side by side take
// turns: they form chains, and with the method [Exact], where they depend on each other, they do so inside the one chain that there is.
// Of each chain the first stages are submitted, and a job that submits the next ones.
func (r *Run) Submission(queue Queue) (*Submission, error) {
	if err := errors.Join(r.fault(), r.makeEngine()); err != nil {
		return nil, err
	}
	s, err := r.newSubmission(queue)
	if err != nil {
		return nil, err
	}
	side := r.sideBySide()
	room := ownJobs
	if queue.Jobs > 0 {
		room = min(room, queue.Jobs/queueShare)
	}
	// A chain takes the tasks of a stage, the sum of a residue, and the job that submits the next ones.
	side = min(side, max(1, room/(s.cluster.Tasks+2)))
	next := Next{Chains: min(side, len(r.graph().sequences(1))), SideBySide: side, Ahead: s.cluster.Ahead}
	if next.Chains == 1 {
		next.Ahead *= side
	}
	if next.Ahead == 0 {
		next.Ahead = max(1, room/(next.Chains*(s.cluster.Tasks+1)))
	}
	for next.Chain = range next.Chains {
		if err := s.addChain(r, next); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (r *Run) newSubmission(queue Queue) (*Submission, error) {
	if r.settings.Engine != Slurm {
		return nil, r.notOfCluster()
	}
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return nil, err
	}
	s := &Submission{cluster: *r.settings.Cluster, dir: dir, prefix: r.jobPrefix()}
	s.cluster.Tasks = max(1, s.cluster.Tasks)
	if queue.Array > 0 {
		s.cluster.Tasks = min(s.cluster.Tasks, queue.Array)
	}
	s.Script = s.cluster.script()
	return s, nil
}

// Next says which stages are submitted at once.
type Next struct {
	Chain, Chains int // the sequences of stages whose number is Chain modulo Chains, one after the other
	SideBySide    int // residues that are worked on at the same time, in all chains
	Ahead         int // number of stages
}

func (n Next) check() error {
	if n.Chain < 0 || n.Chain >= n.Chains || n.Ahead < 1 || n.SideBySide < 1 {
		return fmt.Errorf("chain %d of %d, %d stages ahead, %d residues: want a chain below their number, and at least 1 stage and 1 residue", n.Chain, n.Chains, n.Ahead, n.SideBySide)
	}
	return nil
}

func (n Next) args() []string {
	return []string{
		"submit", "--chain", strconv.Itoa(n.Chain), "--chains", strconv.Itoa(n.Chains), "--side-by-side", strconv.Itoa(n.SideBySide), "--ahead", strconv.Itoa(n.Ahead),
	}
}

// addChain adds jobs of a chain.
func (s *Submission) addChain(r *Run, n Next) error {
	begin, stages := len(s.Jobs), 0
	add := func(after []int, name string, tasks int, args ...string) int {
		s.Jobs = append(s.Jobs, Job{Name: s.prefix + "-" + name, Tasks: tasks, After: after, Args: args})
		return len(s.Jobs) - 1
	}
	g := r.graph()
	for i, sequence := range g.sequences(n.SideBySide) {
		if i%n.Chains != n.Chain {
			continue
		}
		before := s.last(begin)
		waits := g.waits(sequence, n.SideBySide)
		jobs := map[int]int{} // by number in the sequence
		next := map[int]int{}
		for number, p := range sequence {
			if r.outcomes[p.residue].known {
				continue
			}
			if _, known := next[p.residue]; !known {
				after, _, err := r.nextStage(p.residue)
				if err != nil {
					return err
				}
				next[p.residue] = after.stage
			}
			sum := func(after []int) {
				if p.stage == g.stages()-1 {
					add(after, fmt.Sprintf("r%d-sum", p.residue), 0, "collect", "--residue", strconv.Itoa(p.residue))
				}
			}
			if p.stage < next[p.residue] {
				sum(before)
				continue
			}
			if stages == n.Ahead {
				add(s.last(begin), fmt.Sprintf("r%d-next", p.residue), 0, n.args()...)
				return nil
			}
			var after []int
			if len(jobs) == 0 {
				after = before
			}
			for _, other := range waits[number] {
				if job, submitted := jobs[other]; submitted {
					after = append(after, job)
				}
			}
			tasks := len(r.tasks(p.stage, s.cluster.Tasks))
			jobs[number] = add(after, fmt.Sprintf("r%d-s%d", p.residue, p.stage), tasks,
				"task", "--residue", strconv.Itoa(p.residue), "--stage", strconv.Itoa(p.stage), "--tasks", strconv.Itoa(s.cluster.Tasks))
			stages++
			sum([]int{jobs[number]})
		}
	}
	return nil
}

// last lists the jobs from a number on that no other one waits for.
func (s *Submission) last(from int) []int {
	awaited := make([]bool, len(s.Jobs))
	for _, job := range s.Jobs[from:] {
		for _, other := range job.After {
			awaited[other] = true
		}
	}
	var last []int
	for i := from; i < len(s.Jobs); i++ {
		if !awaited[i] {
			last = append(last, i)
		}
	}
	return last
}

// Command is what sbatch is given for a job that waits for those with the numbers after.
func (s *Submission) Command(job Job, after []string) []string {
	c := &s.cluster
	log := "%j"
	if job.Tasks > 0 {
		log = "%A_%a"
	}
	short := strings.TrimPrefix(job.Name, s.prefix+"-")
	command := []string{
		"--parsable", "--requeue", "--kill-on-invalid-dep=yes", "--job-name=" + job.Name,
		"--output=" + strings.ReplaceAll(filepath.Join(s.dir, scripts, "logs", short), "%", "%%") + "-" + log + ".out", "--open-mode=append",
		"--cpus-per-task=" + strconv.Itoa(max(1, c.CPUs)),
		fmt.Sprintf("--signal=B:USR1@%d", int(c.lead()/time.Second)),
	}
	for _, o := range [][2]string{
		{"--partition=", c.Partition}, {"--account=", c.Account}, {"--time=", c.Time}, {"--mem=", c.Memory},
	} {
		if o[1] != "" {
			command = append(command, o[0]+o[1])
		}
	}
	if len(after) > 0 {
		command = append(command, "--dependency=afterok:"+strings.Join(after, ":"))
	}
	command = append(command, c.Extra...)
	if job.Tasks > 0 {
		array := fmt.Sprintf("--array=0-%d", job.Tasks-1)
		if c.AtOnce > 0 {
			array += "%" + strconv.Itoa(c.AtOnce)
		}
		command = append(command, array)
	}
	command = append(command, s.scriptName(), c.Program, s.dir)
	return append(command, job.Args...)
}

func (s *Submission) scriptName() string { return filepath.Join(s.dir, scripts, "job.sh") }

// WriteTo writes a shell script that does by hand what [Run.Submit] does.
func (s *Submission) WriteTo(w io.Writer) (int64, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s:\n", s.scriptName())
	for line := range strings.Lines(s.Script) {
		b.WriteString("#   " + line)
	}
	for i, job := range s.Jobs {
		var after []string
		for _, other := range job.After {
			after = append(after, fmt.Sprintf("$job%d", other+1))
		}
		variables := strings.Join(after, ":")
		fmt.Fprintf(&b, "job%d=$(sbatch", i+1)
		for _, arg := range s.Command(job, after) {
			b.WriteString(" " + quoted(arg, variables))
		}
		b.WriteString(")\n")
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// quoted is an argument as a shell wants it, in which the variables at its end stay such.
func quoted(arg, variables string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
	switch {
	case variables != "" && strings.HasSuffix(arg, ":"+variables):
		return arg
	case arg != "" && strings.Trim(arg, plain) == "":
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// Submit hands all that is missing to the scheduler; see [Run.Submission]. It returns the number of jobs. Nothing is
// submitted while jobs of this run are in the queue.
func (r *Run) Submit(ctx context.Context, slurm Scheduler) (int, error) {
	s, err := r.Submission(QueueOf(ctx, slurm))
	if err != nil {
		return 0, err
	}
	if err := r.Idle(ctx, slurm); err != nil {
		return 0, err
	}
	if err := errors.Join(r.removeFinished(), r.removeUnfinished(), r.writeScripts(s)); err != nil {
		return 0, explain(err)
	}
	numbers, err := s.submit(ctx, slurm)
	return len(numbers), err
}

// SubmitNext is Submit for one chain of several, for the job after the stages of the chain that were submitted. What the
// others have in the queue is no obstacle, but what the chain itself has there is.
func (r *Run) SubmitNext(ctx context.Context, slurm Scheduler, next Next) (int, error) {
	if err := errors.Join(next.check(), r.fault(), r.makeEngine()); err != nil {
		return 0, err
	}
	s, err := r.newSubmission(QueueOf(ctx, slurm))
	if err != nil {
		return 0, err
	}
	if err := s.addChain(r, next); err != nil || len(s.Jobs) == 0 {
		return 0, err
	}
	queued, err := r.queued(ctx, slurm)
	if err != nil {
		return 0, err
	}
	for _, name := range queued {
		var residue int
		if _, err := fmt.Sscanf(strings.TrimPrefix(name, r.jobPrefix()), "-r%d-", &residue); err == nil && residue%next.Chains == next.Chain && !strings.HasSuffix(name, "-next") {
			return 0, nil // this was done before
		}
	}
	numbers, err := s.submit(ctx, slurm)
	if err != nil && len(numbers) > 0 {
		// The job is run again, and shall not find a part of the chain in the queue.
		_, cancelled := slurm(ctx, "scancel", numbers...)
		return 0, errors.Join(err, cancelled)
	}
	return len(numbers), err
}

// submit calls sbatch for each job, and returns the numbers that they were given.
func (s *Submission) submit(ctx context.Context, slurm Scheduler) (numbers []string, err error) {
	for i, job := range s.Jobs {
		var after []string
		for _, other := range job.After {
			after = append(after, numbers[other])
		}
		out, err := slurm(ctx, "sbatch", s.Command(job, after)...)
		if err != nil {
			return numbers, s.explain(err, i)
		}
		number, _, _ := strings.Cut(strings.TrimSpace(out), ";")
		if _, err := strconv.Atoi(number); err != nil {
			return numbers, fmt.Errorf("sbatch printed %q: want the number of a job", out)
		}
		numbers = append(numbers, number)
	}
	return numbers, nil
}

// explain adds to an error of sbatch what helps.
func (s *Submission) explain(err error, submitted int) error {
	resume := "combigo run resume " + s.dir
	fix := resume + ", with the option that is wrong as it should be"
	switch text := err.Error(); {
	case strings.Contains(text, "Invalid job array specification"):
		fix = fmt.Sprintf("%s --tasks N, with N at most MaxArraySize of this site (scontrol show config), since %d are too many", resume, s.cluster.Tasks)
	case strings.Contains(text, "Requested time limit"):
		fix = resume + " --task-time TIME, within the limits of the partition (sinfo shows them)"
	case strings.Contains(text, "submit limit"), strings.Contains(text, "temporarily"):
		fix = resume + " --ahead N, with so few stages in advance that the queue takes their tasks, or fewer --tasks"
	case strings.Contains(text, "partition"):
		fix = resume + " --partition NAME (sinfo lists them)"
	case strings.Contains(text, "account"):
		fix = resume + " --account NAME"
	}
	if submitted > 0 {
		fix = fmt.Sprintf("the %d jobs before this one go on; when squeue shows none of them, %s", submitted, fix)
	}
	return fmt.Errorf("%w; fix: %s", err, fix)
}

// sideBySide is the number of residues that are worked on at the same time: those whose vectors and spills fit the disk side by side,
// and no more than shall be. The others have to wait for them.
func (r *Run) sideBySide() int {
	room, err := freeBelow(r.fs, r.dir)
	if disk := int64(r.settings.Disk); disk > 0 && (err != nil || room == 0 || disk < room) {
		room = disk
	}
	side := r.graph().sideBySide(room, r.spillBytes(), r.settings.KeepEvery)
	if most := r.settings.Cluster.Residues; most > 0 {
		side = min(side, most)
	}
	return side
}

// queued lists the jobs of this run that are in the queue.
func (r *Run) queued(ctx context.Context, slurm Scheduler) ([]string, error) {
	text, err := slurm(ctx, "squeue", "--noheader", "--format=%j")
	if err != nil {
		return nil, err
	}
	var names []string
	for name := range strings.FieldsSeq(text) {
		if strings.HasPrefix(name, r.jobPrefix()) {
			names = append(names, name)
		}
	}
	return names, nil
}

// Jobs are those of a run that are in the queue. A line of the queue may stand for all waiting tasks of an array.
type Jobs struct {
	Running, Waiting int
	Held             []HeldJob // which wait until somebody releases them
}

// A HeldJob is a job that the scheduler does not begin, and why.
type HeldJob struct{ ID, Name, Reason string }

// Jobs asks the scheduler for the jobs of the run.
func (r *Run) Jobs(ctx context.Context, slurm Scheduler) (*Jobs, error) {
	text, err := slurm(ctx, "squeue", "--noheader", "--format=%i|%j|%T|%r")
	if err != nil {
		return nil, err
	}
	jobs := &Jobs{}
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSpace(line), "|", 4)
		if len(fields) < 4 || !strings.HasPrefix(fields[1], r.jobPrefix()) {
			continue
		}
		switch reason := fields[3]; {
		case fields[2] != "PENDING" && fields[2] != "REQUEUE_HOLD" && fields[2] != "SPECIAL_EXIT":
			jobs.Running++
		case strings.Contains(strings.ToLower(reason), "held") || fields[2] != "PENDING":
			id, _, _ := strings.Cut(fields[0], "_[") // all tasks of an array
			jobs.Held = append(jobs.Held, HeldJob{id, strings.TrimPrefix(fields[1], r.jobPrefix()+"-"), reason})
		default:
			jobs.Waiting++
		}
	}
	return jobs, nil
}

// Idle returns an error if jobs of this run are in the queue.
func (r *Run) Idle(ctx context.Context, slurm Scheduler) error {
	names, err := r.queued(ctx, slurm)
	if err == nil && len(names) > 0 {
		err = fmt.Errorf("jobs of this run are in the queue, named %s...: wait for them, or cancel them with scancel", r.jobPrefix())
	}
	return err
}

// jobPrefix begins the names of all jobs of the run.
func (r *Run) jobPrefix() string { return "combigo-" + r.manifest.ID[:8] }

// writeScripts writes what the jobs run, and forgets how often those of earlier submissions have failed.
func (r *Run) writeScripts(s *Submission) error {
	dir := filepath.Join(r.dir, scripts)
	if err := storage.RemoveAll(r.fs, filepath.Join(dir, "tries")); err != nil {
		return err
	}
	return errors.Join(
		r.fs.MkdirAll(filepath.Join(dir, "logs")), r.fs.MkdirAll(filepath.Join(dir, "tries")),
		storage.WriteFile(r.fs, filepath.Join(dir, "job.sh"), r.tag, []byte(s.Script)),
	)
}

// script is what all jobs run.
func (c *Cluster) script() string {
	var b strings.Builder
	b.WriteString("#!/bin/bash\n")
	for _, module := range c.Modules {
		fmt.Fprintf(&b, "module load %s || exit\n", module)
	}
	if c.Prolog != "" {
		b.WriteString(strings.TrimRight(c.Prolog, "\n") + "\n")
	}
	b.WriteString(jobScript)
	return b.String()
}

// Submission is what the run will hand to the scheduler when it is started; nothing is written.
func (p *Plan) Submission(fs storage.FS, queue Queue) (*Submission, error) {
	return p.newRun(fs).Submission(queue)
}
