package patterns

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
)

// maxStones is more than any board has points.
const maxStones = 100_000

// ParseStones reads a number of stones such as 5, or a range such as 0-10, from the words of a
// command line.
func ParseStones(words ...string) (board.Span, error) {
	if len(words) == 0 {
		return board.Span{}, errors.New("no number of stones is given: want one such as 5, or a range such as 0-10")
	}
	if len(words) > 1 {
		return board.Span{}, fmt.Errorf("stones %q: %d words given: want one such as 5 or 0-10 (a board is given by --board)",
			strings.Join(words, " "), len(words))
	}
	first, last, isRange := strings.Cut(words[0], "-")
	if !isRange {
		last = first
	}
	from, err := strconv.Atoi(first)
	to, lastErr := strconv.Atoi(last)
	switch {
	case err != nil || lastErr != nil || min(from, to) < 0 || max(from, to) > maxStones:
		return board.Span{}, fmt.Errorf("stones %q: want a number such as 5, or a range such as 0-10", words[0])
	case from > to:
		return board.Span{}, fmt.Errorf("stones %q: the range runs backwards: write %d-%d", words[0], to, from)
	}
	return board.Span{First: from, Last: to}, nil
}
