package length

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// A state is a class of sequences on a shape that have the same continuations.
type state struct {
	touched uint16    // points on which a stone was put, and points left out
	frozen  uint16    // points on which no stone will be put, or where it makes no difference
	stones  [2]uint16 // of the player to move, unless he passes, and of his opponent
	history uint32    // the number of the set of patterns that superko forbids
}

// A pattern is the stones after an earlier move, to which superko forbids to return.
type pattern struct {
	stones [2]uint16
	turns  uint8 // the players who had the turn, as bits; both if superko is not situational
}

// exchangePlayers exchanges the stones of the players.
func exchangePlayers(s [2]uint16) [2]uint16 { return [2]uint16{s[1], s[0]} }

// histories numbers sets of patterns. The empty set has number 0.
type histories struct {
	patterns [][]pattern
	index    map[string]uint32
	key      []byte
}

// numberOf sorts some different patterns, and returns the number of their set.
func (h *histories) numberOf(patterns []pattern) uint32 {
	slices.SortFunc(patterns, func(a, b pattern) int { return cmp.Compare(a.pack(), b.pack()) })
	key := h.key[:0]
	for _, y := range patterns {
		key = append(binary.LittleEndian.AppendUint32(key, y.pack()), y.turns)
	}
	h.key = key
	n, ok := h.index[string(key)]
	if !ok {
		n = uint32(len(h.patterns))
		h.index[string(key)] = n
		h.patterns = append(h.patterns, slices.Clone(patterns))
	}
	return n
}

// pack returns the stones of a pattern in one word.
func (y pattern) pack() uint32 { return uint32(y.stones[0]) | uint32(y.stones[1])<<16 }

// A table is a hash table of states, and for each state the ways to it, with sign, by the number of
// stones outside the shape. It is a quarter faster than a map.
type table struct {
	width  int // of the ways to a state
	states []state
	ways   []int64
	slots  []uint32 // a state's number plus 1, 0 for none
}

// newTable returns an empty table.
func newTable(width int) *table { return &table{width: width, slots: make([]uint32, 1024)} }

// clear removes all states.
func (t *table) clear() {
	t.states, t.ways = t.states[:0], t.ways[:0]
	clear(t.slots)
}

// at returns the ways to a state, 0 each if the state is new.
func (t *table) at(s state) []int64 {
	if 2*len(t.states) >= len(t.slots) {
		t.slots = make([]uint32, 2*len(t.slots))
		for i := range t.states {
			*t.find(&t.states[i]) = uint32(i) + 1
		}
	}
	slot := t.find(&s)
	if *slot == 0 {
		t.states = append(t.states, s)
		for range t.width {
			t.ways = append(t.ways, 0)
		}
		*slot = uint32(len(t.states))
	}
	return t.ways[int(*slot-1)*t.width:][:t.width]
}

// find returns the slot of a state, or the one where it belongs.
func (t *table) find(s *state) *uint32 {
	h := uint64(s.touched) | uint64(s.frozen)<<16 | uint64(s.stones[0])<<32 | uint64(s.stones[1])<<48
	h = h*0x9E3779B97F4A7C15 ^ (uint64(s.history)+0x7F4A7C15)*0xC2B2AE3D27D4EB4F
	h = (h ^ h>>29) * 0xBF58476D1CE4E5B9
	for h ^= h >> 32; ; h++ {
		slot := &t.slots[h&uint64(len(t.slots)-1)]
		if *slot == 0 || t.states[*slot-1] == *s {
			return slot
		}
	}
}

// addWays adds ways, times a sign, to sums; both are by the number of stones outside the shape, of
// which the sums have some more. It reports whether a sum is too
// large.
func addWays(sums, ways []int64, sign int64, outside int) (overflow bool) {
	for k, n := range ways[:len(ways)-outside] {
		n *= sign
		sum := sums[k+outside] + n
		overflow = overflow || (sum^n)&(sum^sums[k+outside]) < 0
		sums[k+outside] = sum
	}
	return overflow
}
