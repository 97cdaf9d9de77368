package connected

import "math/bits"

// Set is a set of borders that numbers them in the order in which they come: a hash table with open
// addressing. The zero value is the empty set.
type Set struct {
	members []Word
	slots   []uint32 // 1 + the number of the member, 0 if free; a power of two of them, at most two thirds full
	shift   uint
}

const firstSlots = 16

// Members returns the borders by their numbers.
func (s *Set) Members() []Word { return s.members }

// Clear makes the set empty, and keeps its memory.
func (s *Set) Clear() {
	s.members = s.members[:0]
	clear(s.slots)
}

// slotOf returns the slot where the search for a border begins: the top bits of a product with the
// golden ratio.
func (s *Set) slotOf(w Word) int { return int(uint64(w) * 0x9e3779b97f4a7c15 >> s.shift) }

// Find returns the number of a border, and whether it is a member.
func (s *Set) Find(w Word) (uint32, bool) {
	if len(s.slots) == 0 {
		return 0, false
	}
	for slot := s.slotOf(w); s.slots[slot] != 0; slot = (slot + 1) & (len(s.slots) - 1) {
		if n := s.slots[slot] - 1; s.members[n] == w {
			return n, true
		}
	}
	return 0, false
}

// Number returns the number of a border, which becomes a member if it is none. It is the last one
// if it is new.
func (s *Set) Number(w Word) uint32 {
	if 3*len(s.members) >= 2*len(s.slots) {
		s.grow(max(firstSlots, 2*len(s.slots)))
	}
	slot := s.slotOf(w)
	for s.slots[slot] != 0 {
		n := s.slots[slot] - 1
		if s.members[n] == w {
			return n
		}
		slot = (slot + 1) & (len(s.slots) - 1)
	}
	s.members = append(s.members, w)
	s.slots[slot] = uint32(len(s.members))
	return uint32(len(s.members) - 1)
}

func (s *Set) grow(slots int) {
	s.slots = make([]uint32, slots)
	s.shift = uint(64 - bits.TrailingZeros(uint(slots)))
	for n, w := range s.members {
		slot := s.slotOf(w)
		for s.slots[slot] != 0 {
			slot = (slot + 1) & (slots - 1)
		}
		s.slots[slot] = uint32(n + 1)
	}
}
