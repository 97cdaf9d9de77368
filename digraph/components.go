package digraph

import "slices"

// Components are the strongly connected components of a graph.
type Components struct {
	Of    []int32 // the component of each node; an edge never leads to a component of a higher number
	Sizes []int   // nodes of each component
}

// Largest returns the size of the largest component, 0 if there is none.
func (c *Components) Largest() int {
	if len(c.Sizes) == 0 {
		return 0
	}
	return slices.Max(c.Sizes)
}

// StrongComponents finds the strongly connected components with Tarjan's algorithm ("Depth-first
// search and linear graph algorithms", 1972), in time and memory proportional to the graph.
func (g *Graph) StrongComponents() *Components {
	n := g.Len()
	t := &tarjan{
		graph: g, components: &Components{Of: make([]int32, n)},
		number: make([]int32, n), low: make([]int32, n), next: 1,
	}
	for v := range n {
		t.components.Of[v] = -1
	}
	for v := range n {
		if t.number[v] == 0 {
			t.search(int32(v))
		}
	}
	return t.components
}

// tarjan is the state of the algorithm. Paths are far too long for recursion.
type tarjan struct {
	graph       *Graph
	components  *Components
	number, low []int32 // from 1; low is the least number known to be reached
	next        int32
	open        []int32 // nodes whose component is not complete
	path        []visit
}

// visit is a node on the path of the search, and how many of its successors have been looked at.
type visit struct {
	node int32
	seen int
}

func (t *tarjan) search(root int32) {
	t.enter(root)
	for len(t.path) > 0 {
		top := &t.path[len(t.path)-1]
		v := top.node
		successors := t.graph.Successors(int(v))
		if top.seen == len(successors) {
			t.leave(v)
			continue
		}
		w := successors[top.seen]
		top.seen++
		if t.number[w] == 0 {
			t.enter(w)
		} else if t.components.Of[w] < 0 {
			t.low[v] = min(t.low[v], t.number[w])
		}
	}
}

func (t *tarjan) enter(v int32) {
	t.number[v], t.low[v] = t.next, t.next
	t.next++
	t.open = append(t.open, v)
	t.path = append(t.path, visit{node: v})
}

func (t *tarjan) leave(v int32) {
	t.path = t.path[:len(t.path)-1]
	if len(t.path) > 0 {
		before := t.path[len(t.path)-1].node
		t.low[before] = min(t.low[before], t.low[v])
	}
	if t.low[v] == t.number[v] {
		t.complete(v)
	}
}

// complete closes the component whose first node is v.
func (t *tarjan) complete(v int32) {
	from := len(t.open) - 1
	for t.open[from] != v {
		from--
	}
	for _, w := range t.open[from:] {
		t.components.Of[w] = int32(len(t.components.Sizes))
	}
	t.components.Sizes = append(t.components.Sizes, len(t.open)-from)
	t.open = t.open[:from]
}
