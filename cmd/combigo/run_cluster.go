package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/internal/run"
	"combigo.dev/combigo/internal/storage"
)

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
		s.Disk = f.disk.size
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

// exitAgain is the status of a task that was interrupted, and has finished some of its shares: the
// scripts of the jobs know it.
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
	var chain, stage, task, tasks, threads int
	command := newJobCommand("task DIR --chain C --stage S --task T", "Do one task of a stage", &threads, func(ctx context.Context, r *run.Run) error {
		debug.SetGCPercent(collectorPercent)
		ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM) // which the scripts of the jobs send
		defer stop()
		return r.Task(ctx, chain, stage, task, tasks)
	})
	flags := command.Flags()
	flags.IntVar(&chain, "chain", 0, "number of the chain")
	flags.IntVar(&stage, "stage", 0, "number of the stage")
	flags.IntVar(&task, "task", 0, "number of the task")
	flags.IntVar(&tasks, "tasks", 1, "number of tasks of the stage, at most")
	numberVar(flags, &threads, "threads", 1, maxThreads, "number of threads", "number of threads")
	return command
}

func newRunSubmitCommand() *cobra.Command {
	var ahead int
	var command *cobra.Command
	command = newJobCommand("submit DIR --ahead K", "Submit the next stages", new(int), func(ctx context.Context, r *run.Run) error {
		jobs, err := r.SubmitNext(ctx, run.SlurmCommands, ahead)
		fmt.Fprintf(command.OutOrStdout(), "%d jobs submitted\n", jobs)
		return err
	})
	command.Flags().IntVar(&ahead, "ahead", 1, "number of stages")
	return command
}

func newRunCollectCommand() *cobra.Command {
	var chain int
	command := newJobCommand("collect DIR --chain C", "Add the parts of a chain up", new(int), func(_ context.Context, r *run.Run) error {
		return r.Collect(chain)
	})
	command.Flags().IntVar(&chain, "chain", 0, "number of the chain")
	return command
}
