package run

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/internal/store/storage"
)

// tasks is how many tasks a stage is cut in, of at most a number.
func (r *Run) tasks(atMost int) int { return min(r.shares(), max(1, atMost)) }

// ErrAgain says that a task was interrupted when it had finished some of its shares: it goes on
// from there.
var ErrAgain = errors.New("the task is interrupted, and goes on from the shares that are finished")

// Task does one of a number of tasks of a stage, for the scheduler. It may be run twice, at the
// same time too, or after all that reads its files was done: what is there already is not done
// again. The tasks of a stage may be counted differently from one time to the next. The error is
// [ErrAgain] if the context ends when shares were finished.
func (r *Run) Task(ctx context.Context, chain, stage, task, tasks int) error {
	p := stageID{Chain: chain, Stage: stage}
	if err := r.checkTask(p); err != nil {
		return err
	}
	if task < 0 || task >= r.tasks(tasks) {
		return fmt.Errorf("task %d: want 0 to %d", task, r.tasks(tasks)-1)
	}
	var mine []int // all shares are about as large
	for share := task; share < r.shares(); share += r.tasks(tasks) {
		mine = append(mine, share)
	}
	shares, err := r.wanted(p, mine)
	if err != nil || len(shares) == 0 {
		return err
	}
	r.startLog()
	if err = r.ready(ctx); err == nil {
		err = r.do(ctx, p, shares, task == 0)
	}
	if err != nil {
		// Another program may have done the task meanwhile, and removed what this one read.
		switch left, again := r.wanted(p, mine); {
		case again == nil && len(left) == 0:
			return nil
		case again == nil && len(left) < len(shares) && ctx.Err() != nil:
			return ErrAgain
		}
	}
	return r.explain(err)
}

func (r *Run) notOfCluster() error {
	return r.helps(fmt.Errorf("%s is not a run of a cluster", r.dir), OnCluster)
}

func (r *Run) checkTask(p stageID) error {
	if r.manifest.Engine != Slurm {
		return r.notOfCluster()
	}
	if err := r.checkChain(p.Chain); err != nil {
		return err
	}
	if p.Stage < 0 || p.Stage >= r.end(p.Chain) {
		return fmt.Errorf("stage %d: want 0 to %d", p.Stage, r.end(p.Chain)-1)
	}
	return nil
}

// wanted lists those of the shares that are not there, and still needed.
func (r *Run) wanted(p stageID, shares []int) ([]int, error) {
	if s, err := r.look(p.Chain); err == nil && s.Stage > p.Stage {
		return nil, nil
	}
	done, err := r.doneShares(p)
	return slices.DeleteFunc(slices.Clone(shares), func(share int) bool { return done[share] }), err
}

// collect adds the parts of chains up all of whose stages are done.
func (r *Run) collect() error {
	for chain := range r.chains {
		s, err := r.state(chain)
		if err != nil {
			return err
		}
		if s.Value != nil || s.Stage < r.end(chain) {
			continue
		}
		if err := r.finish(chain); err != nil {
			if s, again := r.state(chain); again == nil && s.Value != nil {
				continue // another program was faster
			}
			return r.explain(err)
		}
	}
	return nil
}

// jobScript is what every job runs, after the prolog of a [Cluster]. A task goes back in the queue
// when its time is nearly over, as often as it has finished a share by then, and three times for
// other failures. One that the scheduler ends is left to the scheduler, which knows whether it is
// to run again.
//
//go:embed job.sh
var jobScript string

// A Scheduler runs a command of Slurm, such as sbatch, and returns what it prints.
type Scheduler func(ctx context.Context, name string, args ...string) (string, error)

// SlurmIsHere returns an error if the commands of Slurm that [Run.Submit] needs are not installed
// here.
func SlurmIsHere() error {
	for _, name := range []string{"squeue", "sbatch"} {
		if _, err := exec.LookPath(name); err != nil {
			return fmt.Errorf("%s is not installed here: run this where Slurm is", name)
		}
	}
	return nil
}

// SlurmCommands runs the commands of Slurm that are installed here.
func SlurmCommands(ctx context.Context, name string, args ...string) (string, error) {
	out, err := exec.CommandContext(ctx, name, args...).Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return "", fmt.Errorf("%s: %s", name, strings.TrimSpace(string(exit.Stderr)))
	}
	return string(out), err
}

// A Job is what sbatch is called for once: the tasks of a stage, or what submits the next stage.
type Job struct {
	Name  string
	Tasks int      // of the array
	Args  []string // of the program, after `run` and the directory the first
}

// A Submission is the jobs that are handed to the scheduler at once. Each waits for the one before.
type Submission struct {
	Jobs   []Job
	Script string // that all jobs run
	run    *Run
	dir    string // absolute
}

// Submission is what [Run.Submit] hands to the scheduler: a job array for the stage to do next, and
// a job that submits the stage after it; nothing if all chains are finished. So few jobs fit any
// queue.
func (r *Run) Submission() (*Submission, error) {
	if r.manifest.Engine != Slurm {
		return nil, r.notOfCluster()
	}
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return nil, err
	}
	states, err := r.states()
	if err != nil {
		return nil, err
	}
	cluster := r.manifest.Cluster
	s := &Submission{Script: strings.Replace(jobScript, "# the prolog", cluster.Prolog, 1), run: r, dir: dir}
	chain := slices.IndexFunc(states, func(c ChainState) bool { return c.Value == nil })
	if chain < 0 {
		return s, nil
	}
	stage, tasks := states[chain].Stage, r.tasks(cluster.Tasks)
	name := fmt.Sprintf("%s-c%d-s%d", r.jobPrefix(), chain, stage)
	if stage < r.end(chain) { // else the sum is missing
		s.Jobs = append(s.Jobs, Job{name, tasks, []string{
			"task", "--chain", strconv.Itoa(chain), "--stage", strconv.Itoa(stage), "--tasks", strconv.Itoa(tasks),
		}})
	}
	s.Jobs = append(s.Jobs, Job{name + "-next", 1, []string{"submit"}})
	return s, nil
}

// signalLead is how many seconds before the end of its time a task gets a signal. The scheduler may
// do so a minute earlier.
const signalLead = 60

// Command is what sbatch is given for a job that waits for another one, if there is one. Of options
// that are given twice sbatch takes the last: so those of the user go first, and replace none of
// those of the run.
func (s *Submission) Command(job Job, after string) []string {
	c := s.run.manifest.Cluster
	short := strings.TrimPrefix(job.Name, s.run.jobPrefix()+"-")
	command := append(slices.Clone(c.Extra),
		"--parsable", "--requeue", "--kill-on-invalid-dep=yes", "--job-name="+job.Name,
		"--output="+strings.ReplaceAll(filepath.Join(s.dir, scripts, "logs", short), "%", "%%")+"-%A_%a.out", "--open-mode=append",
		"--cpus-per-task="+strconv.Itoa(max(1, c.CPUs)),
		"--signal=B:USR1@"+strconv.Itoa(signalLead),
	)
	if kib := s.run.manifest.Memory >> 10; kib > 0 {
		command = append(command, fmt.Sprintf("--mem=%dK", kib))
	}
	if after != "" {
		command = append(command, "--dependency=afterok:"+after)
	}
	command = append(command, fmt.Sprintf("--array=0-%d", job.Tasks-1), s.scriptName(), c.Program, s.dir)
	return append(command, job.Args...)
}

func (s *Submission) scriptName() string { return filepath.Join(s.dir, scripts, "job.sh") }

// String is the script of the jobs, and the commands for a shell that hand the jobs to the
// scheduler.
func (s *Submission) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s:\n", s.scriptName())
	for line := range strings.Lines(s.Script) {
		b.WriteString("#   " + line)
	}
	after := ""
	for _, job := range s.Jobs {
		fmt.Fprintf(&b, "job=$(sbatch")
		for _, arg := range s.Command(job, after) {
			b.WriteString(" " + quoted(arg))
		}
		b.WriteString(")\n")
		after = "$job"
	}
	return b.String()
}

// quoted is an argument as a shell wants it; the variable job stays such.
func quoted(arg string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
	if bare := strings.TrimSuffix(arg, ":$job"); bare != "" && strings.Trim(bare, plain) == "" {
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// Submit hands the next stage to the scheduler; see [Run.Submission]. It returns the number of
// jobs. Nothing is submitted while jobs of this run are in the queue.
func (r *Run) Submit(ctx context.Context, slurm Scheduler) (jobs int, err error) {
	s, err := r.Submission()
	if err != nil {
		return 0, err
	}
	if err := r.Idle(ctx, slurm); err != nil {
		return 0, err
	}
	if err := errors.Join(r.tidy(), r.writeScripts(s)); err != nil {
		return 0, r.explain(err)
	}
	return s.submit(ctx, slurm)
}

// SubmitNext is Submit for the job after a stage, which adds the parts of a finished chain up. The
// job may be run again, when the next stage is in the queue.
func (r *Run) SubmitNext(ctx context.Context, slurm Scheduler) (int, error) {
	if err := r.collect(); err != nil {
		return 0, err
	}
	s, err := r.Submission()
	if err != nil {
		return 0, err
	}
	queued, err := r.Jobs(ctx, slurm)
	if err != nil {
		return 0, err
	}
	if len(s.Jobs) == 0 || slices.Contains(queued.names, s.Jobs[0].Name) {
		return 0, nil
	}
	return s.submit(ctx, slurm)
}

// submit calls sbatch for each job, and returns how many jobs are in the queue: if sbatch refuses
// one, or prints no number, all are taken back by their names.
func (s *Submission) submit(ctx context.Context, slurm Scheduler) (int, error) {
	after := ""
	for i, job := range s.Jobs {
		out, err := slurm(ctx, "sbatch", s.Command(job, after)...)
		taken := i
		if err != nil {
			err = &SbatchError{err, s.dir}
		} else {
			taken++
			after, err = jobNumber(out)
		}
		if err == nil {
			continue
		}
		for _, taken := range s.Jobs[:taken] {
			if _, failed := slurm(ctx, "scancel", "--name="+taken.Name); failed != nil {
				err = fmt.Errorf("%w; jobs named %s... may be in the queue: %w", err, s.run.jobPrefix(), failed)
			}
		}
		return 0, err
	}
	return len(s.Jobs), nil
}

// jobNumber finds the number of a job in what sbatch prints: the last line that is a number, with
// the name of a cluster behind it if there are several. Sites print notices before that line.
func jobNumber(printed string) (string, error) {
	for _, line := range slices.Backward(strings.Split(printed, "\n")) {
		number, _, _ := strings.Cut(strings.TrimSpace(line), ";")
		if _, err := strconv.ParseUint(number, 10, 64); err == nil {
			return number, nil
		}
	}
	return "", fmt.Errorf("sbatch printed %q: want a line with the number of a job", printed)
}

// An SbatchError says that sbatch has refused a job.
type SbatchError struct {
	Err error
	Dir string // absolute
}

func (e *SbatchError) Error() string { return e.Err.Error() }
func (e *SbatchError) Unwrap() error { return e.Err }

// Jobs are those of a run that are in the queue. A line of the queue may stand for all waiting
// tasks of an array.
type Jobs struct {
	Running int       `json:"running"`
	Waiting int       `json:"waiting"`
	Held    []HeldJob `json:"held"` // which wait until somebody releases them
	names   []string
}

// A HeldJob is a job that the scheduler does not begin, and why.
type HeldJob struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

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
		jobs.names = append(jobs.names, fields[1])
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
	jobs, err := r.Jobs(ctx, slurm)
	if err == nil && len(jobs.names) > 0 {
		err = fmt.Errorf("jobs of this run are in the queue, named %s...: wait for them, or cancel them with scancel", r.jobPrefix())
	}
	return err
}

func (r *Run) jobPrefix() string { return "combigo-" + r.manifest.ID[:8] }

// writeScripts writes what the jobs run, and forgets how often those of earlier submissions have
// failed.
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

// Submission is what the run will hand to the scheduler when it is started; nothing is written.
func (p *Plan) Submission(fs storage.FS) (*Submission, error) {
	r, err := p.newRun(fs)
	if err != nil {
		return nil, err
	}
	return r.Submission()
}
