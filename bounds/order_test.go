package bounds_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/lattice"
)

// dead returns the stones of strings without an empty neighbour.
func dead(g *lattice.Graph, stones []int) (all []int) {
	seen := make([]bool, len(stones))
	for v := range stones {
		if stones[v] == 0 || seen[v] {
			continue
		}
		seen[v] = true
		group, alive := []int{v}, false
		for i := 0; i < len(group); i++ {
			for _, w := range g.Neighbors(group[i]) {
				alive = alive || stones[w] == 0
				if stones[w] == stones[v] && !seen[w] {
					seen[w] = true
					group = append(group, w)
				}
			}
		}
		if !alive {
			all = append(all, group...)
		}
	}
	return all
}

// TestPatternOfTheOrder checks the claims of docs/bounds.md, "More edges, more positions", on
// random positions: the pattern in a window keeps a legal position of the lattice with more edges
// legal, and is illegal on the lattice with fewer.
func TestPatternOfTheOrder(t *testing.T) {
	rng := rand.New(rand.NewPCG(45, 4))
	for _, c := range []struct {
		fewer, more lattice.Kind
		window      int
	}{
		{lattice.Square, lattice.Triangular, 17},
		{lattice.Hexagonal, lattice.Square, 12},
		{lattice.SquareOctagonal, lattice.Square, 12},
	} {
		const side, u = 8, 4*8 + 4 // row 4 of column 4, both even
		few, err := lattice.New(c.fewer, side, side, lattice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		more, err := lattice.New(c.more, side, side, lattice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		pattern := map[int]int{u: 1}
		for _, w := range few.Neighbors(u) {
			pattern[w] = 2
		}
		for _, v := range append(slices.Clone(few.Neighbors(u)), u) {
			for _, w := range more.Neighbors(v) {
				if _, ok := pattern[w]; !ok {
					pattern[w] = 0
				}
			}
		}
		if len(pattern) != c.window {
			t.Errorf("%v in %v: a window of %d points, want %d", c.fewer, c.more, len(pattern), c.window)
		}
		for range 3000 {
			stones := make([]int, side*side)
			empty := rng.IntN(4)
			for v := range stones {
				stones[v] = max(0, rng.IntN(3+empty)-empty)
			}
			for _, v := range dead(more, stones) {
				stones[v] = 0
			}
			for v, stone := range pattern {
				stones[v] = stone
			}
			if d := dead(more, stones); len(d) > 0 {
				t.Fatalf("%v in %v: %v die in %v", c.fewer, c.more, d, stones)
			}
			if !slices.Contains(dead(few, stones), u) {
				t.Fatalf("%v in %v: legal on both: %v", c.fewer, c.more, stones)
			}
		}
	}
}
