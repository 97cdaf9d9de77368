package goban

import (
	"errors"
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

// Rule says whether a move may take away the last liberty of the player's own string.
type Rule uint8

const (
	// SuicideAllowed is the rule of Tromp and Taylor, of New Zealand and of Ing: the string is
	// removed.
	SuicideAllowed Rule = iota
	// SuicideForbidden is the rule of Japan, China, Korea and the AGA: there is no such move.
	SuicideForbidden
)

// String says the rule in words.
func (r Rule) String() string {
	if r == SuicideForbidden {
		return "no suicide"
	}
	return "suicide allowed"
}

// Reasons why Play refuses a move; the error that it returns wraps one of them and says where.
var (
	ErrNotStone = errors.New("only black and white play")
	ErrOffBoard = errors.New("the point is not on the board")
	ErrOccupied = errors.New("the point is occupied")
	ErrSuicide  = errors.New("the move is suicide, which the rule forbids")
)

// Outcome says what a move removed from the board. At most one of the two lists has points: a
// capture gives the stone that was played a liberty.
type Outcome struct {
	// Captured has the opponent's stones that were removed, row by row.
	Captured []Point
	// Suicide has the player's own stones that were removed, the one just played among them, row by
	// row. If it has one stone, the position is what it was before.
	Suicide []Point
}

// Play makes a move: it puts a stone on an empty point, removes the opponent's strings that then
// have no liberty, and after that the player's own string if it has none. A move that is refused
// leaves the position as it was.
func (p *Position) Play(c Color, at Point, rule Rule) (Outcome, error) {
	if err := p.refuse(c, at); err != nil {
		return Outcome{}, fmt.Errorf("%v at %s: %w", c, p.describe(at), err)
	}
	i := p.index(at.Row, at.Col)
	p.grid[i] = c
	outcome := p.remove(i)
	if rule == SuicideForbidden && len(outcome.Suicide) > 0 {
		p.fill(outcome.Suicide, c)
		p.grid[i] = Empty
		return Outcome{}, fmt.Errorf("%v at %s: %w", c, p.describe(at), ErrSuicide)
	}
	return outcome, nil
}

// refuse returns the reason why a stone cannot even be put on the board.
func (p *Position) refuse(c Color, at Point) error {
	switch {
	case !c.IsStone():
		return ErrNotStone
	case !p.On(at):
		return ErrOffBoard
	case p.At(at.Row, at.Col) != Empty:
		return ErrOccupied
	default:
		return nil
	}
}

// describe names a point that may be off the board.
func (p *Position) describe(at Point) string {
	if p.On(at) {
		return p.Label(at)
	}
	return fmt.Sprintf("row %d, column %d (from 0) of the %s board", at.Row, at.Col, p.size())
}

// remove takes away what the stone just put at place i has left without liberties: strings of the
// opponent next to it, or else its own.
func (p *Position) remove(i int) Outcome {
	var (
		outcome  Outcome
		captured []int32
		opponent = p.grid[i].Opponent()
		seen     = make([]bool, len(p.grid))
	)
	for _, n := range p.neighbours(i) {
		if p.grid[n] != opponent || seen[n] {
			continue
		}
		if stones, beside := p.component(n, seen, nil); !beside[Empty] {
			captured = append(captured, stones...)
		}
	}
	outcome.Captured = p.points(captured)
	p.fill(outcome.Captured, Empty)
	if own, beside := p.component(i, seen, nil); !beside[Empty] {
		outcome.Suicide = p.points(own)
		p.fill(outcome.Suicide, Empty)
	}
	return outcome
}

// fill gives all the points one colour.
func (p *Position) fill(points []Point, c Color) {
	for _, at := range points {
		p.Set(at.Row, at.Col, c)
	}
}
