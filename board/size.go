package board

import (
	"fmt"
	"iter"
)

// MaxSide is the longest side that a board can have: beyond any engine, and small enough for the
// number of points to be an int everywhere.
const MaxSide = 30_000

// A Size is a board of Rows x Cols points, both from 1 to [MaxSide].
type Size struct {
	Rows int `json:"rows"`
	Cols int `json:"cols"`
}

// Points returns the number of points.
func (s Size) Points() int { return s.Rows * s.Cols }

// Short returns the length of the shorter side.
func (s Size) Short() int { return min(s.Rows, s.Cols) }

// Long returns the length of the longer side.
func (s Size) Long() int { return max(s.Rows, s.Cols) }

// String returns the size as, say, 9x13.
func (s Size) String() string { return fmt.Sprintf("%dx%d", s.Rows, s.Cols) }

// Validate returns an error if a side is not from 1 to [MaxSide].
func (s Size) Validate() error {
	for _, side := range []int{s.Rows, s.Cols} {
		if side < 1 || side > MaxSide {
			return fmt.Errorf("board %s: a side has from 1 to %d points", s, MaxSide)
		}
	}
	return nil
}

// A Span is the whole numbers from First to Last, both included.
type Span struct {
	First, Last int
}

// Len returns how many numbers there are in the span.
func (s Span) Len() int { return s.Last - s.First + 1 }

// String returns the span as, say, 1-11, or 9 if that is all there is in it.
func (s Span) String() string {
	if s.First == s.Last {
		return fmt.Sprint(s.First)
	}
	return fmt.Sprintf("%d-%d", s.First, s.Last)
}

// A Range is a set of sizes: all that have their rows and columns in the two spans or, if Square is
// set, the squares among them. The spans of a square range are equal.
type Range struct {
	Rows, Cols Span
	Square     bool
}

// Single returns the only size of a range that has one, and whether it has.
func (r Range) Single() (Size, bool) { return Size{r.Rows.First, r.Cols.First}, r.Len() == 1 }

// Len returns how many sizes there are in the range.
func (r Range) Len() int {
	if r.Square {
		return r.Rows.Len()
	}
	return r.Rows.Len() * r.Cols.Len()
}

// Sizes yields the sizes of the range row by row, each row from the narrowest board to the widest.
func (r Range) Sizes() iter.Seq[Size] {
	return func(yield func(Size) bool) {
		for rows := r.Rows.First; rows <= r.Rows.Last; rows++ {
			for cols := r.Cols.First; cols <= r.Cols.Last; cols++ {
				if r.Square && rows != cols {
					continue
				}
				if !yield(Size{rows, cols}) {
					return
				}
			}
		}
	}
}

// String returns the range as [ParseRange] reads it.
func (r Range) String() string {
	if r.Square {
		return r.Rows.String()
	}
	return r.Rows.String() + "x" + r.Cols.String()
}
