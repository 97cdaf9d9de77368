package digraph

import "slices"

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
