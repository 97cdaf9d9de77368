package connected

import (
	"math/bits"
)

// needyStrings are the needy strings of a half word, and those of them that matter to the
// other half, its slots: the ones that cross the split, the outermost first, then that of
// the last prefix point if it is needy and does not cross.
type needyStrings struct {
	points [2 * wordPoints]word // ones at the points of each string
	at     [wordPoints]int8     // the string of each needy point
	slots  [maxSlots]int8
	count  int // of slots
}

// read finds the strings of n points of a half, given the interface class at the split.
func (s *needyStrings) read(h half, w word, n int, from interfaceClass) {
	fresh := int8(0)
	var open [2 * wordPoints]int8
	depth := 0
	if h == suffix {
		depth = from.depth()
		for j := range depth {
			open[j], s.slots[j], s.points[j] = int8(j), int8(j), 0
		}
		s.count, fresh = depth, int8(depth)
		if from.class.isClosed() {
			s.slots[depth], s.points[depth] = fresh, 0
			s.count++
			fresh++
		}
	}
	for i := range n {
		p := w.at(i)
		if !p.isNeedy() {
			continue
		}
		if !p.prev() {
			open[depth], s.points[fresh] = fresh, 0
			depth++
			fresh++
		}
		str := open[depth-1]
		s.points[str] |= 1 << (4 * i)
		s.at[i] = str
		if !p.next() {
			depth--
		}
	}
	if h == suffix {
		return
	}
	s.count = copy(s.slots[:], open[:depth])
	if from.class.isClosed() {
		s.slots[depth] = s.at[n-1]
		s.count++
	}
}

// slot returns the number of the slot that a string is, -1 if it is none.
func (s *needyStrings) slot(str int8) int {
	for j, t := range s.slots[:s.count] {
		if t == str {
			return j
		}
	}
	return -1
}

// revive gives needy points their liberty.
func (w word) revive(points word) word {
	white := w >> 2 & points
	return w&^(points*15) | points + white
}

// connect makes needy points one string, which crosses the split or not.
func (w word) connect(points word, h half, crosses bool) word {
	prev, next := points&(points-1), points&^points.highest()
	if crosses && h == suffix {
		prev = points
	}
	if crosses && h == prefix {
		next = points
	}
	return w&^(points*3) | prev<<1 | next
}

func (w word) highest() word {
	if w == 0 {
		return 0
	}
	return 1 << (bits.Len64(uint64(w)) - 1)
}

// maxSlots is the largest number of strings of one half that matter to the
// other.
const maxSlots = wordPoints + 1
