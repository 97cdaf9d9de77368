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

// A DamageError says that a file of a run is not what it should be, or cannot be read. No
// number is computed from such a file.
type DamageError struct {
	File  string
	Cause error
	Fix   string
}

func (e *DamageError) Error() string { return fmt.Sprintf("%v; fix: %s", e.what(), e.Fix) }

// what is the error without its fix.
func (e *DamageError) what() error {
	if strings.Contains(e.Cause.Error(), e.File) {
		return e.Cause
	}
	return fmt.Errorf("%s: %w", e.File, e.Cause)
}

func (e *DamageError) Unwrap() error { return e.Cause }

func isDamage(err error) bool { return errors.As(err, new(*DamageError)) }

// isShortage tells whether an error is of this program, not of what it reads.
func isShortage(err error) bool {
	return slices.ContainsFunc([]error{
		context.Canceled, context.DeadlineExceeded, os.ErrClosed, syscall.EMFILE, syscall.ENFILE, syscall.ENOMEM, syscall.EINTR,
	}, func(shortage error) bool { return errors.Is(err, shortage) })
}

// explain adds to an error of the disk that nothing is lost, and what to do.
func explain(err error) error {
	switch {
	case err == nil || isDamage(err) || isShortage(err):
		return err
	case errors.Is(err, syscall.ENOSPC), errors.Is(err, syscall.EDQUOT):
		return fmt.Errorf("%w: the disk, or the quota, is full; nothing is lost: make room, then combigo run resume goes on", err)
	case errors.As(err, new(*os.PathError)), errors.As(err, new(*os.LinkError)), errors.Is(err, syscall.EIO):
		return fmt.Errorf("%w; nothing is lost: combigo run resume goes on", err)
	}
	return err
}
