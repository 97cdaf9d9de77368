package main

import (
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"combigo/internal/storage"
	"combigo/run"
)

// clusterFlags is what a run on a cluster is told besides.
type clusterFlags struct {
	engine    string
	tasks     int
	atOnce    int
	partition string
	account   string
	time      string
	memory    string
	extra     []string
}

const tasksDefault = 16

func newClusterFlags() clusterFlags {
	return clusterFlags{engine: string(run.Disk)}
}

func (f *clusterFlags) register(command *cobra.Command) {
	flags := command.Flags()
	wordVar(flags, &f.engine, "engine", "ENGINE", oneOf(string(run.Disk), string(run.Slurm)), func(s string) string { return s }, "`ENGINE` of the run: disk (this machine) or slurm (job arrays on a cluster, see docs/cluster.md)")
	flags.IntVar(&f.tasks, "tasks", tasksDefault, "slurm: at most `N` parts of a stage; each takes --threads processors")
	flags.IntVar(&f.atOnce, "tasks-at-once", 0, "slurm: at most `N` tasks of an array at the same time (default: no limit)")
	flags.StringVar(&f.partition, "partition", "", "slurm: `NAME` of the partition")
	flags.StringVar(&f.account, "account", "", "slurm: `NAME` of the account")
	flags.StringVar(&f.time, "task-time", "", "slurm: limit on the `TIME` of a task, such as 4:00:00")
	flags.StringVar(&f.memory, "task-memory", "", "slurm: `SIZE` of the memory of a task, such as 40G, in units of sbatch")
	flags.StringArrayVar(&f.extra, "sbatch", nil, "slurm: a further `OPTION` of sbatch, such as --sbatch=--exclusive; may be repeated")
}

// check refuses flags that the engine has no use for.
func (f *clusterFlags) check(command *cobra.Command) error {
	slurm := f.engine == string(run.Slurm)
	for _, name := range []string{"tasks", "tasks-at-once", "partition", "account", "task-time", "task-memory", "sbatch"} {
		if !slurm && command.Flags().Changed(name) {
			return fmt.Errorf("run start: --%s is for --engine slurm only", name)
		}
	}
	for _, name := range []string{"max-steps", "max-time"} {
		if slurm && command.Flags().Changed(name) {
			return fmt.Errorf("run start: --%s is not for --engine slurm, whose scheduler has limits of its own", name)
		}
	}
	if f.tasks < 1 || f.atOnce < 0 {
		return errors.New("run start: --tasks, --tasks-at-once: want numbers of tasks, at least 1")
	}
	if _, err := run.ParseTaskMemory(f.memory); err != nil {
		return fmt.Errorf("run start: --task-memory: %w", err)
	}
	for _, option := range f.extra {
		if !strings.HasPrefix(option, "-") {
			return fmt.Errorf("run start: --sbatch %q: want an option of sbatch, such as --sbatch=--exclusive", option)
		}
	}
	return nil
}

// settings are nil for runs on one machine.
func (f *clusterFlags) settings(threads int) *run.Cluster {
	if f.engine != string(run.Slurm) {
		return nil
	}
	return &run.Cluster{
		Program: programPath(), Tasks: f.tasks, AtOnce: f.atOnce, CPUs: max(1, threads), Partition: f.partition,
		Account: f.account, Time: f.time, Memory: f.memory, Extra: f.extra,
	}
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
	s := r.Settings()
	if s.Cluster.Program = programPath(); s.Cluster.Program != r.Settings().Cluster.Program {
		if err := r.Change(s); err != nil {
			return fmt.Errorf("run: %w", err)
		}
	}
	jobs, err := r.Submit(command.Context(), run.SlurmCommands)
	if err != nil {
		return exitError{exitInternal, fmt.Errorf("run: %d jobs submitted, then %w", jobs, err)}
	}
	if jobs == 0 {
		return f.printResult(command, r)
	}
	_, err = fmt.Fprintf(command.OutOrStdout(), "%d jobs submitted; squeue shows them, combigo run status how far they have come\n", jobs)
	return err
}

// taskFlags says which task of which stage.
type taskFlags struct {
	residue, stage, task, tasks int
	threads                     int
}

// exitAgain is the status of a task that was interrupted, and has finished some of its bins: the scripts of the jobs know it.
const exitAgain = 75

// newRunTaskCommand is what the jobs of a cluster call.
func newRunTaskCommand() *cobra.Command {
	f := &taskFlags{}
	command := &cobra.Command{
		Use:    "task DIR --residue R --stage S --task T",
		Short:  "Do one task of a stage (called by the jobs of a cluster)",
		Hidden: true,
		Args:   oneDirectory,
		RunE: func(command *cobra.Command, args []string) error {
			r, err := run.OpenShared(storage.OS, args[0], run.Options{Threads: f.threads})
			if err != nil {
				return fmt.Errorf("run task: %w", err)
			}
			debug.SetGCPercent(collectorPercent)
			ctx, stop := signal.NotifyContext(command.Context(), syscall.SIGTERM) // which the scripts of the jobs send
			defer stop()
			err = errors.Join(r.Task(ctx, f.residue, f.stage, f.task, f.tasks), r.Close())
			if errors.Is(err, run.ErrAgain) {
				return exitError{exitAgain, fmt.Errorf("run task: %w", err)}
			}
			return failed("run task", err)
		},
	}
	flags := command.Flags()
	flags.IntVar(&f.residue, "residue", 0, "number of the residue")
	flags.IntVar(&f.stage, "stage", 0, "number of the stage")
	flags.IntVar(&f.task, "task", 0, "number of the task")
	flags.IntVar(&f.tasks, "tasks", 1, "number of tasks of the stage, at most")
	numberVar(flags, &f.threads, "threads", 1, maxThreads, "number of threads", "number of threads")
	return command
}

// newRunSubmitCommand is what the last job of a chain calls.
func newRunSubmitCommand() *cobra.Command {
	var chain, chains, ahead int
	command := &cobra.Command{
		Use:    "submit DIR --chain C --chains N --ahead K",
		Short:  "Submit the next stages of a chain of residues (called by the jobs of a cluster)",
		Hidden: true,
		Args:   oneDirectory,
		RunE: func(command *cobra.Command, args []string) error {
			r, err := run.OpenShared(storage.OS, args[0], run.Options{})
			if err != nil {
				return fmt.Errorf("run submit: %w", err)
			}
			jobs, err := r.SubmitNext(command.Context(), run.SlurmCommands, chain, chains, ahead)
			fmt.Fprintf(command.OutOrStdout(), "%d jobs submitted\n", jobs)
			return failed("run submit", errors.Join(err, r.Close()))
		},
	}
	flags := command.Flags()
	flags.IntVar(&chain, "chain", 0, "number of the chain")
	flags.IntVar(&chains, "chains", 1, "number of chains")
	flags.IntVar(&ahead, "ahead", 1, "number of stages")
	return command
}

func newRunCollectCommand() *cobra.Command {
	var residue int
	command := &cobra.Command{
		Use:    "collect DIR --residue R",
		Short:  "Add the shares of a residue up (called by the jobs of a cluster)",
		Hidden: true,
		Args:   oneDirectory,
		RunE: func(_ *cobra.Command, args []string) error {
			r, err := run.OpenShared(storage.OS, args[0], run.Options{})
			if err != nil {
				return fmt.Errorf("run collect: %w", err)
			}
			return failed("run collect", errors.Join(r.Collect(residue), r.Close()))
		},
	}
	command.Flags().IntVar(&residue, "residue", 0, "number of the residue")
	return command
}

// failed gives an error of work on files its exit status.
func failed(what string, err error) error {
	if err == nil {
		return nil
	}
	return exitError{exitInternal, fmt.Errorf("%s: %w", what, err)}
}
