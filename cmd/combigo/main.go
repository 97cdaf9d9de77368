// Combigo computes the combinatorics of the game of Go.
//
// Run it without arguments for a list of what it can do.
//
// A command is a function that describes it: its words, its flags, and how its question is answered
// ([command.answers]). It has no mathematics and no formatting: an answer of package view has every
// form that a flag may ask for.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"combigo.dev/combigo/cmd/combigo/internal/view"
	"combigo.dev/combigo/internal/store/storage"
)

func main() { os.Exit(execute(&interruption{})) }

// grace is how long a command may take to stop in good order after Ctrl-C.
const grace = 300 * time.Millisecond

// stopSignals ask a command to stop, as Ctrl-C does: what timeout, Slurm and docker stop send, and
// the end of a terminal, unless nohup has that ignored.
func stopSignals() []os.Signal {
	all := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		all = append(all, syscall.SIGHUP)
	}
	return all
}

// execute runs the command line and returns the exit status. After a first
// signal, which asks the command to stop, a second one has its usual effect.
func execute(interrupted *interruption) int {
	ctx, stop := signal.NotifyContext(context.Background(), stopSignals()...)
	defer stop()
	context.AfterFunc(ctx, stop)
	ctx = context.WithValue(ctx, interruptionKey{}, interrupted)
	done := make(chan error, 1)
	root := newRootCommand()
	if len(os.Args) > 1 && os.Args[1] == cobra.ShellCompRequestCmd {
		plainUsage(root)
	}
	out := root.OutOrStdout().(*standardOutput)
	go func() { done <- root.ExecuteContext(ctx) }()
	select {
	case err := <-done:
		return report(os.Stderr, cmp.Or(out.err, err))
	case <-ctx.Done():
		interrupted.bar.Load().finish()
		select {
		case <-done:
		case <-time.After(grace):
			if interrupted.saves.Load() {
				fmt.Fprintln(os.Stderr, savingText)
				<-done
			}
		}
		storage.RemoveScratch() // a count may still be at work
		text := "interrupted"
		if f := interrupted.goesOn.Load(); f != nil {
			text += (*f)()
		}
		return report(os.Stderr, exitError{exitInterrupted, errors.New(text)})
	}
}

// report prints an error in one line, and returns the exit status for it.
// Errors that ask for none come from the parsing of the command line.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	exit := withStatus(err)
	if exit.err != nil {
		fmt.Fprintln(stderr, "combigo: "+view.Explained(exit.err))
	}
	return exit.code
}
