package game

import (
	"fmt"
	"math/bits"
	"slices"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
)

// MaxPoints is the largest number of points of a board: sets of points are 16 bits.
const MaxPoints = 16

// chain is a maximal connected set of points, and the points next to it.
type chain struct {
	stones, border uint16
	safe           bool // has a liberty beyond the board
}

// masks are the tables of a board: for every set of points its chains. Positions are pairs of sets,
// and the strings of a colour are the chains of its set, so that nothing is ever searched for on
// the board.
type masks struct {
	points int
	all    uint16                // all points
	safe   uint16                // the points that have a liberty beyond the board
	first  []uint32              // where the chains of each set begin, and where the last ones end
	chains []chain               //
	beside [MaxPoints]uint16     // the neighbours of a point
	power  [MaxPoints + 1]uint32 // of 3
	code   []uint32              // the code of a set of black stones
	split  []uint32              // the two sets of a half code: black, white<<16
}

// halfPoints is how many points the table split decodes at once.
const halfPoints = MaxPoints / 2

// newMasks returns the masks of a board.
func newMasks(b *lattice.Graph) (*masks, error) {
	if b.Len() > MaxPoints {
		return nil, fmt.Errorf("game: a board of %d points: want at most %d", b.Len(), MaxPoints)
	}
	if err := b.Validate(); err != nil {
		return nil, fmt.Errorf("game: %w", err)
	}
	m := &masks{points: b.Len(), all: uint16(1<<b.Len() - 1)}
	for v := range m.points {
		for _, w := range b.Neighbors(v) {
			m.beside[v] |= 1 << w
		}
	}
	m.fillCodes()
	m.fillChains(b)
	return m, nil
}

// fillCodes sets the tables of encode and decode.
func (m *masks) fillCodes() {
	m.power[0] = 1
	for i := range MaxPoints {
		m.power[i+1] = 3 * m.power[i]
	}
	m.code = make([]uint32, 1<<m.points)
	for set := 1; set < len(m.code); set++ {
		m.code[set] = m.code[set&(set-1)] + m.power[bits.TrailingZeros(uint(set))]
	}
	m.split = make([]uint32, m.power[halfPoints])
	for half := uint32(1); half < m.power[halfPoints]; half++ {
		top := halfPoints - 1
		for m.power[top] > half {
			top--
		}
		digit := half / m.power[top]
		m.split[half] = m.split[half-digit*m.power[top]] | 1<<top<<(16*(digit-1))
	}
}

// fillChains sets the chains of all sets of points.
func (m *masks) fillChains(b *lattice.Graph) {
	for v := range m.points {
		if b.Safe(v) {
			m.safe |= 1 << v
		}
	}
	m.first = make([]uint32, 1, 1<<m.points+1)
	for set := range 1 << m.points {
		for rest := uint16(set); rest != 0; {
			c := m.lowestChain(rest, uint16(set))
			c.safe = c.stones&m.safe != 0
			m.chains = append(m.chains, c)
			rest &^= c.stones
		}
		m.first = append(m.first, uint32(len(m.chains)))
	}
}

// lowestChain returns the chain of the lowest point of rest, a part of the set.
func (m *masks) lowestChain(rest, set uint16) chain {
	var c chain
	for grow := rest & -rest; grow != 0; grow = c.border & set &^ c.stones {
		c.stones |= grow
		for ; grow != 0; grow &= grow - 1 {
			c.border |= m.beside[bits.TrailingZeros16(grow)]
		}
	}
	c.border &^= c.stones
	return c
}

// chainsOf returns the chains of a set of points.
func (m *masks) chainsOf(set uint16) []chain { return m.chains[m.first[set]:m.first[int(set)+1]] }

// legal reports whether all strings have a liberty.
func (m *masks) legal(p Position) bool {
	empty := m.all &^ (p.Black | p.White)
	return m.alive(p.Black, empty) && m.alive(p.White, empty)
}

// alive reports whether every chain of a set of stones has a liberty.
func (m *masks) alive(set, empty uint16) bool {
	for _, c := range m.chainsOf(set) {
		if c.border&empty == 0 && !c.safe {
			return false
		}
	}
	return true
}

// encode returns the number of a position in base 3.
func (m *masks) encode(p Position) uint32 { return m.code[p.Black] + 2*m.code[p.White] }

// decode is the inverse of encode.
func (m *masks) decode(code uint32) Position {
	low, high := m.split[code%m.power[halfPoints]], m.split[code/m.power[halfPoints]]
	both := low | high<<halfPoints
	return Position{uint16(both), uint16(both >> 16)}
}

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
	for _, c := range m.chainsOf(own) {
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
	for _, c := range m.chainsOf(set) {
		if c.border>>v&1 != 0 && c.border&empty == 0 && !c.safe {
			captured |= c.stones
		}
	}
	return captured
}
