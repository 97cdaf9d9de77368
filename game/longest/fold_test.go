package longest

import (
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/game"
	"combigo.dev/combigo/internal/gametest"
)

// What is unfolded from a cycle of orbits is a cover along arcs of the graph that no element of the
// group changes; and it folds to the cycle again.
func TestFold(t *testing.T) {
	for _, size := range [][2]int{{1, 4}, {2, 2}, {2, 3}, {2, 4}} {
		g := gametest.Graph(t, size[0], size[1], game.Rules{})
		automorphisms := g.Automorphisms()
		chain := groups(g.Len(), automorphisms)
		if last := chain[len(chain)-1]; len(last) != 1 || len(chain[len(chain)-2]) != 2 {
			t.Fatalf("%v: the last groups of %d have %d and %d elements", size, len(chain), len(chain[len(chain)-2]), len(last))
		}
		for _, group := range chain {
			checkGroup(t, group, automorphisms)
			f, err := newFold(g.Graph, group)
			if err != nil {
				t.Fatal(err)
			}
			if len(group) == 2 && 2*f.Len() != g.Len()-1 {
				t.Errorf("%v: %d pairs of %d nodes", size, f.Len(), g.Len())
			}
			rng := rand.New(rand.NewPCG(1, 2))
			for range 20 {
				cycle := someCycle(f, rng)
				successor := f.unfold(cycle, rng)
				for v, w := range successor {
					if v != int(w) && !g.HasEdge(v, int(w)) {
						t.Fatalf("%v: no arc from %d to %d", size, v, w)
					}
					for _, p := range group {
						if successor[p[v]] != p[w] {
							t.Fatalf("%v: the cover changes at %d", size, v)
						}
					}
				}
				images := f.folded(successor)
				for i, x := range cycle {
					if y := cycle[(i+1)%len(cycle)]; images[x] != y {
						t.Fatalf("%v: after %d comes %d, want %d", size, x, images[x], y)
					}
				}
			}
		}
	}
}

// someCycle walks at random until an orbit comes again.
func someCycle(f *fold, rng *rand.Rand) []int32 {
	path := []int32{int32(rng.IntN(f.Len()))}
	for {
		next := f.Successors(int(path[len(path)-1]))
		x := next[rng.IntN(len(next))]
		if i := slices.Index(path, x); i >= 0 {
			return path[i:]
		}
		path = append(path, x)
	}
}

// checkGroup checks that a set holds the products of its elements, each of which is the identity or
// one of the automorphisms.
func checkGroup(t *testing.T, group, automorphisms [][]int32) {
	t.Helper()
	has := func(list [][]int32, p []int32) bool {
		return slices.ContainsFunc(list, func(q []int32) bool { return slices.Equal(p, q) })
	}
	for i, p := range group {
		if i > 0 && !has(automorphisms, p) {
			t.Fatalf("element %d is no automorphism", i)
		}
		for _, q := range group {
			product := make([]int32, len(p))
			for v := range p {
				product[v] = p[q[v]]
			}
			if !has(group, product) {
				t.Fatal("a product is missing")
			}
		}
	}
}

// A straight path is simple and cannot go on; its first step is to a node with the fewest ways on.
func TestStraight(t *testing.T) {
	for _, size := range [][2]int{{1, 3}, {1, 4}, {2, 2}} {
		g := gametest.Graph(t, size[0], size[1], game.Rules{})
		path := straight(g.Graph)
		met := make(map[int32]bool)
		for i, v := range path {
			if met[v] || i > 0 && !slices.Contains(g.Successors(int(path[i-1])), v) {
				t.Fatalf("%v: the path is %v", size, path)
			}
			met[v] = true
		}
		for _, w := range g.Successors(int(path[len(path)-1])) {
			if !met[w] {
				t.Errorf("%v: the path ends before %d, which is not met", size, w)
			}
		}
		for _, w := range g.Successors(0) {
			waysOn := func(v int32) int {
				return len(slices.DeleteFunc(slices.Clone(g.Successors(int(v))), func(u int32) bool { return u == 0 }))
			}
			if waysOn(w) < waysOn(path[1]) {
				t.Errorf("%v: the first step is to %d, but %d has fewer ways on", size, path[1], w)
			}
		}
	}
}
