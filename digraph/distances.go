package digraph

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
