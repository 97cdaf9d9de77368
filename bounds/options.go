package bounds

import (
	"errors"
	"fmt"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// MaxColors is the largest number of colours.
const MaxColors = 100

// MaxWidth is the largest number of points across a strip.
const MaxWidth = 16

// fits says of an error about memory what does not fit.
func fits(width int, err error) error {
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		memory.Of, memory.Help = fmt.Sprintf("strips of width %d: the search for their states", width), "narrower strips would help"
	}
	return err
}

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
