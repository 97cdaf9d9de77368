package goban

import (
	"math/rand/v2"
	"slices"
)

// A positionSet holds the positions of a game, each with the move after which it first was there
// and the players who have had the turn in it. A hash finds candidates, the stones decide.
type positionSet struct {
	words   int      // 64-bit words for a position: 2 bits for a point
	now     []uint64 // the position as it is
	hash    uint64   // of now
	keys    [][2]uint64
	current int32 // the position as it is, once entered

	heads     map[uint64]int32 // a hash to the position with it that was entered last
	next      []int32          // for each position, the one with the same hash that was entered before it, or -1
	stones    []uint64         // the positions, one after the other
	firstMove []int
	players   []uint8 // for each position, bits of the players who have had the turn, and who have made it by a stone
}

// pointsPerWord is how many points of 2 bits fit into a word.
const pointsPerWord = 32

// newPositionSet returns the set with a position that is there after a number of moves.
func newPositionSet(p *Position, moves int) positionSet {
	points := p.rows * p.cols
	s := positionSet{words: (points + pointsPerWord - 1) / pointsPerWord, heads: map[uint64]int32{}}
	s.now = make([]uint64, s.words)
	s.keys = make([][2]uint64, points)
	rng := rand.New(rand.NewPCG(uint64(p.rows), uint64(p.cols)))
	for i := range s.keys {
		s.keys[i] = [2]uint64{rng.Uint64(), rng.Uint64()}
	}
	for row := range p.rows {
		for col := range p.cols {
			if c := p.At(row, col); c != Empty {
				s.toggle(row*p.cols+col, c)
			}
		}
	}
	s.enter(moves)
	return s
}

// toggle puts a stone where there is none, or takes it away.
func (s *positionSet) toggle(point int, c Color) {
	s.now[point/pointsPerWord] ^= uint64(c) << (point % pointsPerWord * 2)
	s.hash ^= s.keys[point][c-1]
}

// change makes the changes of a move; doing it twice undoes them.
func (s *positionSet) change(p *Position, m Move, outcome Outcome) {
	s.toggle(m.Point.Row*p.cols+m.Point.Col, m.Color)
	for _, at := range outcome.Captured {
		s.toggle(at.Row*p.cols+at.Col, m.Color.Opponent())
	}
	for _, at := range outcome.Suicide {
		s.toggle(at.Row*p.cols+at.Col, m.Color)
	}
}

// find returns the number of the position that is as it is now.
func (s *positionSet) find() (int32, bool) {
	i, ok := s.heads[s.hash]
	for ; ok && i >= 0; i = s.next[i] {
		if slices.Equal(s.at(i), s.now) {
			return i, true
		}
	}
	return 0, false
}

// at returns the stones of a position.
func (s *positionSet) at(i int32) []uint64 { return s.stones[int(i)*s.words : (int(i)+1)*s.words] }

// enter adds the position as it is now, which find has not found, as what was there after a move.
func (s *positionSet) enter(move int) {
	s.current = int32(s.size())
	before, ok := s.heads[s.hash]
	if !ok {
		before = -1
	}
	s.heads[s.hash] = s.current
	s.next = append(s.next, before)
	s.stones = append(s.stones, s.now...)
	s.firstMove = append(s.firstMove, move)
	s.players = append(s.players, 0)
}

// size returns the number of different positions.
func (s *positionSet) size() int { return len(s.next) }

// turnBit is the bit of a player who has had the turn, and makerBit that of one who has made a
// position.
func turnBit(c Color) uint8  { return 1 << c }
func makerBit(c Color) uint8 { return 8 << c }

// markTurn notes that a player has the turn in the position as it is, markMaker that a stone of the
// player made it.
func (s *positionSet) markTurn(c Color)  { s.players[s.current] |= turnBit(c) }
func (s *positionSet) markMaker(c Color) { s.players[s.current] |= makerBit(c) }
