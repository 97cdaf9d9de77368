package lattice_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/lattice"
)

// symmetriesOf finds the symmetries of a graph that must not be too hard.
func symmetriesOf(t testing.TB, g *lattice.Graph) *lattice.Group {
	t.Helper()
	group, err := lattice.Symmetries(g)
	if err != nil {
		t.Fatal(err)
	}
	return group
}

// checkGroup makes sure that a group has the right number of different symmetries, and is closed.
func checkGroup(t *testing.T, g *lattice.Graph, group *lattice.Group) {
	t.Helper()
	members := map[string]bool{}
	for p := range group.All() {
		if err := lattice.CheckSymmetry(g, p); err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		members[fmt.Sprint(p)] = true
	}
	if fmt.Sprint(len(members)) != group.Order().String() {
		t.Fatalf("%v: %d symmetries in a group of order %v", g, len(members), group.Order())
	}
	for p := range group.All() {
		for _, generator := range group.Generators() {
			if !members[fmt.Sprint(p.Then(generator))] {
				t.Fatalf("%v: the group is not closed", g)
			}
		}
	}
}

// slowSymmetries counts symmetries by trying to map one vertex after the other.
func slowSymmetries(g *lattice.Graph, images []int) int {
	v, count := len(images), 0
	if v == g.Len() {
		return 1
	}
	for image := range g.Len() {
		fits := !slices.Contains(images, image) && g.Safe(v) == g.Safe(image)
		for u := range v {
			fits = fits && g.Adjacent(u, v) == g.Adjacent(images[u], image)
		}
		if fits {
			count += slowSymmetries(g, append(slices.Clip(images), image))
		}
	}
	return count
}

func TestSymmetriesOfLattices(t *testing.T) {
	safe := lattice.Options{SafeTop: true}
	for _, test := range []struct {
		kind       lattice.Kind
		rows, cols int
		opts       lattice.Options
		want       string
	}{
		{lattice.Square, 1, 1, lattice.Options{}, "1"},
		{lattice.Square, 1, 5, lattice.Options{}, "2"},
		{lattice.Square, 3, 4, lattice.Options{}, "4"},
		{lattice.Square, 4, 4, lattice.Options{}, "8"},
		{lattice.Square, 19, 19, lattice.Options{}, "8"},
		{lattice.Square, 4, 4, safe, "2"},
		{lattice.Square, 4, 4, lattice.Options{SafeTop: true, SafeBottom: true}, "4"},
		{lattice.Triangular, 3, 4, lattice.Options{}, "2"},
		{lattice.Triangular, 4, 4, lattice.Options{}, "4"},
		{lattice.Hexagonal, 5, 6, lattice.Options{}, "4"},
		{lattice.Hexagonal, 5, 5, lattice.Options{}, "2"},
		{lattice.Cylinder, 3, 5, lattice.Options{}, "20"},
		{lattice.Cylinder, 3, 5, safe, "10"},
		{lattice.Torus, 3, 3, lattice.Options{}, "72"},
		{lattice.Torus, 4, 4, lattice.Options{}, "384"},
		{lattice.Torus, 5, 5, lattice.Options{}, "200"},
		{lattice.Torus, 3, 5, lattice.Options{}, "60"},
		{lattice.Torus, 2, 2, lattice.Options{}, "8"},
		{lattice.Cycle, 1, 7, lattice.Options{}, "14"},
	} {
		g := build(t, test.kind, test.rows, test.cols, test.opts)
		group := symmetriesOf(t, g)
		if got := group.Order().String(); got != test.want {
			t.Errorf("%v: %s symmetries, want %s", g, got, test.want)
		}
		checkGroup(t, g, group)
	}
}

// The motions that can be seen are among the symmetries: turns, reflections and, where the lattice
// closes up, shifts.
func TestMotionsAreSymmetries(t *testing.T) {
	const rows, cols = 3, 5
	motions := map[string]func(row, col int) (int, int){
		"half turn": func(row, col int) (int, int) { return rows - 1 - row, cols - 1 - col },
		"flip":      func(row, col int) (int, int) { return rows - 1 - row, col },
		"mirror":    func(row, col int) (int, int) { return row, cols - 1 - col },
		"roll":      func(row, col int) (int, int) { return row, (col + 1) % cols },
		"tumble":    func(row, col int) (int, int) { return (row + 1) % rows, col },
	}
	for kind, names := range map[lattice.Kind][]string{
		lattice.Square:     {"half turn", "flip", "mirror"},
		lattice.Triangular: {"half turn"},
		lattice.Hexagonal:  {"flip"}, // and no mirror, since there is an even number of interfaces between columns
		lattice.Cylinder:   {"half turn", "flip", "mirror", "roll"},
		lattice.Torus:      {"half turn", "flip", "mirror", "roll", "tumble"},
	} {
		g := build(t, kind, rows, cols, lattice.Options{})
		var members []string
		for p := range symmetriesOf(t, g).All() {
			members = append(members, fmt.Sprint(p))
		}
		for _, name := range names {
			p := make(lattice.Permutation, g.Len())
			for v := range p {
				row, col, _ := g.Place(v)
				row, col = motions[name](row, col)
				p[v] = col*rows + row
			}
			if !slices.Contains(members, fmt.Sprint(p)) {
				t.Errorf("%v: the %s is no symmetry", g, name)
			}
		}
	}
}

func TestSymmetriesOfKnownGraphs(t *testing.T) {
	petersen := [][2]int{}
	for i := range 5 {
		petersen = append(petersen, [2]int{i, (i + 1) % 5}, [2]int{i, i + 5}, [2]int{i + 5, (i+2)%5 + 5})
	}
	hexagonAndTriangles := [][2]int{
		{0, 1},
		{1, 2},
		{2, 3},
		{3, 4},
		{4, 5},
		{5, 0},
		{6, 7},
		{7, 8},
		{8, 6},
		{9, 10},
		{10, 11},
		{11, 9},
	}
	for _, test := range []struct {
		name  string
		n     int
		edges [][2]int
		want  string
	}{
		{"a hexagon and two triangles, 12*72", 12, hexagonAndTriangles, "864"},
		{"rook's graph of 4x4, 1152, and Shrikhande graph, 192", 32, rookAndShrikhande(), "221184"},
		{"Petersen graph", 10, petersen, "120"},
		{"15 isolated vertices", 15, nil, "1307674368000"},
		{"three edges", 6, [][2]int{{0, 1}, {2, 3}, {4, 5}}, "48"},
		{"star", 6, [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}, "120"},
		{"a tree without symmetries", 7, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {2, 6}}, "1"},
	} {
		if got := symmetriesOf(t, fromEdges(t, test.n, test.edges)).Order().String(); got != test.want {
			t.Errorf("%s: %s symmetries, want %s", test.name, got, test.want)
		}
	}
}

// rookAndShrikhande returns the edges of two graphs of 16 vertices of which each looks like the
// other at first: both are strongly regular with the same parameters (S. Shrikhande, "The
// uniqueness of the L2 association scheme", 1959).
func rookAndShrikhande() [][2]int {
	var edges [][2]int
	for v := range 16 {
		for u := range v {
			dx, dy := (v/4-u/4+4)%4, (v-u+16)%4
			if dx == 0 || dy == 0 {
				edges = append(edges, [2]int{u, v})
			}
			if dx%2 == 1 && (dy == 0 || dy == dx) || dx == 0 && dy%2 == 1 {
				edges = append(edges, [2]int{u + 16, v + 16})
			}
		}
	}
	return edges
}

func TestSymmetriesOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		g := randomGraph(t, r, 1+r.IntN(7), r.Float64())
		if r.IntN(2) == 0 {
			g = withRandomSafe(t, r, g)
		}
		group := symmetriesOf(t, g)
		if got, want := group.Order().String(), fmt.Sprint(slowSymmetries(g, nil)); got != want {
			t.Fatalf("%v: %s symmetries, want %s", g, got, want)
		}
		checkGroup(t, g, group)
	}
}

// withRandomSafe marks each vertex as safe or not.
func withRandomSafe(t testing.TB, r *rand.Rand, g *lattice.Graph) *lattice.Graph {
	t.Helper()
	var safe []int
	for v := range g.Len() {
		if r.IntN(2) == 0 {
			safe = append(safe, v)
		}
	}
	g, err := g.WithSafe(safe...)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestAllStops(t *testing.T) {
	group := symmetriesOf(t, fromEdges(t, 30, nil))
	count := 0
	for range group.All() {
		if count++; count == 5 {
			break
		}
	}
	if count != 5 {
		t.Errorf("%d permutations", count)
	}
}
