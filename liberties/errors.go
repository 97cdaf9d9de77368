package liberties

import (
	"fmt"

	"combigo.dev/combigo/result"
)

func internalf(format string, args ...any) error {
	return result.InternalErrorf("the search for liberties", format, args...)
}

// memoryError says that the search for a height needs about, or at least, so much memory.
func memoryError(height int, need, ceiling result.Bytes, atLeast bool) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("height %d", height), Need: need, AtLeast: atLeast, Ceiling: ceiling, Given: true,
		Help: "method formula takes none, and proves nothing",
	}
}
