package digraph

import "slices"

// Unreached is the distance to a node to which there is no path.
const Unreached = -1

// A Ruler measures distances in a graph. It is for one goroutine.
type Ruler struct {
	graph    *Graph
	distance []int32
	queue    []int32
}

// NewRuler returns a Ruler for a graph.
func NewRuler(g *Graph) *Ruler {
	return &Ruler{graph: g, distance: make([]int32, g.Len()), queue: make([]int32, 0, g.Len())}
}

// From returns the distances from a node to all nodes, Unreached where there is no path. The slice
// is good until the next call.
func (r *Ruler) From(v int) []int32 {
	for w := range r.distance {
		r.distance[w] = Unreached
	}
	r.distance[v] = 0
	r.queue = append(r.queue[:0], int32(v))
	for i := 0; i < len(r.queue); i++ {
		u := r.queue[i]
		for _, w := range r.graph.Successors(int(u)) {
			if r.distance[w] == Unreached {
				r.distance[w] = r.distance[u] + 1
				r.queue = append(r.queue, w)
			}
		}
	}
	return r.distance
}

// Eccentricity returns the largest distance from a node, or Unreached if there is no path to some
// node.
func (r *Ruler) Eccentricity(v int) int {
	distance := r.From(v)
	if len(r.queue) < r.graph.Len() {
		return Unreached
	}
	return int(distance[r.queue[len(r.queue)-1]])
}

// ShortestPath returns the nodes of a path from one node to another with as few edges as possible,
// both ends among them, and nil if there is none. Of several it is the first in the order of nodes.
// It takes time and memory proportional to the graph.
func (g *Graph) ShortestPath(from, to int) []int32 {
	left := NewRuler(g.Reverse()).From(to)
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
