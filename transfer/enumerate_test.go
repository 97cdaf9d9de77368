package transfer_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// enumerated returns the numbers of legal positions of 0, 1, ... colours, found by looking at all
// colourings of the most.
func enumerated(g *lattice.Graph, colors int) []string {
	counts := make([]int64, colors+1)
	for position := range enumeration.Positions(g, colors) {
		counts[slices.Max(position)]++
	}
	var numbers []string
	var sum int64
	for _, n := range counts {
		sum += n
		numbers = append(numbers, strconv.FormatInt(sum, 10))
	}
	return numbers
}

// affordable returns how many colours are few enough to look at all colourings, two of 12 points
// say, and at most three: by quick tests two of 9 points.
func affordable(points int) int {
	most := 3e4
	if longtests.Wanted() {
		most = 1e6
	}
	colors := 3
	for colors > 0 && math.Pow(float64(1+colors), float64(points)) >= most {
		colors--
	}
	return colors
}

func TestLegalEnumerated(t *testing.T) {
	for _, kind := range lattice.Kinds() {
		for rows := 1; rows <= 4; rows++ {
			most := 10
			if kind == lattice.Square && rows > 2 {
				most = 12
			}
			for cols := 1; rows*cols <= most; cols++ {
				for _, safe := range []lattice.Options{{}, {SafeTop: true}, {SafeTop: true, SafeBottom: true}} {
					g, err := lattice.New(kind, rows, cols, safe)
					if err != nil {
						continue // there is no such piece
					}
					points := g.Len()
					if safe != (lattice.Options{}) {
						points++ // the largest boards without safe points alone
					}
					for colors, want := range enumerated(g, affordable(points)) {
						if got := count(t, g, colors); got != want {
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
	graphs := 120
	if !longtests.Wanted() {
		graphs = 40
	}
	for i := range graphs {
		n := 1 + rng.IntN(8)
		if i%10 == 0 {
			n = 9
		}
		g, order := randomGraph(t, rng, n)
		poly := polynomial(t, g, order)
		for colors, want := range enumerated(g, affordable(g.Len())) {
			got, _, err := transfer.Legal(t.Context(), g, order, colors, integers(t, colors), par.Options{})
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
		kind         lattice.Kind
		rows, orders int
		want         string
	}{
		{lattice.Triangular, 3, 5, "382371"},
		{lattice.Torus, 3, 5, "474585"},
		{lattice.Triangular, 4, 1, "30323117"},
		{lattice.Torus, 4, 1, "37764009"},
	} {
		if c.rows > 3 && !longtests.Wanted() {
			continue
		}
		g := piece(t, c.kind, c.rows, 4)
		for range c.orders {
			got, _, err := transfer.Legal(t.Context(), g, rng.Perm(g.Len()), 2, integers(t, 2), par.Options{})
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
	p, _, err := transfer.Legal(t.Context(), g, order, transfer.AnyColors, transfer.Polynomials{}, par.Options{})
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
