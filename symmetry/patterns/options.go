package patterns

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/par"
)

// A Meaning is one that the question for the number of patterns can have.
type Meaning int

// The meanings; the package comment says more.
const (
	Sequences Meaning = iota
	Positions
	PositionsExchanged
	Sets
	Tree
	ColorTree
)

var meaningNames = enum.Of[Meaning]("meaning", "sequences", "positions", "positions-exchanged", "sets", "tree", "tree-colors")

var definitions = [...]string{
	Sequences:          "N moves in order, black and white in turn, up to motions of the board",
	Positions:          "the stones after N such moves, order forgotten, up to motions",
	PositionsExchanged: "positions up to motions and colour exchange (differs if N is even)",
	Sets:               "the points that N moves occupy, colours forgotten too, up to motions",
	Tree:               "moves, at each step one of those alike by symmetry of the occupied points",
	ColorTree:          "moves, at each step one of those alike by symmetry of the coloured stones",
}

// Meanings returns all meanings.
func Meanings() []Meaning {
	return []Meaning{Sequences, Positions, PositionsExchanged, Sets, Tree, ColorTree}
}

// String returns the name that [ParseMeaning] reads.
func (m Meaning) String() string { return meaningNames.Name(m) }

// ParseMeaning reads the name of a meaning.
func ParseMeaning(name string) (Meaning, error) { return meaningNames.Parse(name) }

// Definition returns what is counted, in a sentence.
func (m Meaning) Definition() string { return definitions[m] }

// IsTree reports whether the meaning is a tree of moves, and not the orbits of a group.
func (m Meaning) IsTree() bool { return m == Tree || m == ColorTree }

// MaxPoints is the largest board, in points.
const MaxPoints = 1000

// Options says what to count.
type Options struct {
	// Board is where the stones are put.
	Board board.Size
	// First and Last are the numbers of stones, 0 <= First <= Last <= points.
	First, Last int
	// Meanings are what is counted; none stands for all that there are, for legal patterns those
	// without trees and sets.
	Meanings []Meaning
	// Legal leaves out patterns in whose last position a string has no liberty.
	Legal bool
	// TreeBoards bounds how many boards a tree may describe; 0 stands for [DefaultTreeBoards].
	TreeBoards int
	// Threads and Memory are for counting legal positions; Memory 0 means what the machine has
	// available.
	par.Options
}

// DefaultTreeBoards takes some seconds.
const DefaultTreeBoards = 100_000

// Validate returns an error if what the options ask for makes no sense.
func (o *Options) Validate() error {
	if err := o.Board.Validate(); err != nil {
		return err
	}
	points := o.Board.Points()
	switch {
	case points > MaxPoints:
		return fmt.Errorf("board %s: %d points are too many: want at most %d", o.Board, points, MaxPoints)
	case o.First < 0 || o.First > o.Last:
		return fmt.Errorf("stones %d-%d: want numbers from 0 on, not backwards", o.First, o.Last)
	case o.Last > points:
		return fmt.Errorf("stones %d: board %s has %d points", o.Last, o.Board, points)
	}
	for _, m := range o.Meanings {
		if o.Legal && !hasLegal(m) {
			return fmt.Errorf("meaning %v: legal patterns are counted for %v, %v and %v", m, Sequences, Positions, PositionsExchanged)
		}
	}
	return nil
}

func (o *Options) meanings() []Meaning {
	if len(o.Meanings) > 0 {
		return o.Meanings
	}
	return slices.DeleteFunc(Meanings(), func(m Meaning) bool { return o.Legal && !hasLegal(m) })
}

// A Value is the number of patterns of one meaning and one number of stones.
type Value struct {
	Meaning Meaning  `json:"meaning"`
	Stones  int      `json:"stones"`
	Number  *big.Int `json:"value"` // nil if a tree has too many boards to describe
	// Terms has the patterns that each element of the group leaves as they are, in the order of
	// [symmetry.Motions], then with exchange of the colours, if there is one. Their mean is the
	// number. Trees have none.
	Terms []*big.Int `json:"fixed,omitempty"`
}

// hasLegal reports whether a meaning has positions with strings at the end.
func hasLegal(m Meaning) bool { return !m.IsTree() && m != Sets }

// maxStones is more than any board has points.
const maxStones = 100_000

// ParseStones reads a number of stones such as 5, or a range such as 0-10.
func ParseStones(text string) (board.Span, error) {
	if text == "" {
		return board.Span{}, errors.New("no number of stones is given: want one such as 5, or a range such as 0-10")
	}
	first, last, isRange := strings.Cut(text, "-")
	if !isRange {
		last = first
	}
	from, err := strconv.Atoi(first)
	to, lastErr := strconv.Atoi(last)
	switch {
	case err != nil || lastErr != nil || min(from, to) < 0 || max(from, to) > maxStones:
		return board.Span{}, fmt.Errorf("stones %q: want a number such as 5, or a range such as 0-10", text)
	case from > to:
		return board.Span{}, fmt.Errorf("stones %q: the range runs backwards: write %d-%d", text, to, from)
	}
	return board.Span{First: from, Last: to}, nil
}
