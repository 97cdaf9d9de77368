package lattice_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/lattice"
)

// symmetriesOf finds the symmetries of a graph that must not be too hard.
func symmetriesOf(t testing.TB, g *lattice.Graph) []lattice.Permutation {
	t.Helper()
	group, err := lattice.Symmetries(g, 1<<18)
	if err != nil {
		t.Fatal(err)
	}
	return group
}

// checkGroup makes sure that symmetries are different ones, the identity first, and a group.
func checkGroup(t *testing.T, g *lattice.Graph, group []lattice.Permutation) {
	t.Helper()
	members := map[string]bool{}
	for _, p := range group {
		if err := lattice.CheckSymmetry(g, p); err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		members[fmt.Sprint(p)] = true
	}
	if len(members) != len(group) || !slices.Equal(group[0], lattice.Identity(g.Len())) {
		t.Fatalf("%v: %d symmetries, %d different ones, the first is %v", g, len(group), len(members), group[0])
	}
	for i, p := range group {
		if other := group[(7*i+3)%len(group)]; !members[fmt.Sprint(p.Then(other))] {
			t.Fatalf("%v: the group is not closed", g)
		}
	}
}

// slowSymmetries counts symmetries by looking at all permutations.
func slowSymmetries(g *lattice.Graph, p lattice.Permutation) int {
	if len(p) == g.Len() {
		if lattice.CheckSymmetry(g, p) != nil {
			return 0
		}
		return 1
	}
	count := 0
	for image := range g.Len() {
		if !slices.Contains(p, image) {
			count += slowSymmetries(g, append(slices.Clip(p), image))
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
		want       int
	}{
		{lattice.Square, 1, 1, lattice.Options{}, 1},
		{lattice.Square, 1, 5, lattice.Options{}, 2},
		{lattice.Square, 3, 4, lattice.Options{}, 4},
		{lattice.Square, 4, 4, lattice.Options{}, 8},
		{lattice.Square, 19, 19, lattice.Options{}, 8},
		{lattice.Square, 4, 4, safe, 2},
		{lattice.Square, 4, 4, lattice.Options{SafeTop: true, SafeBottom: true}, 4},
		{lattice.Triangular, 3, 4, lattice.Options{}, 2},
		{lattice.Triangular, 4, 4, lattice.Options{}, 4},
		{lattice.Hexagonal, 5, 6, lattice.Options{}, 4},
		{lattice.Hexagonal, 5, 5, lattice.Options{}, 2},
		{lattice.Cylinder, 3, 5, lattice.Options{}, 20},
		{lattice.Cylinder, 3, 5, safe, 10},
		{lattice.Torus, 3, 3, lattice.Options{}, 72},
		{lattice.Torus, 4, 4, lattice.Options{}, 384},
		{lattice.Torus, 5, 5, lattice.Options{}, 200},
		{lattice.Torus, 3, 5, lattice.Options{}, 60},
		{lattice.Torus, 2, 2, lattice.Options{}, 8},
		{lattice.Cycle, 1, 7, lattice.Options{}, 14},
	} {
		g := build(t, test.kind, test.rows, test.cols, test.opts)
		group := symmetriesOf(t, g)
		if len(group) != test.want {
			t.Errorf("%v: %d symmetries, want %d", g, len(group), test.want)
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
		for _, p := range symmetriesOf(t, g) {
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
	rook, shrikhande := rookAndShrikhande()
	for _, test := range []struct {
		name  string
		n     int
		edges [][2]int
		want  int
	}{
		{"a hexagon and two triangles, 12*72", 12, hexagonAndTriangles, 864},
		{"rook's graph of 4x4", 16, rook, 1152},
		{"Shrikhande graph", 16, shrikhande, 192},
		{"Petersen graph", 10, petersen, 120},
		{"8 isolated vertices", 8, nil, 40320},
		{"three edges", 6, [][2]int{{0, 1}, {2, 3}, {4, 5}}, 48},
		{"star", 6, [][2]int{{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}}, 120},
		{"a tree without symmetries", 7, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {2, 6}}, 1},
	} {
		g := fromEdges(t, test.n, test.edges)
		if got := len(symmetriesOf(t, g)); got != test.want {
			t.Errorf("%s: %d symmetries, want %d", test.name, got, test.want)
		}
		if _, err := lattice.Symmetries(g, test.want-1); err == nil || !strings.Contains(err.Error(), "more than ") {
			t.Errorf("%s, one symmetry too many: %v", test.name, err)
		}
	}
}

// rookAndShrikhande returns the edges of two graphs of 16 vertices of which each looks like the
// other at first: both are strongly regular with the same parameters (S. Shrikhande, "The
// uniqueness of the L2 association scheme", 1959).
func rookAndShrikhande() (rook, shrikhande [][2]int) {
	for v := range 16 {
		for u := range v {
			dx, dy := (v/4-u/4+4)%4, (v-u+16)%4
			if dx == 0 || dy == 0 {
				rook = append(rook, [2]int{u, v})
			}
			if dx%2 == 1 && (dy == 0 || dy == dx) || dx == 0 && dy%2 == 1 {
				shrikhande = append(shrikhande, [2]int{u, v})
			}
		}
	}
	return rook, shrikhande
}

func TestSymmetriesOfRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 200 {
		g := randomGraph(t, r, 1+r.IntN(7), r.Float64())
		if r.IntN(2) == 0 {
			g = withRandomSafe(t, r, g)
		}
		group := symmetriesOf(t, g)
		if want := slowSymmetries(g, nil); len(group) != want {
			t.Fatalf("%v: %d symmetries, want %d", g, len(group), want)
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
