package board

import "fmt"

// MaxSide is the longest side that a board can have. It is far beyond what
// any engine can do with the other side above a few points, and small enough
// for the number of points to be an int everywhere.
const MaxSide = 30_000

// A Size is a board of Rows x Cols points, both from 1 to [MaxSide].
type Size struct {
	Rows, Cols int
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
