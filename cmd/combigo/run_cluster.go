package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/store/run"
	"combigo.dev/combigo/internal/store/storage"
)

// clusterFlags holds the values of the flags of a run on a cluster.
type clusterFlags struct {
	given  run.Cluster // what the flags say
	prolog string
	take   map[string]func(*run.Cluster) // what each flag changes, which only Slurm has a use for
}

const (
	tasksDefault = 16
	maxTasks     = 1 << 20 // far more than any scheduler takes
)

func (f *clusterFlags) register(c *command, engine *run.Engine) {
	flags, given := c.Flags(), &f.given
	*engine = run.Disk
	enumVar(flags, engine, "engine", "ENGINE", "`ENGINE` of the run: disk (this machine) or slurm (job arrays on a cluster, see docs/cluster.md)", run.Disk, run.Slurm)
	numberVar(flags, &given.Tasks, "tasks", 1, maxTasks, "number of tasks", fmt.Sprintf("slurm: at most `N` tasks of a stage; each takes --threads processors (default: %d)", tasksDefault))
	numberVar(flags, &given.AtOnce, "tasks-at-once", 0, maxTasks, "number of tasks", "slurm: at most `N` tasks of an array at the same time, 0 for any number")
	numberVar(flags, &given.Ahead, "ahead", 0, maxTasks, "number of stages", "slurm: submit at most `N` stages at once (default, and 0: those of up to 1000 tasks); a job submits the next ones")
	flags.StringVar(&given.Partition, "partition", "", "slurm: `NAME` of the partition")
	flags.StringVar(&given.Account, "account", "", "slurm: `NAME` of the account")
	flags.StringVar(&given.Time, "task-time", "", "slurm: limit on the `TIME` of a task, such as 4:00:00")
	flags.StringArrayVar(&given.Extra, "sbatch", nil, "slurm: a further `OPTION` of sbatch, such as --sbatch=--exclusive; may be repeated")
	flags.StringVar(&given.Program, "program", "", "slurm: `PATH` of this program on the nodes (default: that of the one you call)")
	flags.StringArrayVar(&given.Modules, "module", nil, "slurm: `NAME` of a module that a job loads first; may be repeated")
	flags.StringVar(&f.prolog, "prolog", "", "slurm: `FILE` of shell commands that a job runs before the program")
	f.take = map[string]func(*run.Cluster){
		"tasks": func(c *run.Cluster) { c.Tasks = given.Tasks }, "tasks-at-once": func(c *run.Cluster) { c.AtOnce = given.AtOnce },
		"ahead":     func(c *run.Cluster) { c.Ahead = given.Ahead },
		"partition": func(c *run.Cluster) { c.Partition = given.Partition }, "account": func(c *run.Cluster) { c.Account = given.Account },
		"task-time": func(c *run.Cluster) { c.Time = given.Time },
		"sbatch":    func(c *run.Cluster) { c.Extra = given.Extra }, "module": func(c *run.Cluster) { c.Modules = given.Modules },
		"program": func(*run.Cluster) {}, "prolog": func(*run.Cluster) {}, // see changed
	}
}

// check refuses flags that the engine has no use for.
func (f *clusterFlags) check(c *command, engine run.Engine) error {
	names, why := slices.Sorted(maps.Keys(f.take)), "is for --engine slurm only"
	if engine == run.Slurm {
		names, why = []string{"max-steps", "max-time"}, "is not for --engine slurm, whose scheduler has limits of its own"
	}
	for _, name := range names {
		if c.given(name) {
			return fmt.Errorf("--%s %s", name, why)
		}
	}
	return nil
}

// changed puts what is given in place of what was, if anything was.
func (f *clusterFlags) changed(c *command, was *run.Cluster) (*run.Cluster, error) {
	if was == nil {
		was = &run.Cluster{Tasks: tasksDefault, CPUs: 1}
	}
	if c.given("threads") {
		was.CPUs = c.machine.threads
	}
	for name, take := range f.take {
		if c.given(name) {
			take(was)
		}
	}
	program, err := os.Executable()
	if err != nil {
		program = "combigo"
	}
	was.Program = cmp.Or(f.given.Program, program)
	if c.given("prolog") {
		text, err := os.ReadFile(f.prolog)
		if err != nil {
			return nil, fmt.Errorf("--prolog: %w", err)
		}
		was.Prolog = string(text)
	}
	if err := was.Check(); err != nil {
		return nil, fmt.Errorf("--sbatch %w", err)
	}
	return was, nil
}

var oneDirectory = oneArgument("the directory of a run")

// collectorPercent bounds the garbage next to the tables of a run, which are counted in its memory:
// a collection costs next to nothing, since the buffers are none of its business.
const collectorPercent = 25

// exitAgain is the status of a task that was interrupted, and has finished some of its shares: the
// scripts of the jobs know it.
const exitAgain = 75

// newJobCommand is a command that the jobs of a cluster call.
func newJobCommand(name string, work func(*command, *run.Run) error, numbers ...numberOfJob) *cobra.Command {
	c := newCommand(name)
	c.Hidden, c.Args = true, oneDirectory
	threadsVar(c.Flags(), &c.machine.threads, "")
	for _, n := range numbers {
		c.Flags().IntVar(n.to, n.flag, n.initial, "number of the "+n.flag)
	}
	return c.answers(func() (*view.Answer, error) {
		r, err := run.Open(storage.OS, c.args[0], run.Options{Threads: c.machine.threads})
		if err != nil {
			return nil, err
		}
		err = errors.Join(work(c, r), r.Close())
		switch {
		case err == nil:
			return nil, nil
		case errors.Is(err, run.ErrAgain):
			return nil, exitError{exitAgain, err}
		}
		return nil, exitError{exitInternal, err}
	})
}

// numberOfJob is a flag that says what a job is to do.
type numberOfJob struct {
	to      *int
	flag    string
	initial int
}

func newRunTaskCommand() *cobra.Command {
	var chain, stage, task, tasks int
	return newJobCommand("run-task", func(c *command, r *run.Run) error {
		debug.SetGCPercent(collectorPercent)
		ctx, stop := signal.NotifyContext(c.Context(), syscall.SIGTERM) // which the scripts of the jobs send
		defer stop()
		return r.Task(ctx, chain, stage, task, tasks)
	}, numberOfJob{&chain, "chain", 0}, numberOfJob{&stage, "stage", 0}, numberOfJob{&task, "task", 0}, numberOfJob{&tasks, "tasks", 1})
}

func newRunSubmitCommand() *cobra.Command {
	return newJobCommand("run-submit", func(c *command, r *run.Run) error {
		jobs, err := r.SubmitNext(c.Context(), run.SlurmCommands)
		fmt.Fprintf(c.OutOrStdout(), "%s submitted\n", view.Plural(jobs, "job"))
		return err
	})
}

func newRunCollectCommand() *cobra.Command {
	var chain int
	return newJobCommand("run-collect", func(_ *command, r *run.Run) error { return r.Collect(chain) },
		numberOfJob{&chain, "chain", 0})
}
