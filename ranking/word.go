package ranking

import (
	"math/bits"

	"combigo/internal/state"
)

// word is a border state: the points that have unfilled neighbours. Those before the kink are in the line that is being
// filled, those from the kink on in the line before it. Stones of one needy string are linked.
type word = state.Word

// symbol is what a border state says of a point. Colours are 1 and 2.
type symbol = state.Symbol

const (
	empty symbol = 0
	live  symbol = 0 // + colour: a stone whose string has a liberty
	edge  symbol = 3 // the edge of the board, before the first line is filled
	needy symbol = 4 // * colour: a stone whose string has no liberty yet, with marks
	black symbol = 1
	white symbol = 2
)

// maxWidth is the longest border that there is room for.
const maxWidth = state.Width

// place fills the point at the kink, with a stone of a colour or, for colour 0, not. It returns false if a string is
// left without liberty for good.
func place(b word, kink int, color symbol) (word, bool) {
	above, left := b.At(kink), edge
	if kink > 0 {
		left = b.At(kink - 1)
	}
	if color == empty {
		return revive(revive(b, kink), kink-1).With(kink, empty), true
	}
	if above.Linked() && above.Kind() != color {
		var connected bool
		if b, connected = b.Leave(kink, edge); !connected {
			return 0, false
		}
	}
	if above == empty || left == empty || above == live+color || left == live+color {
		if above.Kind() == color {
			b = revive(b, kink)
		}
		if left.Kind() == color {
			b = revive(b, kink-1)
		}
		return b.With(kink, live+color), true
	}
	if above.Kind() != color {
		b = b.With(kink, needy*color)
	}
	if left.Kind() == color {
		b = b.Join(kink-1, kink)
	}
	return b, true
}

// revive gives the string of a stone its liberty, if it is needy.
func revive(b word, i int) word {
	if i < 0 || !b.At(i).Linked() {
		return b
	}
	return b.Dissolve(i, live+b.At(i).Kind())
}

// Every fourth bit, and multiples of it, pick out one bit of all symbols at once.
const eachLow = 0x1111111111111111

// swapped returns the state with colours exchanged: of a needy stone the upper two bits, of a live one the lower two.
// Empty points and edges are the same either way.
func swapped(b word) word {
	isNeedy := (b>>2 | b>>3) & eachLow
	low := isNeedy | isNeedy<<1 // bits that a needy stone keeps
	kept := b & low
	upper := (b&(4*eachLow))<<1 | (b&(8*eachLow))>>1
	lower := ((b&eachLow)<<1 | (b&(2*eachLow))>>1) &^ low
	return kept | upper | lower
}

// canonical returns the state or its colour exchange, whichever has a black stone first, and whether it is the latter.
func canonical(b word) (word, bool) {
	stones := (b>>2 | b>>3 | b ^ b>>1) & eachLow
	if stones == 0 {
		return b, false
	}
	first := b.At(bits.TrailingZeros64(uint64(stones)) * state.Width / 64)
	if first == live+black || first.Kind() == black {
		return b, false
	}
	return swapped(b), true
}

// hasNeedy reports whether a string has no liberty yet.
func hasNeedy(b word) bool { return b&(12*eachLow) != 0 }
