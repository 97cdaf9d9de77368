package lattice_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/lattice"
)

// slowProfile counts the frontier anew at every step.
func slowProfile(g *lattice.Graph, order []int) (sizes []int) {
	for i := range order {
		frontier := 0
		for _, v := range order[:i+1] {
			if slices.ContainsFunc(order[i+1:], func(u int) bool { return g.Adjacent(u, v) }) {
				frontier++
			}
		}
		sizes = append(sizes, frontier)
	}
	return sizes
}

func slowWidth(g *lattice.Graph, order []int) int { return slices.Max(slowProfile(g, order)) }

// leastWidth returns the least width of any order, from all sets of vertices done.
func leastWidth(g *lattice.Graph) int {
	least := make([]int, 1<<g.Len())
	for done := 1; done < len(least); done++ {
		least[done] = g.Len()
		frontier := 0
		for v := range g.Len() {
			if done>>v&1 == 0 {
				continue
			}
			least[done] = min(least[done], least[done&^(1<<v)])
			if slices.ContainsFunc(g.Neighbors(v), func(u int) bool { return done>>u&1 == 0 }) {
				frontier++
			}
		}
		least[done] = max(least[done], frontier)
	}
	return least[len(least)-1]
}

// randomGraph returns a graph in which each edge is there with a probability.
func randomGraph(t testing.TB, r *rand.Rand, n int, probability float64) *lattice.Graph {
	t.Helper()
	var edges [][2]int
	for v := range n {
		for u := range v {
			if r.Float64() < probability {
				edges = append(edges, [2]int{u, v})
			}
		}
	}
	return fromEdges(t, n, edges)
}

func TestOrderOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	over, graphs := 0, 300
	for range graphs {
		g := randomGraph(t, r, 1+r.IntN(10), r.Float64())
		order := lattice.Order(g)
		if !isOrder(g, order) {
			t.Fatalf("%v: %v has not every vertex once", g, order)
		}
		width, least := lattice.Width(g, order), leastWidth(g)
		if width != slowWidth(g, order) || width < least {
			t.Fatalf("%v: width %d, slowly %d, of any order %d", g, width, slowWidth(g, order), least)
		}
		over += width - least
	}
	if over > graphs/20 {
		t.Errorf("the widths of %d graphs are %d too much together", graphs, over)
	}
}

func TestWidthOfAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 100 {
		g := randomGraph(t, r, 1+r.IntN(12), 0.3)
		order := r.Perm(g.Len())
		if got, want := lattice.Profile(g, order), slowProfile(g, order); !slices.Equal(got, want) {
			t.Errorf("%v: frontiers %v, want %v", g, got, want)
		}
		if got, want := lattice.Width(g, order), slowWidth(g, order); got != want {
			t.Errorf("%v: width %d, want %d", g, got, want)
		}
	}
}

func TestOrderOfLattices(t *testing.T) {
	for _, test := range []struct {
		kind       lattice.Kind
		rows, cols int
		want       int
	}{
		{lattice.Square, 1, 9, 1},
		{lattice.Square, 4, 7, 4},
		{lattice.Square, 7, 4, 4},
		{lattice.Square, 9, 9, 9},
		{lattice.Triangular, 4, 7, 4},
		{lattice.Hexagonal, 4, 7, 2},
		{lattice.Hexagonal, 9, 4, 4},
		{lattice.SquareOctagonal, 6, 8, 3},
		{lattice.Cylinder, 3, 8, 6},
		{lattice.Cylinder, 8, 3, 3},
		{lattice.Torus, 4, 8, 8},
		{lattice.Torus, 8, 4, 8},
		{lattice.Cycle, 1, 9, 2},
	} {
		g := build(t, test.kind, test.rows, test.cols, lattice.Options{})
		if got := lattice.Width(g, lattice.Order(g)); got != test.want {
			t.Errorf("%v: width %d, want %d", g, got, test.want)
		}
	}
}

func TestOrderIsNaturalOnTheSquare(t *testing.T) {
	g := build(t, lattice.Square, 4, 6, lattice.Options{})
	if order := lattice.Order(g); !slices.IsSorted(order) {
		t.Errorf("order %v, want column by column", order)
	}
	g = build(t, lattice.Square, 5, 3, lattice.Options{})
	if order := lattice.Order(g); !slices.Equal(order[:4], []int{0, 5, 10, 1}) {
		t.Errorf("order %v, want row by row", order)
	}
}

func TestOrderOfLargeGraphs(t *testing.T) {
	const side = 300
	g := build(t, lattice.Square, side, side, lattice.Options{})
	if got := lattice.Width(g, lattice.Order(g)); got != side {
		t.Errorf("%v: width %d", g, got)
	}
	star := make([][2]int, 0, 5000)
	for v := range cap(star) {
		star = append(star, [2]int{0, v + 1})
	}
	g = fromEdges(t, len(star)+1, star)
	if got := lattice.Width(g, lattice.Order(g)); got != 1 {
		t.Errorf("star: width %d", got)
	}
}
