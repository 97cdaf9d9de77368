package connected

import "math/bits"

// The symbols of a border state. The stones of a needy string are linked, those of a live one are
// not: nobody needs to know of them what they are connected to.
const (
	Empty Symbol = 0
	Live  Symbol = 0 // + colour: a stone whose string has a liberty
	Edge  Symbol = 3 // what is beyond the board
	Needy Symbol = 4 // * colour: a stone whose string has no liberty yet, with marks
)

// The colours of stones.
const (
	Black Symbol = 1
	White Symbol = 2
)

// Color returns the colour of a stone, Empty or Edge.
func (s Symbol) Color() Symbol {
	if s.Linked() {
		return s.Kind()
	}
	return s
}

// Place fills the point at the kink, with a stone of a colour or, for colour 0, not. It returns
// false if a string is left without liberty for good.
//
// The symbols before the kink are of the line that is being filled, those from the kink on of the
// line before it.
func (w Word) Place(kink int, color Symbol) (Word, bool) {
	above, left := w.At(kink), Edge
	if kink > 0 {
		left = w.At(kink - 1)
	}
	if color == Empty {
		return w.revive(kink).revive(kink-1).With(kink, Empty), true
	}
	own := above.Kind() == color
	if !own {
		var ok bool
		if w, ok = w.Off(kink); !ok {
			return 0, false
		}
	}
	if above == Empty || left == Empty || above == Live+color || left == Live+color {
		if own {
			w = w.revive(kink)
		}
		if left.Kind() == color {
			w = w.revive(kink - 1)
		}
		return w.With(kink, Live+color), true
	}
	if !own {
		w = w.With(kink, Needy*color)
	}
	if left.Kind() == color {
		w = w.Join(kink-1, kink)
	}
	return w, true
}

// Off is [Word.Place] for a point that is not on the board.
func (w Word) Off(kink int) (Word, bool) {
	if w.At(kink).Linked() {
		return w.Leave(kink, Edge)
	}
	return w.With(kink, Edge), true
}

// revive gives the string of a stone its liberty, if it is needy.
func (w Word) revive(i int) Word {
	if i < 0 || !w.At(i).Linked() {
		return w
	}
	return w.Dissolve(i, Live+w.At(i).Kind())
}

// Settled reports whether every string has a liberty.
func (w Word) Settled() bool { return w&0xCCCCCCCCCCCCCCCC == 0 }

// Every fourth bit: one of each symbol.
const eachLow = 0x1111111111111111

// Swapped returns the border with the colours exchanged: of a needy stone the upper two bits, of a
// live one the lower two. Empty points and edges are the same either way.
func (w Word) Swapped() Word {
	isNeedy := (w>>2 | w>>3) & eachLow
	low := isNeedy | isNeedy<<1 // bits that a needy stone keeps
	kept := w & low
	upper := (w&(4*eachLow))<<1 | (w&(8*eachLow))>>1
	lower := ((w&eachLow)<<1 | (w&(2*eachLow))>>1) &^ low
	return kept | upper | lower
}

// Canonical returns the border or its colour exchange, whichever has a black stone first, and
// whether it is the latter.
func (w Word) Canonical() (Word, bool) {
	stones := (w>>2 | w>>3 | (w ^ w>>1)) & eachLow
	if stones == 0 || w.At(bits.TrailingZeros64(uint64(stones))/bitsPerSymbol).Color() == Black {
		return w, false
	}
	return w.Swapped(), true
}

// Mirror returns the border of n symbols upside down: earlier symbols become later ones, and so do
// the connections with them.
func (w Word) Mirror(n int) Word {
	var mirror Word
	for i := range n {
		s := w.At(i)
		if s.Linked() {
			s = s&^Marks | s&Earlier<<1 | s&Later>>1
		}
		mirror = mirror.With(n-1-i, s)
	}
	return mirror
}
