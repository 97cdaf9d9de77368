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
	tail     []int32 // by orbit of arcs, the orbit of the tails
	head     []int32 // by orbit of arcs, the orbit of the heads
	arcSize  []int32
	into     [][]int32 // by orbit of nodes, the orbit of each arc into its representative
	outOf    [][]int32 // by orbit of nodes, the orbit of each arc out of its representative
}

const none = -1

// identity returns the identity of n nodes.
func identity(n int) []int32 {
	p := make([]int32, n)
	for i := range p {
		p[i] = int32(i)
	}
	return p
}

// newOrbits finds the orbits under the group that some automorphisms, which keep node 0, generate.
func newOrbits(g *digraph.Graph, automorphisms [][]int32) *orbits {
	o := &orbits{g: g, start: []int64{0}}
	var tails, heads []int32
	for v := range int32(g.Len()) {
		for _, w := range g.Successors(int(v)) {
			tails, heads = append(tails, v), append(heads, w)
		}
		o.start = append(o.start, int64(len(heads)))
	}
	every := func(int32) bool { return true }
	o.node, o.nodeRep, o.nodeSize = classes(g.Len(), automorphisms, every, func(p []int32, v int32) int32 { return p[v] })
	useful := func(a int32) bool { return heads[a] != 0 }
	var rep []int32
	o.arc, rep, o.arcSize = classes(len(heads), automorphisms, useful, func(p []int32, a int32) int32 { return o.find(p[tails[a]], p[heads[a]]) })
	for _, a := range rep {
		o.tail, o.head = append(o.tail, o.node[tails[a]]), append(o.head, o.node[heads[a]])
	}
	o.into, o.outOf = make([][]int32, len(o.nodeRep)), make([][]int32, len(o.nodeRep))
	for i, a := range o.arc {
		if a == none {
			continue
		}
		if x := o.node[tails[i]]; o.nodeRep[x] == tails[i] {
			o.outOf[x] = append(o.outOf[x], a)
		}
		if x := o.node[heads[i]]; o.nodeRep[x] == heads[i] {
			o.into[x] = append(o.into[x], a)
		}
	}
	return o
}

// find returns the number of the arc from v to w.
func (o *orbits) find(v, w int32) int32 {
	i, _ := slices.BinarySearch(o.g.Successors(int(v)), w)
	return int32(o.start[v]) + int32(i)
}

// classes numbers the orbits of nodes or arcs under some automorphisms, in the order of their first
// elements, the representatives. Elements that do not belong have the orbit none.
func classes(elements int, automorphisms [][]int32, belongs func(int32) bool, image func(p []int32, element int32) int32) (class, rep, size []int32) {
	class = slices.Repeat([]int32{none}, elements)
	for first := range int32(elements) {
		if class[first] != none || !belongs(first) {
			continue
		}
		all := []int32{first}
		class[first] = int32(len(rep))
		for i := 0; i < len(all); i++ {
			for _, p := range automorphisms {
				if to := image(p, all[i]); class[to] == none {
					class[to] = class[first]
					all = append(all, to)
				}
			}
		}
		rep, size = append(rep, first), append(size, int32(len(all)))
	}
	return class, rep, size
}
