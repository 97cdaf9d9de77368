package main

import (
	"fmt"
	"sync/atomic"
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

// goesOn has a farewell said after Ctrl-C.
func goesOn(text func() string) { farewell.Store(&text) }

// saves says that the command saves or prints what is done when it is to stop, which may
// take longer than grace.
var saves atomic.Bool

const savingText = "combigo: saving what is done; Ctrl-C again gives it up"

// farewell says, of work that was interrupted, what is kept and how to go on with it; nil if nothing is kept.
var farewell atomic.Pointer[func() string]
