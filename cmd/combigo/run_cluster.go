package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
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
	flags.StringArrayVar(&given.Extra, "sbatch", nil, "slurm: an `OPTION` of sbatch, such as --sbatch=--partition=long, --sbatch=--account=mine or --sbatch=--time=4:00:00; may be repeated")
	flags.StringVar(&given.Program, "program", "", "slurm: `PATH` of this program on the nodes (default: that of the one you call)")
	flags.StringVar(&f.prolog, "prolog", "", "slurm: `FILE` of shell commands, such as module load, that a job runs before the program")
}

// check refuses flags that the engine has no use for.
func (f *clusterFlags) check(c *command, engine run.Engine) error {
	names, why := []string{"program", "prolog", "sbatch", "tasks"}, "is for --engine slurm only"
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
	now := run.Cluster{Tasks: tasksDefault, CPUs: 1}
	if was != nil {
		now = *was
	}
	if c.given("threads") {
		now.CPUs = c.machine.threads
	}
	now.Tasks = cmp.Or(f.given.Tasks, now.Tasks)
	if c.given("sbatch") {
		now.Extra = f.given.Extra
	}
	program, err := os.Executable()
	if err != nil {
		program = "combigo"
	}
	now.Program = cmp.Or(f.given.Program, program)
	if c.given("prolog") {
		text, err := os.ReadFile(f.prolog)
		if err != nil {
			return nil, fmt.Errorf("--prolog: %w", err)
		}
		now.Prolog = string(text)
	}
	if err := now.Check(); err != nil {
		return nil, fmt.Errorf("--sbatch %w", err)
	}
	return &now, nil
}

var oneDirectory = oneArgument("the directory of a run")

// collectorPercent bounds the garbage next to the tables of a run, which are counted in its memory:
// a collection costs next to nothing, since the buffers are none of its business.
const collectorPercent = 25

// exitAgain is the status of a task that was interrupted, and has finished some of its shares: the
// scripts of the jobs know it.
const exitAgain = 75

// newJobCommand is a command that the jobs of a cluster call.
func newJobCommand(name string, work func(*command, *run.Run) error) *command {
	c := newCommand(name)
	c.Hidden, c.Args = true, oneDirectory
	threadsVar(c.Flags(), &c.machine.threads, "")
	c.answers(func() (*view.Answer, error) {
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
	return c
}

func newRunTaskCommand() *cobra.Command {
	var chain, stage, task, tasks int
	c := newJobCommand("run-task", func(c *command, r *run.Run) error {
		debug.SetGCPercent(collectorPercent)
		ctx, stop := signal.NotifyContext(c.Context(), syscall.SIGTERM) // which the scripts of the jobs send
		defer stop()
		return r.Task(ctx, chain, stage, task, tasks)
	})
	for name, to := range map[string]*int{"chain": &chain, "stage": &stage, "task": &task, "tasks": &tasks} {
		c.Flags().IntVar(to, name, 0, "number of the "+name)
	}
	return c.Command
}

func newRunSubmitCommand() *cobra.Command {
	return newJobCommand("run-submit", func(c *command, r *run.Run) error {
		jobs, err := r.SubmitNext(c.Context(), run.SlurmCommands)
		fmt.Fprintf(c.OutOrStdout(), "%s submitted\n", view.Plural(jobs, "job"))
		return err
	}).Command
}
