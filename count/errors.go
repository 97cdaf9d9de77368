package count

import (
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// memoryError says that a board needs more memory than there is: about, or at least, so much for
// exact numbers or for one residue a pass.
func memoryError(size board.Size, exact, residues, ceiling result.Bytes, given, atLeast bool) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("board %s", size), Need: residues, Exact: exact, AtLeast: atLeast, Ceiling: ceiling, Given: given,
	}
}

// A WidthError says that the frontiers of a board are too wide for any memory.
type WidthError struct {
	Board string // in words
	Err   error  // of package transfer
}

func (e *WidthError) Error() string {
	return fmt.Sprintf("%s: %s", e.Board, e.Err)
}

func (e *WidthError) Unwrap() error { return e.Err }

// InternalError is the error for a number that was computed and failed a check.
type InternalError = result.InternalError
