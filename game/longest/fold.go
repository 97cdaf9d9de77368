package longest

import (
	"math/rand/v2"
	"slices"

	"combigo.dev/combigo/digraph"
)

// A fold is the quotient of a graph by a group of automorphisms: its nodes are the orbits that have
// as many nodes as the group has elements, the full ones. A cycle of orbits is the image of one or
// more cycles of the graph, which together visit all nodes of these orbits. So an exchange of k
// arcs in the fold is one of k arcs for each element of the group.
type fold struct {
	*digraph.Graph                // of the full orbits
	whole          *digraph.Graph // the graph itself
	group          [][]int32      // by element, the images of all nodes
	rep            []int32        // by full orbit, one of its nodes
	orbit          []int32        // by node, its full orbit, or none
}

// newFold folds a graph by a group.
func newFold(g *digraph.Graph, group [][]int32) (*fold, error) {
	if len(group) == 1 {
		all := identity(g.Len())
		return &fold{Graph: g, whole: g, group: group, rep: all, orbit: all}, nil
	}
	f := &fold{whole: g, group: group, orbit: slices.Repeat([]int32{none}, g.Len())}
	images := make([]int32, 0, len(group))
	for v := range int32(g.Len()) {
		images = images[:0]
		for _, p := range group {
			images = append(images, p[v])
		}
		if slices.Sort(images); images[0] < v || len(slices.Compact(images)) < len(group) {
			continue
		}
		for _, w := range images {
			f.orbit[w] = int32(len(f.rep))
		}
		f.rep = append(f.rep, v)
	}
	var arcs [][2]int
	for x, v := range f.rep {
		for _, w := range g.Successors(int(v)) {
			if y := f.orbit[w]; y != none {
				arcs = append(arcs, [2]int{x, int(y)})
			}
		}
	}
	var err error
	f.Graph, err = digraph.FromEdges(len(f.rep), arcs)
	return f, err
}

// unfold returns cycles of the whole graph whose image is a cycle of orbits, as the successors of
// all nodes. A node on none of these cycles is its own successor.
func (f *fold) unfold(cycle []int32, rng *rand.Rand) []int32 {
	successor := identity(f.whole.Len())
	var heads []int32
	for i, x := range cycle {
		y := cycle[(i+1)%len(cycle)]
		heads = heads[:0]
		for _, w := range f.whole.Successors(int(f.rep[x])) {
			if x != y && f.orbit[w] == y {
				heads = append(heads, w)
			}
		}
		if len(heads) == 0 {
			continue // a single orbit is no cycle
		}
		head := heads[rng.IntN(len(heads))]
		for _, p := range f.group {
			successor[p[f.rep[x]]] = p[head]
		}
	}
	return successor
}

// folded returns the image of a cover that is invariant under the group and leaves out the nodes
// that are in no full orbit.
func (f *fold) folded(successor []int32) []int32 {
	images := make([]int32, len(f.rep))
	for x, v := range f.rep {
		images[x] = f.orbit[successor[v]]
	}
	return images
}

// orbitsOf returns the full orbits of some nodes, each once.
func (f *fold) orbitsOf(nodes []int32) []int32 {
	var list []int32
	for _, v := range nodes {
		if x := f.orbit[v]; x != none {
			list = append(list, x)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// fewFixed bounds the fixed nodes of an automorphism of a fold, which the fold does not have: one
// node in fewFixed.
const fewFixed = 64

// groups returns a chain of groups of automorphisms of n nodes, each a subgroup of the one before:
// first a large group whose elements fix few nodes, then a group whose elements fix only node 0,
// then the identity alone. Each group is in the chain once.
func groups(n int, automorphisms [][]int32) [][][]int32 {
	chain := [][][]int32{{identity(n)}}
	for _, maxFixed := range []int{1, max(1, n/fewFixed)} {
		last := chain[len(chain)-1]
		group := last
		for _, p := range automorphisms {
			if larger := extended(group, p, maxFixed); larger != nil {
				group = larger
			}
		}
		if len(group) > len(last) {
			chain = append(chain, group)
		}
	}
	slices.Reverse(chain)
	return chain
}

// extended returns the group that a group generates with one more automorphism, or nil if an
// element other than the identity fixes more than maxFixed nodes. The identity is the first
// element.
func extended(group [][]int32, p []int32, maxFixed int) [][]int32 {
	all := slices.Clone(group)
	generators := append(slices.Clone(group[1:]), p)
	for i := 0; i < len(all); i++ {
		for _, q := range generators {
			product := make([]int32, len(p))
			fixed := 0
			for v, w := range q {
				product[v] = all[i][w]
				if product[v] == int32(v) {
					fixed++
				}
			}
			if slices.ContainsFunc(all, func(r []int32) bool { return slices.Equal(r, product) }) {
				continue
			}
			if fixed > maxFixed {
				return nil
			}
			all = append(all, product)
		}
	}
	return all
}
