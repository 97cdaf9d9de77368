package ranking

import "math/bits"

// word is a border state, the state of the points that have unfilled neighbours: four bits for each of them, the first point in the
// lowest bits. The points before the kink are in the line that is being filled, those from the kink on in the line
// before it.
//
// The connections of needy stones cannot cross, so two marks at each stone, whether it is connected to an earlier and
// to a later one of the border, say which stones are of one string.
type word uint64

// symbol is what a border state says of a point.
type symbol uint64

const (
	empty     symbol = 0
	live      symbol = 0 // + colour, 1 or 2: a stone whose string has a liberty
	edge      symbol = 3 // the edge of the board, before the first line is filled
	needy     symbol = 4 // * colour: a stone whose string has no liberty yet
	earlier   symbol = 1 // added to a needy stone connected to one before it
	later     symbol = 2 // added to a needy stone connected to one after it
	black            = 1
	white            = 2
	perSymbol        = 4 // bits
	// maxWidth is the longest border that there is room for.
	maxWidth = 64 / perSymbol
)

// allEdge is the state before the first line.
func allEdge(width int) word {
	var b word
	for i := range width {
		b = b.with(i, edge)
	}
	return b
}

func (b word) at(i int) symbol { return symbol(b>>(perSymbol*i)) & 15 }

func (b word) with(i int, s symbol) word {
	return b&^(15<<(perSymbol*i)) | word(s)<<(perSymbol*i)
}

func (s symbol) isNeedy() bool { return s >= needy }

// isNeedyOf reports whether the symbol is a needy stone of a colour.
func (s symbol) isNeedyOf(color symbol) bool { return s>>2 == color }

// place fills the point at the kink, with a stone of a colour or, for colour 0, not. It returns false if a string is
// left without liberty for good.
func (b word) place(kink int, color symbol) (word, bool) {
	above, left := b.at(kink), edge
	if kink > 0 {
		left = b.at(kink - 1)
	}
	if color == empty {
		return b.revive(kink).revive(kink-1).with(kink, empty), true
	}
	if above.isNeedy() && !above.isNeedyOf(color) {
		var connected bool
		if b, connected = b.leave(kink); !connected {
			return 0, false
		}
	}
	if above == empty || left == empty || above == live+color || left == live+color {
		if above.isNeedyOf(color) {
			b = b.revive(kink)
		}
		if left.isNeedyOf(color) {
			b = b.revive(kink - 1)
		}
		return b.with(kink, live+color), true
	}
	if !above.isNeedyOf(color) {
		b = b.with(kink, needy*color)
	}
	if left.isNeedyOf(color) {
		b = b.join(kink)
	}
	return b, true
}

// next returns the place of the next stone of the string of a needy stone that has one.
func (b word) next(i int) int {
	for j, depth := i+1, 0; j < maxWidth; j++ {
		s := b.at(j)
		if !s.isNeedy() {
			continue
		}
		if depth == 0 && s&earlier != 0 {
			return j
		}
		depth += int(s&later>>1) - int(s&earlier)
	}
	panic("ranking: a needy stone is connected to no later one")
}

// previous is the mirror image of next.
func (b word) previous(i int) int {
	for j, depth := i-1, 0; j >= 0; j-- {
		s := b.at(j)
		if !s.isNeedy() {
			continue
		}
		if depth == 0 && s&later != 0 {
			return j
		}
		depth += int(s&earlier) - int(s&later>>1)
	}
	panic("ranking: a needy stone is connected to no earlier one")
}

// revive gives the string of a stone its liberty, if it is needy.
func (b word) revive(i int) word {
	if i < 0 || !b.at(i).isNeedy() {
		return b
	}
	s := b.at(i)
	alive := b.with(i, live+s>>2)
	for j, at := i, s; at&later != 0; {
		j = b.next(j)
		at = b.at(j)
		alive = alive.with(j, live+s>>2)
	}
	for j, at := i, s; at&earlier != 0; {
		j = b.previous(j)
		at = b.at(j)
		alive = alive.with(j, live+s>>2)
	}
	return alive
}

// leave takes a needy stone out of the border. It returns false if that was the last one of its string.
func (b word) leave(i int) (word, bool) {
	s := b.at(i)
	switch s & (earlier | later) {
	case 0:
		return 0, false
	case later:
		j := b.next(i)
		b = b.with(j, b.at(j)&^earlier)
	case earlier:
		j := b.previous(i)
		b = b.with(j, b.at(j)&^later)
	}
	return b.with(i, edge), true
}

// join makes one string of those of the needy stones at i-1 and i. If the one at i-1 goes on behind i, the string of i
// lies wholly in the gap, and its last stone is connected on; and likewise the other way round.
func (b word) join(i int) word {
	a, s := b.at(i-1), b.at(i)
	if a&later != 0 && s&earlier != 0 {
		return b // one string already
	}
	if a&later != 0 {
		last := i
		for b.at(last)&later != 0 {
			last = b.next(last)
		}
		b = b.with(last, b.at(last)|later)
	}
	if s&earlier != 0 {
		first := i - 1
		for b.at(first)&earlier != 0 {
			first = b.previous(first)
		}
		b = b.with(first, b.at(first)|earlier)
	}
	return b.with(i-1, b.at(i-1)|later).with(i, b.at(i)|earlier)
}

// Every fourth bit, and multiples of it, pick out one bit of all symbols at once.
const eachLow = 0x1111111111111111

// swapped returns the state with colours exchanged: of a needy stone the upper two bits, of a live one the lower two.
// Empty points and edges are the same either way.
func (b word) swapped() word {
	isNeedy := (b>>2 | b>>3) & eachLow
	low := isNeedy | isNeedy<<1 // bits that a needy stone keeps
	kept := b & low
	upper := (b&(4*eachLow))<<1 | (b&(8*eachLow))>>1
	lower := ((b&eachLow)<<1 | (b&(2*eachLow))>>1) &^ low
	return kept | upper | lower
}

// canonical returns the state or its colour exchange, whichever has a black stone first, and whether it is the latter.
func (b word) canonical() (word, bool) {
	stones := (b>>2 | b>>3 | b ^ b>>1) & eachLow
	if stones == 0 {
		return b, false
	}
	first := b.at(bits.TrailingZeros64(uint64(stones)) / perSymbol)
	if first == live+black || first.isNeedyOf(black) {
		return b, false
	}
	return b.swapped(), true
}

// hasNeedy reports whether a string has no liberty yet.
func (b word) hasNeedy() bool { return b&(12*eachLow) != 0 }
