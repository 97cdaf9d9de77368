package enumeration

import (
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
