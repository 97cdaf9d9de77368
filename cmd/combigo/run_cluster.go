package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/spf13/cobra"

	"combigo/internal/storage"
	"combigo/run"
)

// clusterFlags is what a run on a cluster is told besides.
type clusterFlags struct {
	engine run.Engine
	given  run.Cluster                   // what the flags say; Prolog is the name of the file
	take   map[string]func(*run.Cluster) // what each flag changes, which only Slurm has a use for
}

const (
	tasksDefault = 16
	maxTasks     = 1 << 20 // far more than any scheduler takes
)

func newClusterFlags() clusterFlags {
	return clusterFlags{engine: run.Disk}
}

func (f *clusterFlags) register(command *cobra.Command) {
	flags, given := command.Flags(), &f.given
	enumVar(flags, &f.engine, "engine", "ENGINE", "`ENGINE` of the run: disk (this machine) or slurm (job arrays on a cluster, see docs/cluster.md)", run.Disk, run.Slurm)
	numberVar(flags, &given.Tasks, "tasks", 1, maxTasks, "number of tasks", fmt.Sprintf("slurm: at most `N` parts of a stage; each takes --threads processors (default: %d)", tasksDefault))
	numberVar(flags, &given.AtOnce, "tasks-at-once", 0, maxTasks, "number of tasks", "slurm: at most `N` tasks of an array at the same time, 0 for any number")
	numberVar(flags, &given.Residues, "residues", 0, maxTasks, "number of residues", "slurm: work on at most `N` residues at the same time (default, and 0: on as many as the disk holds)")
	numberVar(flags, &given.Ahead, "ahead", 0, maxTasks, "number of stages", "slurm: submit at most `N` stages of a chain of residues at once (default, and 0: as many as the queue of the site takes); a job submits the next ones")
	flags.StringVar(&given.Partition, "partition", "", "slurm: `NAME` of the partition")
	flags.StringVar(&given.Account, "account", "", "slurm: `NAME` of the account")
	flags.StringVar(&given.Time, "task-time", "", "slurm: limit on the `TIME` of a task, such as 4:00:00")
	flags.StringVar(&given.Memory, "task-memory", "", "slurm: `SIZE` of the memory of a task, such as 40G, in units of sbatch")
	flags.StringArrayVar(&given.Extra, "sbatch", nil, "slurm: a further `OPTION` of sbatch, such as --sbatch=--exclusive; may be repeated")
	flags.StringVar(&given.Program, "program", "", "slurm: `PATH` of this program on the nodes (default: that of the one you call)")
	flags.StringArrayVar(&given.Modules, "module", nil, "slurm: `NAME` of a module that a job loads first; may be repeated")
	flags.StringVar(&given.Prolog, "prolog", "", "slurm: `FILE` of shell commands that a job runs before the program")
	f.take = map[string]func(*run.Cluster){
		"tasks": func(c *run.Cluster) { c.Tasks = given.Tasks }, "tasks-at-once": func(c *run.Cluster) { c.AtOnce = given.AtOnce },
		"residues": func(c *run.Cluster) { c.Residues = given.Residues }, "ahead": func(c *run.Cluster) { c.Ahead = given.Ahead },
		"partition": func(c *run.Cluster) { c.Partition = given.Partition }, "account": func(c *run.Cluster) { c.Account = given.Account },
		"task-time": func(c *run.Cluster) { c.Time = given.Time }, "task-memory": func(c *run.Cluster) { c.Memory = given.Memory },
		"sbatch": func(c *run.Cluster) { c.Extra = given.Extra }, "module": func(c *run.Cluster) { c.Modules = given.Modules },
		"program": func(*run.Cluster) {}, "prolog": func(*run.Cluster) {}, // see change
	}
}

// check refuses flags that the engine has no use for.
func (f *clusterFlags) check(command *cobra.Command, engine run.Engine) error {
	names, why := slices.Sorted(maps.Keys(f.take)), "is for --engine slurm only"
	if engine == run.Slurm {
		names, why = []string{"max-steps", "max-time"}, "is not for --engine slurm, whose scheduler has limits of its own"
	}
	for _, name := range names {
		if command.Flags().Changed(name) {
			return fmt.Errorf("--%s %s", name, why)
		}
	}
	return nil
}

// change puts what is given in place of what was.
func (f *clusterFlags) change(command *cobra.Command, threads int, c *run.Cluster) error {
	given := command.Flags().Changed
	if given("threads") {
		c.CPUs = threads
	}
	for name, take := range f.take {
		if given(name) {
			take(c)
		}
	}
	c.Program = cmp.Or(f.given.Program, programPath())
	if given("prolog") {
		text, err := os.ReadFile(f.given.Prolog)
		if err != nil {
			return fmt.Errorf("--prolog: %w", err)
		}
		c.Prolog = string(text)
	}
	return c.Check()
}

// newCluster is what a run on a cluster is told if no flag says anything else.
func newCluster() *run.Cluster { return &run.Cluster{Tasks: tasksDefault, CPUs: 1} }

// settings changes those of a run as the flags say, and reports whether anything is new.
func (f *runFlags) settings(command *cobra.Command, s *run.Settings) (changed bool, err error) {
	before, err := json.Marshal(s)
	if err != nil {
		return false, err
	}
	given := command.Flags().Changed
	if given("engine") {
		s.Engine = f.cluster.engine
	}
	if err := f.cluster.check(command, s.Engine); err != nil {
		return false, err
	}
	if given("memory") {
		s.Memory = f.memory.size
	}
	if given("disk") {
		if s.Engine != run.Slurm {
			return false, errors.New("--disk is for --engine slurm only, to say how many residues are worked on side by side")
		}
		s.Disk = f.disk.size
	}
	if given("keep-every") {
		s.KeepEvery = f.keepEvery
	}
	if s.Engine == run.Slurm {
		if s.Cluster == nil {
			s.Cluster = newCluster()
		}
		if err := f.cluster.change(command, f.threads, s.Cluster); err != nil {
			return false, err
		}
	}
	after, err := json.Marshal(s)
	return given("engine") || !bytes.Equal(before, after), err
}

// programPath is where this program is, for the jobs to run it.
func programPath() string {
	program, err := os.Executable()
	if err != nil {
		return "combigo"
	}
	return program
}

// submit hands what is missing to the scheduler, and says so.
func (f *runFlags) submit(command *cobra.Command, r *run.Run) (err error) {
	defer func() { err = errors.Join(err, r.Close()) }()
	jobs, err := r.Submit(command.Context(), run.SlurmCommands)
	if err != nil {
		return exitError{exitInternal, fmt.Errorf("%d jobs submitted, then %w", jobs, err)}
	}
	if jobs == 0 {
		return f.printResult(command, r)
	}
	_, err = fmt.Fprintf(command.OutOrStdout(), "%d jobs submitted; squeue shows them, combigo run status how far they have come\n", jobs)
	return err
}

// exitAgain is the status of a task that was interrupted, and has finished some of its bins: the scripts of the jobs know it.
const exitAgain = 75

// newJobCommand is a command that the jobs of a cluster call.
func newJobCommand(use, short string, threads *int, work func(context.Context, *run.Run) error) *cobra.Command {
	return &cobra.Command{
		Use:    use,
		Short:  short + " (called by the jobs of a cluster)",
		Hidden: true,
		Args:   oneDirectory,
		RunE: func(command *cobra.Command, args []string) error {
			r, err := run.OpenShared(storage.OS, args[0], run.Options{Threads: *threads})
			if err != nil {
				return err
			}
			err = errors.Join(work(command.Context(), r), r.Close())
			switch {
			case err == nil:
				return nil
			case errors.Is(err, run.ErrAgain):
				return exitError{exitAgain, err}
			}
			return exitError{exitInternal, err}
		},
	}
}

func newRunTaskCommand() *cobra.Command {
	var residue, stage, task, tasks, threads int
	command := newJobCommand("task DIR --residue R --stage S --task T", "Do one task of a stage", &threads, func(ctx context.Context, r *run.Run) error {
		debug.SetGCPercent(collectorPercent)
		ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM) // which the scripts of the jobs send
		defer stop()
		return r.Task(ctx, residue, stage, task, tasks)
	})
	flags := command.Flags()
	flags.IntVar(&residue, "residue", 0, "number of the residue")
	flags.IntVar(&stage, "stage", 0, "number of the stage")
	flags.IntVar(&task, "task", 0, "number of the task")
	flags.IntVar(&tasks, "tasks", 1, "number of tasks of the stage, at most")
	numberVar(flags, &threads, "threads", 1, maxThreads, "number of threads", "number of threads")
	return command
}

func newRunSubmitCommand() *cobra.Command {
	var next run.Next
	var command *cobra.Command
	command = newJobCommand("submit DIR --chain C --chains N --side-by-side R --ahead K", "Submit the next stages of a chain of residues", new(int), func(ctx context.Context, r *run.Run) error {
		jobs, err := r.SubmitNext(ctx, run.SlurmCommands, next)
		fmt.Fprintf(command.OutOrStdout(), "%d jobs submitted\n", jobs)
		return err
	})
	flags := command.Flags()
	flags.IntVar(&next.Chain, "chain", 0, "number of the chain")
	flags.IntVar(&next.Chains, "chains", 1, "number of chains")
	flags.IntVar(&next.SideBySide, "side-by-side", 1, "number of residues that are worked on at the same time")
	flags.IntVar(&next.Ahead, "ahead", 1, "number of stages")
	return command
}

func newRunCollectCommand() *cobra.Command {
	var residue int
	command := newJobCommand("collect DIR --residue R", "Add the shares of a residue up", new(int), func(_ context.Context, r *run.Run) error {
		return r.Collect(residue)
	})
	command.Flags().IntVar(&residue, "residue", 0, "number of the residue")
	return command
}
