package enumeration

import (
	"fmt"
	"math/bits"
	"slices"
)

// set is a set of vertices, one bit each.
type set uint16

func (s set) has(v int) bool { return s>>v&1 == 1 }

// without returns the graph without the edge between u and v.
func without(adjacent []set, u, v int) []set {
	adjacent = slices.Clone(adjacent)
	adjacent[u] &^= 1 << v
	adjacent[v] &^= 1 << u
	return adjacent
}

// chromatic remembers the chromatic polynomials of graphs by their neighbourhoods.
type chromatic map[string][]int64

// polynomial returns the chromatic polynomial of the graph with the given neighbourhoods, by
// deletion and contraction: the colourings with different ends of an edge are those of the graph
// without the edge, less those with equal ends, which are those of the graph with the ends made
// one. Coefficient i is that of the i-th power.
func (c chromatic) polynomial(adjacent []set) []int64 {
	key := fmt.Sprint(adjacent)
	if p, ok := c[key]; ok {
		return p
	}
	p := make([]int64, len(adjacent)+1)
	if u := slices.IndexFunc(adjacent, func(s set) bool { return s != 0 }); u < 0 {
		p[len(adjacent)] = 1
	} else {
		v := bits.TrailingZeros16(uint16(adjacent[u]))
		copy(p, c.polynomial(without(adjacent, u, v)))
		for i, coefficient := range c.polynomial(contracted(adjacent, u, v)) {
			p[i] -= coefficient
		}
	}
	c[key] = p
	return p
}

// contracted returns the graph with u and v made one, for u < v.
func contracted(adjacent []set, u, v int) []set {
	adjacent = without(adjacent, u, v)
	adjacent[u] |= adjacent[v]
	adjacent = slices.Delete(adjacent, v, v+1)
	for w, s := range adjacent {
		below, above := s&(1<<v-1), s>>(v+1)<<v
		if s.has(v) {
			below |= 1 << u
		}
		adjacent[w] = below | above
	}
	return adjacent
}
