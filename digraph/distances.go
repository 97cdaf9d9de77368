package digraph

import "slices"

// Unreached is the distance to a node to which there is no path.
const Unreached = -1

// Distances returns the distances from a node to all nodes, Unreached where there is no path.
func (g *Graph) Distances(from int) []int32 {
	distance, _ := g.search(from)
	return distance
}

// search returns the distances from a node, and the nodes that are reached, the nearest first.
func (g *Graph) search(from int) (distance, reached []int32) {
	distance = slices.Repeat([]int32{Unreached}, g.Len())
	distance[from] = 0
	reached = append(make([]int32, 0, g.Len()), int32(from))
	for i := 0; i < len(reached); i++ {
		u := reached[i]
		for _, w := range g.Successors(int(u)) {
			if distance[w] == Unreached {
				distance[w] = distance[u] + 1
				reached = append(reached, w)
			}
		}
	}
	return distance, reached
}

// Eccentricity returns the largest distance from a node, or Unreached if there is no path to some
// node.
func (g *Graph) Eccentricity(from int) int {
	distance, reached := g.search(from)
	if len(reached) < g.Len() {
		return Unreached
	}
	return int(distance[reached[len(reached)-1]])
}

// ShortestPath returns the nodes of a path from one node to another with as few edges as possible,
// both ends among them, and nil if there is none. Of several it is the first in the order of nodes.
// It takes time and memory proportional to the graph.
func (g *Graph) ShortestPath(from, to int) []int32 {
	left := g.Reverse().Distances(to)
	if left[from] == Unreached {
		return nil
	}
	path := []int32{int32(from)}
	for v := from; v != to; v = int(path[len(path)-1]) {
		for _, w := range g.Successors(v) {
			if left[w] == left[v]-1 {
				path = append(path, w)
				break
			}
		}
	}
	return path
}

// Components are the strongly connected components of a graph.
type Components struct {
	Of    []int32 // the component of each node; an edge never leads to a component of a lower number
	Sizes []int   // nodes of each component
}

// Largest returns the size of the largest component, 0 if there is none.
func (c *Components) Largest() int {
	if len(c.Sizes) == 0 {
		return 0
	}
	return slices.Max(c.Sizes)
}

// StrongComponents finds the strongly connected components by the method of S. R. Kosaraju (M.
// Sharir, "A strong-connectivity algorithm and its applications in data flow analysis", 1981), in
// time and memory proportional to the graph: the nodes that lead to the one that a depth-first
// search left last are its component.
func (g *Graph) StrongComponents() *Components {
	c := &Components{Of: make([]int32, g.Len())}
	for v := range c.Of {
		c.Of[v] = Unreached
	}
	reverse := g.Reverse()
	for _, v := range slices.Backward(g.left()) {
		if c.Of[v] != Unreached {
			continue
		}
		number, members := int32(len(c.Sizes)), []int32{v}
		c.Of[v] = number
		for i := 0; i < len(members); i++ {
			for _, w := range reverse.Successors(int(members[i])) {
				if c.Of[w] == Unreached {
					c.Of[w] = number
					members = append(members, w)
				}
			}
		}
		c.Sizes = append(c.Sizes, len(members))
	}
	return c
}

// left returns the nodes in the order in which a depth-first search leaves them. Paths are far too
// long for recursion.
func (g *Graph) left() []int32 {
	var order, path []int32
	seen := make([]int, g.Len()) // one more than the number of successors that were looked at, 0 before the node is met
	for root := range seen {
		if seen[root] == 0 {
			path, seen[root] = append(path, int32(root)), 1
		}
		for len(path) > 0 {
			v := path[len(path)-1]
			successors := g.Successors(int(v))
			if seen[v] > len(successors) {
				order, path = append(order, v), path[:len(path)-1]
				continue
			}
			w := successors[seen[v]-1]
			seen[v]++
			if seen[w] == 0 {
				path, seen[w] = append(path, w), 1
			}
		}
	}
	return order
}
