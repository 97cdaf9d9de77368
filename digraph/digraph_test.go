package digraph

import (
	"math/rand/v2"
	"testing"
)

func random(t *testing.T, r *rand.Rand, n, edges int) (*Graph, [][2]int) {
	t.Helper()
	var list [][2]int
	for range edges {
		list = append(list, [2]int{r.IntN(n), r.IntN(n)})
	}
	g, err := FromEdges(n, list)
	if err != nil {
		t.Fatal(err)
	}
	return g, list
}

// matrix returns which nodes are joined, without loops.
func matrix(n int, edges [][2]int) [][]bool {
	m := make([][]bool, n)
	for v := range m {
		m[v] = make([]bool, n)
	}
	for _, e := range edges {
		m[e[0]][e[1]] = e[0] != e[1]
	}
	return m
}

func TestRandomGraphs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		n := 1 + r.IntN(12)
		g, edges := random(t, r, n, r.IntN(3*n))
		m := matrix(n, edges)
		loops, count := 0, 0
		distance := make([][]int, n)
		for v := range n {
			distance[v] = make([]int, n)
			for w := range n {
				if g.HasEdge(v, w) != m[v][w] || g.Reverse().HasEdge(w, v) != m[v][w] {
					t.Fatalf("edge %d %d is %v", v, w, g.HasEdge(v, w))
				}
				if distance[v][w] = 99; v == w {
					distance[v][w] = 0
				}
				if m[v][w] {
					count++
					distance[v][w] = 1
					if v < w && m[w][v] {
						loops++
					}
				}
			}
		}
		if g.TwoLoops() != loops || g.EdgeCount() != count {
			t.Fatalf("%d two-loops and %d edges, want %d and %d", g.TwoLoops(), g.EdgeCount(), loops, count)
		}
		for u := range n {
			for v := range n {
				for w := range n {
					distance[v][w] = min(distance[v][w], distance[v][u]+distance[u][w])
				}
			}
		}
		compareDistances(t, g, distance)
	}
}

// compareDistances compares components and distances with a table of distances, 99 for none.
func compareDistances(t *testing.T, g *Graph, distance [][]int) {
	t.Helper()
	c, total := g.StrongComponents(), 0
	for _, size := range c.Sizes {
		total += size
	}
	if total != g.Len() || c.Largest() < 1 {
		t.Fatalf("components of %v nodes", c.Sizes)
	}
	for v := range g.Len() {
		far := 0
		for w, got := range g.Distances(v) {
			want := distance[v][w]
			far = max(far, want)
			if want == 99 {
				want = Unreached
			}
			if int(got) != want {
				t.Fatalf("distance %d, want %d", got, want)
			}
			both := distance[v][w] < 99 && distance[w][v] < 99
			if (c.Of[v] == c.Of[w]) != both || distance[v][w] < 99 && c.Of[w] < c.Of[v] {
				t.Fatalf("components %v", c.Of)
			}
		}
		if far == 99 {
			far = Unreached
		}
		if got := g.Eccentricity(v); got != far {
			t.Fatalf("eccentricity %d, want %d", got, far)
		}
	}
}

func TestBadGraphs(t *testing.T) {
	for name, g := range map[string]struct {
		first []int64
		heads []int32
	}{
		"no offsets":       {nil, nil},
		"edges left over":  {[]int64{0, 0}, []int32{0}},
		"loop":             {[]int64{0, 1}, []int32{0}},
		"out of range":     {[]int64{0, 1, 1}, []int32{2}},
		"negative":         {[]int64{0, 1, 1}, []int32{-1}},
		"not ascending":    {[]int64{0, 2, 2, 2}, []int32{2, 1}},
		"twice":            {[]int64{0, 2, 2}, []int32{1, 1}},
		"offsets go back":  {[]int64{0, 1, 0, 1}, []int32{1}},
		"offsets too high": {[]int64{0, 2, 1}, []int32{1}},
	} {
		if _, err := New(g.first, g.heads); err == nil {
			t.Errorf("%s is no error", name)
		}
	}
	if _, err := FromEdges(2, [][2]int{{0, 2}}); err == nil {
		t.Error("a node out of range is no error")
	}
	var zero Graph
	if zero.Len() != 0 || zero.StrongComponents().Largest() != 0 {
		t.Error("the zero graph has nodes")
	}
}

func TestWithout(t *testing.T) {
	g, err := FromEdges(3, [][2]int{{0, 1}, {1, 2}, {2, 0}, {0, 2}})
	if err != nil {
		t.Fatal(err)
	}
	h := g.Without(func(v, w int) bool { return v == 0 && w == 1 })
	if h.EdgeCount() != 3 || h.HasEdge(0, 1) || !h.HasEdge(0, 2) || h.Degree(0) != 1 {
		t.Errorf("left are %v", h)
	}
}
