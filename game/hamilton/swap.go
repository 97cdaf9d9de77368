package hamilton

import "combigo/game"

// Swapped returns, for each node of a game graph, the node with the colours exchanged.
func Swapped(g *game.Graph) []int32 {
	to := make([]int32, g.Len())
	for v, p := range g.All() {
		w, _ := g.Index(p.Swapped()) // what is legal is legal with the colours exchanged
		to[v] = int32(w)
	}
	return to
}
