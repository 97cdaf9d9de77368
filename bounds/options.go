package bounds

import (
	"errors"
	"fmt"

	"combigo/lattice"
	"combigo/result"
	"combigo/transfer"
)

// MaxColors is the largest number of colours.
const MaxColors = 100

// MaxWidth is the largest number of points across a strip.
const MaxWidth = 16

// Options says what a computation may use. The zero Options are no limits.
type Options struct {
	Threads  int                 // goroutines that compute; 0 means GOMAXPROCS. Results do not depend on it
	Memory   int64               // ceiling in bytes on what is kept in memory, roughly; 0 means none
	Progress func(share float64) // told of progress from 0 to 1, if set
}

// overhead is the memory that a run takes as a whole, divided by that of its states and arcs: these are copied once
// when a matrix is put together, and the garbage collector lags behind. It was 2.2 for ten rows of the square lattice.
const overhead = 2.5

func (o Options) frontier() transfer.Options {
	opt := transfer.Options{Threads: o.Threads}
	if o.Memory > 0 {
		opt.Memory = max(1, int64(float64(o.Memory)/overhead))
	}
	return opt
}

// fits makes an error about memory one about the width.
func (o Options) fits(width int, err error) error {
	var memory *transfer.MemoryError
	if errors.As(err, &memory) {
		return &WidthError{Width: width, Ceiling: o.Memory, Err: err}
	}
	return err
}

func (o Options) report(share float64) {
	if o.Progress != nil {
		o.Progress(min(share, 1))
	}
}

// A WidthError says that strips of some width do not fit in memory.
type WidthError struct {
	Width   int   // points across
	Ceiling int64 // on memory, in bytes
	Err     error // of the engine
}

func (e *WidthError) Error() string {
	return fmt.Sprintf("strips of width %d do not fit in %v: want narrower strips or more memory",
		e.Width, result.Bytes(e.Ceiling))
}

// Unwrap returns the error of the engine.
func (e *WidthError) Unwrap() error { return e.Err }

// Lattices returns the kinds of lattices that have strips: those with open sides.
func Lattices() []lattice.Kind {
	return []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal}
}

func check(kind lattice.Kind, colors, width int) error {
	if kind.Period() == 0 || kind == lattice.Cylinder {
		return fmt.Errorf("lattice %v has no strips: want one of %v", kind, Lattices())
	}
	if colors < 1 || colors > MaxColors {
		return fmt.Errorf("%d colours: want from 1 to %d", colors, MaxColors)
	}
	if width < 1 || width > MaxWidth {
		return fmt.Errorf("width %d: want from 1 to %d", width, MaxWidth)
	}
	return nil
}
