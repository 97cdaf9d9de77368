package digraph

import "slices"

// ShortestPath returns the nodes of a path from one node to another with as few edges as possible,
// both ends among them, and nil if there is none. Of several it is the one that breadth-first
// search meets first: its last edge comes from the earliest node. It takes time and memory
// proportional to the graph.
func (g *Graph) ShortestPath(from, to int) []int32 {
	before := make([]int32, g.Len())
	for v := range before {
		before[v] = Unreached
	}
	before[from] = int32(from)
	for queue := []int32{int32(from)}; len(queue) > 0 && before[to] == Unreached; queue = queue[1:] {
		for _, w := range g.Successors(int(queue[0])) {
			if before[w] == Unreached {
				before[w] = queue[0]
				queue = append(queue, w)
			}
		}
	}
	if before[to] == Unreached {
		return nil
	}
	path := []int32{int32(to)}
	for v := int32(to); v != int32(from); v = before[v] {
		path = append(path, before[v])
	}
	slices.Reverse(path)
	return path
}
