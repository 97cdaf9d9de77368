package cyclecover_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/cyclecover"
)

// random returns a graph whose nodes have about d successors.
func random(t *testing.T, rng *rand.Rand, n, d int) *digraph.Graph {
	t.Helper()
	var edges [][2]int
	for range n * d {
		edges = append(edges, [2]int{rng.IntN(n), rng.IntN(n)})
	}
	g, err := digraph.FromEdges(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// hasCover tries all permutations, in which optional nodes may stay.
func hasCover(g *digraph.Graph, optional []bool) bool {
	used := make([]bool, g.Len())
	var place func(v int) bool
	place = func(v int) bool {
		if v == g.Len() {
			return true
		}
		heads := g.Successors(v)
		if optional != nil && optional[v] {
			heads = append(slices.Clone(heads), int32(v))
		}
		for _, w := range heads {
			if !used[w] {
				used[w] = true
				if place(v + 1) {
					return true
				}
				used[w] = false
			}
		}
		return false
	}
	return place(0)
}

func TestPerfectAgainstAllPermutations(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	found := 0
	for range 600 {
		g := random(t, rng, 2+rng.IntN(9), 1+rng.IntN(4))
		var optional []bool // all nodes must be visited, or not
		for range rng.IntN(2) * g.Len() {
			optional = append(optional, rng.IntN(4) == 0)
		}
		successor, err := cyclecover.Perfect(context.Background(), g, optional)
		if err != nil {
			t.Fatal(err)
		}
		if (successor != nil) != hasCover(g, optional) {
			t.Fatalf("the cover is %v", successor)
		}
		entered := make([]bool, g.Len())
		for v, w := range successor {
			if entered[w] || !g.HasEdge(v, int(w)) && (v != int(w) || optional == nil || !optional[v]) {
				t.Fatalf("%d goes to %d", v, w)
			}
			entered[w] = true
		}
		if successor != nil {
			found++
		}
	}
	if found < 50 || found > 550 {
		t.Errorf("%d of 600 graphs have a cover: the test tells nothing", found)
	}
}

// The outcome that is predicted for an exchange is what a walk along the cycles finds after it.
func TestOutcomeOfExchanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	for range 200 {
		n := cyclecover.MaxExchange + rng.IntN(20)
		successor := make([]int32, n)
		for v, w := range rng.Perm(n) {
			successor[v] = int32(w)
		}
		c := cyclecover.NewCover(successor)
		for range 30 {
			var e cyclecover.Exchange
			for _, v := range rng.Perm(n)[:2+rng.IntN(cyclecover.MaxExchange-1)] {
				e = append(e, int32(v))
			}
			asked := int32(rng.IntN(n))
			cycles, loops := walk(c)
			out := c.Outcome(e, asked)
			c.Apply(e)
			nowCycles, nowLoops := walk(c)
			if c.Cycles() != nowCycles || out.Fewer != cycles-nowCycles || out.Loops != nowLoops-loops || out.CycleLen != len(c.Cycle(asked)) {
				t.Fatalf("%+v estimated, %d cycles become %d, %d loops %d, the cycle has %d", out, cycles, nowCycles, loops, nowLoops, len(c.Cycle(asked)))
			}
			if c.CycleLen(asked) != len(c.Cycle(asked)) || c.Successor(c.Predecessor(asked)) != asked {
				t.Fatal("the cover does not know itself")
			}
		}
	}
}

// walk counts cycles and loops.
func walk(c *cyclecover.Cover) (cycles, loops int) {
	met := make([]bool, c.Len())
	for v := range int32(c.Len()) {
		if met[v] {
			continue
		}
		cycles++
		if c.Successor(v) == v {
			loops++
		}
		for w := v; !met[w]; w = c.Successor(w) {
			met[w] = true
		}
	}
	return cycles, loops
}

// An exchange that a finder makes has at most as many arcs as it was asked for, all of them arcs of
// the graph or loops of optional nodes, and what is found from both ends is found from one.
func TestFinder(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	made := map[bool]int{}
	for range 200 {
		g := random(t, rng, 8+rng.IntN(30), 2+rng.IntN(4))
		optional := make([]bool, g.Len())
		for v := range optional {
			optional[v] = rng.IntN(5) == 0
		}
		successor, err := cyclecover.Perfect(context.Background(), g, optional)
		if err != nil {
			t.Fatal(err)
		}
		if successor == nil {
			continue
		}
		f := cyclecover.NewFinder(g, cyclecover.NewCover(successor), optional, rng)
		for range 50 {
			tail, forward, back := int32(rng.IntN(g.Len())), 1+rng.IntN(3), 1+rng.IntN(3)
			f.Accept = func(cyclecover.Exchange) bool { return false }
			if f.From(tail, forward, back, 1<<20) {
				t.Fatal("an exchange was made that is not accepted")
			}
			f.Accept = func(cyclecover.Exchange) bool { return true }
			before := slices.Clone(successor)
			if found := f.From(tail, forward, back, 1<<20); !found {
				if f.From(tail, forward, 1, 1<<20) {
					t.Fatal("an exchange is found from one end, and was not from both")
				}
				made[false]++
				continue
			}
			made[true]++
			changed := 0
			for v, w := range successor {
				if w != before[v] {
					changed++
				}
				if f.Cover.Successor(int32(v)) != w || f.Cover.Predecessor(w) != int32(v) || !g.HasEdge(v, int(w)) && (v != int(w) || !optional[v]) {
					t.Fatalf("%d goes to %d", v, w)
				}
			}
			if changed < 2 || changed > forward+back || successor[tail] == before[tail] {
				t.Fatalf("%d arcs are changed from %d, want at most %d", changed, tail, forward+back)
			}
		}
	}
	if made[true] < 100 || made[false] < 100 {
		t.Errorf("%d exchanges were made, %d were not: the test tells nothing", made[true], made[false])
	}
}

// An exchange that turns the parity changes that of the odd arcs, and adds no cycles.
func TestTurn(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 1))
	turns := 0
	for range 50 {
		g := random(t, rng, 40, 5)
		successor, err := cyclecover.Perfect(context.Background(), g, nil)
		if err != nil {
			t.Fatal(err)
		}
		if successor == nil {
			continue
		}
		odd := func(tail, head int32) bool { return tail%7 == 0 && head%3 != 0 || tail == 3 && head > 20 }
		parity := func() (sum int) {
			for v, w := range successor {
				if odd(int32(v), w) {
					sum++
				}
			}
			return sum % 2
		}
		m := cyclecover.NewMerger(g, cyclecover.NewCover(successor), nil, rng)
		before, cycles := parity(), m.Cover.Cycles()
		turned, err := m.ChangeParity(context.Background(), []int32{0, 3, 7, 14}, odd)
		if err != nil || turned != (parity() != before) || m.Cover.Cycles() > cycles {
			t.Fatalf("%t, %v: the parity %d is %d, %d cycles are %d", turned, err, before, parity(), cycles, m.Cover.Cycles())
		}
		if turned {
			turns++
		}
	}
	if turns < 10 {
		t.Errorf("%d turns: the test tells nothing", turns)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	g := random(t, rng, 10, 9)
	successor, err := cyclecover.Perfect(context.Background(), g, nil)
	if err != nil || successor == nil {
		t.Fatal(successor, err)
	}
	m := cyclecover.NewMerger(g, cyclecover.NewCover(successor), nil, rng)
	if _, err := m.ChangeParity(ctx, []int32{0}, func(_, _ int32) bool { return false }); !errors.Is(err, context.Canceled) {
		t.Errorf("after an interrupt: %v", err)
	}
}

func TestMerge(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 1))
	for range 20 {
		g := random(t, rng, 300, 8)
		a, err := cyclecover.Perfect(context.Background(), g, nil)
		if err != nil {
			t.Fatal(err)
		}
		if a == nil {
			continue
		}
		m := cyclecover.NewMerger(g, cyclecover.NewCover(a), nil, rng)
		if err := m.Merge(context.Background()); err != nil {
			t.Fatal(err)
		}
		nodes := m.Cover.Cycle(0)
		for i, v := range nodes {
			if !g.HasEdge(int(v), int(nodes[(i+1)%len(nodes)])) {
				t.Fatalf("no arc after %d", v)
			}
		}
		if len(nodes) != g.Len() {
			t.Fatalf("a cycle of %d nodes, want all %d", len(nodes), g.Len())
		}
	}
}

// Two cycles without arcs between them cannot be merged, and the merger says so.
func TestMergeGivesUp(t *testing.T) {
	g, err := digraph.FromEdges(4, [][2]int{{0, 1}, {1, 0}, {2, 3}, {3, 2}})
	if err != nil {
		t.Fatal(err)
	}
	a, err := cyclecover.Perfect(context.Background(), g, nil)
	if err != nil || a == nil {
		t.Fatal(a, err)
	}
	m := cyclecover.NewMerger(g, cyclecover.NewCover(a), nil, rand.New(rand.NewPCG(5, 1)))
	if err := m.Merge(context.Background()); err != cyclecover.ErrStuck {
		t.Errorf("the error is %v", err)
	}
}

func TestClosed(t *testing.T) {
	g, err := digraph.FromEdges(3, [][2]int{{0, 1}, {1, 0}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := cyclecover.Closed(g)
	if err != nil || c.EdgeCount() != 4 || !c.HasEdge(2, 0) || !c.HasEdge(1, 0) {
		t.Errorf("%v, %v", c, err)
	}
}
