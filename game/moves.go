package game

import (
	"math/bits"
	"slices"

	"combigo.dev/combigo/goban"
)

// A Move puts a stone on an empty point of a position.
type Move struct {
	Color   goban.Color // of the player
	Point   int         // vertex of the board's graph
	To      Position    // the position that results
	Suicide bool        // the player's own string was removed
}

// appendMoves appends the moves of both colours that change the position: all but the suicides of
// single stones, and without any suicides if the rule forbids them.
func (m *masks) appendMoves(moves []Move, p Position, rule goban.Rule) []Move {
	known := len(moves)
	moves = m.appendAll(moves, p, rule)
	return append(moves[:known], slices.DeleteFunc(moves[known:], func(move Move) bool { return move.To == p })...)
}

// appendAll appends the moves of both colours, those that do not change the position among them.
func (m *masks) appendAll(moves []Move, p Position, rule goban.Rule) []Move {
	for free := m.all &^ (p.Black | p.White); free != 0; free &= free - 1 {
		v := bits.TrailingZeros16(free)
		if own, other, suicide := m.play(p.Black, p.White, v); !suicide || rule == goban.SuicideAllowed {
			moves = append(moves, Move{goban.Black, v, Position{own, other}, suicide})
		}
		if own, other, suicide := m.play(p.White, p.Black, v); !suicide || rule == goban.SuicideAllowed {
			moves = append(moves, Move{goban.White, v, Position{other, own}, suicide})
		}
	}
	return moves
}

// play puts a stone on v: first the opponent's strings without liberties are removed, then the
// player's own. It returns the stones of both afterwards, and whether the player's own string went.
// The position was legal.
func (m *masks) play(own, other uint16, v int) (ownAfter, otherAfter uint16, suicide bool) {
	own |= 1 << v
	empty := m.all &^ (own | other)
	captured := m.captured(other, empty, v)
	if captured != 0 {
		return own, other &^ captured, false
	}
	for _, c := range m.of(own) {
		if c.stones>>v&1 != 0 {
			if c.border&empty == 0 && !c.safe {
				return own &^ c.stones, other, true
			}
			break
		}
	}
	return own, other, false
}

// captured returns the stones of a colour, legal before a stone of the other one came to v, that
// have lost their last liberty by it.
func (m *masks) captured(set, empty uint16, v int) uint16 {
	var captured uint16
	for _, c := range m.of(set) {
		if c.border>>v&1 != 0 && c.border&empty == 0 && !c.safe {
			captured |= c.stones
		}
	}
	return captured
}
