package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"combigo/internal/storage"
	"combigo/run"
)

// clusterFlags is what a run on a cluster is told besides.
type clusterFlags struct {
	engine    run.Engine
	tasks     int
	atOnce    int
	residues  int
	partition string
	account   string
	time      string
	memory    string
	extra     []string
	ahead     int
	program   string
	modules   []string
	prolog    string
}

const (
	tasksDefault = 16
	maxTasks     = 1 << 20 // far more than any scheduler takes
)

// names are the flags that only Slurm has a use for.
func (*clusterFlags) names() []string {
	return []string{
		"tasks", "tasks-at-once", "residues", "ahead", "partition", "account", "task-time", "task-memory", "sbatch", "program", "module", "prolog",
	}
}

func newClusterFlags() clusterFlags {
	return clusterFlags{engine: run.Disk}
}

func (f *clusterFlags) register(command *cobra.Command) {
	flags := command.Flags()
	enumVar(flags, &f.engine, "engine", "ENGINE", "`ENGINE` of the run: disk (this machine) or slurm (job arrays on a cluster, see docs/cluster.md)", run.Disk, run.Slurm)
	numberVar(flags, &f.tasks, "tasks", 1, maxTasks, "number of tasks", fmt.Sprintf("slurm: at most `N` parts of a stage; each takes --threads processors (default: %d)", tasksDefault))
	numberVar(flags, &f.atOnce, "tasks-at-once", 0, maxTasks, "number of tasks", "slurm: at most `N` tasks of an array at the same time, 0 for any number")
	numberVar(flags, &f.residues, "residues", 0, maxTasks, "number of residues", "slurm: work on at most `N` residues at the same time (default, and 0: on as many as the disk\nholds)")
	numberVar(flags, &f.ahead, "ahead", 0, maxTasks, "number of stages", "slurm: submit at most `N` stages of a chain of residues at once (default, and 0: as many as\nthe queue of the site takes); a job submits the next ones")
	flags.StringVar(&f.partition, "partition", "", "slurm: `NAME` of the partition")
	flags.StringVar(&f.account, "account", "", "slurm: `NAME` of the account")
	flags.StringVar(&f.time, "task-time", "", "slurm: limit on the `TIME` of a task, such as 4:00:00")
	flags.StringVar(&f.memory, "task-memory", "", "slurm: `SIZE` of the memory of a task, such as 40G, in units of sbatch")
	flags.StringArrayVar(&f.extra, "sbatch", nil, "slurm: a further `OPTION` of sbatch, such as --sbatch=--exclusive; may be repeated")
	flags.StringVar(&f.program, "program", "", "slurm: `PATH` of this program on the nodes (default: that of the one you call)")
	flags.StringArrayVar(&f.modules, "module", nil, "slurm: `NAME` of a module that a job loads first; may be repeated")
	flags.StringVar(&f.prolog, "prolog", "", "slurm: `FILE` of shell commands that a job runs before the program")
}

// check refuses flags that the engine has no use for.
func (f *clusterFlags) check(command *cobra.Command, engine run.Engine) error {
	names, why := f.names(), "is for --engine slurm only"
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
	for name, set := range map[string]func(){
		"threads": func() { c.CPUs = threads }, "tasks": func() { c.Tasks = f.tasks }, "tasks-at-once": func() { c.AtOnce = f.atOnce },
		"residues": func() { c.Residues = f.residues }, "ahead": func() { c.Ahead = f.ahead }, "partition": func() { c.Partition = f.partition }, "account": func() { c.Account = f.account },
		"task-time": func() { c.Time = f.time }, "task-memory": func() { c.Memory = f.memory },
		"sbatch": func() { c.Extra = f.extra }, "module": func() { c.Modules = f.modules },
	} {
		if given(name) {
			set()
		}
	}
	c.Program = cmp.Or(f.program, programPath())
	if given("prolog") {
		text, err := os.ReadFile(f.prolog)
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
