package cyclecover

import (
	"context"

	"combigo.dev/combigo/digraph"
)

// An Assignment is a cover of a graph by cycles of which as few as possible are loops. It gives
// each node a successor: the head of an arc that leaves it or, at the cost of 1, the node itself.
//
// The potentials prove that no cover has fewer loops: Out[v] + In[w] is at most 0 for every arc
// from v to w, Out[v] + In[v] at most 1 for every node that may have a loop, and all potentials
// together are the number of loops.
type Assignment struct {
	Successor []int32
	Out, In   []int32
	Loops     int
}

// NoAnchor is the anchor of assignments in which every node may have a loop.
const NoAnchor = -1

const (
	none = -1
	far  = int32(1) << 30
)

// Solve returns an assignment with as few loops as possible. The anchor has none; if it cannot do
// without, the result is nil, as it is for a graph without nodes.
//
// The method is that of successive shortest augmenting paths (H. W. Kuhn, 1955; J. E. Hopcroft and
// R. M. Karp, 1973): the distances are whole numbers, and all augmenting paths of one distance are
// used before the next.
func Solve(ctx context.Context, g *digraph.Graph, anchor int) (*Assignment, error) {
	a := newAssigner(g, anchor)
	for {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		d := a.distances()
		if d == far {
			return a.result(), nil
		}
		a.raise(d)
		a.augmentAll()
	}
}

// Perfect returns an assignment without loops, or nil if there is none.
func Perfect(ctx context.Context, g *digraph.Graph) (*Assignment, error) {
	a := newAssigner(g, NoAnchor)
	for {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		switch d := a.distances(); {
		case d == far:
			return a.result(), nil
		case d > 0:
			return nil, nil
		}
		a.augmentAll()
	}
}

// An assigner matches the exit of each node to the entry of one.
type assigner struct {
	g          *digraph.Graph
	anchor     int
	succ, pred []int32 // none for a free exit, a free entry
	out, in    []int32
	exitAt     []int32 // distances from the free exits, at reduced costs
	entryAt    []int32
	buckets    [][]int32 // exits by distance
	seen       []uint32  // mark of the entries that a depth-first search has met
	mark       uint32
	cursor     []int32 // the arc to look at next, of each exit
}

// newAssigner matches what a greedy choice of rare entries can.
func newAssigner(g *digraph.Graph, anchor int) *assigner {
	n := g.Len()
	a := &assigner{
		g: g, anchor: anchor, succ: make([]int32, n), pred: make([]int32, n), out: make([]int32, n), in: make([]int32, n),
		exitAt: make([]int32, n), entryAt: make([]int32, n), seen: make([]uint32, n), cursor: make([]int32, n),
	}
	ways := make([]int32, n) // exits not yet matched that lead to each entry
	for v := range n {
		a.succ[v], a.pred[v] = none, none
		for _, w := range g.Successors(v) {
			ways[w]++
		}
	}
	for v := range n {
		best := int32(none)
		for _, w := range g.Successors(v) {
			ways[w]--
			if a.pred[w] == none && (best == none || ways[w] < ways[best]) {
				best = w
			}
		}
		if best != none {
			a.succ[v], a.pred[best] = best, int32(v)
		}
	}
	return a
}

// arc returns the k-th arc of a node and its cost: the arcs of the graph, and the loop.
func (a *assigner) arc(v, k int, heads []int32) (head, cost int32, ok bool) {
	switch {
	case k < len(heads):
		return heads[k], 0, true
	case k == len(heads) && v != a.anchor:
		return int32(v), 1, true
	}
	return 0, 0, false
}

// distances finds the distances from the free exits up to that of the nearest free entry, which it
// returns: far if there is none.
func (a *assigner) distances() int32 {
	for i := range a.buckets {
		a.buckets[i] = a.buckets[i][:0]
	}
	for v := range a.succ {
		a.exitAt[v], a.entryAt[v] = far, far
		if a.succ[v] == none {
			a.reach(int32(v), 0)
		}
	}
	nearest := far
	for d := int32(0); int(d) < len(a.buckets) && d < nearest; d++ {
		for i := 0; i < len(a.buckets[d]); i++ {
			if v := a.buckets[d][i]; a.exitAt[v] == d {
				nearest = a.scan(int(v), d, nearest)
			}
		}
	}
	return nearest
}

func (a *assigner) reach(v, d int32) {
	a.exitAt[v] = d
	for int(d) >= len(a.buckets) {
		a.buckets = append(a.buckets, nil)
	}
	a.buckets[d] = append(a.buckets[d], v)
}

// scan follows the arcs of an exit at distance d, and returns the distance of the nearest free
// entry so far.
func (a *assigner) scan(v int, d, nearest int32) int32 {
	heads := a.g.Successors(v)
	for k := 0; ; k++ {
		w, cost, ok := a.arc(v, k, heads)
		if !ok {
			return nearest
		}
		e := d + cost - a.out[v] - a.in[w]
		if e >= a.entryAt[w] || e > nearest {
			continue
		}
		a.entryAt[w] = e
		if u := a.pred[w]; u == none {
			nearest = e
		} else if e < a.exitAt[u] {
			a.reach(u, e)
		}
	}
}

// raise changes the potentials by distances up to d, so that the arcs of shortest paths become
// tight.
func (a *assigner) raise(d int32) {
	for v := range a.succ {
		a.out[v] += max(0, d-a.exitAt[v])
		a.in[v] -= max(0, d-a.entryAt[v])
	}
}

// augmentAll uses augmenting paths of tight arcs until there are no more.
func (a *assigner) augmentAll() {
	for found := true; found; {
		found = false
		a.mark++
		clear(a.cursor)
		for v := range a.succ {
			if a.succ[v] == none && a.augment(int32(v)) {
				found = true
			}
		}
	}
}

// augment looks for an augmenting path of tight arcs from a free exit, depth first, and uses it.
func (a *assigner) augment(free int32) bool {
	exits, entries := []int32{free}, []int32{}
	for len(exits) > 0 {
		v := exits[len(exits)-1]
		w, cost, ok := a.arc(int(v), int(a.cursor[v]), a.g.Successors(int(v)))
		a.cursor[v]++
		switch {
		case !ok:
			exits = exits[:len(exits)-1]
			entries = entries[:max(0, len(entries)-1)]
		case cost != a.out[v]+a.in[w] || a.seen[w] == a.mark:
		case a.pred[w] != none:
			a.seen[w] = a.mark
			exits, entries = append(exits, a.pred[w]), append(entries, w)
		default:
			a.seen[w] = a.mark
			for i, w := range append(entries, w) {
				a.succ[exits[i]], a.pred[w] = w, exits[i]
			}
			return true
		}
	}
	return false
}

// result returns the assignment if it is one.
func (a *assigner) result() *Assignment {
	s := &Assignment{Successor: a.succ, Out: a.out, In: a.in}
	for v, w := range a.succ {
		switch w {
		case none:
			return nil
		case int32(v):
			s.Loops++
		}
	}
	if len(a.succ) == 0 {
		return nil
	}
	return s
}
