package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"

	"combigo.dev/combigo/result"
)

// A DiskError says that a run needs more room on the disk than there is.
type DiskError struct {
	Dir           string // empty: of a site
	Need, Ceiling result.Bytes
	Given         bool // whether the ceiling is the one of the options
}

func (e *DiskError) Error() string {
	what := fmt.Sprintf("there are %s", e.Ceiling)
	if e.Given {
		what = fmt.Sprintf("%s are allowed", e.Ceiling)
	}
	if e.Dir != "" {
		what += " for " + e.Dir
	}
	return fmt.Sprintf("the files need %s of disk, %s", e.Need, what)
}

// A Remedy is what helps after an error. How to ask for it is up to the program.
type Remedy int

// The remedies.
const (
	GoOn         Remedy = iota // with the run: nothing is lost
	MakeRoom                   // on the disk, and go on: nothing is lost
	Finish                     // the chains that are not finished
	Combine                    // the residues with those of other runs
	Begin                      // a run: there is none
	Elsewhere                  // begin a run in another directory, or go on with the one that is there
	Recompute                  // a chain, from the last stage whose inputs are sound
	RecomputeAll               // all chains
	Resubmit                   // the tasks, with other options of the scheduler
	Restore                    // the manifest, from a backup
)

// Help says what helps.
type Help struct {
	Remedy
	Dir   string // of the run
	Chain int    // of Recompute
}

// A HelpError is an error after which something helps.
type HelpError struct {
	Err error
	Help
}

func (e *HelpError) Error() string { return e.Err.Error() }
func (e *HelpError) Unwrap() error { return e.Err }

// A DamageError says that a file of a run is not what it should be, or cannot be read. No number is
// computed from such a file.
type DamageError struct {
	File  string
	Cause error
	Help
}

func (e *DamageError) Error() string {
	if text := e.Cause.Error(); strings.Contains(text, e.File) {
		return text
	}
	return fmt.Sprintf("%s: %v", e.File, e.Cause)
}

func (e *DamageError) Unwrap() error { return e.Cause }

// A RoomError says that several directories have the room together, but not for whole shares.
type RoomError struct {
	Shares, Left int          // all, and those that there is no room for
	Each         result.Bytes // what the files of a share take
}

func (e *RoomError) Error() string {
	return fmt.Sprintf("%d of %d shares find no room in one of the directories: each takes %s of disk", e.Left, e.Shares, e.Each)
}

func isDamage(err error) bool { return errors.As(err, new(*DamageError)) }

// isShortage tells whether an error is of this program, not of what it reads.
func isShortage(err error) bool {
	return slices.ContainsFunc([]error{
		context.Canceled, context.DeadlineExceeded, os.ErrClosed, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EINTR,
	}, func(shortage error) bool { return errors.Is(err, shortage) })
}
