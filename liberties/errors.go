package liberties

import (
	"fmt"

	"combigo/result"
)

func internalf(format string, args ...any) error {
	return result.Wrong("the search for liberties", format, args...)
}

// memoryError says that the search for a height needs about, or at least, so much memory.
func memoryError(height int, need, ceiling result.Bytes, atLeast bool) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("height %d", height), Need: need, AtLeast: atLeast, Ceiling: ceiling, Given: true,
		Help: "method formula takes none, and proves nothing",
	}
}

// Check reports whether a method takes a height.
func Check(height int, m Method) error {
	switch m = m.For(height); {
	case m == Plain && height > MaxPlainHeight:
		return fmt.Errorf("height %d: method plain takes at most %d rows", height, MaxPlainHeight)
	case m == Windows && height < leastWindows:
		return fmt.Errorf("height %d: method windows takes at least %d rows", height, leastWindows)
	case m == Windows && height > MaxWindows:
		return fmt.Errorf("height %d: at most %d rows can be proved; method formula takes more, and proves nothing", height, MaxWindows)
	}
	return nil
}
