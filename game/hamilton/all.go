package hamilton

import (
	"context"
	"fmt"
	"iter"

	"combigo.dev/combigo/digraph"
)

// MaxExhaustive is the largest graph, in nodes, that Cycles and Paths take.
const MaxExhaustive = 64

// exhaustive walks all simple paths that can still become Hamiltonian.
type exhaustive struct {
	ctx      context.Context
	next     []uint64 // the successors of each node as a set
	previous []uint64
	all      uint64
	path     []int32
	cyclic   bool
	yield    func([]int32) bool
	steps    int
	err      error
}

func newExhaustive(ctx context.Context, g *digraph.Graph, without uint64) (*exhaustive, error) {
	if g.Len() > MaxExhaustive {
		return nil, fmt.Errorf("a graph of %d nodes: want at most %d to go through all of its paths", g.Len(), MaxExhaustive)
	}
	e := &exhaustive{ctx: ctx, next: make([]uint64, g.Len()), previous: make([]uint64, g.Len())}
	for v := range g.Len() {
		if without>>v&1 != 0 {
			continue
		}
		e.all |= 1 << v
		for _, w := range g.Successors(v) {
			if without>>w&1 == 0 {
				e.next[v] |= 1 << w
				e.previous[w] |= 1 << v
			}
		}
	}
	return e, nil
}

// Cycles yields the Hamiltonian cycles of a graph without its node 0, each from its least node on.
// The slice changes with the next one. The last pair has an error if the search was cut short.
func Cycles(ctx context.Context, g *digraph.Graph) iter.Seq2[[]int32, error] {
	return enumerate(ctx, g, 1, 1, true)
}

// Paths yields the Hamiltonian paths of a graph that begin at node 0. The slice changes with the
// next one. The last pair has an error if the search was cut short.
func Paths(ctx context.Context, g *digraph.Graph) iter.Seq2[[]int32, error] {
	return enumerate(ctx, g, 0, 0, false)
}

func enumerate(ctx context.Context, g *digraph.Graph, without uint64, start int, cyclic bool) iter.Seq2[[]int32, error] {
	return func(yield func([]int32, error) bool) {
		e, err := newExhaustive(ctx, g, without)
		if err != nil {
			yield(nil, err)
			return
		}
		if e.all>>start&1 == 0 {
			return
		}
		e.cyclic = cyclic
		e.yield = func(path []int32) bool { return yield(path, nil) }
		e.path = append(e.path, int32(start))
		if !e.walk(e.all&^(1<<start)) && e.err != nil {
			yield(nil, e.err)
		}
	}
}

// walk extends the path through the nodes of a set, all of which it must visit. It returns false to
// stop.
func (e *exhaustive) walk(rest uint64) bool {
	if e.steps++; e.steps%(1<<12) == 0 && e.ctx.Err() != nil {
		e.err = context.Cause(e.ctx)
		return false
	}
	end := e.path[len(e.path)-1]
	if rest == 0 {
		if e.cyclic && e.next[end]>>e.path[0]&1 == 0 {
			return true
		}
		return e.yield(e.path)
	}
	if !e.canFinish(end, rest) {
		return true
	}
	for w := range set(e.next[end] & rest) {
		e.path = append(e.path, w)
		if !e.walk(rest &^ (1 << w)) {
			return false
		}
		e.path = e.path[:len(e.path)-1]
	}
	return true
}

// canFinish reports whether every node of the rest can still be entered and left. A node that can
// be entered only from the end must come next, and two such nodes cannot; one node of a path,
// though none of a cycle, may be the last.
func (e *exhaustive) canFinish(end int32, rest uint64) bool {
	leave := rest
	if e.cyclic {
		leave |= 1 << e.path[0]
	}
	last, forced := 0, 0
	for v := range set(rest) {
		in := e.previous[v]
		switch {
		case in&rest != 0:
		case in>>end&1 != 0:
			forced++
		default:
			return false
		}
		if e.next[v]&leave == 0 {
			last++
		}
	}
	return forced <= 1 && (last == 0 || last == 1 && !e.cyclic)
}

// set yields the members of a set in ascending order.
func set(s uint64) iter.Seq[int32] {
	return func(yield func(int32) bool) {
		for v := int32(0); s != 0; v++ {
			if s&1 != 0 && !yield(v) {
				return
			}
			s >>= 1
		}
	}
}
