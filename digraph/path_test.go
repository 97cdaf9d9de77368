package digraph

import (
	"math/rand/v2"
	"testing"
)

// Paths are paths, and as long as distances are.
func TestShortestPath(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := 1; n < 30; n++ {
		var edges [][2]int
		for range 2 * n {
			edges = append(edges, [2]int{r.IntN(n), r.IntN(n)})
		}
		g, err := FromEdges(n, edges)
		if err != nil {
			t.Fatal(err)
		}
		for v := range n {
			for w, distance := range g.Distances(v) {
				path := g.ShortestPath(v, w)
				if distance == Unreached {
					if path != nil {
						t.Errorf("%d nodes: %v leads from %d to %d, which cannot be reached", n, path, v, w)
					}
					continue
				}
				if len(path) != int(distance)+1 || path[0] != int32(v) || path[len(path)-1] != int32(w) {
					t.Errorf("%d nodes: %v is no path from %d to %d at distance %d", n, path, v, w, distance)
				}
				for i := 1; i < len(path); i++ {
					if !g.HasEdge(int(path[i-1]), int(path[i])) {
						t.Errorf("%d nodes: %v has no edge from %d to %d", n, path, path[i-1], path[i])
					}
				}
			}
		}
	}
}
