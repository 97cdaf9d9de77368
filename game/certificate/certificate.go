package certificate

import (
	"slices"
	"strings"

	"combigo.dev/combigo/lattice"
)

// MaxPoints is the largest board of a certificate: as many points as there are letters.
const MaxPoints = 26

// A Kind says what the moves of a certificate are.
type Kind string

// The kinds of certificates; the package comment says what they are.
const (
	Game           Kind = "game"
	Cycle          Kind = "cycle"
	SymmetricCycle Kind = "symmetric-cycle"
)

// A Color is what is on a point.
type Color byte

// The colours of points.
const (
	Empty Color = '.'
	Black Color = 'X'
	White Color = 'O'
)

// opponent returns the other player's colour. The opponent of Empty is Empty.
func (c Color) opponent() Color {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return c
}

// A Position has a colour for each vertex of the board.
type Position []Color

// Swapped returns the position with the colours exchanged.
func (p Position) Swapped() Position {
	q := make(Position, len(p))
	for v, c := range p {
		q[v] = c.opponent()
	}
	return q
}

// stones returns the number of stones.
func (p Position) stones() int { return len(p) - strings.Count(p.String(), ".") }

// String returns a character for each vertex.
func (p Position) String() string { return string(p) }

// A Move puts a stone of a player on an empty vertex. It is small, since games may have many
// millions of moves.
type Move struct {
	Color  Color
	Vertex uint8
}

// String returns the letter of the move.
func (m Move) String() string {
	if m.Color == Black {
		return string(rune('A' + rune(m.Vertex)))
	}
	return string(rune('a' + rune(m.Vertex)))
}

// swapped returns the same move of the other player.
func (m Move) swapped() Move { return Move{m.Color.opponent(), m.Vertex} }

// A Certificate is a game or a cycle; the package comment says how it is written.
type Certificate struct {
	Kind    Kind `json:"kind"`
	Board   *lattice.Graph
	Suicide bool `json:"suicide"`
	Start   Position
	Moves   []Move
}

// NewGame returns the certificate of a game from the empty position.
func NewGame(board *lattice.Graph, suicide bool, moves []Move) *Certificate {
	return &Certificate{Game, board, suicide, empty(board), moves}
}

func empty(board *lattice.Graph) Position { return Position(strings.Repeat(".", board.Len())) }

// Whole returns the cycle that a symmetric cycle is half of, and any other certificate as it is.
func (c *Certificate) Whole() *Certificate {
	if c.Kind != SymmetricCycle {
		return c
	}
	whole := *c
	whole.Kind = Cycle
	whole.Moves = slices.Grow(slices.Clone(c.Moves), len(c.Moves))
	for _, m := range c.Moves {
		whole.Moves = append(whole.Moves, m.swapped())
	}
	return &whole
}
