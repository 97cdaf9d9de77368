package asymptotic

import (
	"context"
	"testing"

	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// TestLatticeBaseErrorBarsHold extrapolates from few strips, and compares with what is known
// better: from square boards, and from wider strips (14 rows, or 7 columns of the square-octagonal
// lattice). The ways share no matrix.
func TestLatticeBaseErrorBarsHold(t *testing.T) {
	for _, c := range []struct {
		kind   lattice.Kind
		colors int
		widest int
		known  interval.Interval
	}{
		{lattice.Square, 2, 6, Best().L.Value},
		{lattice.Square, 1, 9, parse(t, "2")}, // all positions but one are legal
		{lattice.Hexagonal, 2, 6, parse(t, "2.92612705071")},
		{lattice.SquareOctagonal, 2, 6, parse(t, "2.92405304546")},
	} {
		if c.kind != lattice.Square && !longtests.Wanted() {
			continue
		}
		b, err := NewLatticeBase(context.Background(), c.kind, c.colors, c.widest, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if len(b.Ways) != 3 { // few rows of the lattices of degree three tell nothing
			t.Errorf("%v: %d ways, want 3", c.kind, len(b.Ways))
		}
		for _, w := range b.Ways {
			if !w.Value.Overlaps(c.known) {
				t.Errorf("%v, %s: %v does not hold %v", c.kind, w.Method, w.Value, c.known)
			}
			if radius, _ := w.Value.Radius().Float64(); radius > 1e-3 {
				t.Errorf("%v, %s: an error bar of %v", c.kind, w.Method, radius)
			}
		}
	}
}

// TestSquareOctagonalRows extrapolates from rows of the square-octagonal lattice, of which only
// each second strip looks alike at its sides.
func TestSquareOctagonalRows(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("takes a second: COMBIGO_LONG_TESTS=1 runs it")
	}
	q := bounds.Question{Kind: lattice.SquareOctagonal, Colors: 2, Direction: bounds.Rows}
	ways, err := latticeWays(context.Background(), q, 12, par.Options{})
	if err != nil || len(ways) != 3 {
		t.Fatalf("%d ways, %v", len(ways), err)
	}
	for _, w := range ways {
		if known := parse(t, "2.92405304546"); !w.Value.Overlaps(known) {
			t.Errorf("%s: %v does not hold %v", w.Method, w.Value, known)
		}
	}
}

// parse reads a number, with an error of a unit in the last digit.
func parse(t *testing.T, s string) interval.Interval {
	t.Helper()
	x, err := interval.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestLatticeBaseRefuses(t *testing.T) {
	for _, c := range []struct {
		kind           lattice.Kind
		colors, widest int
	}{{lattice.Square, 2, 5}, {lattice.Torus, 2, 8}, {lattice.Square, 0, 8}} {
		if _, err := NewLatticeBase(context.Background(), c.kind, c.colors, c.widest, par.Options{}); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
}
