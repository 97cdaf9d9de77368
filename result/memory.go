package result

import (
	"errors"
	"fmt"
	"math"
)

// A MemoryError says that a computation needs more memory than it may take. It is found out before
// the start where that is possible, else while it runs; nothing of it is kept.
type MemoryError struct {
	Of      string // what needs the memory, such as "board 19x19"
	Need    Bytes  // about
	AtLeast bool   // whether Need is a lower bound
	Exact   Bytes  // if not 0, Need is that for one residue a pass, and this is that for exact numbers
	Ceiling Bytes
	Given   bool   // whether the ceiling was asked for, not what the machine has available
	Help    string // what else would help, if anything
}

func (e *MemoryError) Error() string {
	about, with, ceiling, help := "about", "", "the "+e.Ceiling.String()+" that this machine has available", e.Help
	if e.AtLeast {
		about = "at least"
	}
	if e.Exact > 0 {
		with = fmt.Sprintf(" with one residue a pass, %s with exact numbers", e.Exact)
	}
	if e.Given {
		ceiling = fmt.Sprintf("the ceiling of %s", e.Ceiling)
	}
	if help != "" {
		help = "; " + help
	}
	return fmt.Sprintf("%s needs %s %s of memory%s: more than %s%s", e.Of, about, e.Need, with, ceiling, help)
}

// BytesOf returns a size that was estimated, at most the largest that there is.
func BytesOf(size float64) Bytes { return Bytes(min(size, math.MaxInt64/2)) }

// WithSubject names in an error about memory what needs the memory: the board, say, of which an
// engine knows nothing.
// Other errors are as they were.
func WithSubject(err error, of string) error {
	var memory *MemoryError
	if errors.As(err, &memory) {
		memory.Of = of + ": " + memory.Of
	}
	return err
}
