package longest

import (
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// Automorphisms returns automorphisms of a game graph that generate those of the board, and the
// exchange of colours.
func Automorphisms(g *game.Graph) ([][]int32, error) {
	group, err := lattice.Symmetries(g.Board())
	if err != nil {
		return nil, err
	}
	all := [][]int32{images(g, game.Position.Swapped)}
	for _, points := range group.Generators() {
		all = append(all, images(g, func(p game.Position) game.Position { return moved(p, points) }))
	}
	return all, nil
}

func images(g *game.Graph, of func(game.Position) game.Position) []int32 {
	to := make([]int32, g.Len())
	for v, p := range g.All() {
		w, _ := g.Index(of(p)) // symmetries keep legality
		to[v] = int32(w)
	}
	return to
}

// moved returns a position with its stones on other points.
func moved(p game.Position, points lattice.Permutation) game.Position {
	var q game.Position
	for v, to := range points {
		q.Black |= p.Black >> v & 1 << to
		q.White |= p.White >> v & 1 << to
	}
	return q
}

// Need returns about how much memory it takes to make a game graph with the given numbers of nodes
// and edges, and to search it.
func Need(nodes, edges int64) result.Bytes {
	return game.GraphNeed(nodes, edges) + result.Bytes(110*edges+250*nodes)
}
