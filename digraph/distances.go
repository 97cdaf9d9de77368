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
