package cyclecover

import (
	"context"

	"combigo.dev/combigo/digraph"
)

const none = -1 // in place of a node

// Perfect returns the successors of a cover of a graph by cycles, or nil if there is none. Optional
// nodes, if a list says for each node whether it is one, may be left out: a node that is left out
// is its own successor.
//
// It is a perfect matching of the exits of all nodes with the entries of all nodes. Perfect first
// matches greedily, then by augmenting paths; each pass searches depth first from all free exits
// (A. Pothen and C.-J. Fan, "Computing the block triangular form of a sparse matrix", 1990).
func Perfect(ctx context.Context, g *digraph.Graph, optional []bool) ([]int32, error) {
	m := greedy(g)
	m.optional = optional
	for found := true; found; {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		found = false
		m.mark++
		clear(m.cursor)
		for v := range m.succ {
			if m.succ[v] == none && m.augment(int32(v)) {
				found = true
			}
		}
	}
	for _, w := range m.succ {
		if w == none {
			return nil, nil
		}
	}
	return m.succ, nil
}

// A matching has for each node its successor and its predecessor, none for a free exit or entry.
type matching struct {
	g          *digraph.Graph
	optional   []bool
	succ, pred []int32
	seen       []uint32 // by entry, the mark of the last pass that met it
	mark       uint32   // of the current pass
	cursor     []int    // by exit, the arc to try next
}

// greedy returns a greedy matching: each exit in turn gets the free entry to which the fewest later
// exits lead.
func greedy(g *digraph.Graph) *matching {
	n := g.Len()
	m := &matching{g: g, succ: make([]int32, n), pred: make([]int32, n), seen: make([]uint32, n), cursor: make([]int, n)}
	ways := make([]int32, n) // exits not yet matched that lead to each entry
	for v := range n {
		m.succ[v], m.pred[v] = none, none
		for _, w := range g.Successors(v) {
			ways[w]++
		}
	}
	for v := range n {
		best := int32(none)
		for _, w := range g.Successors(v) {
			ways[w]--
			if m.pred[w] == none && (best == none || ways[w] < ways[best]) {
				best = w
			}
		}
		if best != none {
			m.succ[v], m.pred[best] = best, int32(v)
		}
	}
	return m
}

// augment looks for an augmenting path from a free exit, depth first, and uses it.
func (m *matching) augment(free int32) bool {
	exits, entries := []int32{free}, []int32{}
	for len(exits) > 0 {
		v := exits[len(exits)-1]
		heads := m.g.Successors(int(v))
		choices := len(heads)
		if m.optional != nil && m.optional[v] {
			choices++ // the node itself
		}
		if m.cursor[v] == choices {
			exits = exits[:len(exits)-1]
			entries = entries[:max(0, len(entries)-1)]
			continue
		}
		w := v
		if m.cursor[v] < len(heads) {
			w = heads[m.cursor[v]]
		}
		m.cursor[v]++
		if m.seen[w] == m.mark {
			continue
		}
		m.seen[w] = m.mark
		entries = append(entries, w)
		if m.pred[w] != none {
			exits = append(exits, m.pred[w])
			continue
		}
		for i, w := range entries {
			m.succ[exits[i]], m.pred[w] = w, exits[i]
		}
		return true
	}
	return false
}
