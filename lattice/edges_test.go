package lattice_test

import (
	"strings"
	"testing"

	"combigo.dev/combigo/lattice"
)

func TestFromEdges(t *testing.T) {
	g := fromEdges(t, 4, [][2]int{{2, 1}, {0, 2}})
	if g.Len() != 4 || g.EdgeCount() != 2 || g.Degree(2) != 2 || g.Degree(3) != 0 {
		t.Errorf("got %v with degrees %d and %d", g, g.Degree(2), g.Degree(3))
	}
	if !g.Adjacent(1, 2) || !g.Adjacent(2, 1) || g.Adjacent(0, 1) {
		t.Error("wrong vertices are adjacent")
	}
	if _, _, ok := g.Place(0); ok || g.Name(3) != "3" || g.Kind() != lattice.None || g.Kind().Period() != 0 {
		t.Error("a graph from edges looks like a lattice")
	}
}

func TestFromEdgesErrors(t *testing.T) {
	for _, test := range []struct {
		n     int
		edges [][2]int
		want  string
	}{
		{0, nil, "0 vertices: want from 1 to 1048576"},
		{lattice.MaxVertices + 1, nil, "1048577 vertices: want from 1 to 1048576"},
		{2, make([][2]int, lattice.MaxEdges+1), "4194305 edges: want at most 4194304"},
		{2, [][2]int{{0, 2}}, "edge between vertices 0 and 2: want vertices from 0 to 1"},
		{2, [][2]int{{-1, 0}}, "edge between vertices -1 and 0: want vertices from 0 to 1"},
		{2, [][2]int{{1, 1}}, "loop at vertex 1: want edges between different vertices"},
		{2, [][2]int{{0, 1}, {1, 0}}, "double edge between vertices 0 and 1: want at most one"},
	} {
		if _, err := lattice.FromEdges(test.n, test.edges); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

func TestZeroGraph(t *testing.T) {
	var g lattice.Graph
	if err := g.Validate(); err == nil || !strings.Contains(err.Error(), "0 vertices") {
		t.Errorf("error %v", err)
	}
	if len(lattice.Order(&g)) != 0 || g.EdgeCount() != 0 {
		t.Error("the zero graph is not empty")
	}
}

func TestWithSafe(t *testing.T) {
	g := fromEdges(t, 3, [][2]int{{0, 1}})
	marked, err := g.WithSafe(1, 1)
	if err != nil || marked.Safe(0) || !marked.Safe(1) || g.Safe(1) {
		t.Errorf("error %v, safe vertices %v %v, before %v", err, marked.Safe(0), marked.Safe(1), g.Safe(1))
	}
	if unmarked, err := marked.WithSafe(); err != nil || unmarked.Safe(1) {
		t.Errorf("error %v, vertex 1 is still safe", err)
	}
	want := "safe vertex 3: want a vertex from 0 to 2"
	if _, err := g.WithSafe(3); err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// checkSimple makes sure that a graph has vertices, and neighbours in ascending order that are not
// the vertex itself and have it as a neighbour.
func checkSimple(t testing.TB, g *lattice.Graph) {
	t.Helper()
	if g.Len() < 1 || g.Len() > lattice.MaxVertices {
		t.Fatalf("%v", g)
	}
	for u := range g.Len() {
		last := -1
		for _, v := range g.Neighbors(u) {
			if v <= last || v >= g.Len() || v == u || !g.Adjacent(v, u) {
				t.Fatalf("%v: vertex %d has the neighbours %v", g, u, g.Neighbors(u))
			}
			last = v
		}
	}
}
