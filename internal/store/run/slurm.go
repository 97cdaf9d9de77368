package run

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"

	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// A Cluster says how Slurm, the scheduler of a site, begins the programs that work on a run at the
// same time: as the tasks of a job array, each of which does a [Part].
type Cluster struct {
	Program        string // path of this program, for all nodes
	Tasks, Threads int    // Threads: of a task
	Memory         result.Bytes
	Extra          []string // further options of sbatch: partition, account, limit on the time of a task
	Prolog         string   // shell commands of a task before the program
}

// Check returns an error if an option of sbatch makes no sense.
func (c *Cluster) Check() error {
	for _, option := range c.Extra {
		name, _, _ := strings.Cut(option, "=")
		switch {
		case !strings.HasPrefix(option, "--") || option == "--" || strings.Contains(option, "\n"):
			return fmt.Errorf("%q: want a long option of sbatch, such as --exclusive", option)
		case len(name) > len("--cl") && strings.HasPrefix("--clusters", name): // Slurm takes abbreviations
			return fmt.Errorf("%q: the queue of another cluster is not asked: want SLURM_CLUSTERS in the environment", option)
		}
	}
	return nil
}

// jobScript is what every task runs. A task goes back in the queue when its time is nearly over, as
// often as a share was finished by then, and three times for other failures. One that the scheduler
// ends is left to the scheduler, which knows whether it is to run again.
//
//go:embed job.sh
var jobScript string

// scripts are the files of the scheduler, below the directory of the run.
const scripts = "slurm"

func (r *Run) jobScript() string { return filepath.Join(r.dir, scripts, "job.sh") }

// signalLead is how many seconds before the end of its time a task gets a signal. The scheduler may
// do so a minute earlier.
const signalLead = 60

// Script is what sbatch is given: its options, those of the user first, which so replace none of
// those of the run, and what a task does.
func (r *Run) Script(c *Cluster) (string, error) {
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return "", err
	}
	options := append(c.Extra[:len(c.Extra):len(c.Extra)],
		"--requeue", "--job-name="+r.jobName(), fmt.Sprintf("--array=1-%d", c.Tasks), fmt.Sprintf("--cpus-per-task=%d", max(1, c.Threads)),
		"--output="+strings.ReplaceAll(filepath.Join(dir, scripts, "logs"), "%", "%%")+"/%A_%a.out", "--open-mode=append",
		fmt.Sprintf("--signal=B:USR1@%d", signalLead),
	)
	args := []string{c.Program, "run", "resume", dir, "--quiet", "--threads", fmt.Sprint(max(1, c.Threads))}
	if c.Memory > 0 {
		options = append(options, fmt.Sprintf("--mem=%dK", c.Memory>>10))
		args = append(args, "--memory", fmt.Sprintf("%dKiB", c.Memory>>10))
	}
	escape := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "'", `\'`, "#", `\#`) // of a line for sbatch
	quote := strings.NewReplacer("'", `'\''`)                                 // of a word for a shell
	var sbatch, command strings.Builder
	for _, o := range options {
		if strings.ContainsAny(o, " \t\\\"'#") {
			o = `"` + escape.Replace(o) + `"`
		}
		fmt.Fprintf(&sbatch, "#SBATCH %s\n", o)
	}
	for _, a := range args {
		fmt.Fprintf(&command, "'%s' ", quote.Replace(a))
	}
	return strings.NewReplacer(
		"# the options of sbatch\n", sbatch.String(), "# the prolog", c.Prolog, "DIR", "'"+quote.Replace(dir)+"'",
		"COMMAND", fmt.Sprintf(`%s--part "$SLURM_ARRAY_TASK_ID/%d"`, command.String(), c.Tasks),
	).Replace(jobScript), nil
}

// Script is that of the run that was planned; nothing is written.
func (p *Plan) Script(fs storage.FS, c *Cluster) (string, error) {
	r, err := p.newRun(fs)
	if err != nil {
		return "", err
	}
	return r.Script(c)
}

// A Scheduler runs a command of Slurm, such as sbatch, and returns what it prints.
type Scheduler func(ctx context.Context, name string, args ...string) (string, error)

// SlurmIsHere returns an error if the command of Slurm that [Run.Submit] needs is not installed
// here.
func SlurmIsHere() error {
	if _, err := exec.LookPath("sbatch"); err != nil {
		return errors.New("sbatch is not installed here: run this where Slurm is")
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

// Submit writes the script and hands it to the scheduler, and returns what that prints. The tasks
// need the directory, which is unlocked. They join those that are at work there.
func (r *Run) Submit(ctx context.Context, c *Cluster, slurm Scheduler) (printed string, err error) {
	script, err := r.Script(c)
	if err != nil {
		return "", err
	}
	for _, dir := range []string{"logs", "tries"} {
		err = errors.Join(err, r.fs.MkdirAll(filepath.Join(r.dir, scripts, dir)))
	}
	if err = errors.Join(err, storage.WriteFile(r.fs, r.jobScript(), r.tag, []byte(script)), r.unlock()); err != nil {
		return "", r.explain(err)
	}
	if printed, err = slurm(ctx, "sbatch", r.jobScript()); err != nil {
		return "", r.withRemedy(err, Resubmit)
	}
	return printed, nil
}

// Jobs are those of a run that are in the queue. A line of the queue may stand for all waiting
// tasks of an array.
type Jobs struct {
	Running int       `json:"running"`
	Waiting int       `json:"waiting"`
	Held    []HeldJob `json:"held"` // which wait until somebody releases them
}

// A HeldJob is a job that the scheduler does not begin, and why.
type HeldJob struct {
	ID     string `json:"id"`
	Reason string `json:"reason"`
}

// Jobs asks the scheduler for the jobs of the run.
func (r *Run) Jobs(ctx context.Context, slurm Scheduler) (*Jobs, error) {
	text, err := slurm(ctx, "squeue", "--noheader", "--name="+r.jobName(), "--format=%i|%T|%r")
	if err != nil {
		return nil, err
	}
	jobs := &Jobs{}
	for line := range strings.Lines(text) {
		fields := strings.SplitN(strings.TrimSpace(line), "|", 3)
		if len(fields) < 3 {
			continue
		}
		switch state, reason := fields[1], fields[2]; {
		case state != "PENDING" && state != "REQUEUE_HOLD" && state != "SPECIAL_EXIT":
			jobs.Running++
		case strings.Contains(strings.ToLower(reason), "held") || state != "PENDING":
			id, _, _ := strings.Cut(fields[0], "_[") // all tasks of an array
			jobs.Held = append(jobs.Held, HeldJob{id, reason})
		default:
			jobs.Waiting++
		}
	}
	return jobs, nil
}

func (r *Run) jobName() string { return "combigo-" + r.manifest.ID[:8] }
