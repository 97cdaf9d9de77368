package liberties

import (
	"fmt"

	"combigo/result"
)

// An InternalError is a mistake of the program: a check of its own that failed.
type InternalError struct{ text string }

func (e *InternalError) Error() string { return "internal error: " + e.text }

func internalf(format string, args ...any) error {
	return &InternalError{fmt.Sprintf(format, args...)}
}

// A MemoryError is a search that needs more memory than it may use.
type MemoryError struct {
	Height  int
	Need    result.Bytes // an estimate before the search begins, 0 if it ran into the ceiling
	Ceiling result.Bytes
}

func (e *MemoryError) Error() string {
	if e.Need > 0 {
		return fmt.Sprintf("height %d takes about %s of memory, more than the %s that it may use; method formula takes none, and proves nothing",
			e.Height, e.Need, e.Ceiling)
	}
	return fmt.Sprintf("height %d takes more memory than the %s that it may use", e.Height, e.Ceiling)
}
