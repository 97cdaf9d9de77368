package longest

import (
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/result"
)

// Automorphisms returns automorphisms of a game graph: the symmetries of the board, with and
// without exchange of colours; none if the board has too many.
func Automorphisms(g *game.Graph) [][]int32 {
	symmetries, _ := g.Symmetries() // they only save work
	var all [][]int32
	for _, s := range symmetries {
		all = append(all, g.Permutation(s))
	}
	return all
}

// Need returns about how much memory it takes to make a game graph with the given numbers of nodes
// and edges, and to search it.
func Need(nodes, edges int64) result.Bytes {
	return game.GraphNeed(nodes, edges) + result.Bytes(110*edges+250*nodes)
}
