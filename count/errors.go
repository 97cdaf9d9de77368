package count

import (
	"fmt"
	"strings"

	"combigo/board"
	"combigo/result"
)

// A MemoryError says that a board needs more memory than there is.
type MemoryError struct {
	Board    board.Size
	Exact    result.Bytes // needed for exact numbers, about
	Residues result.Bytes // needed for one residue a pass, about
	Ceiling  result.Bytes
	Given    bool // whether the ceiling was an option, not what the machine has available
	AtLeast  bool // whether the needs are lower bounds
}

func (e *MemoryError) Error() string {
	ceiling := fmt.Sprintf("the %s that this machine has available", e.Ceiling)
	if e.Given {
		ceiling = fmt.Sprintf("the ceiling of %s", e.Ceiling)
	}
	about := "about"
	if e.AtLeast {
		about = "at least"
	}
	return fmt.Sprintf("board %s needs %s %s of memory with one residue a pass, %s with exact numbers: more than %s",
		e.Board, about, e.Residues, e.Exact, ceiling)
}

// A WidthError says that the frontiers of a board have more states than there
// is memory for, or are too wide for any.
type WidthError struct {
	Board   string       // in words
	Ceiling result.Bytes // on memory
	Given   bool         // whether the ceiling was an option, not what the machine has available
	Err     error        // of package transfer
}

func (e *WidthError) Error() string {
	return fmt.Sprintf("%s: %s", e.Board, strings.TrimPrefix(e.Err.Error(), "transfer: "))
}

func (e *WidthError) Unwrap() error { return e.Err }

// InternalError is the error for a number that was computed and failed a check.
type InternalError = result.InternalError
