package patterns

import (
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
)

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
	if o.Legal {
		for _, m := range o.Meanings {
			if !hasLegal(m) {
				return fmt.Errorf("meaning %v: legal patterns are counted for %v, %v and %v", m, Sequences, Positions, PositionsExchanged)
			}
		}
	}
	return nil
}

// meanings returns what is to be counted.
func (o *Options) meanings() []Meaning {
	if len(o.Meanings) > 0 {
		return o.Meanings
	}
	all := Meanings()
	if o.Legal {
		all = slices.DeleteFunc(all, func(m Meaning) bool { return !hasLegal(m) })
	}
	return all
}

// A Value is the number of patterns of one meaning and one number of stones.
type Value struct {
	Stones  int
	Meaning Meaning
	Number  *big.Int // nil if a tree has too many boards to describe
	// Terms has the patterns that each element of the group leaves as they are, in the order of
	// [symmetry.Motions], then with exchange of the colours, if there is one. Their mean is the
	// number. Trees have none.
	Terms []*big.Int
}

// hasLegal reports whether a meaning has positions with strings at the end.
func hasLegal(m Meaning) bool { return !m.IsTree() && m != Sets }
