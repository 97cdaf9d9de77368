package hamilton

import "combigo.dev/combigo/game"

// Swapped returns, for each node of a game graph, the node with the colours exchanged.
func Swapped(g *game.Graph) []int32 {
	to := make([]int32, g.Len())
	for v, p := range g.All() {
		w, _ := g.Index(p.Swapped()) // what is legal is legal with the colours exchanged
		to[v] = int32(w)
	}
	return to
}

// Whole returns the cycle that half of a colour-symmetric one is of: the half, then the same with
// the colours exchanged, by what [Swapped] returns.
func Whole(half, swapped []int32) []int32 {
	cycle := make([]int32, 0, 2*len(half))
	cycle = append(cycle, half...)
	for _, v := range half {
		cycle = append(cycle, swapped[v])
	}
	return cycle
}
