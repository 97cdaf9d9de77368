package game

import (
	"fmt"

	"combigo/result"
)

// A MemoryError says that something needs more memory than there is. It comes before the work begins.
type MemoryError struct {
	What    string // what would be made, such as "the edges of the game graph of square 4x4"
	Need    result.Bytes
	Ceiling result.Bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%s need about %s: the ceiling is %s", e.What, e.Need, e.Ceiling)
}

// check returns an error if something needs more than the ceiling, 0 being none.
func checkMemory(what string, need, ceiling result.Bytes) error {
	if ceiling > 0 && need > ceiling {
		return &MemoryError{what, need, ceiling}
	}
	return nil
}
