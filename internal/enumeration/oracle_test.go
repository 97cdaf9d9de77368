package enumeration_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/lattice"
)

// graph makes a graph with safe vertices that must be all right.
func graph(t testing.TB, n int, edges [][2]int, safe ...int) *lattice.Graph {
	t.Helper()
	g, err := lattice.FromEdges(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = g.WithSafe(safe...); err != nil {
		t.Fatal(err)
	}
	return g
}

// polynomial returns the Go polynomial of a graph that is small enough.
func polynomial(t testing.TB, g *lattice.Graph) string {
	t.Helper()
	coefficients, err := enumeration.Polynomial(g)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Trim(fmt.Sprint(coefficients), "[]")
}

// value returns the value of a polynomial.
func value(coefficients []*big.Int, x int) *big.Int {
	value := new(big.Int)
	for i := len(coefficients) - 1; i >= 0; i-- {
		value.Mul(value, big.NewInt(int64(x)))
		value.Add(value, coefficients[i])
	}
	return value
}

// Coefficients from the constant on, worked out by hand except for the last.
func TestPolynomialByHand(t *testing.T) {
	for _, test := range []struct {
		name string
		g    *lattice.Graph
		want string
	}{
		{"one vertex", graph(t, 1, nil), "1 0"},
		{"one safe vertex", graph(t, 1, nil, 0), "1 1"},
		{"an edge: empty, or a stone at either end", graph(t, 2, [][2]int{{0, 1}}), "1 2 0"},
		{"an edge with a safe end: not two stones of different colours", graph(t, 2, [][2]int{{0, 1}}, 0), "1 3 0"},
		{"an edge with safe ends: all", graph(t, 2, [][2]int{{0, 1}}, 0, 1), "1 2 1"},
		{"the cycle of 4, a known value", graph(t, 4, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 0}}), "1 0 14 0 0"},
	} {
		if got := polynomial(t, test.g); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func randomGraph(t testing.TB, r *rand.Rand, n int) *lattice.Graph {
	t.Helper()
	probability := r.Float64()
	var (
		edges [][2]int
		safe  []int
	)
	for v := range n {
		for u := range v {
			if r.Float64() < probability {
				edges = append(edges, [2]int{u, v})
			}
		}
		if r.IntN(5) == 0 {
			safe = append(safe, v)
		}
	}
	return graph(t, n, edges, safe...)
}

// The two ways agree.
func TestPolynomialCountsPositions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 150 {
		g := randomGraph(t, r, 1+r.IntN(7))
		checkPolynomial(t, g, 3)
	}
	for _, kind := range lattice.Kinds() {
		rows := 3
		if kind == lattice.Cycle {
			rows = 1
		}
		g, err := lattice.New(kind, rows, 9/rows-1, lattice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		checkPolynomial(t, g, 4)
	}
}

// checkPolynomial compares the values of the polynomial with counts, up to a number of colours.
func checkPolynomial(t *testing.T, g *lattice.Graph, most int) {
	t.Helper()
	coefficients, err := enumeration.Polynomial(g)
	if err != nil {
		t.Fatal(err)
	}
	for colors := range most + 1 {
		want, err := enumeration.Count(g, colors)
		if err != nil {
			t.Fatal(err)
		}
		if got := value(coefficients, colors); got.Cmp(want) != 0 {
			t.Errorf("%v with edges %v: %v positions of %d colours, want %v", g, slices.Collect(edges(g)), got, colors, want)
		}
	}
}

// edges yields the edges as pairs.
func edges(g *lattice.Graph) func(func([2]int) bool) {
	return func(yield func([2]int) bool) {
		for u, v := range g.Edges() {
			if !yield([2]int{u, v}) {
				return
			}
		}
	}
}

// If every vertex is safe then every colouring is legal. Without edges and safe vertices only the
// empty board is.
func TestExtremes(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := 1; n <= 6; n++ {
		all := make([]int, n)
		for v := range all {
			all[v] = v
		}
		g, err := randomGraph(t, r, n).WithSafe(all...)
		if err != nil {
			t.Fatal(err)
		}
		coefficients, _ := enumeration.Polynomial(g)
		if got, want := value(coefficients, 9).String(), "1"+strings.Repeat("0", n); got != want {
			t.Errorf("%v: %s colourings, want %s", g, got, want)
		}
		if got := strings.TrimRight(polynomial(t, graph(t, n, nil)), " 0"); got != "1" {
			t.Errorf("%d isolated vertices: polynomial %s", n, got)
		}
	}
}

func TestLegal(t *testing.T) {
	g := graph(t, 5, [][2]int{{0, 1}, {1, 2}, {2, 3}, {3, 4}}, 4)
	for _, test := range []struct {
		position string
		want     bool
	}{
		{"00000", true},
		{"10000", true},
		{"11120", false},
		{"11220", false},
		{"11102", true},
		{"12222", false},
		{"02222", true},
		{"22222", true},
		{"10212", false},
		{"21012", false},
		{"10222", true},
		{"20112", true},
	} {
		position := make([]int, len(test.position))
		for v, c := range test.position {
			position[v] = int(c - '0')
		}
		if got := enumeration.Legal(g, position); got != test.want {
			t.Errorf("%s: legal %v, want %v", test.position, got, test.want)
		}
	}
}

func TestErrors(t *testing.T) {
	g := graph(t, 37, nil)
	if _, err := enumeration.Count(g, 1); err == nil || err.Error() != "1 colours on 37 vertices: want at most 68719476736 colourings" {
		t.Errorf("error %v", err)
	}
	if _, err := enumeration.Count(g, -1); err == nil || err.Error() != "-1 colours: want at least 0" {
		t.Errorf("error %v", err)
	}
	if _, err := enumeration.Polynomial(g); err == nil || err.Error() != "37 vertices: want at most 12" {
		t.Errorf("error %v", err)
	}
}

func TestPositionsStops(t *testing.T) {
	for position := range enumeration.Positions(graph(t, 2, nil, 0, 1), 1) {
		if slices.Contains(position, 1) {
			break
		}
	}
}
