package longest

import (
	"context"
	"math"
	"slices"
)

// A residual is an arc of the residual network: an arc of the flow network, or its opposite.
type residual struct {
	to       int32   // the head
	back     int32   // the index of the opposite arc at the head
	capacity float64 // now
	full     float64 // before any flow
}

// negligible is the greatest flow that counts as 0.
const negligible = 1e-7

// network returns the network of the arcs that carry flow, each with its flow as its capacity.
func (r *relaxation) network() [][]residual {
	o := r.o
	net := make([][]residual, o.g.Len())
	for v := range net {
		for i, w := range o.g.Successors(v) {
			if a := o.arc[o.start[v]+int64(i)]; a != none && r.flow[a] > negligible {
				net[v] = append(net[v], residual{w, int32(len(net[w])), r.flow[a], r.flow[a]})
				net[w] = append(net[w], residual{int32(v), int32(len(net[v]) - 1), 0, 0})
			}
		}
	}
	return net
}

// A separator finds violated cuts by maximum flows.
//
// A flow that is possible from the start to u, and from u to v, is possible from the start to v. So
// if the start is known to have a flow to u that is as large as v needs, an augmenting path to v
// may begin at u, and most searches are short.
type separator struct {
	o       *orbits
	net     [][]residual
	reach   []float64  // by orbit of nodes, a flow that is possible from the start
	mark    []int32    // by node, the last round that met it
	towards []int32    // by node, the index of the arc towards the target
	round   int32      // the current search
	queue   []int32    // the nodes of the current search
	used    [][2]int32 // arcs whose capacity changed: node and index
}

// separate adds violated cuts. For each orbit of nodes it adds a cut on its representative if the
// maximum flow there from the start is smaller than the flow into it, by more than violation. It
// returns the number of new cuts, fewer if the context is done.
func (r *relaxation) separate(ctx context.Context, violation float64) int {
	o := r.o
	s := &separator{o: o, net: r.network(), reach: make([]float64, len(o.nodeRep))}
	s.mark, s.towards = make([]int32, len(s.net)), make([]int32, len(s.net))
	s.reach[o.node[0]] = math.Inf(1)
	want := make([]float64, len(o.nodeRep))
	for x := range want {
		for _, a := range o.into[x] {
			want[x] += r.flow[a]
		}
	}
	added := 0
	for _, x := range s.searchOrder(want) {
		if ctx.Err() != nil {
			break
		}
		if want[x] < 2*violation {
			continue
		}
		if s.reach[x] = s.flow(o.nodeRep[x], want[x]-violation); s.reach[x] < want[x]-violation {
			set := slices.Clone(s.queue)
			slices.Sort(set)
			r.cuts = append(r.cuts, r.newCut(o.nodeRep[x], set))
			r.prices = append(r.prices, 0)
			added++
		}
		s.reset()
	}
	return added
}

// searchOrder returns the orbits of nodes, without that of the start, in the order in which
// separate goes through them: first those with much flow, then those near the start.
func (s *separator) searchOrder(want []float64) []int32 {
	far := make([]int, len(want))
	queue := []int32{0}
	s.round++
	s.mark[0] = s.round
	for i := 0; i < len(queue); i++ {
		far[s.o.node[queue[i]]] = i
		for _, p := range s.net[queue[i]] {
			if p.full > 0 && s.mark[p.to] != s.round {
				s.mark[p.to] = s.round
				queue = append(queue, p.to)
			}
		}
	}
	var all []int32
	for x := range want {
		if s.o.nodeRep[x] != 0 {
			all = append(all, int32(x))
		}
	}
	slices.SortFunc(all, func(x, y int32) int {
		if d := math.Round(want[y]*100) - math.Round(want[x]*100); d != 0 {
			return int(d)
		}
		return far[x] - far[y]
	})
	return all
}

// flow returns the maximum flow to the target, or want if that is smaller. If the flow is smaller
// than want, queue is a least cut: the nodes from which an augmenting path leads to the target.
func (s *separator) flow(target int32, want float64) float64 {
	total := 0.0
	for least := 0.25; ; {
		from, ok := s.augmentingPath(target, want, least)
		if !ok {
			if least <= negligible {
				return total
			}
			if least /= 8; least < negligible {
				least = negligible
			}
			continue
		}
		push := want - total
		for v := from; v != target; v = s.net[v][s.towards[v]].to {
			push = min(push, s.net[v][s.towards[v]].capacity)
		}
		for v := from; v != target; {
			p := &s.net[v][s.towards[v]]
			p.capacity -= push
			s.net[p.to][p.back].capacity += push
			s.used = append(s.used, [2]int32{v, s.towards[v]})
			v = p.to
		}
		if total += push; total >= want-1e-12 {
			return want
		}
	}
}

// augmentingPath searches backward from the target, through arcs of more than the least capacity,
// for a node to which the start is known to have a flow of want. The path from there is in towards.
func (s *separator) augmentingPath(target int32, want, least float64) (from int32, ok bool) {
	s.round++
	s.queue = append(s.queue[:0], target)
	s.mark[target] = s.round
	for i := 0; i < len(s.queue); i++ {
		for _, p := range s.net[s.queue[i]] {
			if s.mark[p.to] == s.round || s.net[p.to][p.back].capacity <= least {
				continue
			}
			s.mark[p.to] = s.round
			s.towards[p.to] = p.back
			if s.reach[s.o.node[p.to]] >= want {
				return p.to, true
			}
			s.queue = append(s.queue, p.to)
		}
	}
	return 0, false
}

// reset restores the capacities that the last call of flow has changed.
func (s *separator) reset() {
	for _, u := range s.used {
		p := &s.net[u[0]][u[1]]
		q := &s.net[p.to][p.back]
		p.capacity, q.capacity = p.full, q.full
	}
	s.used = s.used[:0]
}

// newCut returns the cut of a node and a set around it, in ascending order: the flow into the set
// less the flow into the node. An arc from outside to the node counts in both.
func (r *relaxation) newCut(node int32, set []int32) *cut {
	o := r.o
	sum := map[int32]float64{}
	for v := range int32(o.g.Len()) {
		_, tailInside := slices.BinarySearch(set, v)
		for i, w := range o.g.Successors(int(v)) {
			a := o.arc[o.start[v]+int64(i)]
			if a == none {
				continue
			}
			if _, headInside := slices.BinarySearch(set, w); !headInside {
				continue
			}
			if !tailInside && w != node {
				sum[a]++
			} else if tailInside && w == node {
				sum[a]--
			}
		}
	}
	c := &cut{node: node, set: set, scale: float64(o.nodeSize[o.node[node]])}
	for a, k := range sum {
		if k != 0 {
			c.terms = append(c.terms, term{a, k, k * c.scale / float64(o.arcSize[a])})
		}
	}
	slices.SortFunc(c.terms, func(s, t term) int { return int(s.arc - t.arc) })
	return c
}
