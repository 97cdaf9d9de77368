package hamilton

import (
	"context"
	"slices"

	"combigo.dev/combigo/game"
)

// A Census is what there is of Hamiltonian cycles and games on a small board.
type Census struct {
	Cycles          int // through all positions but the empty one
	SymmetricCycles int // those that are colour-symmetric
	Games           int // through all positions
	GameClasses     int // games up to symmetries of the board and the exchange of colours
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
// most MaxExhaustive nodes.
func NewCensus(ctx context.Context, g *game.Graph) (*Census, error) {
	c, images := &Census{}, g.Automorphisms()
	swapped := Swapped(g)
	for nodes, err := range Cycles(ctx, g.Graph) {
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
	for nodes, err := range Paths(ctx, g.Graph) {
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
