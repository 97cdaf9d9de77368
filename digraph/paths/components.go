package paths

import "math/bits"

// components are the strongly connected components of the nodes of a set that can be reached from some exits, in an
// order in which edges lead back: a component leads only to those before it.
type components struct {
	count   int
	members [MaxMarked]uint64
	reach   [MaxMarked]uint64 // members and all that they lead to
	of      [MaxMarked]uint8  // the component of each node
}

// search is the state of Tarjan's algorithm (R. Tarjan, "Depth-first search and linear graph algorithms", 1972).
type search struct {
	spread *[MaxMarked]uint64
	*components
	set    uint64 // all nodes
	unseen uint64
	open   uint64 // nodes whose component is not complete
	next   uint8
	number [MaxMarked]uint8
	top    int
	stack  [MaxMarked]uint8
}

// find fills the components.
func (s *search) find(c *components, exits, free uint64) {
	s.components, s.set, s.unseen, s.open, s.next, s.top = c, free, free, 0, 0, 0
	c.count = 0
	for ; exits&s.unseen != 0; exits &= exits - 1 {
		if v := bits.TrailingZeros64(exits); s.unseen>>v&1 != 0 {
			s.visit(v)
		}
	}
}

// visit searches from v, and returns the least number of an open node that it found.
func (s *search) visit(v int) uint8 {
	bit := uint64(1) << v
	number := s.next
	s.next++
	s.number[v] = number
	s.unseen &^= bit
	s.open |= bit
	s.stack[s.top] = uint8(v)
	s.top++
	low := number
	for ahead := s.spread[v] & s.unseen; ahead != 0; ahead = s.spread[v] & s.unseen {
		low = min(low, s.visit(bits.TrailingZeros64(ahead)))
	}
	for back := s.spread[v] & s.open; back != 0; back &= back - 1 {
		low = min(low, s.number[bits.TrailingZeros64(back)])
	}
	if low == number {
		s.complete(bit)
	}
	return low
}

// complete closes the component whose first node is a bit.
func (s *search) complete(first uint64) {
	c := s.components
	var members, ahead uint64
	for members&first == 0 {
		s.top--
		v := s.stack[s.top]
		members |= 1 << v
		c.of[v] = uint8(c.count)
		ahead |= s.spread[v]
	}
	s.open &^= members
	reach := members
	for ahead &= s.set &^ members; ahead != 0; {
		next := c.reach[c.of[bits.TrailingZeros64(ahead)]]
		reach |= next
		ahead &^= next
	}
	c.members[c.count], c.reach[c.count] = members, reach
	c.count++
}
