package transfer

import (
	"errors"
	"math"
	"math/bits"
	"slices"
)

var errSigned = errors.New("transfer: the board has edges between opposite stones: want LegalSigned")

// signed reports whether an edge joins other stones than equal ones.
func (l *layout) signed() bool {
	return slices.ContainsFunc(l.steps, func(s step) bool {
		return slices.ContainsFunc(s.signs, func(sign sign) bool { return sign != joinsSame })
	})
}

// joined reports whether stones of colours 1 or 2 are of one string.
func (s sign) joined(c, d uint8) bool {
	if c == d {
		return s&joinsSame != 0
	}
	return s&joinsOpposite != 0
}

// signed is the [Spec] of the legal positions of two colours on a board that may be a
// [SignedGraph]. It says more about its arcs than legal, so that a semiring can tell the colours
// apart.
//
// A state has a symbol for each point of the frontier, canonical under exchange of the colours and
// renaming of strings; the first stone has colour 1:
//
//	0         empty
//	c         a live stone of colour c, 1 or 2
//	2+c       a needy stone of colour c, the first one of its string
//	4+2j+c    another needy stone of colour c, of string j; strings count from 0 in the order of their first stones
type signed[S packed[S]] struct {
	layout *layout
	bits   uint
	fields int // symbols in a word
}

// The symbols of a signed state.
const (
	signedNeedy = 2
	signedMore  = 4
)

// signedCodec says how many bits a symbol has and how many words a state, for a frontier of a
// width.
func signedCodec(width int) (symbolBits uint, stateWords int) {
	symbolBits = uint(bits.Len(uint(signedMore + 2*max(1, width))))
	perWord := 64 / int(symbolBits)
	return symbolBits, max(1, (width+perWord-1)/perWord)
}

func newSigned[S packed[S]](l *layout) *signed[S] {
	symbolBits, _ := signedCodec(l.width)
	return &signed[S]{l, symbolBits, 64 / int(symbolBits)}
}

// StoneChoice is a choice of [LegalSigned]. States are classes under exchange of the colours, each
// with a representative, in which the first stone on the frontier has colour 1.
type StoneChoice uint8

// Colors of the new point, in the names of the representative that the arc leaves: see
// [StoneChoice.Color].
const stoneColor StoneChoice = 3

const (
	// Renamed says that the colours have other names in the representative that the arc leads to.
	Renamed StoneChoice = 4
	// Cleared says that no stone is on the frontier any more, and that there was one, or that there
	// is one on the new point: a state that is its own exchange, to which all of the class come
	// that is left, not the representative alone.
	Cleared StoneChoice = 8
)

// Color returns 0 if the point is left empty, else 1 or 2, the colour of the stone.
func (c StoneChoice) Color() int { return int(c & stoneColor) }

// Levels implements [Spec].
func (l *signed[S]) Levels() int { return len(l.layout.steps) }

// Start implements [Spec].
func (l *signed[S]) Start() S { var s S; return s }

// Accept implements [Spec]: the last frontier is empty, and strings were checked when they left.
func (l *signed[S]) Accept(S) bool { return true }

// Width implements [Sizer].
func (l *signed[S]) Width() int { return l.layout.width }

// States implements [Sizer] as that of [Legal] does for two colours.
func (l *signed[S]) States(level int) float64 {
	width := float64(l.layout.widthAfter(level))
	return (math.Pow(3, width) + 1) / 2 * math.Pow(1.38, width)
}
