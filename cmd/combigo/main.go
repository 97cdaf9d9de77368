// Combigo computes the combinatorics of the game of Go.
//
// Run it without arguments for a list of what it can do.
package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"sync/atomic"
	"time"

	"combigo/internal/view"
	"combigo/result"
)

// Exit statuses that every command shares.
const (
	exitInternal    = 1   // the program or the machine is at fault
	exitUsage       = 2   // the arguments, the input, or what they ask for
	exitInterrupted = 130 // Ctrl-C, as shells report it
)

// An exitError is an error with the exit status that it asks for. If err is nil
// nothing is printed: the command has said all there is to say.
type exitError struct {
	code int
	err  error
}

func (e exitError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit status %d", e.code)
	}
	return e.err.Error()
}

func (e exitError) Unwrap() error { return e.err }

func main() { os.Exit(execute()) }

// grace is how long a command may take to stop in good order after Ctrl-C.
const grace = 300 * time.Millisecond

// execute runs the command line and returns the exit status. After a first
// Ctrl-C, which asks the command to stop, a second one has its usual effect.
func execute() int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	context.AfterFunc(ctx, stop)
	done := make(chan error, 1)
	root := newRootCommand()
	out := root.OutOrStdout().(*standardOutput)
	go func() { done <- root.ExecuteContext(ctx) }()
	select {
	case err := <-done:
		return report(os.Stderr, cmp.Or(out.err, err))
	case <-ctx.Done():
		shown.Load().finish()
		if !waitFor(done, grace) && saves.Load() {
			fmt.Fprintln(os.Stderr, savingText)
			<-done
		}
		text := "interrupted"
		if f := farewell.Load(); f != nil {
			text += (*f)()
		}
		return report(os.Stderr, exitError{exitInterrupted, errors.New(text)})
	}
}

// farewell says, of work that was interrupted, what is kept and how to go on with it; nil if nothing is kept.
var farewell atomic.Pointer[func() string]

// goesOn has a farewell said after Ctrl-C.
func goesOn(text func() string) { farewell.Store(&text) }

// saves says that the command saves or prints what is done when it is to stop, which may
// take longer than grace.
var saves atomic.Bool

const savingText = "combigo: saving what is done; Ctrl-C again gives it up"

// waitFor waits for the end of the command, but not for ever.
func waitFor(done <-chan error, limit time.Duration) (ended bool) {
	select {
	case <-done:
		return true
	case <-time.After(limit):
		return false
	}
}

// report prints an error in one line, and returns the exit status for it.
// Errors that ask for none come from the parsing of the command line.
func report(stderr io.Writer, err error) int {
	if err == nil {
		return 0
	}
	exit := exitError{exitUsage, err}
	if internal := (*result.InternalError)(nil); errors.As(err, &internal) {
		exit.code = exitInternal
	}
	errors.As(err, &exit)
	if exit.err != nil {
		fmt.Fprintln(stderr, "combigo: "+view.OneLine(exit.err.Error()))
	}
	return exit.code
}
