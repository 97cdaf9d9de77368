package longest

import (
	"slices"

	"combigo.dev/combigo/digraph"
)

// orbits are the classes of nodes and arcs of a graph that a group of automorphisms moves into each
// other. Arcs into the start are left out: no path from the start uses them.
type orbits struct {
	g *digraph.Graph

	node     []int32 // the orbit of each node
	nodeRep  []int32 // a node of each orbit
	nodeSize []int32
	start    []int64 // the arcs of node v are those from start[v], in the order of its successors
	arc      []int32 // the orbit of each arc, none if it is left out
	tail     []int32 // the orbit of nodes from which each orbit of arcs leads
	head     []int32 // and the one to which it leads
	arcSize  []int32
	into     [][]int32 // for each orbit of nodes the orbits of the arcs into its representative, repeated
	outOf    [][]int32 // the same for arcs out of it
}

const none = -1

func identity(n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

// forest is a union-find structure.
type forest []int32

func (f forest) root(v int32) int32 {
	for f[v] != v {
		f[v] = f[f[v]]
		v = f[v]
	}
	return v
}

// join keeps the smaller root.
func (f forest) join(v, w int32) {
	v, w = f.root(v), f.root(w)
	if v < w {
		f[w] = v
	} else {
		f[v] = w
	}
}

// newOrbits finds the orbits under the group that some automorphisms, which keep node 0, generate.
func newOrbits(g *digraph.Graph, automorphisms [][]int32) *orbits {
	o := &orbits{g: g}
	n := g.Len()
	o.start = make([]int64, n+1)
	for v := range n {
		o.start[v+1] = o.start[v] + int64(g.Degree(v))
	}
	nodes, arcs := forest(identity(n)), forest(identity(int(o.start[n])))
	for _, p := range automorphisms {
		for v := range n {
			nodes.join(int32(v), p[v])
			for i, w := range g.Successors(v) {
				arcs.join(int32(o.start[v])+int32(i), o.find(p[v], p[w]))
			}
		}
	}
	o.node, o.nodeRep, o.nodeSize = classes(nodes)
	var rep []int32
	for v := range n {
		for i, w := range g.Successors(v) {
			if w == 0 {
				arcs[o.start[v]+int64(i)] = none
			}
		}
	}
	o.arc, rep, o.arcSize = classes(arcs)
	o.tail, o.head = make([]int32, len(rep)), make([]int32, len(rep))
	o.into, o.outOf = make([][]int32, len(o.nodeRep)), make([][]int32, len(o.nodeRep))
	for v := range n {
		for i, w := range g.Successors(v) {
			at := o.start[v] + int64(i)
			a := o.arc[at]
			if a == none {
				continue
			}
			if rep[a] == int32(at) {
				o.tail[a], o.head[a] = o.node[v], o.node[w]
			}
			if x := o.node[v]; o.nodeRep[x] == int32(v) {
				o.outOf[x] = append(o.outOf[x], a)
			}
			if x := o.node[w]; o.nodeRep[x] == w {
				o.into[x] = append(o.into[x], a)
			}
		}
	}
	return o
}

// find returns the number of the arc from v to w.
func (o *orbits) find(v, w int32) int32 {
	i, _ := slices.BinarySearch(o.g.Successors(int(v)), w)
	return int32(o.start[v]) + int32(i)
}

// classes numbers the trees of a forest; roots are the representatives. An entry of none is in no
// class.
func classes(f forest) (class, rep, size []int32) {
	class = make([]int32, len(f))
	for i := range f {
		if f[i] == none {
			class[i] = none
			continue
		}
		r := f.root(int32(i))
		if int(r) == i {
			class[i] = int32(len(rep))
			rep = append(rep, r)
			size = append(size, 0)
		}
		class[i] = class[r]
		size[class[i]]++
	}
	return class, rep, size
}
