package paths

import "combigo.dev/combigo/digraph"

// A nodeSet is a set of nodes as bits.
type nodeSet []uint64

// newNodeSet returns an empty set of nodes with numbers below a bound.
func newNodeSet(nodes int) nodeSet { return make(nodeSet, (nodes+63)/64) }
func (s nodeSet) has(v int32) bool { return s[v>>6]>>(v&63)&1 != 0 }
func (s nodeSet) add(v int32)      { s[v>>6] |= 1 << (v & 63) }
func (s nodeSet) remove(v int32)   { s[v>>6] &^= 1 << (v & 63) }

// A reacher finds which nodes of a set can be reached from a source through the set. It searches
// forward from the source and backward from a target, and stops where the searches meet: in the
// middle of a game nearly every node can be reached from every other, and they meet soon.
type reacher struct {
	graph, reverse *digraph.Graph
	set            nodeSet
	ahead          nodeSet // the nodes of queue
	queue          []int32 // nodes that the forward search has reached
	done           int     // the number of nodes of queue whose successors are in it
	behind         nodeSet // the nodes of trail
	trail          []int32 // nodes from which the target can be reached
	lost           nodeSet // the nodes of missed
	missed         []int32 // nodes that cannot be reached from the source
}

// newReacher returns a reacher of a graph, whose reverse is given.
func newReacher(graph, reverse *digraph.Graph) *reacher {
	n := graph.Len()
	return &reacher{graph: graph, reverse: reverse, ahead: newNodeSet(n), behind: newNodeSet(n), lost: newNodeSet(n)}
}

// start begins anew with a set and a source in it.
func (r *reacher) start(source int32, set nodeSet) {
	r.set, r.done = set, 0
	clear(r.ahead)
	r.ahead.add(source)
	r.queue = append(r.queue[:0], source)
}

// reaches reports whether the target v, a node of the set, can be reached from the source. If not,
// trail has all nodes of the set from which v can be reached, except for nodes that are lost
// already.
func (r *reacher) reaches(v int32) bool {
	if r.ahead.has(v) {
		return true
	}
	clear(r.behind)
	r.behind.add(v)
	r.trail = append(r.trail[:0], v)
	for i := 0; i < len(r.trail); i++ {
		if len(r.trail) > len(r.queue) && r.grow() {
			return true
		}
		for _, w := range r.reverse.Successors(int(r.trail[i])) {
			switch {
			case !r.set.has(w) || r.behind.has(w) || r.lost.has(w):
			case r.ahead.has(w):
				return true
			default:
				r.behind.add(w)
				r.trail = append(r.trail, w)
			}
		}
	}
	return false
}

// grow continues the forward search until it has reached about twice as many nodes, and reports
// whether it met the backward search.
func (r *reacher) grow() bool {
	met := false
	for want := 2*len(r.queue) + 16; r.done < len(r.queue) && len(r.queue) < want; r.done++ {
		for _, w := range r.graph.Successors(int(r.queue[r.done])) {
			if r.set.has(w) && !r.ahead.has(w) {
				r.ahead.add(w)
				r.queue = append(r.queue, w)
				met = met || r.behind.has(w)
			}
		}
	}
	return met
}

// unreached returns the nodes of the set that cannot be reached from the source. The source is one
// of the doors, and every node of the set can be reached from some door; so a node that cannot be
// reached from the source is reached from a door that cannot. The list is valid until the next
// call.
func (r *reacher) unreached(doors []int32) []int32 {
	clear(r.lost)
	r.missed = r.missed[:0]
	r.lose(doors)
	for i := 0; i < len(r.missed); i++ {
		r.lose(r.graph.Successors(int(r.missed[i])))
	}
	return r.missed
}

// lose adds to missed those of some nodes that cannot be reached from the source, and all nodes
// from which they can be reached.
func (r *reacher) lose(nodes []int32) {
	for _, v := range nodes {
		if !r.set.has(v) || r.lost.has(v) || r.reaches(v) {
			continue
		}
		for _, w := range r.trail {
			if !r.lost.has(w) {
				r.lost.add(w)
				r.missed = append(r.missed, w)
			}
		}
	}
}
