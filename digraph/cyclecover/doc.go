// Package cyclecover finds sets of cycles that together visit every node of a directed graph once,
// and changes them by exchanges of a few arcs.
//
// # Covers
//
// A cycle cover gives every node a successor so that no two nodes have the same: it is a
// permutation of the nodes whose arcs are in the graph. Optional nodes may have loops: a node that
// is its own successor is left out. Perfect finds a cover, quickly; finding one that is a single
// cycle is the problem of Hamilton, which is hard.
//
// Paths are cycles as well: in the graph that Closed makes every node has an arc to node 0, and a
// path from node 0 becomes a cycle with one arc more.
//
// # Exchanges
//
// An Exchange of k arcs takes the arcs that leave k nodes and gives their heads to the same nodes
// in another order. A Finder finds it as a chain t1, t2, ..., tk of tails, in which the graph has
// an arc from each to the head of the next, and from the last to the head of the first. The Finder
// seeks from both ends: if a node has d arcs, about 2 d^r chains tell of the d^2r of 2r arcs. What
// an exchange does to the cycles is known from the places of the tails on them, in a time that
// grows with the logarithm of the number of nodes (Cover.Outcome). An exchange of two arcs joins
// two cycles or parts one; in general an even number of arcs changes the parity of the number of
// cycles and an odd number does not.
//
// A Merger uses exchanges to join the cycles of a cover into one, as in the patching algorithm of
// R. M. Karp and J. M. Steele ("Probabilistic analysis of heuristics", in The Traveling Salesman
// Problem, 1985), which has k = 2, but with longer chains: in game graphs two positions seldom have
// two successors in common.
package cyclecover

import "combigo.dev/combigo/digraph"

// Closed returns the graph with an arc to node 0 from every other node.
func Closed(g *digraph.Graph) (*digraph.Graph, error) {
	first := make([]int64, 1, g.Len()+1)
	heads := make([]int32, 0, g.EdgeCount()+g.Len())
	for v := range g.Len() {
		s := g.Successors(v)
		if v > 0 && (len(s) == 0 || s[0] != 0) {
			heads = append(heads, 0)
		}
		heads = append(heads, s...)
		first = append(first, int64(len(heads)))
	}
	return digraph.New(first, heads)
}
