package hamilton

import (
	"context"
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/game"
)

// maxExhaustive is the largest graph, in nodes, whose paths are gone through.
const maxExhaustive = 64

// exhaustive walks all simple paths that can still become Hamiltonian.
type exhaustive struct {
	ctx            context.Context
	next, previous [maxExhaustive]uint64 // the successors of each node, and its predecessors
	path           []int32
	cyclic         bool
	yield          func([]int32, error) bool
	steps          int
}

// enumerate yields the paths from a start through all nodes of higher numbers, or the cycles. The
// slice changes with the next one. The last pair has an error if the search was cut short.
func enumerate(ctx context.Context, g *digraph.Graph, start int, cyclic bool) iter.Seq2[[]int32, error] {
	return func(yield func([]int32, error) bool) {
		n := g.Len()
		switch {
		case n > maxExhaustive:
			yield(nil, fmt.Errorf("a graph of %d nodes: want at most %d to go through all of its paths", n, maxExhaustive))
			return
		case start >= n:
			return
		}
		e := &exhaustive{ctx: ctx, cyclic: cyclic, yield: yield, path: []int32{int32(start)}}
		for v := start; v < n; v++ {
			for _, w := range g.Successors(v) {
				if int(w) >= start {
					e.next[v] |= 1 << w
					e.previous[w] |= 1 << v
				}
			}
		}
		e.walk((uint64(1)<<n - 1) &^ (1<<(start+1) - 1))
	}
}

// walk extends the path through the nodes of a set, all of which it must visit. It returns false to
// stop.
func (e *exhaustive) walk(rest uint64) bool {
	if e.steps++; e.steps%(1<<12) == 0 && e.ctx.Err() != nil {
		e.yield(nil, context.Cause(e.ctx))
		return false
	}
	end := e.path[len(e.path)-1]
	if rest == 0 {
		return e.cyclic && e.next[end]>>e.path[0]&1 == 0 || e.yield(e.path, nil)
	}
	if !e.canFinish(end, rest) {
		return true
	}
	for left := e.next[end] & rest; left != 0; left &= left - 1 {
		w := bits.TrailingZeros64(left)
		e.path = append(e.path, int32(w))
		if !e.walk(rest &^ (1 << w)) {
			return false
		}
		e.path = e.path[:len(e.path)-1]
	}
	return true
}

// canFinish reports whether every node of the rest can still be entered and left. A node that can
// be entered only from the end must come next, and two such nodes cannot; one node of a path,
// though none of a cycle, may be the last.
func (e *exhaustive) canFinish(end int32, rest uint64) bool {
	leave, last := rest, 1
	if e.cyclic {
		leave, last = rest|1<<e.path[0], 0
	}
	forced := 1
	for left := rest; left != 0; left &= left - 1 {
		v := bits.TrailingZeros64(left)
		if e.previous[v]&rest == 0 {
			forced--
			if e.previous[v]>>end&1 == 0 {
				return false
			}
		}
		if e.next[v]&leave == 0 {
			last--
		}
	}
	return forced >= 0 && last >= 0
}

// A Census is what there is of Hamiltonian cycles and games on a small board.
type Census struct {
	Cycles          int `json:"cycles"`                 // through all positions but the empty one
	SymmetricCycles int `json:"color_symmetric_cycles"` // those that are colour-symmetric
	Games           int `json:"games"`                  // through all positions
	GameClasses     int `json:"game_classes"`           // games up to symmetries of the board and the exchange of colours
	Representatives []CycleClass
}

// A CycleClass is a cycle and those that symmetries of the board and the exchange of colours make
// of it.
type CycleClass struct {
	Nodes     []int32 // of the least of them, from its least node on
	Symmetric bool    // colour-symmetric
	Alike     int
}

// NewCensus goes through all paths of the game graph that can become Hamiltonian. The graph has at
// most 64 nodes.
func NewCensus(ctx context.Context, g *game.Graph) (*Census, error) {
	c, images := &Census{}, g.Automorphisms()
	swapped := swappedNodes(g)
	for nodes, err := range enumerate(ctx, g.Graph, 1, true) {
		if err != nil {
			return nil, err
		}
		c.Cycles++
		symmetric := symmetricCycle(nodes, swapped)
		if symmetric {
			c.SymmetricCycles++
		}
		if alike, least := orbit(nodes, images, turned); least {
			c.Representatives = append(c.Representatives, CycleClass{slices.Clone(nodes), symmetric, alike})
		}
	}
	for nodes, err := range enumerate(ctx, g.Graph, 0, false) {
		if err != nil {
			return nil, err
		}
		c.Games++
		if _, least := orbit(nodes, images, func([]int32) {}); least {
			c.GameClasses++
		}
	}
	return c, nil
}

// symmetricCycle reports whether each node is opposite to its image.
func symmetricCycle(nodes, swapped []int32) bool {
	half := len(nodes) / 2
	for i := range half {
		if nodes[i+half] != swapped[nodes[i]] {
			return false
		}
	}
	return len(nodes)%2 == 0
}

// turned makes a cycle begin with its least node.
func turned(nodes []int32) {
	at := slices.Index(nodes, slices.Min(nodes))
	copy(nodes, slices.Concat(nodes[at:], nodes[:at]))
}

// orbit returns how many different walks the images of a walk are, and whether it is the least of
// them.
func orbit(nodes []int32, images [][]int32, normalize func([]int32)) (alike int, least bool) {
	var all [][]int32
	for _, image := range images {
		walk := make([]int32, len(nodes))
		for i, v := range nodes {
			walk[i] = image[v]
		}
		normalize(walk)
		if slices.Compare(walk, nodes) < 0 {
			return 0, false
		}
		all = append(all, walk)
	}
	slices.SortFunc(all, slices.Compare[[]int32])
	return len(slices.CompactFunc(all, slices.Equal[[]int32])), true
}

// swappedNodes returns, for each node of a game graph, the node with the colours exchanged.
func swappedNodes(g *game.Graph) []int32 {
	to := make([]int32, g.Len())
	for v, p := range g.All() {
		w, _ := g.Index(p.Swapped()) // what is legal is legal with the colours exchanged
		to[v] = int32(w)
	}
	return to
}
