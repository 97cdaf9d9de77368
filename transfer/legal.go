package transfer

import (
	"math"
	"math/bits"
)

// MaxColors is the largest number of colours of [Legal] other than any number.
const MaxColors = 1 << 20

// legal is the [Spec] of legal positions: every string of stones has an adjacent empty point or a
// safe one.
//
// A state has a symbol for each point of the frontier, canonical under renaming of colours and of
// strings:
//
//	0             empty
//	c             a stone of colour c whose string has a liberty (live), 1 <= c <= C
//	C+c           a stone of colour c whose string has none yet (needy), the first one of its string
//	2C+1+j        another stone of needy string j; strings count from 0 in the order of their first stones
//
// Colours count from 1 in the order of their first stones, and C is the largest number that a
// frontier can have.
type legal[S packed[S]] struct{ rules }

// rules is what the states of a board and a number of colours look like.
type rules struct {
	layout *layout
	colors int    // C
	open   bool   // whether a new colour can always be had
	limit  int    // number of colours, if not open
	bits   uint   // of a symbol
	mask   uint64 // of a symbol
	fields int    // symbols in a word
	// meanings of the symbols, for all that a field has room for
	meanings []meaning
}

// codec says how many bits a symbol has and how many words a state, for a frontier of a width.
// Colours are at most one more than the width, with the new stone.
func codec(width, colors int) (symbolBits uint, stateWords int) {
	symbols := 1 + 2*colors + max(0, width-1)
	symbolBits = uint(max(1, bits.Len(uint(symbols-1))))
	perWord := 64 / int(symbolBits)
	return symbolBits, max(1, (width+perWord-1)/perWord)
}

func newLegal[S packed[S]](l *layout, colors int) *legal[S] {
	r := rules{layout: l, limit: colors, open: colors == AnyColors, colors: frontierColors(l.width, colors)}
	r.bits, _ = codec(l.width, r.colors)
	r.mask = 1<<r.bits - 1
	r.fields = 64 / int(r.bits)
	r.meanings = meanings(r.colors, max(0, l.width-1))
	return &legal[S]{r}
}

// frontierColors returns the largest number of colours that a frontier can have.
func frontierColors(width, colors int) int {
	if colors == AnyColors || colors > width {
		return width
	}
	return colors
}

// AnyColors stands for a number of colours that is left open: λ.
const AnyColors = -1

// Levels implements [Spec].
func (l *legal[S]) Levels() int { return len(l.layout.steps) }

// Start implements [Spec].
func (l *legal[S]) Start() S { var s S; return s }

// Accept implements [Spec]: the last frontier is empty, and strings were checked when they left.
func (l *legal[S]) Accept(s S) bool { return !l.needy(s.unpack()) }

// Width implements [Sizer].
func (l *legal[S]) Width() int { return l.layout.width }

// States implements [Sizer]. With all points beside the frontier empty, it can have any colours. Up
// to their names these are the partitions of its points and one thing more, the block of which is
// the empty points, in at most C+1 blocks. By stones that are needy in one way or another, each
// point multiplies that by a factor that was measured on square and toroidal boards.
func (l *legal[S]) States(level int) float64 {
	width := l.layout.widthAfter(level)
	sum := 0.0
	for _, p := range stirling(width + 1)[1 : min(width, l.colors)+2] {
		sum += p
	}
	needy := []float64{1, 1, 1.38, 1.53, 1.6}
	return sum * math.Pow(needy[min(l.colors, len(needy)-1)], float64(width))
}

// stirling returns the numbers of partitions of n things in 0, 1, ..., n blocks.
func stirling(n int) []float64 {
	row := []float64{1}
	for range n {
		next := make([]float64, len(row)+1)
		for k, x := range row {
			next[k] += float64(k) * x
			next[k+1] += x
		}
		row = next
	}
	return row
}

// needy reports whether a string of the frontier has no liberty yet.
func (r *rules) needy(packed words) bool {
	for _, word := range packed {
		for ; word != 0; word >>= r.bits {
			if int(word&r.mask) > r.colors {
				return true
			}
		}
	}
	return false
}

// meaning is what a symbol says, in numbers that make the label without a branch.
type meaning struct {
	label uint8 // of the stone; for the first one of a needy string, of string 0
	first uint8 // 1 for the first stone of a needy string, else 0
	color uint8 // of a live stone or the first one of a needy string, else 0
	known uint8 // 0 for another stone of a needy string, whose colour was noted before, else all ones
}

// meanings returns what all symbols say.
func meanings(colors, strings int) (table []meaning) {
	for c := range colors + 1 {
		table = append(table, meaning{label: uint8(c), color: uint8(c), known: 0xff})
	}
	for c := 1; c <= colors; c++ {
		table = append(table, meaning{label: firstNeedy, first: 1, color: uint8(c), known: 0xff})
	}
	for j := range strings {
		table = append(table, meaning{label: uint8(firstNeedy + j)})
	}
	return table
}

// In a front, a label says what is on a point: 0 nothing, c a live stone of colour c, and
// firstNeedy+j a stone of needy string j. One colour and one string more than a frontier can have
// make room for the new stone.
const (
	firstNeedy = MaxWidth + 2
	maxLabels  = firstNeedy + MaxWidth + 1
)
