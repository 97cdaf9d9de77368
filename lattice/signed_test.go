package lattice_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/lattice"
)

// exchanged reports whether a symmetry turns a position into its colour exchange.
func exchanged(position []int, p lattice.Permutation) bool {
	for v, color := range position {
		if position[p[v]] != (3-color)%3 {
			return false
		}
	}
	return true
}

// signedLegal reports whether every string of a signed graph has a liberty, by growing strings
// until they stop.
func signedLegal(g *lattice.SignedGraph, position []int) bool {
	for v := range position {
		if position[v] != 0 && !signedLiberty(g, position, v) {
			return false
		}
	}
	return true
}

func signedLiberty(g *lattice.SignedGraph, position []int, v int) bool {
	str := []int{v}
	for i := 0; i < len(str); i++ {
		u := str[i]
		if g.Safe(u) {
			return true
		}
		for _, w := range g.Neighbors(u) {
			same, opposite := g.Joins(u, w)
			if position[w] == 0 {
				return true
			}
			one := same && position[w] == position[u] || opposite && position[w] == 3-position[u]
			if one && !slices.Contains(str, w) {
				str = append(str, w)
			}
		}
	}
	return false
}

// checkExchanged compares the positions of a signed quotient with those of the graph that are their
// own exchange.
func checkExchanged(t *testing.T, g *lattice.Graph, p lattice.Permutation) {
	t.Helper()
	want := 0
	for position := range enumeration.Positions(g, 2) {
		if exchanged(position, p) {
			want++
		}
	}
	q, orbit, err := lattice.QuotientExchanged(g, p)
	if err != nil {
		t.Fatal(err)
	}
	got := 0
	for position := range enumeration.Colorings(q.Len(), 2) {
		if signedLegal(q, position) {
			got++
		}
	}
	if got != want {
		t.Errorf("%v, %v: %d positions of the quotient, %d of the graph", g, p, got, want)
	}
	for v, o := range orbit {
		if o >= 0 && q.Name(o) != g.Name(slices.Index(orbit, o)) {
			t.Errorf("%v: vertex %d is in orbit %s", g, v, q.Name(o))
		}
	}
}

func TestQuotientExchangedOfLattices(t *testing.T) {
	for _, kind := range lattice.Kinds() {
		for _, side := range []int{2, 3} {
			rows, cols := anySize(kind, side, 3)
			g := build(t, kind, rows, cols, lattice.Options{})
			for _, p := range symmetriesOf(t, g) {
				checkExchanged(t, g, p)
			}
		}
	}
}

func TestQuotientExchangedOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 60 {
		g := withRandomSafe(t, r, randomGraph(t, r, 1+r.IntN(7), r.Float64()))
		for _, p := range symmetriesOf(t, g) {
			if r.IntN(4) == 0 {
				checkExchanged(t, g, p)
			}
		}
	}
}

func TestJoins(t *testing.T) {
	g := build(t, lattice.Square, 2, 2, lattice.Options{})
	// The half-turn: two orbits, the corners of which are adjacent to each other in both ways.
	q, _, err := lattice.QuotientExchanged(g, lattice.Permutation{3, 2, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	same, opposite := q.Joins(0, 1)
	if q.Len() != 2 || !same || !opposite {
		t.Errorf("%d orbits, joined %v and %v", q.Len(), same, opposite)
	}
	if same, opposite = q.Joins(0, 0); same || opposite {
		t.Error("a vertex is joined to itself")
	}
	// A reflection keeps the colours of what is on one side.
	q, _, err = lattice.QuotientExchanged(g, lattice.Permutation{1, 0, 3, 2})
	if same, opposite = q.Joins(0, 1); err != nil || !same || opposite {
		t.Errorf("error %v, joined %v and %v", err, same, opposite)
	}
}

func TestQuotientExchangedRefuses(t *testing.T) {
	g := build(t, lattice.Square, 2, 2, lattice.Options{})
	if _, _, err := lattice.QuotientExchanged(g, lattice.Permutation{0, 1, 2}); err == nil {
		t.Error("no error")
	}
}
