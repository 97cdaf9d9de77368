package bounds_test

import (
	"context"
	"testing"

	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// TestConditional compares with the constants that are extrapolated from squares and by
// asymptotic.NewLatticeBase: the bounds hold, and become narrower.
func TestConditional(t *testing.T) {
	for kind, constant := range map[lattice.Kind]float64{
		lattice.Square: 2.975734192043, lattice.Triangular: 2.99690872183,
		lattice.Hexagonal: 2.92612705071, lattice.SquareOctagonal: 2.92405304546,
	} {
		before := &bounds.Conditional{Lower: 1, Upper: 3}
		for width := 2; width <= 4; width++ {
			c, err := bounds.Question{Kind: kind, Colors: 2}.Conditional(context.Background(), width, par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if c.Lower > constant || c.Upper < constant {
				t.Errorf("%v, width %d: %v to %v does not hold %v", kind, width, c.Lower, c.Upper, constant)
			}
			if c.Lower < before.Lower-1e-7 || c.Upper > before.Upper+1e-7 {
				t.Errorf("%v, width %d: %v to %v after %v to %v", kind, width, c.Lower, c.Upper, before.Lower, before.Upper)
			}
			before = c
		}
	}
}

// TestConditionalIsSharp: in each direction the bounds are as sharp as the surroundings of a
// frontier of width 4 make them. Bounds from fewer points, or with other points known to be empty,
// are not.
func TestConditionalIsSharp(t *testing.T) {
	for _, c := range []struct {
		kind      lattice.Kind
		direction bounds.Direction
		apart     float64
	}{
		{lattice.Square, bounds.Rows, 0.0724},
		{lattice.Triangular, bounds.Rows, 0.1334},
		{lattice.Hexagonal, bounds.Rows, 0.0347},
		{lattice.Hexagonal, bounds.Columns, 0.0649},
		{lattice.SquareOctagonal, bounds.Rows, 0.0180},
		{lattice.SquareOctagonal, bounds.Columns, 0.0271},
	} {
		b, err := bounds.Question{Kind: c.kind, Colors: 2, Direction: c.direction}.Conditional(context.Background(), 4, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if apart := b.Upper - b.Lower; apart > c.apart {
			t.Errorf("%v, %v: bounds %v apart, want at most %v", c.kind, c.direction, apart, c.apart)
		}
	}
}

// TestConditionalAgainstStrips compares with strips of the default widths: the help of the command
// says from which width on both bounds are sharper.
func TestConditionalAgainstStrips(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("takes half a minute: COMBIGO_LONG_TESTS=1 runs it")
	}
	for kind, from := range map[lattice.Kind]int{
		lattice.Square: 8, lattice.Triangular: 9, lattice.Hexagonal: 6, lattice.SquareOctagonal: 5,
	} {
		q := bounds.Question{Kind: kind, Colors: 2}
		brackets, err := q.Brackets(context.Background(), 1, 0, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		lower, upper := bounds.Best(brackets)
		for width := from - 1; width <= from; width++ {
			c, err := q.Conditional(context.Background(), width, par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if sharper := c.Lower > lower.Value && c.Upper < upper.Value; sharper != (width == from) {
				t.Errorf("%v, width %d: %v to %v, strips %v to %v", kind, width, c.Lower, c.Upper, lower.Value, upper.Value)
			}
		}
	}
}

// TestHexagonalIsGreater proves that the constants of the hexagonal and the square-octagonal
// lattice differ. Columns have worse bounds.
func TestHexagonalIsGreater(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("takes half a minute: COMBIGO_LONG_TESTS=1 runs it")
	}
	of := func(kind lattice.Kind) *bounds.Conditional {
		c, err := bounds.Question{Kind: kind, Colors: 2, Direction: bounds.Rows}.Conditional(context.Background(), 7, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	if hexagonal, octagonal := of(lattice.Hexagonal), of(lattice.SquareOctagonal); hexagonal.Lower <= octagonal.Upper {
		t.Errorf("hexagonal from %v, square-octagonal to %v", hexagonal.Lower, octagonal.Upper)
	}
}

func TestConditionalRefuses(t *testing.T) {
	for _, c := range []struct {
		kind          lattice.Kind
		colors, width int
	}{{lattice.Torus, 2, 3}, {lattice.Square, 0, 3}, {lattice.Square, 2, 0}, {lattice.Square, 2, bounds.MaxConditional + 1}} {
		if _, err := (bounds.Question{Kind: c.kind, Colors: c.colors}).Conditional(context.Background(), c.width, par.Options{}); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
	_, err := bounds.Question{Kind: lattice.Square, Colors: 2}.Conditional(context.Background(), 8, par.Options{Memory: 100_000})
	if err == nil {
		t.Error("width 8 in 100 kB")
	}
}
