package hamilton

import (
	"math/rand/v2"
	"testing"

	"combigo.dev/combigo/digraph"
)

// The search of all paths, against permutations.
func TestPathsAndCyclesOfRandomGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for range 200 {
		n := 2 + rng.IntN(6)
		var edges [][2]int
		for range n * 3 {
			edges = append(edges, [2]int{rng.IntN(n), rng.IntN(n)})
		}
		g, err := digraph.FromEdges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		paths, cycles := 0, 0
		for range enumerate(t.Context(), g, 0, false) {
			paths++
		}
		for range enumerate(t.Context(), g, 1, true) {
			cycles++
		}
		wantPaths, wantCycles := permuted(g)
		if paths != wantPaths || cycles != wantCycles {
			t.Fatalf("%d paths and %d cycles, want %d and %d, of %v", paths, cycles, wantPaths, wantCycles, edges)
		}
	}
}

// permuted counts paths from node 0 through all nodes, and cycles through all but node 0.
func permuted(g *digraph.Graph) (paths, cycles int) {
	rest := make([]int, g.Len()-1)
	for i := range rest {
		rest[i] = i + 1
	}
	var permute func(k int)
	permute = func(k int) {
		if k == len(rest) {
			chain := true
			for i := 1; i < len(rest); i++ {
				chain = chain && g.HasEdge(rest[i-1], rest[i])
			}
			if chain && g.HasEdge(0, rest[0]) {
				paths++
			}
			if chain && rest[0] == 1 && (len(rest) == 1 || g.HasEdge(rest[len(rest)-1], 1)) && len(rest) > 1 {
				cycles++
			}
			return
		}
		for i := k; i < len(rest); i++ {
			rest[k], rest[i] = rest[i], rest[k]
			permute(k + 1)
			rest[k], rest[i] = rest[i], rest[k]
		}
	}
	permute(0)
	return paths, cycles
}
