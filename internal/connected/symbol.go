package connected

import "math/bits"

// symbol is what the border word stores of one point, in four bits:
//
//	0      empty
//	1, 2   a live stone, black or white: its string has a liberty
//	8..15  a needy stone: 8 | colour<<2 | prev<<1 | next
//
// A needy stone's string has no liberty yet. The flags prev and next say
// whether an earlier, a later point of the word belongs to the same string;
// because strings cannot cross, a stack recovers the strings from the flags.
type symbol uint8

const (
	empty symbol = 0
	live  symbol = 1 // plus the colour
	needy symbol = 8

	prevFlag symbol = 2
	nextFlag symbol = 1
)

// colour is 0 for black, 1 for white.
type colour uint8

func (s symbol) isNeedy() bool { return s&needy != 0 }
func (s symbol) isLive() bool  { return s == 1 || s == 2 }
func (s symbol) prev() bool    { return s&prevFlag != 0 }
func (s symbol) next() bool    { return s&nextFlag != 0 }

// colour is meaningless for an empty point.
func (s symbol) colour() colour {
	if s.isNeedy() {
		return colour(s >> 2 & 1)
	}
	return colour(s - live)
}

func liveStone(c colour) symbol  { return live + symbol(c) }
func needyStone(c colour) symbol { return needy | symbol(c)<<2 }

// symbols lists all eleven in a fixed order.
var symbols = [11]symbol{0, 1, 2, 8, 9, 10, 11, 12, 13, 14, 15}

// word is a border word or one half of it: four bits a point, point 0 lowest.
type word uint64

// wordPoints is the largest number of points that a word holds.
const wordPoints = 16

const nibbleOnes word = 0x1111111111111111

func (w word) at(i int) symbol { return symbol(w >> (4 * i) & 15) }

func (w word) with(i int, s symbol) word { return w | word(s)<<(4*i) }

// swap exchanges the colours.
func (w word) swap() word {
	isNeedy := w >> 3 & nibbleOnes
	isLive := (w | w>>1) & nibbleOnes &^ isNeedy
	return w ^ isNeedy<<2 ^ isLive*3
}

// colours keeps of each point only empty (0), black (1) or white (2).
func (w word) colours() word {
	isNeedy := w >> 3 & nibbleOnes
	isWhite := isNeedy & (w >> 2)
	stones := w &^ (isNeedy * 15)
	return stones | isNeedy<<0 ^ isWhite*3
}

// whiteLast reports whether the last stone is white.
func (w word) whiteLast() bool {
	c := w.colours()
	return c != 0 && (bits.Len64(uint64(c))-1)%4 == 1
}

// blackLast returns the word or its swap, whichever has a black last stone
// or no stone, and whether it was swapped.
func (w word) blackLast() (word, bool) {
	if w.whiteLast() {
		return w.swap(), true
	}
	return w, false
}

// pattern is the colours of a word, up to exchange: with a black last stone.
func (w word) pattern() word {
	c := w.colours()
	if w.whiteLast() {
		return c.swap()
	}
	return c
}

// trits reads the colours of a word as a number in base three, point 0 lowest.
func (w word) trits() int {
	c := uint64(w.colours())
	c = c&0x0F0F0F0F0F0F0F0F + 3*(c>>4&0x0F0F0F0F0F0F0F0F)
	c = c&0x00FF00FF00FF00FF + 9*(c>>8&0x00FF00FF00FF00FF)
	c = c&0x0000FFFF0000FFFF + 81*(c>>16&0x0000FFFF0000FFFF)
	return int(c&0xFFFFFFFF + 6561*(c>>32))
}

// power3 returns 3^n, the number of colourings of n points.
func power3(n int) int {
	power := 1
	for range n {
		power *= 3
	}
	return power
}

// hasNeedy reports whether a word has a needy stone.
func (w word) hasNeedy() bool { return w&(nibbleOnes<<3) != 0 }

// reversed returns the points in the opposite order, aligned at the top.
func (w word) reversed() word {
	b := bits.ReverseBytes64(uint64(w))
	return word(b>>4&0x0F0F0F0F0F0F0F0F | b&0x0F0F0F0F0F0F0F0F<<4)
}
