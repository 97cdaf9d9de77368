package run

import (
	"fmt"

	"combigo.dev/combigo/result"
)

// A DiskError says that a run needs more room on the disk than there is.
type DiskError struct {
	Dir           string
	Need, Ceiling result.Bytes
	Given         bool // whether the ceiling is the one of the options
}

func (e *DiskError) Error() string {
	what := "there are %s for %s"
	if e.Given {
		what = "%s are allowed for %s"
	}
	return fmt.Sprintf("the files need %s of disk, "+what, e.Need, e.Ceiling, e.Dir)
}

// A MemoryError says that a run needs more memory than there is.
type MemoryError struct {
	Need, Ceiling result.Bytes
	Given         bool // whether the ceiling is the one of the options
	OfTask        bool // whether the ceiling is what the scheduler is to grant a task
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("the tables and one share of a stage need %s of memory, there are %s", e.Need, e.Ceiling)
}

// An UnfinishedError says that there is no result yet.
type UnfinishedError struct{ Known, Wanted int }

func (e *UnfinishedError) Error() string {
	return fmt.Sprintf("%d of %d chains are finished: combigo run resume computes the others", e.Known, e.Wanted)
}

// A WrongResidueError says that residues do not fit together, or that the number is not what it
// must be.
type WrongResidueError struct {
	Dir     string
	Cause   error
	Suspect int // number of the chain whose residue is wrong, -1 if that cannot be told
}

func (e *WrongResidueError) Error() string {
	if e.Suspect < 0 {
		return fmt.Sprintf("%v; fix: combigo run resume %s --recompute all", e.Cause, e.Dir)
	}
	return fmt.Sprintf("%v; residue %d is wrong, since the others fit together without it; fix: combigo run resume %s --recompute %d",
		e.Cause, e.Suspect, e.Dir, e.Suspect)
}

func (e *WrongResidueError) Unwrap() error { return e.Cause }
