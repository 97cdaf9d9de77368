package certificate

import (
	"fmt"

	"combigo.dev/combigo/lattice"
)

// Between returns the move that leads from one position to another: there is at most one
// (Combinatorics of Go, Lemma 1).
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

// Opened returns the game that a cycle makes: it goes from the empty position to the first position
// of the cycle that has a single stone, and from there around (Combinatorics of Go, section 8). Of
// a cycle without such a position it makes none.
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
