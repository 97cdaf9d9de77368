package goban

// Color is the state of a point: empty, or a stone of one of the two colours. The zero value is
// Empty.
type Color uint8

const (
	Empty Color = iota
	Black
	White

	// edge surrounds the board in a Position's grid, so that the neighbours of a point need no
	// bounds checks.
	edge
)

// Opponent returns the other player's colour. The opponent of Empty is Empty.
func (c Color) Opponent() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	default:
		return c
	}
}

// IsStone reports whether c is Black or White.
func (c Color) IsStone() bool { return c == Black || c == White }

// String returns "empty", "black" or "white".
func (c Color) String() string {
	switch c {
	case Empty:
		return "empty"
	case Black:
		return "black"
	case White:
		return "white"
	default:
		return "no colour"
	}
}

// symbol returns the character that stands for c in the diagrams that this package writes.
func (c Color) symbol() byte { return ".XO?"[min(c, edge)] }
