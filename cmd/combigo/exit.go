package main

import (
	"errors"
	"fmt"
	"sync/atomic"

	"combigo.dev/combigo/result"
)

// Exit statuses.
const (
	exitInternal    = 1   // the program or the machine is at fault
	exitIllegal     = 1   // a position, a game or a certificate is not legal
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

// errInterrupted is the end of a command that has printed what there was at Ctrl-C.
var errInterrupted = exitError{exitInterrupted, errors.New("interrupted")}

// An interruption is what Ctrl-C needs to know of the command that it stops.
type interruption struct {
	bar    atomic.Pointer[progressBar]   // the latest bar, to be taken off the screen
	saves  atomic.Bool                   // the command saves or prints what is done, which may take longer than grace
	goesOn atomic.Pointer[func() string] // says what is kept and how to go on with it; nil if nothing is kept
}

const savingText = "combigo: saving what is done; Ctrl-C again gives it up"

// interruptionKey is where the context of a command has its interruption.
type interruptionKey struct{}

// withStatus gives an error the exit status that it asks for: that of a number that failed a check
// is the program's, and of most others the user's.
func withStatus(err error) exitError {
	exit := exitError{exitUsage, err}
	if internal := (*result.InternalError)(nil); errors.As(err, &internal) {
		exit.code = exitInternal
	}
	errors.As(err, &exit)
	return exit
}
