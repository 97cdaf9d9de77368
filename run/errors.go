package run

import (
	"fmt"

	"combigo/result"
)

// A DiskError says that a run needs more room on the disk than there is.
type DiskError struct {
	Dir           string
	Need, Ceiling result.Bytes
	Given         bool // whether the ceiling is the one of the options
	AtLeast       bool // whether the need is only known to be so large
	Keep          int  // every Keep-th stage is to be kept, 0: none
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
		return fmt.Sprintf("%v; fix: combigo run resume %s --recompute all", e.Cause, e.Dir)
	}
	return fmt.Sprintf("%v; residue %d is wrong, since the others fit together without it; fix: combigo run resume %s --recompute %d",
		e.Cause, e.Suspect, e.Dir, e.Suspect)
}

func (e *WrongResidueError) Unwrap() error { return e.Cause }
