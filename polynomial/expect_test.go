package polynomial

import (
	"errors"
	"testing"

	"combigo.dev/combigo/internal/longtests"
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
		if c.cols == 5 && !longtests.Wanted() {
			continue
		}
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

func TestMethodFitsMemory(t *testing.T) {
	for _, c := range []struct {
		side   int
		opt    Options
		memory result.Bytes
		want   Method // Auto for a refusal
	}{
		{8, Options{}, 0, Symbolic},
		{8, Options{}, 16 << 30, Symbolic},
		{8, Options{}, 1 << 30, Interpolation},
		{8, Options{Method: Symbolic}, 1 << 30, Symbolic}, // the estimate may be too high
		{8, Options{Method: Symbolic}, 1 << 28, Auto},
		{8, Options{}, 1 << 20, Auto},
		{12, Options{}, 16 << 30, Auto},
	} {
		g := graph(t, lattice.Square, c.side, c.side)
		c.opt.Memory = c.memory
		expected, err := expectedOf(g, c.opt)
		var memory *result.MemoryError
		if c.want != Auto && (err != nil || expected.Method != c.want) || c.want == Auto && !errors.As(err, &memory) {
			t.Errorf("%s in %v: %v by %v, %v", g, c.memory, expected.Memory, expected.Method, err)
		}
		if c.want == Auto {
			if _, other := Go(t.Context(), g, c.opt); other == nil || other.Error() != err.Error() {
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
