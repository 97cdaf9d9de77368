package cyclecover

import (
	"context"

	"combigo/digraph"
)

// An Assignment is a perfect matching of the out-sides of the nodes with their in-sides of least cost: Successor[v] is
// the head of the arc that leaves v, v itself if v is left out. The potentials prove that no other costs less: for each
// arc u -> v of cost c, Out[u] + In[v] <= c, with equality for the arcs of the assignment.
type Assignment struct {
	Successor   []int32
	Predecessor []int32
	Out, In     []int32
	LeftOut     int // nodes that are their own successors
}

const none = -1

// assigner is a primal-dual method: the cost of a loop is 1 and that of any other arc 0.
type assigner struct {
	g *digraph.Graph
	n int
	closing  int // the node that any node may go to at no cost, none if there is none
	succ     []int32
	pred     []int32
	out, in  []int32
	distOut  []int32 // reduced distance from the free out-sides
	distIn   []int32
	buckets  [][]int32
	visited  []int32
	cursor   []int32
	mark     int32
	touchedO []int32
	touchedI []int32
	Phases   int
}

const far = int32(1) << 30

func newAssigner(g *digraph.Graph, closing int) *assigner {
	n := g.Len()
	a := &assigner{g: g, n: n, closing: closing}
	a.succ, a.pred = make([]int32, n), make([]int32, n)
	a.out, a.in = make([]int32, n), make([]int32, n)
	a.distOut, a.distIn = make([]int32, n), make([]int32, n)
	a.visited, a.cursor = make([]int32, n), make([]int32, n)
	for v := range n {
		a.succ[v], a.pred[v] = none, none
	}
	return a
}

func (a *assigner) greedy() {
	degree := make([]int32, a.n)
	for u := range a.n {
		for _, v := range a.g.Successors(u) {
			degree[v]++
		}
	}
	for u := range a.n {
		best := int32(none)
		for _, v := range a.g.Successors(u) {
			if int(v) != a.closing && a.pred[v] == none && (best == none || degree[v] < degree[best]) {
				best = v
			}
		}
		if best != none {
			a.succ[u], a.pred[best] = best, int32(u)
		}
		for _, v := range a.g.Successors(u) {
			degree[v]--
		}
	}
}

// arcs calls yield for every arc of u with its cost.
func (a *assigner) arc(u int, k int, list []int32) (v int32, cost int32, ok bool) {
	if k < len(list) {
		return list[k], 0, true
	}
	k -= len(list)
	if k == 0 {
		if u == a.closing {
			return 0, 0, false
		}
		return int32(u), 1, true
	}
	if k == 1 && a.closing != none && u != a.closing {
		return int32(a.closing), 0, true
	}
	return 0, 0, false
}

// distances computes reduced distances from free out-sides up to the nearest free in-side; it returns that distance,
// far if there is none.
func (a *assigner) distances() int32 {
	for v := range a.n {
		a.distOut[v], a.distIn[v] = far, far
	}
	for i := range a.buckets {
		a.buckets[i] = a.buckets[i][:0]
	}
	push := func(u int32, d int32) {
		for int(d) >= len(a.buckets) {
			a.buckets = append(a.buckets, nil)
		}
		a.buckets[d] = append(a.buckets[d], u)
	}
	for u := range a.n {
		if a.succ[u] == none {
			a.distOut[u] = 0
			push(int32(u), 0)
		}
	}
	best := far
	for d := int32(0); int(d) < len(a.buckets) && d < best; d++ {
		for i := 0; i < len(a.buckets[d]); i++ {
			u := a.buckets[d][i]
			if a.distOut[u] != d {
				continue
			}
			list := a.g.Successors(int(u))
			for k := 0; ; k++ {
				v, c, ok := a.arc(int(u), k, list)
				if !ok {
					break
				}
				if k < len(list) && int(v) == a.closing {
					continue
				}
				nd := d + c - a.out[u] - a.in[v]
				if nd >= a.distIn[v] || nd > best {
					continue
				}
				a.distIn[v] = nd
				w := a.pred[v]
				if w == none {
					best = nd
				} else if nd < a.distOut[w] {
					a.distOut[w] = nd
					push(w, nd)
				}
			}
		}
	}
	return best
}

func (a *assigner) run(ctx context.Context) (*Assignment, error) {
	a.greedy()
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		d := a.distances()
		if d == far {
			break
		}
		a.Phases++
		for v := range a.n {
			if a.distOut[v] < d {
				a.out[v] += d - a.distOut[v]
			}
			if a.distIn[v] < d {
				a.in[v] -= d - a.distIn[v]
			}
		}
		for found := true; found; {
			found = false
			a.mark++
			clear(a.cursor)
			for u := range a.n {
				if a.succ[u] == none && a.augment(int32(u)) {
					found = true
				}
			}
		}
	}
	s := &Assignment{a.succ, a.pred, a.out, a.in, 0}
	for v := range a.n {
		if a.succ[v] == int32(v) {
			s.LeftOut++
		}
	}
	return s, nil
}

// augment looks for an augmenting path of tight arcs from a free out-side, depth first, and uses it.
func (a *assigner) augment(root int32) bool {
	path := []int32{root}
	heads := []int32{}
	for len(path) > 0 {
		u := path[len(path)-1]
		list := a.g.Successors(int(u))
		v, c, ok := a.arc(int(u), int(a.cursor[u]), list)
		if !ok {
			path = path[:len(path)-1]
			if len(heads) > 0 {
				heads = heads[:len(heads)-1]
			}
			continue
		}
		k := int(a.cursor[u])
		a.cursor[u]++
		if k < len(list) && int(v) == a.closing {
			continue
		}
		if c != a.out[u]+a.in[v] || a.visited[v] == a.mark {
			continue
		}
		a.visited[v] = a.mark
		if w := a.pred[v]; w != none {
			path = append(path, w)
			heads = append(heads, v)
			continue
		}
		heads = append(heads, v)
		for i := range path {
			a.succ[path[i]], a.pred[heads[i]] = heads[i], path[i]
		}
		return true
	}
	return false
}

// Solve.
func Solve(ctx context.Context, g *digraph.Graph, closing int) (*Assignment, int, error) {
	a := newAssigner(g, closing)
	s, err := a.run(ctx)
	return s, a.Phases, err
}
