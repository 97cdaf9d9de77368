package run

import (
	"errors"
	"fmt"
	"syscall"

	"combigo/internal/tilefile"
	"combigo/result"
)

// A DamageError says that a file of a run is not what it should be. No number is
// computed from such a file.
type DamageError struct {
	File   string
	Cause  error
	WayOut string
}

func (e *DamageError) Error() string {
	var corrupt *tilefile.CorruptError
	if errors.As(e.Cause, &corrupt) {
		return fmt.Sprintf("%v; way out: %s", corrupt, e.WayOut)
	}
	return fmt.Sprintf("%s: %v; way out: %s", e.File, e.Cause, e.WayOut)
}

func (e *DamageError) Unwrap() error { return e.Cause }

// A BusyError says that another program works in the directory.
type BusyError struct{ Dir string }

func (e *BusyError) Error() string {
	return fmt.Sprintf("%s: another program works in this directory: wait until it ends, or stop it", e.Dir)
}

// A DiskError says that a run needs more room on the disk than there is.
type DiskError struct {
	Dir           string
	Need, Ceiling result.Bytes
	Given         bool // whether the ceiling is the one of the options
	AtLeast       bool // whether the need is only known to be so large
	Keep          int  // every so many stages one is to be kept, 0: none
}

func (e *DiskError) Error() string {
	least, what := "", "there are %s for %s"
	if e.AtLeast {
		least = "at least "
	}
	if e.Given {
		what = "%s are allowed for %s"
	}
	vector := "the vector needs"
	if e.Keep > 0 {
		vector = "the vector, with a stage that is kept, needs"
	}
	return fmt.Sprintf(vector+" %s%s of disk, "+what, least, e.Need, e.Ceiling, e.Dir)
}

// A MemoryError says that a run needs more memory than there is.
type MemoryError struct {
	Need, Ceiling result.Bytes
	Given         bool // whether the ceiling is the one of the options
	OfTask        bool // whether it is what the scheduler is to grant a task
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("the tables and the smallest parts that bins can be cut in need %s of memory, there are %s", e.Need, e.Ceiling)
}

// A UnfinishedError says that there is no result yet.
type UnfinishedError struct{ Known, Wanted int }

func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("%d of %d residues are known: combigo run resume computes the others", e.Known, e.Wanted)
}

// A WrongResidueError says that the residues do not fit together, or not the
// asymptotic formula.
type WrongResidueError struct {
	Dir     string
	Cause   error
	Suspect int // number of the residue that is wrong, -1 if that cannot be told
}

func (e *WrongResidueError) Error() string {
	if e.Suspect < 0 {
		return fmt.Sprintf("%v; way out: combigo run resume %s --recompute all", e.Cause, e.Dir)
	}
	return fmt.Sprintf("%v; residue %d is wrong, since the others fit together without it; way out: combigo run resume %s --recompute %d",
		e.Cause, e.Suspect, e.Dir, e.Suspect)
}

func (e *WrongResidueError) Unwrap() error { return e.Cause }

// explain adds the way out to an error of the disk.
func explain(err error) error {
	if errors.Is(err, syscall.ENOSPC) {
		return fmt.Errorf("%w: the disk is full; nothing is lost: make room, then combigo run resume goes on", err)
	}
	return err
}
