package transfer_test

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// signedOracle counts the legal positions of a signed graph by the number of vertices of either
// colour, by growing strings vertex by vertex.
func signedOracle(g *lattice.SignedGraph) map[[2]int]int64 {
	counts := map[[2]int]int64{}
	position := make([]int, g.Len())
	var try func(v int)
	try = func(v int) {
		if v < g.Len() {
			for position[v] = 0; position[v] < 3; position[v]++ {
				try(v + 1)
			}
			position[v] = 0
			return
		}
		var stones [3]int
		for u, c := range position {
			stones[c]++
			if c > 0 && !signedLive(g, position, u, map[int]bool{}) {
				return
			}
		}
		counts[[2]int{stones[1], stones[2]}]++
	}
	try(0)
	return counts
}

func signedLive(g *lattice.SignedGraph, position []int, v int, seen map[int]bool) bool {
	seen[v] = true
	live := g.Safe(v)
	for _, u := range g.Neighbors(v) {
		same, opposite := g.Joins(u, v)
		one := same && position[u] == position[v] || opposite && position[u]+position[v] == 3
		switch {
		case position[u] == 0:
			live = true
		case one && !seen[u]:
			live = signedLive(g, position, u, seen) || live
		}
	}
	return live
}

// checkSigned compares a signed graph, in some order, with the oracle.
func checkSigned(t *testing.T, r *rand.Rand, g *lattice.SignedGraph) {
	t.Helper()
	want := signedOracle(g)
	total := int64(0)
	for _, n := range want {
		total += n
	}
	order := r.Perm(g.Len())
	got, _, err := transfer.CountLegal(t.Context(), g, order, 2, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got.Int64() != total {
		t.Errorf("%v in order %v: %v positions, want %d", g, order, got, total)
	}
	weights := make([]transfer.Weight, g.Len())
	for i := range weights {
		weights[i] = transfer.Weight{Own: 1}
	}
	table := stonesOf(t, g, order, weights)
	for b, row := range table {
		for w, n := range row {
			if n.Int64() != want[[2]int{b, w}] {
				t.Errorf("%v in order %v: %v positions of %d and %d stones, want %d", g, order, n, b, w, want[[2]int{b, w}])
			}
		}
	}
}

func stonesOf(t testing.TB, g transfer.Graph, order []int, weights []transfer.Weight) [][]*big.Int {
	t.Helper()
	ev, err := transfer.NewStones(weights)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := transfer.Legal(t.Context(), g, order, 2, ev, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Signed graphs: quotients of boards and of unlucky orders.
func TestSigned(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Torus} {
		for _, side := range []int{2, 3, 4} {
			g := piece(t, kind, side, side)
			symmetries, err := lattice.Symmetries(g, 1000)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range symmetries {
				q, _, err := lattice.QuotientExchanged(g, p)
				if err != nil {
					t.Fatal(err)
				}
				if q.Len() <= 8 && r.IntN(1+len(symmetries)/16) == 0 {
					checkSigned(t, r, q)
				}
			}
		}
	}
}

// Weights, words and folded boards: the table of a board by stones, against all positions one by
// one.
func TestStones(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for _, kind := range lattice.Kinds() {
		g := piece(t, kind, 1, 6)
		if kind != lattice.Cycle {
			g = piece(t, kind, 2, 4)
		}
		weights := make([]transfer.Weight, g.Len())
		for v := range weights {
			weights[v] = transfer.Weight{Own: r.IntN(4), Other: r.IntN(3)}
		}
		order := r.Perm(g.Len())
		passed := make([]transfer.Weight, g.Len())
		for i, v := range order {
			passed[i] = weights[v]
		}
		table := stonesOf(t, g, order, passed)
		for position := range enumeration.Positions(g, 2) {
			b, w := 0, 0
			for v, c := range position {
				switch c {
				case 1:
					b, w = b+weights[v].Own, w+weights[v].Other
				case 2:
					b, w = b+weights[v].Other, w+weights[v].Own
				}
			}
			table[b][w].Sub(table[b][w], big.NewInt(1))
		}
		for b, row := range table {
			for w, n := range row {
				if n.Sign() != 0 {
					t.Errorf("%v: %v positions too many of %d and %d stones", g, n, b, w)
				}
			}
		}
	}
}

// Coefficients of more than one word, and of more than two: the sum over all is the number of legal
// positions.
func TestStonesOfLongNumbers(t *testing.T) {
	lengths := []int{11}
	if longtests.Wanted() {
		lengths = []int{11, 22, 32}
	}
	for _, cols := range lengths {
		g := piece(t, lattice.Square, 4, cols)
		weights := make([]transfer.Weight, g.Len())
		for v := range weights {
			weights[v].Own = 1
		}
		if cols > 11 { // many points, few stones
			for v := 12; v < len(weights); v++ {
				weights[v].Own = 0
			}
		}
		want, _, err := transfer.CountLegal(t.Context(), g, lattice.Order(g), 2, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		sum := new(big.Int)
		table := stonesOf(t, g, lattice.Order(g), weights)
		for b, row := range table {
			for w, n := range row {
				sum.Add(sum, n)
				if n.Cmp(table[w][b]) != 0 {
					t.Errorf("%v: %d and %d stones in %v ways, %d and %d in %v", g, b, w, n, w, b, table[w][b])
				}
			}
		}
		if sum.Cmp(want) != 0 {
			t.Errorf("%v: sum %v, want %v", g, sum, want)
		}
	}
}

// Signs are for two colours.
func TestSignedRefused(t *testing.T) {
	g := piece(t, lattice.Square, 2, 2)
	q, _, err := lattice.QuotientExchanged(g, lattice.Permutation{3, 2, 1, 0})
	if err != nil {
		t.Fatal(err)
	}
	for _, colors := range []int{1, 3, transfer.AnyColors} {
		if _, _, err := transfer.Legal(t.Context(), q, []int{0, 1}, colors, integers(t, 3), par.Options{}); err == nil {
			t.Errorf("%d colours: no error", colors)
		}
	}
	if _, err := transfer.LegalStrip(t.Context(), q, []int{0, 1}, 1, 3, par.Options{}); err == nil {
		t.Error("no error for a strip")
	}
}

func TestNewStonesRefuses(t *testing.T) {
	for _, w := range []transfer.Weight{{-1, 0}, {0, -1}, {1 << 15, 0}} {
		if _, err := transfer.NewStones([]transfer.Weight{w}); err == nil {
			t.Errorf("%v: no error", w)
		}
	}
}
