package ranking

import "math/bits"

// set is a set of border states that numbers them in the order in which they come: a hash table with open addressing.
type set struct {
	members []word
	slots   []uint32 // 1 + the number of the member, 0 if free; a power of two of them, at most two thirds full
	shift   uint
}

const firstSlots = 16

func newSet() *set {
	s := &set{}
	s.grow(firstSlots)
	return s
}

// slotOf returns the slot where the search for a state begins: the top bits of a product with the golden ratio.
func (s *set) slotOf(b word) int { return int(uint64(b) * 0x9e3779b97f4a7c15 >> s.shift) }

// number returns the number of a state, which becomes a member if it is none.
func (s *set) number(b word) uint32 {
	slot := s.slotOf(b)
	for s.slots[slot] != 0 {
		n := s.slots[slot] - 1
		if s.members[n] == b {
			return n
		}
		slot = (slot + 1) & (len(s.slots) - 1)
	}
	s.members = append(s.members, b)
	s.slots[slot] = uint32(len(s.members))
	if 3*len(s.members) > 2*len(s.slots) {
		s.grow(2 * len(s.slots))
	}
	return uint32(len(s.members) - 1)
}

func (s *set) grow(slots int) {
	s.slots = make([]uint32, slots)
	s.shift = uint(64 - bits.TrailingZeros(uint(slots)))
	for n, b := range s.members {
		slot := s.slotOf(b)
		for s.slots[slot] != 0 {
			slot = (slot + 1) & (slots - 1)
		}
		s.slots[slot] = uint32(n + 1)
	}
}
