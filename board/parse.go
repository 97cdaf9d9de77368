package board

import (
	"fmt"
	"strconv"
	"strings"
)

// Parse reads a size: one word such as 9 or 9x13, or two such as 9 and 13.
func Parse(words ...string) (Size, error) {
	r, err := ParseRange(words...)
	if err != nil {
		return Size{}, err
	}
	size, ok := r.Single()
	if !ok {
		return Size{}, fmt.Errorf("board %q: one size is wanted, such as 9 or 9x13, not a range",
			strings.Join(words, " "))
	}
	return size, nil
}

// ParseRange reads a range: what [Parse] takes, with spans such as 1-11 in the place of numbers.
func ParseRange(words ...string) (Range, error) {
	sides, err := splitSides(words, "9, 9x13 or 9 13")
	if err != nil {
		return Range{}, err
	}
	spans := make([]Span, len(sides))
	for i, side := range sides {
		span, err := parseSpan(side)
		if err != nil && len(words) == 2 && isBoard(side) {
			return Range{}, fmt.Errorf("board %q: %s is a whole board: want one word such as 9x13, or two such as 9 13", strings.Join(words, " "), side)
		}
		if err != nil {
			return Range{}, fmt.Errorf("board %q: %w", words[min(i, len(words)-1)], err)
		}
		spans[i] = span
	}
	if len(spans) == 1 {
		return Range{Rows: spans[0], Cols: spans[0], Square: true}, nil
	}
	return Range{Rows: spans[0], Cols: spans[1]}, nil
}

// splitSides returns the one or two sides that words give, of which 9x13 gives two. The error names
// some sizes as examples.
func splitSides(words []string, examples string) ([]string, error) {
	if len(words) < 1 || len(words) > 2 {
		return nil, fmt.Errorf("board: %d words given: want one or two, such as %s", len(words), examples)
	}
	word := words[0]
	i := strings.IndexAny(word, "xX")
	if i < 0 || len(word) == 1 || len(words) == 2 {
		return words, nil
	}
	return []string{word[:i], word[i+1:]}, nil
}

func isBoard(word string) bool {
	_, err := ParseRange(word)
	return err == nil
}

func parseSpan(s string) (Span, error) {
	if n, err := strconv.Atoi(s); err == nil && n < 0 {
		return Span{}, outOfBounds(s)
	}
	first, last, isSpan := strings.Cut(s, "-")
	from, err := parseSide(first)
	if err != nil {
		return Span{}, err
	}
	if !isSpan {
		return Span{from, from}, nil
	}
	to, err := parseSide(last)
	if err != nil {
		return Span{}, err
	}
	if to < from {
		return Span{}, fmt.Errorf("the range runs backwards: write %d-%d", to, from)
	}
	return Span{from, to}, nil
}

// parseSide reads one side. It refuses signs and all else that strconv would take: a side has one
// spelling except for zeros in front.
func parseSide(s string) (int, error) {
	if s == "" || strings.Trim(s, "0123456789") != "" {
		return 0, fmt.Errorf("%q is not a number of points: want sizes such as 9, 9x13 or 9 13, or ranges such as 1-11", s)
	}
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > MaxSide {
		return 0, outOfBounds(s)
	}
	return n, nil
}

func outOfBounds(side string) error {
	return fmt.Errorf("a side has from 1 to %d points, not %s", MaxSide, side)
}
