package game

import (
	"combigo.dev/combigo/goban"
)

// A Position is a colouring of the points of a board by two disjoint sets of points: bit v of Black
// is set if there is a black stone on vertex v of the board's graph. The zero Position is empty.
type Position struct {
	Black, White uint16
}

// At returns the colour of point v.
func (p Position) At(v int) goban.Color {
	switch {
	case p.Black>>v&1 != 0:
		return goban.Black
	case p.White>>v&1 != 0:
		return goban.White
	}
	return goban.Empty
}

// Swapped returns the position with the colours exchanged.
func (p Position) Swapped() Position { return Position{p.White, p.Black} }

// Text returns the colours of the first n points, as "." (empty), "X" (black) or "O" (white) each,
// in the order of the vertices.
func (p Position) Text(n int) string {
	text := make([]byte, n)
	for v := range text {
		text[v] = ".XO"[p.At(v)]
	}
	return string(text)
}
