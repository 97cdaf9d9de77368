package transfer_test

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"testing"

	"combigo/lattice"
	"combigo/transfer"
)

// enumerate calls visit for each legal position of a given number of colours, found by looking at all colourings.
func enumerate(g transfer.Graph, colors int, visit func(position []int)) {
	board := flooder{g: g, position: make([]int, g.Len()), seen: make([]bool, g.Len())}
	for {
		if board.legal() {
			visit(board.position)
		}
		i := 0
		for ; i < g.Len() && board.position[i] == colors; i++ {
			board.position[i] = 0
		}
		if i == g.Len() {
			return
		}
		board.position[i]++
	}
}

// flooder looks for the liberties of strings by flooding them.
type flooder struct {
	g        transfer.Graph
	position []int
	seen     []bool
}

func (b *flooder) legal() bool {
	clear(b.seen)
	for v, c := range b.position {
		if c != 0 && !b.seen[v] && !b.free(v) {
			return false
		}
	}
	return true
}

// free floods the string of v and reports whether it has a liberty.
func (b *flooder) free(v int) bool {
	b.seen[v] = true
	found := b.g.Safe(v)
	for _, u := range b.g.Neighbors(v) {
		if b.position[u] == 0 {
			found = true
		} else if b.position[u] == b.position[v] && !b.seen[u] && b.free(u) {
			found = true
		}
	}
	return found
}

func enumerated(g transfer.Graph, colors int) string {
	n := 0
	enumerate(g, colors, func([]int) { n++ })
	return fmt.Sprint(n)
}

// affordable tells whether all colourings can be looked at, of 12 points and two colours say. The environment
// variable COMBIGO_LONG_TESTS allows 12 points and three colours, which takes minutes.
func affordable(points, colors int) bool {
	most := 6e5
	switch {
	case os.Getenv("COMBIGO_LONG_TESTS") != "":
		most = 2e7
	case testing.Short():
		most = 3e4
	}
	return math.Pow(float64(1+colors), float64(points)) < most
}

func TestLegalEnumerated(t *testing.T) {
	for _, kind := range lattice.Kinds() {
		for rows := 1; rows <= 4; rows++ {
			for cols := 1; rows*cols <= 12; cols++ {
				for _, safe := range []lattice.Options{{}, {SafeTop: true}, {SafeTop: true, SafeBottom: true}} {
					g, err := lattice.New(kind, rows, cols, safe)
					if err != nil {
						continue // there is no such piece
					}
					for colors := 1; colors <= 3 && affordable(g.Len(), colors); colors++ {
						if got, want := count(t, g, colors), enumerated(g, colors); got != want {
							t.Errorf("%v, %+v, %d colours: %s, want %s", g, safe, colors, got, want)
						}
					}
				}
			}
		}
	}
}

// randomGraph returns a graph with random edges and safe marks, and a random order of its vertices.
func randomGraph(t testing.TB, rng *rand.Rand, n int) (*lattice.Graph, []int) {
	t.Helper()
	var edges [][2]int
	var safe []int
	density, safety := rng.Float64(), rng.Float64()/2
	for v := range n {
		for u := range v {
			if rng.Float64() < density {
				edges = append(edges, [2]int{u, v})
			}
		}
		if rng.Float64() < safety {
			safe = append(safe, v)
		}
	}
	g, err := lattice.FromEdges(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = g.WithSafe(safe...); err != nil {
		t.Fatal(err)
	}
	return g, rng.Perm(n)
}

func TestRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	graphs := 300
	if testing.Short() {
		graphs = 100
	}
	for range graphs {
		g, order := randomGraph(t, rng, 1+rng.IntN(9))
		poly := polynomial(t, g, order)
		for colors := 1; colors <= 3 && affordable(g.Len(), colors); colors++ {
			want := enumerated(g, colors)
			got, _, err := transfer.Legal(t.Context(), g, order, colors, integers(t, colors), transfer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != want || at(poly, colors).String() != want {
				t.Errorf("edges %v, order %v, %d colours: %v and %v, want %s",
					edges(g), order, colors, got, at(poly, colors), want)
			}
		}
	}
}

// The number does not depend on the order of the vertices.
func TestOrders(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for _, c := range []struct {
		kind lattice.Kind
		want string
	}{{lattice.Triangular, "30323117"}, {lattice.Torus, "37764009"}} {
		g := piece(t, c.kind, 4, 4)
		orders := 5
		if testing.Short() {
			orders = 2
		}
		for range orders {
			got, _, err := transfer.Legal(t.Context(), g, rng.Perm(g.Len()), 2, integers(t, 2), transfer.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != c.want {
				t.Errorf("%v: %v, want %s", g, got, c.want)
			}
		}
	}
}

func edges(g *lattice.Graph) (list [][2]int) {
	for u, v := range g.Edges() {
		list = append(list, [2]int{u, v})
	}
	return list
}

func integers(t testing.TB, lambda int) transfer.Integers {
	t.Helper()
	ev, err := transfer.NewIntegers(lambda, lambda+1)
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

func polynomial(t testing.TB, g *lattice.Graph, order []int) []*big.Int {
	t.Helper()
	p, _, err := transfer.Legal(t.Context(), g, order, transfer.AnyColors, transfer.Polynomials{}, transfer.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// at returns the value of a polynomial.
func at(p []*big.Int, x int) *big.Int {
	y := new(big.Int)
	for k := len(p) - 1; k >= 0; k-- {
		y.Mul(y, big.NewInt(int64(x)))
		y.Add(y, p[k])
	}
	return y
}
