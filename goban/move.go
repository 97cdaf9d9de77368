package goban

import (
	"fmt"
	"iter"
)

// Move is a turn of a player: a stone on a point, or a pass.
type Move struct {
	Color Color
	Pass  bool
	Point Point // where the stone goes; of no meaning for a pass
}

// Stone returns the move that puts a stone on a point.
func Stone(c Color, at Point) Move { return Move{Color: c, Point: at} }

// Pass returns the move that does nothing.
func Pass(c Color) Move { return Move{Color: c, Pass: true} }

// describeMove names a move on the board of a position, such as "black at C3" or "white passes".
func (p *Position) describeMove(m Move) string {
	if m.Pass {
		return fmt.Sprintf("%v passes", m.Color)
	}
	return fmt.Sprintf("%v at %s", m.Color, p.describe(m.Point))
}

// WithPasses puts a pass before every move that is out of turn: the players alternate and black
// begins. It makes a game of a path in the game graph (Tromp and Farnebäck, "Combinatorics of Go",
// Lemma 2), whose moves have colours but no turns. Two passes never follow each other unless the
// moves have them.
func WithPasses(moves iter.Seq[Move]) iter.Seq[Move] {
	return func(yield func(Move) bool) {
		turn := Black
		for m := range moves {
			if m.Color != turn && !yield(Pass(turn)) {
				return
			}
			if !yield(m) {
				return
			}
			turn = m.Color.Opponent()
		}
	}
}
