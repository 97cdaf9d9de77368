package polynomial

import (
	"errors"
	"testing"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// The steps that are expected are those of the run within a factor of two.
func TestStatesAreExpected(t *testing.T) {
	for _, c := range []struct {
		kind       lattice.Kind
		rows, cols int
	}{{lattice.Square, 3, 9}, {lattice.Square, 4, 4}, {lattice.Square, 5, 5}, {lattice.Triangular, 4, 6}} {
		g := graph(t, c.kind, c.rows, c.cols)
		order := lattice.Order(g)
		_, stats, err := transfer.Legal(t.Context(), g, order, transfer.AnyColors, transfer.Polynomials{}, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		states, _, err := transfer.ExpectLegal(g, order, transfer.AnyColors, transfer.Polynomials{}.Words, 0)
		if err != nil {
			t.Fatal(err)
		}
		steps := 0.0
		for _, n := range states {
			steps += n
		}
		if found := float64(stats.StateSteps); steps < found/2 || steps > 2*found {
			t.Errorf("%s: %.0f steps, and %.0f are expected", g, found, steps)
		}
	}
}

// What is known not to fit is refused, by the estimate and by a run alike.
func TestExpectRefuses(t *testing.T) {
	for _, c := range []struct {
		side    int
		memory  result.Bytes
		refused bool
	}{
		{8, 0, false},
		{8, 1 << 30, false}, // the estimate may be too high
		{8, 1 << 28, true},
		{12, 16 << 30, true},
	} {
		g, opt := graph(t, lattice.Square, c.side, c.side), Options{Options: par.Options{Memory: c.memory}}
		expected, err := expectedOf(g, opt)
		var memory *result.MemoryError
		if errors.As(err, &memory) != c.refused || !c.refused && err != nil {
			t.Errorf("%s in %v: %v, %v", g, c.memory, expected.Memory, err)
		}
		if c.refused {
			if _, other := Go(t.Context(), g, opt); other == nil || other.Error() != err.Error() {
				t.Errorf("%s in %v: %v, and a run says %v", g, c.memory, err, other)
			}
		}
	}
}

func expectedOf(g *lattice.Graph, opt Options) (Forecast, error) {
	s, err := newSolver(g, opt)
	if err != nil {
		return Forecast{}, err
	}
	return s.expect()
}
