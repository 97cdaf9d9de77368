package run

import (
	"cmp"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"text/template"

	"combigo.dev/combigo/internal/store/storage"
)

// jobScript is what every job runs: a template for the modules and the prolog of a [Cluster]. A
// task goes back in the queue when its time is nearly over, as often as it has finished a share by
// then, and three times for other failures. One that the scheduler ends is left to the scheduler,
// which knows whether it is to run again.
//
//go:embed job.sh
var jobScript string

var jobTemplate = template.Must(template.New("job.sh").Parse(jobScript))

// A Scheduler runs a command of Slurm, such as sbatch, and returns what it prints.
type Scheduler func(ctx context.Context, name string, args ...string) (string, error)

// SlurmIsHere returns an error if the commands of Slurm that [Run.Submit] needs are
// not installed here.
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

// A Job is what sbatch is called for once: the tasks of a stage, the sum of a chain, or what
// submits the next jobs.
type Job struct {
	Name  string
	Tasks int      // of the array
	After []string // names of the jobs that it waits for: the one before
	Args  []string // of the program, after `run` and the directory the first
}

// A Submission is the jobs that are handed to the scheduler at once. Each waits for the one before.
type Submission struct {
	Jobs   []Job
	Script string // that all jobs run
	run    *Run
	dir    string // absolute
}

// ownJobs is how many jobs are submitted at once, if nothing else is said: a tenth of those that
// the queue of a site takes by default.
const ownJobs = 1000

// Submission is what [Run.Submit] hands to the scheduler: a job array for each stage, which waits
// for the stage before, and after the stages of a chain a job that adds its parts up. The first
// stages are submitted, and a job that submits the next ones.
func (r *Run) Submission() (*Submission, error) {
	if r.manifest.Engine != Slurm {
		return nil, r.notOfCluster()
	}
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return nil, err
	}
	s := &Submission{Script: r.manifest.Cluster.script(), run: r, dir: dir}
	return s, s.addStages()
}

// add adds a job.
func (s *Submission) add(name string, tasks int, args ...string) {
	job := Job{Name: s.run.jobPrefix() + "-" + name, Tasks: tasks, Args: args}
	if n := len(s.Jobs); n > 0 {
		job.After = []string{s.Jobs[n-1].Name}
	}
	s.Jobs = append(s.Jobs, job)
}

// addStages adds jobs for as many stages as are submitted at once.
func (s *Submission) addStages() error {
	r := s.run
	tasks := r.tasks(r.manifest.Cluster.Tasks)
	ahead := cmp.Or(r.manifest.Cluster.Ahead, max(1, ownJobs/(tasks+1)))
	stages := 0
	for chain := range r.chains {
		now, err := r.state(chain)
		if err != nil {
			return err
		}
		if now.Value != nil {
			continue
		}
		for stage := now.Stage; stage < r.end(chain); stage++ {
			if stages == ahead {
				s.add(fmt.Sprintf("c%d-next", chain), 1, "submit")
				return nil
			}
			s.add(fmt.Sprintf("c%d-s%d", chain, stage), tasks,
				"task", "--chain", strconv.Itoa(chain), "--stage", strconv.Itoa(stage), "--tasks", strconv.Itoa(tasks))
			stages++
		}
		s.add(fmt.Sprintf("c%d-sum", chain), 1, "collect", "--chain", strconv.Itoa(chain))
	}
	return nil
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
	for _, o := range [][2]string{{"--partition=", c.Partition}, {"--account=", c.Account}, {"--time=", c.Time}} {
		if o[1] != "" {
			command = append(command, o[0]+o[1])
		}
	}
	if kib := s.run.manifest.Memory >> 10; kib > 0 {
		command = append(command, fmt.Sprintf("--mem=%dK", kib))
	}
	if after != "" {
		command = append(command, "--dependency=afterok:"+after)
	}
	array := fmt.Sprintf("--array=0-%d", job.Tasks-1)
	if c.AtOnce > 0 {
		array += "%" + strconv.Itoa(c.AtOnce)
	}
	command = append(command, array, s.scriptName(), c.Program, s.dir)
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
		after := ""
		if i > 0 {
			after = fmt.Sprintf("$job%d", i)
		}
		fmt.Fprintf(&b, "job%d=$(sbatch", i+1)
		for _, arg := range s.Command(job, after) {
			b.WriteString(" " + quoted(arg, after))
		}
		b.WriteString(")\n")
	}
	n, err := io.WriteString(w, b.String())
	return int64(n), err
}

// quoted is an argument as a shell wants it, in which a variable at its end stays such.
func quoted(arg, variable string) string {
	const plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-"
	switch {
	case variable != "" && strings.HasSuffix(arg, ":"+variable):
		return arg
	case arg != "" && strings.Trim(arg, plain) == "":
		return arg
	}
	return "'" + strings.ReplaceAll(arg, "'", `'\''`) + "'"
}

// Submit hands all that is missing to the scheduler; see [Run.Submission]. It returns the number of
// jobs. Nothing is submitted while jobs of this run are in the queue. If nothing is submitted of a
// run that was just started, the run is removed.
func (r *Run) Submit(ctx context.Context, slurm Scheduler) (jobs int, err error) {
	defer func() {
		if err != nil && jobs == 0 && r.fresh {
			err = errors.Join(err, r.abandon())
		}
	}()
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

// SubmitNext is Submit for the job after the stages that were submitted at once. The job may be run
// again, when the next stages are in the queue.
func (r *Run) SubmitNext(ctx context.Context, slurm Scheduler) (int, error) {
	s, err := r.Submission()
	if err != nil {
		return 0, err
	}
	queued, err := r.Jobs(ctx, slurm)
	if err != nil {
		return 0, err
	}
	if slices.ContainsFunc(queued.names, func(name string) bool { return !strings.HasSuffix(name, "-next") }) {
		return 0, nil
	}
	return s.submit(ctx, slurm)
}

// submit calls sbatch for each job, and returns how many jobs are in the queue: if sbatch refuses
// one, those before it are taken back.
func (s *Submission) submit(ctx context.Context, slurm Scheduler) (int, error) {
	var numbers []string
	for i, job := range s.Jobs {
		after := ""
		if i > 0 {
			after = numbers[i-1]
		}
		out, err := slurm(ctx, "sbatch", s.Command(job, after)...)
		number := ""
		if err != nil {
			err = &SbatchError{err, s.dir, s.run.fresh}
		} else if number, err = s.jobNumber(out); err != nil { // the job is in the queue all the same
			err = s.cancel(ctx, slurm, err, "--name="+job.Name)
		}
		if err != nil {
			if len(numbers) > 0 {
				err = s.cancel(ctx, slurm, err, numbers...)
			}
			var left *jobsLeft
			if errors.As(err, &left) {
				return max(1, len(numbers)), err
			}
			return 0, err
		}
		numbers = append(numbers, number)
	}
	return len(numbers), nil
}

// jobsLeft says that jobs could not be taken back.
type jobsLeft struct {
	because, cancelled error
	prefix             string
}

func (e *jobsLeft) Error() string {
	return fmt.Sprintf("%v; jobs named %s... may be in the queue: %v", e.because, e.prefix, e.cancelled)
}

func (e *jobsLeft) Unwrap() []error { return []error{e.because, e.cancelled} }

// cancel takes jobs back because of an error, and returns the error.
func (s *Submission) cancel(ctx context.Context, slurm Scheduler, because error, jobs ...string) error {
	if _, err := slurm(ctx, "scancel", append(s.run.clusters(), jobs...)...); err != nil {
		return &jobsLeft{because, err, s.run.jobPrefix()}
	}
	return because
}

// jobNumber finds the number of a job in what sbatch prints: the last line that is a number, with
// the name of a cluster behind it if there are several. Sites print notices before that line.
func (s *Submission) jobNumber(printed string) (string, error) {
	for _, line := range slices.Backward(strings.Split(printed, "\n")) {
		number, cluster, _ := strings.Cut(strings.TrimSpace(line), ";")
		if _, err := strconv.ParseUint(number, 10, 64); err != nil {
			continue
		}
		if cluster != "" && cluster != s.run.cluster() {
			return "", &ClusterError{cluster}
		}
		return number, nil
	}
	return "", fmt.Errorf("sbatch printed %q: want a line with the number of a job", printed)
}

// cluster returns the name of the cluster that sbatch is told to use, empty if the user names none.
func (r *Run) cluster() (name string) {
	for _, option := range r.manifest.Cluster.Extra {
		if c, ok := clusterOf(option); ok {
			name = c
		}
	}
	return name
}

// clusters returns the option that names the cluster to squeue and scancel, if there is one.
func (r *Run) clusters() []string {
	if name := r.cluster(); name != "" {
		return []string{"--clusters=" + name}
	}
	return nil
}

// A ClusterError says that sbatch gave a job to a cluster that the run does not name, so that
// nobody would ask its queue.
type ClusterError struct{ Cluster string }

func (e *ClusterError) Error() string { return "sbatch gave the job to cluster " + e.Cluster }

// An SbatchError says that sbatch has refused a job.
type SbatchError struct {
	Err error
	Dir string // absolute
	New bool   // whether the run was just started
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
	text, err := slurm(ctx, "squeue", append(r.clusters(), "--noheader", "--format=%i|%j|%T|%r")...)
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

// jobPrefix begins the names of all jobs of the run.
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

// script is what all jobs run.
func (c *Cluster) script() string {
	var b strings.Builder
	_ = jobTemplate.Execute(&b, c) // never fails
	return b.String()
}

// Submission is what the run will hand to the scheduler when it is started; nothing is written.
func (p *Plan) Submission(fs storage.FS) (*Submission, error) {
	r, err := p.newRun(fs)
	if err != nil {
		return nil, err
	}
	return r.Submission()
}

// abandon removes what [Start] has made, of a run of which no share is done.
func (r *Run) abandon() error {
	var err error
	for _, name := range []string{scripts, manifestName, copyName} {
		err = errors.Join(err, storage.RemoveAll(r.fs, filepath.Join(r.dir, name)))
	}
	return err
}
