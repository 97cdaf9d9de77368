package fewest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/lattice"
)

func ExampleSearch_Positions() {
	var s Search
	for n := 1; n <= 7; n++ {
		positions, _, err := s.Positions(context.Background(), n)
		if err != nil {
			panic(err)
		}
		fmt.Println(n, positions)
	}
	// Output:
	// 1 1
	// 2 5
	// 3 15
	// 4 41
	// 5 107
	// 6 273
	// 7 707
}

// All connected graphs of few vertices, and the colourings of each, one by one.
func TestPositionsOfAllGraphs(t *testing.T) {
	var s Search
	for n := 1; n <= 5; n++ {
		var pairs [][2]int
		for v := range n {
			for u := range v {
				pairs = append(pairs, [2]int{u, v})
			}
		}
		var want uint64
		for set := range 1 << len(pairs) {
			var edges [][2]int
			for i, pair := range pairs {
				if set>>i&1 != 0 {
					edges = append(edges, pair)
				}
			}
			if !connected(n, edges) {
				continue
			}
			g, err := lattice.FromEdges(n, edges)
			if err != nil {
				t.Fatal(err)
			}
			positions, err := enumeration.Count(g, 2)
			if err != nil {
				t.Fatal(err)
			}
			if want == 0 || positions.Uint64() < want {
				want = positions.Uint64()
			}
		}
		if got, _, err := s.Positions(t.Context(), n); err != nil || got.Uint64() != want {
			t.Errorf("%d vertices: %d positions, %v, want %d", n, got, err, want)
		}
	}
}

// plainPositions goes through all joined trees, and leaves out only those that have three numbers
// that are at least those of another tree of their size.
func plainPositions(vertices int) []uint64 {
	type tree [3]uint64
	bySize, fewest := [][]tree{{{1, 0, 1}}}, []uint64{1}
	for n := 2; n <= vertices; n++ {
		seen, all := map[tree]bool{}, []tree(nil)
		for i, uppers := range bySize {
			for _, a := range uppers {
				for _, b := range bySize[n-2-i] {
					t := tree{a[0] * (b[0] + 2*b[1] + 2*b[2]), (a[1]+a[2])*(b[0]+2*b[1]+b[2]) - a[2]*(b[2]+b[1]), a[2] * (b[2] + b[1])}
					if !seen[t] {
						seen[t], all = true, append(all, t)
					}
				}
			}
		}
		var kept []tree
		least := all[0][0] + 2*all[0][1]
		for _, t := range all {
			least = min(least, t[0]+2*t[1])
			if !slices.ContainsFunc(all, func(k tree) bool { return k != t && k[0] <= t[0] && k[1] <= t[1] && k[2] <= t[2] }) {
				kept = append(kept, t)
			}
		}
		bySize, fewest = append(bySize, kept), append(fewest, least)
	}
	return fewest
}

func TestPositionsOfAllTrees(t *testing.T) {
	var s Search
	for i, want := range plainPositions(18) {
		if got, _, err := s.Positions(t.Context(), i+1); err != nil || got.Uint64() != want {
			t.Errorf("%d vertices: %v positions, %v, want %d", i+1, got, err, want)
		}
	}
}

// The trees of a kept set are less than all joined ones, for weights drawn at random.
func TestNeeded(t *testing.T) {
	var s Search
	if _, _, err := s.Positions(t.Context(), 60); err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for _, n := range []int{20, 41, 60} {
		var all []*rooted
		for i := 1; i < n; i++ {
			for _, a := range s.bySize[i-1] {
				for _, b := range s.bySize[n-i-1] {
					all = append(all, join(a, b))
				}
			}
		}
		for range 50 {
			weights := [numbers]float64{rng.Float64(), rng.Float64(), rng.Float64()}
			least := func(trees []*rooted) (x float64) {
				for i, k := range trees {
					if y := dot(&weights, &k.sums); i == 0 || y < x {
						x = y
					}
				}
				return x
			}
			if x, y := least(s.bySize[n-1]), least(all); x > y*(1+margin) {
				t.Errorf("%d vertices: %v, and %v of all joined trees", n, x, y)
			}
		}
	}
}

// An edge more, and no position is lost: all graphs of 4 vertices.
func TestEdges(t *testing.T) {
	pairs := [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}
	positions := make([]map[string]bool, 1<<len(pairs))
	for set := range positions {
		var edges [][2]int
		for i, pair := range pairs {
			if set>>i&1 != 0 {
				edges = append(edges, pair)
			}
		}
		g, err := lattice.FromEdges(4, edges)
		if err != nil {
			t.Fatal(err)
		}
		positions[set] = map[string]bool{}
		for p := range enumeration.Positions(g, 2) {
			if enumeration.Legal(g, p) {
				positions[set][fmt.Sprint(p)] = true
			}
		}
	}
	for set := range positions {
		for i := range pairs {
			more := set | 1<<i
			for p := range positions[set] {
				if !positions[more][p] {
					t.Errorf("graph %06b: position %s is lost with edge %v", set, p, pairs[i])
				}
			}
		}
	}
}

// The trees that are found have as many positions, counted by the general engine.
func TestTreesByTheGeneralEngine(t *testing.T) {
	var s Search
	for _, n := range []int{1, 2, 9, 16, 25, 100} {
		want, tree, err := s.Positions(t.Context(), n)
		if err != nil {
			t.Fatal(err)
		}
		edges := [][2]int{}
		for u, v := range tree.Edges() {
			edges = append(edges, [2]int{u, v})
		}
		if len(edges) != n-1 || !connected(n, edges) {
			t.Errorf("%d vertices: %v is no tree", n, edges)
		}
		got, err := count.Graph(t.Context(), tree, count.Options{})
		if err != nil || got.Value.Cmp(want) != 0 {
			t.Errorf("%d vertices: %v positions, %v, want %d", n, got.Value, err, want)
		}
	}
}

// A search that is interrupted goes on later.
func TestInterrupted(t *testing.T) {
	var s Search
	ended, end := context.WithCancel(t.Context())
	end()
	if _, _, err := s.Positions(ended, 9); !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: %v", err)
	}
	if positions, _, err := s.Positions(t.Context(), 9); err != nil || positions.Int64() != 4617 {
		t.Errorf("9 vertices: %d positions, %v", positions, err)
	}
}

func TestTooManyVertices(t *testing.T) {
	for _, n := range []int{0, MaxVertices + 1} {
		if _, _, err := new(Search).Positions(t.Context(), n); err == nil {
			t.Errorf("%d vertices: no error", n)
		}
	}
}

func connected(n int, edges [][2]int) bool {
	label := make([]int, n)
	for v := range label {
		label[v] = v
	}
	for _, e := range edges {
		from, to := label[e[0]], label[e[1]]
		for v := range label {
			if label[v] == from {
				label[v] = to
			}
		}
	}
	for _, l := range label {
		if l != label[0] {
			return false
		}
	}
	return true
}
