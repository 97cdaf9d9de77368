package paths

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/par"
)

// randomProblem returns a random graph, with partners if asked for.
func randomProblem(t *testing.T, random *rand.Rand, nodes, degree int, partners bool) *Problem {
	t.Helper()
	var edges [][2]int
	for v := range nodes {
		for range degree {
			edges = append(edges, [2]int{v, random.IntN(nodes)})
		}
	}
	g, err := digraph.FromEdges(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	p := &Problem{Graph: g, Start: random.IntN(nodes)}
	for v := 0; partners && v < nodes; v++ {
		p.Partner = append(p.Partner, v^1)
	}
	if !partners {
		p.Parallel = map[[2]int]int{}
		for v := range nodes {
			for _, w := range g.Successors(v) {
				if random.IntN(4) == 0 {
					p.Parallel[[2]int{v, int(w)}] = 2 + random.IntN(3)
				}
			}
		}
	}
	return p
}

// slowWalks counts walks with maps and strings of nothing but the definition, and returns the
// longest.
func slowWalks(p *Problem, at int, entered map[int]bool) (count, longest int) {
	count = 1
	step := func(from int) {
		for _, w := range p.Graph.Successors(from) {
			if entered[int(w)] {
				continue
			}
			entered[int(w)] = true
			n, far := slowWalks(p, int(w), entered)
			delete(entered, int(w))
			count += n * max(1, p.Parallel[[2]int{from, int(w)}])
			longest = max(longest, far+1)
		}
	}
	step(at)
	if p.Partner != nil {
		partner := p.Partner[at]
		before := entered[partner]
		entered[partner] = true
		step(partner)
		if !before {
			delete(entered, partner)
		}
	}
	return count, longest
}

func TestCountOfRandomGraphs(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 300 {
		p := randomProblem(t, random, 4+2*random.IntN(4), 1+random.IntN(2), i%2 == 0)
		want, longest := slowWalks(p, p.Start, map[int]bool{p.Start: true})
		for _, opt := range []par.Options{{}, {Memory: 1}} {
			c, err := CountWalks(context.Background(), p, opt)
			if err != nil || !c.Whole || c.Walks.Int64() != int64(want) || c.Longest != longest {
				t.Fatalf("%+v: %+v, %v; want %d, longest %d", p, c, err, want, longest)
			}
		}
		if count, all := Enumerate(context.Background(), p, math.MaxInt64); !all || count != int64(want) {
			t.Fatalf("%d one by one, want %d", count, want)
		}
		sum := int64(0)
		for end := range p.Graph.Len() { // some walks end there
			p.End = &end
			some, err := CountWalks(context.Background(), p, par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if count, _ := Enumerate(context.Background(), p, math.MaxInt64); count != some.Walks.Int64() || some.Longest > longest {
				t.Fatalf("%+v: %+v to node %d, %d one by one", p, some, end, count)
			}
			sum += some.Walks.Int64()
		}
		if sum != int64(want) {
			t.Fatalf("%d walks to all nodes, want %d", sum, want)
		}
	}
}

// A cycle with chords: its rotations are symmetries, and move the start.
func circulant(t *testing.T, nodes int) *Problem {
	t.Helper()
	var edges [][2]int
	for v := range nodes {
		edges = append(edges, [2]int{v, (v + 1) % nodes}, [2]int{v, (v + 3) % nodes}, [2]int{v, (v + nodes - 2) % nodes})
	}
	g, err := digraph.FromEdges(nodes, edges)
	if err != nil {
		t.Fatal(err)
	}
	p := &Problem{Graph: g}
	for by := range nodes {
		var s []int32
		for v := range nodes {
			s = append(s, int32((v+by)%nodes))
		}
		p.Symmetries = append(p.Symmetries, s)
	}
	return p
}

func TestSymmetriesChangeNothing(t *testing.T) {
	for _, nodes := range []int{8, 11, 16, 19} {
		p := circulant(t, nodes)
		with, err := CountWalks(context.Background(), p, par.Options{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		p.Symmetries = nil
		without, err := CountWalks(context.Background(), p, par.Options{Threads: 1})
		if err != nil || with.Walks.Cmp(without.Walks) != 0 || with.Longest != without.Longest {
			t.Errorf("%d nodes: %+v with symmetries, %+v without, %v", nodes, with, without, err)
		}
		if with.Entries > without.Entries {
			t.Errorf("%d nodes: %d entries with symmetries, %d without", nodes, with.Entries, without.Entries)
		}
	}
}

// Tallies, against math/big; what does not fit is noted.
func TestTallies(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	number := func(t tally) *big.Int {
		x := new(big.Int).SetUint64(t.high)
		return x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(t.low))
	}
	draw := func() tally {
		x := tally{random.Uint64() >> random.IntN(64), 0, random.IntN(MaxNodes)}
		if random.IntN(2) == 0 {
			x.high = random.Uint64() >> random.IntN(64)
		}
		return x
	}
	for range 20_000 {
		a, b := draw(), draw()
		for _, test := range []struct {
			of      func(c *counter, a, b tally) tally
			exact   *big.Int
			longest int
		}{
			{(*counter).plus, new(big.Int).Add(number(a), number(b)), max(a.longest, b.longest)},
			{(*counter).times, new(big.Int).Mul(number(a), number(b)), a.longest + b.longest},
		} {
			c := &counter{}
			got := test.of(c, a, b)
			if fits := test.exact.BitLen() <= 128; c.overflow == fits || fits && (number(got).Cmp(test.exact) != 0 || got.longest != test.longest) {
				t.Fatalf("%v and %v: %v, overflow %t; want %v", a, b, got, c.overflow, test.exact)
			}
		}
		if got, rest := cutTally(append(a.appendTo(nil), 'x')); got != a || string(rest) != "x" {
			t.Fatalf("%v is read as %v, with %q left", a, got, rest)
		}
	}
}

// Complete graphs of 8 nodes in a row, each node of one leading to all of the next, have 13700
// walks each from a node: more than 2^128 in all if they are 8, and not if they are 7.
func TestOverflowIsNoted(t *testing.T) {
	want := new(big.Int)
	for graphs := range 8 {
		var edges [][2]int
		for v := range 8 * (graphs + 1) {
			for w := v / 8 * 8; w < min(v/8*8+16, 8*(graphs+1)); w++ {
				edges = append(edges, [2]int{v, w})
			}
		}
		g, err := digraph.FromEdges(8*(graphs+1), edges)
		if err != nil {
			t.Fatal(err)
		}
		want.Mul(want, big.NewInt(8)).Add(want, big.NewInt(1)).Mul(want, big.NewInt(13700))
		got, err := CountWalks(context.Background(), &Problem{Graph: g}, par.Options{})
		switch overflow := want.BitLen() > 128; {
		case overflow && !errors.As(err, new(OverflowError)):
			t.Errorf("%d graphs: %+v, %v; want more than 2^128", graphs+1, got, err)
		case !overflow && (err != nil || got.Walks.Cmp(want) != 0 || got.Longest != 8*graphs+7):
			t.Errorf("%d graphs: %+v, %v; want %d", graphs+1, got, err, want)
		}
	}
	if want.BitLen() <= 128 {
		t.Errorf("%d is no test", want)
	}
}

// A count that is stopped says so, and is no more than the number.
func TestCountStops(t *testing.T) {
	p := circulant(t, 16)
	whole, err := CountWalks(context.Background(), p, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	c, err := CountWalks(ctx, p, par.Options{Progress: func(float64) { stop() }})
	if !errors.Is(err, context.Canceled) || c.Whole || c.Walks.Cmp(whole.Walks) >= 0 || c.Walks.Sign() <= 0 || c.Longest > whole.Longest {
		t.Errorf("stopped: %+v, %v; whole: %+v", c, err, whole)
	}
}

func TestBadProblems(t *testing.T) {
	g, err := digraph.FromEdges(4, [][2]int{{0, 1}, {1, 2}, {2, 3}, {0, 2}})
	if err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]*Problem{
		"start":     {Graph: g, Start: 4},
		"partner":   {Graph: g, Partner: []int{1, 2, 3, 0}},
		"partners":  {Graph: g, Partner: []int{1, 0}},
		"symmetry":  {Graph: g, Symmetries: [][]int32{{1, 0, 2, 3}}},
		"parallel":  {Graph: g, Parallel: map[[2]int]int{{1, 0}: 2}},
		"partnered": {Graph: g, Partner: []int{1, 0, 3, 2}, Parallel: map[[2]int]int{{1, 2}: 2}},
	} {
		if _, err := CountWalks(context.Background(), p, par.Options{}); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	wide, err := digraph.FromEdges(66, nil)
	if err != nil {
		t.Fatal(err)
	}
	var size *SizeError
	if _, err := CountWalks(context.Background(), &Problem{Graph: wide}, par.Options{}); !errors.As(err, &size) || size.Nodes != 66 {
		t.Errorf("the error is %v", err)
	}
}

// What cannot be reached, against a plain search.
func TestUnreached(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		p := randomProblem(t, random, 40, 2, false)
		r := newReacher(p.Graph, p.Graph.Reverse())
		doors := p.Graph.Successors(p.Start)
		set := newNodeSet(40)
		for _, v := range searched(p.Graph, doors, func(v int32) bool { return int(v) != p.Start }) {
			set.add(v)
		}
		for _, door := range doors {
			r.start(door, set)
			lost := r.unreached(doors)
			reached := searched(p.Graph, []int32{door}, set.has)
			for v := range int32(40) {
				if set.has(v) && slices.Contains(lost, v) == slices.Contains(reached, v) {
					t.Fatalf("door %d: node %d is lost: %v", door, v, slices.Contains(lost, v))
				}
			}
		}
	}
}

func searched(g *digraph.Graph, from []int32, allowed func(int32) bool) []int32 {
	var found []int32
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		if allowed(queue[0]) && !slices.Contains(found, queue[0]) {
			found = append(found, queue[0])
			queue = append(queue, g.Successors(int(queue[0]))...)
		}
	}
	return found
}

// Sampling is unbiased: the mean of many runs is near the number, by its own standard
// error.
func TestEstimatesAreUnbiased(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 10 {
		p := randomProblem(t, random, 10, 2, false)
		p.Parallel = nil
		want, _ := slowWalks(p, p.Start, map[int]bool{p.Start: true})
		e, err := EstimateWalks(context.Background(), p, EstimateOptions{Runs: 4000})
		if err != nil {
			t.Fatal(err)
		}
		var mean, square float64
		for _, log := range e.Logs {
			x := math.Pow(10, log)
			mean += x / float64(len(e.Logs))
			square += x * x / float64(len(e.Logs))
		}
		sigma := math.Sqrt(max(square-mean*mean, 0) / float64(len(e.Logs)))
		if math.Abs(mean-float64(want)) > 5*sigma+1e-6*mean {
			t.Errorf("the mean is %v +- %v, want %d", mean, sigma, want)
		}
		if math.Abs(math.Log10(mean)-e.Mean) > 1e-9 || e.Low > e.Mean+1e-9 || e.High < e.Mean-1e-9 {
			t.Errorf("%v, from %v to %v; want %v", e.Mean, e.Low, e.High, math.Log10(mean))
		}
	}
}

func TestEstimateIsTheSameForAnyThreads(t *testing.T) {
	p := circulant(t, 30)
	var before *Estimate
	for _, threads := range []int{1, 2, 5} {
		e, err := EstimateWalks(context.Background(), p, EstimateOptions{Options: par.Options{Threads: threads}, Seed: 9, Runs: 40})
		if err != nil {
			t.Fatal(err)
		}
		if before != nil && (!slices.Equal(e.Logs, before.Logs) || e.Mean != before.Mean || e.Low != before.Low) {
			t.Errorf("%d threads: %+v, want %+v", threads, e, before)
		}
		before = e
	}
}

func TestEstimateOptions(t *testing.T) {
	p := circulant(t, 8)
	if _, err := EstimateWalks(context.Background(), p, EstimateOptions{}); err == nil {
		t.Error("no runs and no time are no error")
	}
	if e, err := EstimateWalks(context.Background(), p, EstimateOptions{Time: 1}); err != nil || e.Runs < 1 {
		t.Errorf("a nanosecond: %+v, %v", e, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if e, err := EstimateWalks(ctx, p, EstimateOptions{Runs: 5}); e != nil || !errors.Is(err, context.Canceled) {
		t.Errorf("stopped: %+v, %v", e, err)
	}
}

// Walks of each length, against walks one by one.
func TestCountByLength(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for round := range 60 {
		p := randomProblem(t, random, 2+2*random.IntN(3), 1+random.IntN(3), round%2 == 0)
		whole, err := CountWalks(t.Context(), p, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := CountByLength(t.Context(), p, whole, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		want := make([]uint64, len(got))
		slowLengths(p, p.Start, map[int]bool{p.Start: true}, 0, want)
		if !slices.Equal(got, want) {
			t.Fatalf("%v from %d: %v walks by length, want %v", p.Graph, p.Start, got, want)
		}
	}
	if _, err := CountByLength(t.Context(), nil, &Count{Walks: new(big.Int).Lsh(big.NewInt(1), 61)}, par.Options{}); err == nil {
		t.Error("2^61 walks are counted by length")
	}
}

// slowLengths counts walks one by one by their steps.
func slowLengths(p *Problem, at int, entered map[int]bool, steps int, count []uint64) {
	count[steps]++
	step := func(from int) {
		for _, w := range p.Graph.Successors(from) {
			if !entered[int(w)] {
				entered[int(w)] = true
				for range max(1, p.Parallel[[2]int{from, int(w)}]) {
					slowLengths(p, int(w), entered, steps+1, count)
				}
				delete(entered, int(w))
			}
		}
	}
	step(at)
	if p.Partner != nil {
		partner := p.Partner[at]
		before := entered[partner]
		entered[partner] = true
		step(partner)
		if !before {
			delete(entered, partner)
		}
	}
}
