package main

import (
	"fmt"
	"sync/atomic"

	"github.com/spf13/cobra"
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

// exitIllegal is the exit status of check if a position or a game is not legal.
const exitIllegal = 1

// An interruption is what Ctrl-C has to know of the command that it stops.
type interruption struct {
	bar      atomic.Pointer[progressBar]   // the bar that was made last, to be taken off the screen
	saves    atomic.Bool                   // the command saves or prints what is done, which may take longer than grace
	farewell atomic.Pointer[func() string] // what is kept and how to go on with it; nil if nothing is kept
}

const savingText = "combigo: saving what is done; Ctrl-C again gives it up"

// interruptionKey is where the context of a command has its interruption.
type interruptionKey struct{}

// interruptionOf returns what Ctrl-C knows of a command.
func interruptionOf(command *cobra.Command) *interruption {
	if i, ok := command.Context().Value(interruptionKey{}).(*interruption); ok {
		return i
	}
	return &interruption{} // nobody will ask
}

// saves says that the command saves or prints what is done when it is to stop.
func saves(command *cobra.Command, does bool) { interruptionOf(command).saves.Store(does) }

// goesOn has a farewell said after Ctrl-C.
func goesOn(command *cobra.Command, text func() string) {
	interruptionOf(command).farewell.Store(&text)
}
