package board

import (
	"fmt"
	"iter"
)

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

// A Range is a set of sizes: all that have their rows and columns in the two
// spans or, if Square is set, those of them that have as many rows as columns.
// The spans of a square range are equal.
type Range struct {
	Rows, Cols Span
	Square     bool
}

// Single returns the only size of a range that has one, and whether it has.
func (r Range) Single() (Size, bool) {
	return Size{r.Rows.First, r.Cols.First}, r.Len() == 1
}

// Len returns how many sizes there are in the range.
func (r Range) Len() int {
	if r.Square {
		return r.Rows.Len()
	}
	return r.Rows.Len() * r.Cols.Len()
}

// Sizes yields the sizes of the range row by row, each row from the narrowest
// board to the widest.
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
