package polynomial

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/lattice"
)

// legality adds up the probabilities of the legal positions of a graph, one by one.
func legality(g *lattice.Graph, p *big.Rat) *big.Rat {
	n, sum := g.Len(), new(big.Rat)
	position, empty := make([]int, n), new(big.Rat).Sub(big.NewRat(1, 1), new(big.Rat).Add(p, p))
	var visit func(v int, probability *big.Rat)
	visit = func(v int, probability *big.Rat) {
		if v == n {
			for u := range n {
				if position[u] > 0 && !lives(g, position, u, map[int]bool{}) {
					return
				}
			}
			sum.Add(sum, probability)
			return
		}
		for color, factor := range []*big.Rat{empty, p, p} {
			position[v] = color
			visit(v+1, new(big.Rat).Mul(probability, factor))
		}
	}
	visit(0, big.NewRat(1, 1))
	return sum
}

// lives reports whether the string of a stone has a liberty or a safe point.
func lives(g *lattice.Graph, position []int, v int, seen map[int]bool) bool {
	seen[v] = true
	if g.Safe(v) {
		return true
	}
	for _, u := range g.Neighbors(v) {
		if position[u] == 0 || position[u] == position[v] && !seen[u] && lives(g, position, u, seen) {
			return true
		}
	}
	return false
}

func TestProbability(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 8))
	boards := []*lattice.Graph{graph(t, lattice.Square, 1, 1), graph(t, lattice.Square, 2, 4), graph(t, lattice.Triangular, 3, 2), graph(t, lattice.Cycle, 1, 7)}
	for range 12 {
		n := 1 + rng.IntN(7)
		var edges [][2]int
		for v := range n {
			for u := range v {
				if rng.IntN(2) == 0 {
					edges = append(edges, [2]int{u, v})
				}
			}
		}
		g, err := lattice.FromEdges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		if rng.IntN(3) == 0 {
			if g, err = g.WithSafe(rng.IntN(n)); err != nil {
				t.Fatal(err)
			}
		}
		boards = append(boards, g)
	}
	for _, g := range boards {
		r, err := Probability(context.Background(), g, Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []*big.Rat{big.NewRat(1, 5), big.NewRat(1, 2), big.NewRat(3, 7)} {
			if got, want := r.Poly.At(p), legality(g, p); got.Cmp(want) != 0 {
				t.Errorf("%s at %v: %v, want %v", g, p, got, want)
			}
		}
	}
}
