package lattice_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/lattice"
)

// fixed reports whether a symmetry does not change a position.
func fixed(position []int, p lattice.Permutation) bool {
	for v, color := range position {
		if position[p[v]] != color {
			return false
		}
	}
	return true
}

// checkQuotient compares the positions of a quotient with those of the graph that are fixed.
func checkQuotient(t *testing.T, g *lattice.Graph, p lattice.Permutation) {
	t.Helper()
	want := int64(0)
	for position := range enumeration.Positions(g, 2) {
		if fixed(position, p) {
			want++
		}
	}
	q, orbit, err := lattice.Quotient(g, p)
	if err != nil {
		t.Fatal(err)
	}
	checkCount(t, q.Graph, 2, want)
	for v, o := range orbit {
		if least := slices.Index(orbit, o); q.Name(o) != g.Name(least) || q.Safe(o) != g.Safe(v) {
			t.Errorf("%v: vertex %d is in orbit %s", g, v, q.Name(o))
		}
	}
}

func TestQuotientOfLattices(t *testing.T) {
	for _, kind := range lattice.Kinds() {
		rows, cols := anySize(kind, 3, 3)
		g := build(t, kind, rows, cols, lattice.Options{})
		for _, p := range symmetriesOf(t, g) {
			checkQuotient(t, g, p)
		}
	}
}

func TestQuotientOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		g := withRandomSafe(t, r, randomGraph(t, r, 1+r.IntN(6), r.Float64()))
		for _, p := range symmetriesOf(t, g) {
			if r.IntN(4) == 0 {
				checkQuotient(t, g, p)
			}
		}
	}
}

func TestQuotientByNothing(t *testing.T) {
	g := build(t, lattice.Square, 2, 3, lattice.Options{SafeTop: true})
	q, orbit, err := lattice.Quotient(g, lattice.Identity(g.Len()))
	if err != nil || describe(q.Graph) != describe(g) || !slices.IsSorted(orbit) || !q.Safe(0) || q.Safe(1) {
		t.Errorf("error %v, got %s", err, describe(q.Graph))
	}
}

func TestCheckSymmetry(t *testing.T) {
	g := build(t, lattice.Square, 2, 2, lattice.Options{SafeTop: true})
	for _, test := range []struct {
		p    lattice.Permutation
		want string
	}{
		{lattice.Permutation{2, 3, 0, 1}, ""},
		{lattice.Permutation{0, 1, 2}, "permutation of 3 vertices: want 4"},
		{lattice.Permutation{0, 1, 2, 4}, "permutation sends r2c2 to 4: want each of 0 to 3 once"},
		{lattice.Permutation{0, 1, 0, 3}, "permutation sends r1c2 to 0: want each of 0 to 3 once"},
		{lattice.Permutation{1, 0, 3, 2}, "permutation sends r1c1 to r2c1: want both safe or none"},
		{lattice.Permutation{0, 3, 2, 1}, "permutation sends the edge r1c1-r2c1 to r1c1-r2c2: want an edge"},
	} {
		_, _, err := lattice.Quotient(g, test.p)
		if got := errorText(err); got != test.want {
			t.Errorf("%v: error %q, want %q", test.p, got, test.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return strings.TrimSpace(err.Error())
}
