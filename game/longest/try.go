package longest

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/digraph/cyclecover"
)

// A try is one search through all folds. In the first fold it looks for a long cycle. In each fold
// that follows it begins with the cycles to which the last cycle unfolds. The last fold is the
// graph itself, with an arc to node 0 from all nodes: there a cycle is a path.
type try struct {
	folds  []*fold
	upper  int     // an upper bound on the arcs of a path
	wanted []int32 // nodes that the longest paths visit
	rng    *rand.Rand
	steps  int64     // steps that are left; 0 means until the end
	end    time.Time // the time at which the last fold ends
	report func(fraction float64)
}

// maxLost is the largest number of nodes that a merger of a first cover leaves out for a cycle.
const maxLost = 2

// path searches and returns the longest path that was met.
func (t *try) path(ctx context.Context) []int32 {
	var successor []int32 // of the nodes of the graph
	for i, f := range t.folds {
		last := i == len(t.folds)-1
		optional := make([]bool, f.Len())
		for x := range optional {
			optional[x] = !last || x > 0
		}
		cover := t.start(ctx, f, successor, optional)
		a := &annealer{
			Finder: cyclecover.NewFinder(f.Graph, cover, optional, t.rng), rng: t.rng,
			folded: !last, goal: t.upper / len(f.group), wanted: f.orbitsOf(t.wanted),
		}
		if last {
			a.goal = t.upper + 1
		}
		cycle := a.anneal(ctx, t.clock(last), func(x float64) {
			t.report((float64(i) + x) / float64(len(t.folds)))
		})
		if last {
			return cycle
		}
		successor = f.unfold(cycle, t.rng)
	}
	return nil // there is always the graph itself
}

// start returns the cover of a fold with which the search begins there. It is the image of the
// cover successor if that is not nil, otherwise a cover that visits all wanted nodes if there is
// one, or else any. Its cycles are merged as far as that is easy: first without a loss, then with
// one or two nodes left out for each cycle.
func (t *try) start(ctx context.Context, f *fold, successor []int32, optional []bool) *cyclecover.Cover {
	orbits := []int32(nil)
	if successor != nil {
		orbits = f.folded(successor)
		if f.orbit[0] != none {
			open(f, orbits)
		}
	} else {
		free := slices.Clone(optional)
		for _, x := range f.orbitsOf(t.wanted) {
			free[x] = false
		}
		for _, free := range [][]bool{free, optional} {
			if orbits == nil {
				orbits, _ = cyclecover.Perfect(ctx, f.Graph, free)
			}
		}
	}
	if orbits == nil {
		orbits = identity(f.Len())
	}
	m := cyclecover.NewMerger(f.Graph, cyclecover.NewCover(orbits), optional, t.rng)
	m.Rounds = 1
	for ; m.Lose <= maxLost; m.Lose++ {
		_ = m.Merge(ctx) // some cycles may be left
	}
	return m.Cover
}

// straight returns a path from node 0 that always goes to the successor with the fewest successors
// not yet on the path, until there is none.
func straight(g *digraph.Graph) []int32 {
	met := make([]bool, g.Len())
	isMet := func(v int32) bool { return met[v] }
	path := []int32{0}
	for {
		end := path[len(path)-1]
		met[end] = true
		best, least := int32(none), 0
		for _, w := range g.Successors(int(end)) {
			ways := len(slices.DeleteFunc(slices.Clone(g.Successors(int(w))), isMet))
			if !met[w] && (best == none || ways < least) {
				best, least = w, ways
			}
		}
		if best == none {
			return path
		}
		path = append(path, best)
	}
}

// open puts node 0 into a longest cycle before one of its successors.
func open(f *fold, successor []int32) {
	c := cyclecover.NewCover(slices.Clone(successor))
	first := int32(none)
	for _, v := range f.Successors(0) {
		if first == none || c.CycleLen(v) > c.CycleLen(first) {
			first = v
		}
	}
	if first != none {
		successor[c.Predecessor(first)], successor[0] = 0, first
	}
}

// clock returns the clock of a fold that begins now. A fold takes a third of the time or the steps
// that are left, and the last fold all of them.
func (t *try) clock(last bool) clock {
	part := int64(3)
	if last {
		part = 1
	}
	if t.steps > 0 {
		own := max(t.steps/part, 1)
		t.steps = max(t.steps-own, 1)
		return func(step int64) float64 { return float64(step) / float64(own) }
	}
	begin, own := time.Now(), max(time.Until(t.end)/time.Duration(part), 1)
	return func(int64) float64 { return float64(time.Since(begin)) / float64(own) }
}
