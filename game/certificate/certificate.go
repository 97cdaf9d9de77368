package certificate

import (
	"fmt"

	"combigo/lattice"
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
func (p Position) stones() int {
	stones := 0
	for _, c := range p {
		if c != Empty {
			stones++
		}
	}
	return stones
}

// String returns a character for each vertex.
func (p Position) String() string { return string(p) }

// A Move puts a stone of a player on an empty vertex. It is small, since games may have many millions of moves.
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
	Kind    Kind
	Board   *lattice.Graph
	Suicide bool
	Start   Position
	Moves   []Move
}

// NewGame returns the certificate of a game from the empty position.
func NewGame(board *lattice.Graph, suicide bool, moves []Move) *Certificate {
	return &Certificate{Game, board, suicide, empty(board), moves}
}

func empty(board *lattice.Graph) Position {
	p := make(Position, board.Len())
	for v := range p {
		p[v] = Empty
	}
	return p
}

// Between returns the move that leads from one position to another: there is at most one (Combinatorics of Go, Lemma 1).
func Between(board *lattice.Graph, suicide bool, from, to Position) (Move, error) {
	b := newSimulation(board, suicide)
	for v := range from {
		for _, c := range []Color{Black, White} {
			m := Move{c, uint8(v)}
			b.stones = append(b.stones[:0], from...)
			if b.play(m) == nil && string(b.stones) == string(to) {
				return m, nil
			}
		}
	}
	return Move{}, fmt.Errorf("no move leads from %s to %s", from, to)
}

// Path returns the moves along some positions.
func Path(board *lattice.Graph, suicide bool, positions []Position) ([]Move, error) {
	moves := make([]Move, 0, len(positions))
	for i := 1; i < len(positions); i++ {
		m, err := Between(board, suicide, positions[i-1], positions[i])
		if err != nil {
			return nil, err
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// Whole returns the cycle that a symmetric cycle is half of, and any other certificate as it is.
func (c *Certificate) Whole() *Certificate {
	if c.Kind != SymmetricCycle {
		return c
	}
	whole := *c
	whole.Kind = Cycle
	whole.Moves = make([]Move, 0, 2*len(c.Moves))
	whole.Moves = append(whole.Moves, c.Moves...)
	for _, m := range c.Moves {
		whole.Moves = append(whole.Moves, m.swapped())
	}
	return &whole
}

// Opened returns the game that a cycle makes: it goes from the empty position to the first position of the cycle that
// has a single stone, and from there around (Combinatorics of Go, section 8). Of a cycle without such a position it
// makes none.
func (c *Certificate) Opened() (*Certificate, error) {
	if c.Kind == Game {
		return c, nil
	}
	whole := c.Whole()
	positions, err := whole.Positions()
	if err != nil {
		return nil, err
	}
	for i, p := range positions[:len(whole.Moves)] {
		if p.stones() != 1 {
			continue
		}
		var first Move
		for v, color := range p {
			if color != Empty {
				first = Move{color, uint8(v)}
			}
		}
		moves := append([]Move{first}, whole.Moves[i:]...)
		return NewGame(c.Board, c.Suicide, append(moves, whole.Moves[:i]...)[:len(whole.Moves)]), nil
	}
	return nil, fmt.Errorf("the cycle has no position of a single stone: want one to begin a game with")
}
