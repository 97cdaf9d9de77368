package records

import (
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
)

// stringProblem is the problem of the most strings of a legal position: the number of points minus
// the domination number of the board, which is the size of the smallest set D such that every point
// is in D or has a neighbour in D.
//
// No more: of a legal position choose a stone of each string, and let D be all other points. A
// chosen stone that is not the only one of its string has a neighbour of the same string, which is
// not chosen; one that is has a liberty. So D dominates, and has the number of points minus the
// number of strings.
//
// No less: leave D empty, and put black and white stones on all other points as on a chessboard.
// Every stone has an empty neighbour, in D. No two adjacent ones have the same colour, so each is a
// string.
//
// A point of D is better than one that is dominated, and this than one that is not.
type stringProblem struct{}

const (
	undominated connected.Symbol = 0
	dominated   connected.Symbol = 1
	dominator   connected.Symbol = 2
)

// choices implements [problem].
func (stringProblem) choices() uint8 { return 2 }

// place fills the point as for losses, and leaves these out.
func (p stringProblem) place(w word, kink int, choice uint8) (word, int32, bool) {
	left, above := around(w, kink)
	c := corner{left: uint8(left), above: uint8(above)}
	here, _, allowed := p.fill(&c, choice)
	if kink > 0 {
		w = w.With(kink-1, connected.Symbol(c.above))
	}
	return w.With(kink, connected.Symbol(here)), int32(choice), allowed
}

// color implements [problem].
func (stringProblem) color(choice uint8, row, col int) goban.Color {
	switch {
	case choice == 0:
		return goban.Empty
	case (row+col)%2 == 0:
		return goban.Black
	}
	return goban.White
}

// accept implements [problem].
func (stringProblem) accept(w word, height int) bool {
	for i := range height {
		if w.At(i) == undominated {
			return false
		}
	}
	return true
}

// better implements [problem].
func (stringProblem) better(w word, height, _ int, visit func(word, int32)) {
	for i := range height {
		if s := w.At(i); s == undominated || s == dominated {
			visit(w.With(i, s+1), 0)
		}
	}
}

// firm implements [problem], with all points of the next column in D: that gains nothing, and no
// other column less.
func (p stringProblem) firm(w word, height int) bool { return p.accept(w, height) }

// margin implements [problem].
func (stringProblem) margin(height int) int32 { return int32(height) }

// losses implements [lossProblem]. A point of D dominates itself and four neighbours. What it
// dominates beyond the edge is lost, and what is dominated already: 5 |D| = points + losses.
func (stringProblem) losses(points, value int) int { return 5*(points-value) - points }

// digits implements [lossProblem].
func (stringProblem) digits() int { return 3 }

// connected implements [lossProblem].
func (stringProblem) connected() bool { return false }

// final implements [lossProblem].
func (stringProblem) final(digit uint8) bool { return digit != uint8(undominated) }

// fill implements [lossProblem].
func (p stringProblem) fill(c *corner, choice uint8) (here uint8, loss int, allowed bool) {
	if choice == 0 {
		loss = c.sides
		for _, digit := range []uint8{c.left, c.above} {
			if digit != outside {
				loss += int(digit) // beside another point of D, both are dominated twice
			}
		}
		if c.above == uint8(undominated) {
			c.above = uint8(dominated)
		}
		return uint8(dominator), loss, true
	}
	times := int(count(c.left == uint8(dominator)) + count(c.above == uint8(dominator)))
	return uint8(min(times, 1)), max(times-1, 0), p.final(c.left) || c.free
}
