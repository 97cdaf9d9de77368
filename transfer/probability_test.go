package transfer_test

import (
	"context"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// TestEmptyProbabilityHolds compares with the frequency in the list of all legal positions, for
// random graphs: however little of the graph was looked at, it lies within the bounds, and they
// become narrower.
func TestEmptyProbabilityHolds(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 19))
	for range 60 {
		n, colors := 3+rng.IntN(6), 1+rng.IntN(3)
		if colors == 3 {
			n = min(n, 6)
		}
		var edges [][2]int
		for v := range n {
			for u := range v {
				if rng.Float64() < 2.2/float64(n) {
					edges = append(edges, [2]int{u, v})
				}
			}
		}
		g, err := lattice.FromEdges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		if g, err = g.WithSafe(rng.Perm(n)[:rng.IntN(2)]...); err != nil {
			t.Fatal(err)
		}
		order := rng.Perm(n)
		empty, all := 0.0, 0.0
		for p := range enumeration.Positions(g, colors) {
			all++
			if p[order[0]] == 0 {
				empty++
			}
		}
		before := transfer.Enclosure{Low: 0, High: 1}
		for done := 1; done <= n; done++ {
			s, err := transfer.EmptyProbability(context.Background(), g, order, done, colors, par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			const rounding = 1e-7
			if s.Low > empty/all || s.High < empty/all || s.Low < before.Low-rounding || s.High > before.High+rounding {
				t.Fatalf("%d colours, edges %v, order %v, %d done: %v to %v, then %v to %v; share %v",
					colors, edges, order, done, before.Low, before.High, s.Low, s.High, empty/all)
			}
			if done == n && s.High-s.Low > rounding {
				t.Errorf("all done: from %v to %v", s.Low, s.High)
			}
			before = *s
		}
	}
}

func TestEmptyProbabilityRefuses(t *testing.T) {
	g := piece(t, lattice.Square, 6, 8)
	order := lattice.Order(g)
	for _, c := range []struct{ done, colors int }{{0, 2}, {49, 1}, {transfer.MaxProbabilityVertices(2) + 1, 2}, {3, -2}} {
		if _, err := transfer.EmptyProbability(context.Background(), g, order, c.done, c.colors, par.Options{}); err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
	if got := transfer.MaxProbabilityVertices(2); got != 40 {
		t.Errorf("%d vertices with two colours, want 40: 3^40 < 2^64 < 3^41", got)
	}
	if got := transfer.MaxProbabilityVertices(1); got != 63 {
		t.Errorf("%d vertices with a colour, want 63", got)
	}
	if _, err := transfer.EmptyProbability(context.Background(), g, order, 20, 2, par.Options{Memory: 10000}); err == nil {
		t.Error("20 vertices in 10 kB")
	}
}
