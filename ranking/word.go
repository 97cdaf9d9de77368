package ranking

import (
	"math/bits"

	"combigo.dev/combigo/internal/state"
)

// word is a border state: the points that have unfilled neighbours. Those before the kink are in
// the line that is being filled, those from the kink on in the line before it. Stones of one needy
// string are linked.
type word = state.Word

// symbol is what a border state says of a point. Colours are 1 and 2.
type symbol = state.Symbol

const (
	black symbol = 1
	white symbol = 2
)

// maxWidth is the longest border that there is room for.
const maxWidth = state.Width

// Every fourth bit, and multiples of it, pick out one bit of all symbols at once.
const eachLow = 0x1111111111111111

// swapped returns the state with colours exchanged: of a needy stone the upper two bits, of a live
// one the lower two. Empty points and edges are the same either way.
func swapped(b word) word {
	isNeedy := (b>>2 | b>>3) & eachLow
	low := isNeedy | isNeedy<<1 // bits that a needy stone keeps
	kept := b & low
	upper := (b&(4*eachLow))<<1 | (b&(8*eachLow))>>1
	lower := ((b&eachLow)<<1 | (b&(2*eachLow))>>1) &^ low
	return kept | upper | lower
}

// canonical returns the state or its colour exchange, whichever has a black stone first, and
// whether it is the latter.
func canonical(b word) (word, bool) {
	stones := (b>>2 | b>>3 | b ^ b>>1) & eachLow
	if stones == 0 {
		return b, false
	}
	first := b.At(bits.TrailingZeros64(uint64(stones)) * state.Width / 64)
	if first == state.Live+black || first.Kind() == black {
		return b, false
	}
	return swapped(b), true
}
