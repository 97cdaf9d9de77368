// Package paths counts and estimates walks without return through a directed graph: simple paths
// from a start, and a little more.
//
// # What is counted
//
// A walk without return begins at the start of a Problem and enters no node twice. All such walks
// count, the walk of no step and every beginning of a longer walk among them. Two things go beyond
// simple paths. An edge may stand for several parallel edges. And nodes may have partners: a walk
// may leave a node by an edge of its partner, whether the partner was entered before or not; the
// partner then counts as entered. The game of Go needs both, see package game.
//
// # Exactly
//
// CountWalks takes graphs of up to MaxNodes nodes. Enumerate is the slow way.
//
// # By sampling
//
// EstimateWalks takes graphs of any size.
package paths

import (
	"context"
	"fmt"

	"combigo.dev/combigo/digraph"
)

// MaxNodes is the largest number of nodes of a problem that CountWalks takes.
const MaxNodes = 64

// A Problem is a graph with a start. Its solutions are what the package comment calls walks without
// return.
type Problem struct {
	Graph *digraph.Graph
	Start int
	// End, if set, is the node where walks have to end.
	End *int
	// Partner, if set, has the partner of every node, another node. The partner of the partner is the
	// node itself.
	Partner []int
	// Parallel says for how many parallel edges an edge (from, to) stands, if for more than one.
	// With partners they lead from a node to its partner.
	Parallel map[[2]int]int
	// Symmetries are a group of permutations of the nodes that keep edges, their numbers and partners.
	// No symmetries mean the identity alone. They save work, and change no result.
	Symmetries [][]int32
}

// check returns an error if the problem is not well formed.
func (p *Problem) check() error {
	n := p.Graph.Len()
	if p.Start < 0 || p.Start >= n {
		return fmt.Errorf("paths: the start is node %d: want one from 0 to %d", p.Start, n-1)
	}
	if p.End != nil && (*p.End < 0 || *p.End >= n) {
		return fmt.Errorf("paths: the end is node %d: want one from 0 to %d", *p.End, n-1)
	}
	if p.Partner != nil && len(p.Partner) != n {
		return fmt.Errorf("paths: %d partners for %d nodes", len(p.Partner), n)
	}
	for v, w := range p.Partner {
		if w < 0 || w >= n || w == v || p.Partner[w] != v {
			return fmt.Errorf("paths: the partner of node %d is %d", v, w)
		}
	}
	for edge, times := range p.Parallel {
		if times < 2 || min(edge[0], edge[1]) < 0 || max(edge[0], edge[1]) >= n || !p.Graph.HasEdge(edge[0], edge[1]) ||
			p.Partner != nil && p.Partner[edge[0]] != edge[1] {
			return fmt.Errorf("paths: %d parallel edges %v", times, edge)
		}
	}
	for i, s := range p.Symmetries {
		if !p.keeps(s) {
			return fmt.Errorf("paths: permutation %d is no symmetry of the graph", i)
		}
	}
	return nil
}

// keeps reports whether a permutation keeps edges and partners. Of a finite graph it is enough that
// edges become edges.
func (p *Problem) keeps(s []int32) bool {
	n := p.Graph.Len()
	if len(s) != n {
		return false
	}
	seen := make([]bool, n)
	for v, to := range s {
		if to < 0 || int(to) >= n || seen[to] || p.Partner != nil && p.Partner[to] != int(s[p.Partner[v]]) {
			return false
		}
		seen[to] = true
		for _, w := range p.Graph.Successors(v) {
			if !p.Graph.HasEdge(int(to), int(s[w])) || p.times(v, int(w)) != p.times(int(to), int(s[w])) {
				return false
			}
		}
	}
	return true
}

// endsAt reports whether walks may end at a node.
func (p *Problem) endsAt(v int) bool { return p.End == nil || *p.End == v }

// times returns the number of parallel edges for which an edge stands.
func (p *Problem) times(v, w int) int { return max(p.Parallel[[2]int{v, w}], 1) }

// Enumerate counts walks without return one by one. It goes through all walks from the start, up to
// a limit, and returns how many of them end where they have to, and whether those are all. It is
// the slow way, for checks.
func Enumerate(ctx context.Context, p *Problem, limit int64) (count int64, all bool) {
	entered := make([]bool, p.Graph.Len())
	var from func(v int)
	step := func(v int) { // every step from a node
		for _, w := range p.Graph.Successors(v) {
			if entered[w] {
				continue
			}
			entered[w] = true
			for range p.times(v, int(w)) {
				from(int(w))
			}
			entered[w] = false
		}
	}
	from = func(v int) { // the walk that ends here, and those that go on
		if limit <= 0 {
			return
		}
		limit--
		if p.endsAt(v) {
			count++
		}
		if limit%4096 == 0 && ctx.Err() != nil {
			limit = 0
		}
		step(v)
		if p.Partner != nil {
			partner := p.Partner[v]
			before := entered[partner]
			entered[partner] = true
			step(partner)
			entered[partner] = before
		}
	}
	entered[p.Start] = true
	from(p.Start)
	return count, limit > 0
}
