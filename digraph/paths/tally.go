package paths

import (
	"encoding/binary"
	"math/bits"
)

// tally is a number of walks, and the steps of the longest of them.
type tally struct {
	low, high uint64
	longest   int
}

// step is the walk of one step.
var step = tally{low: 1, longest: 1}

// plus returns what two tallies are together.
func (t tally) plus(u tally) (sum tally, overflow bool) {
	low, carry := bits.Add64(t.low, u.low, 0)
	high, carry := bits.Add64(t.high, u.high, carry)
	return tally{low, high, max(t.longest, u.longest)}, carry != 0
}

// times returns the walks that are one of a tally and then one of another.
func (t tally) times(u tally) (product tally, overflow bool) {
	high, low := bits.Mul64(t.low, u.low)
	a, x := bits.Mul64(t.low, u.high)
	b, y := bits.Mul64(t.high, u.low)
	high, c := bits.Add64(high, x, 0)
	high, d := bits.Add64(high, y, 0)
	return tally{low, high, t.longest + u.longest}, a|b|c|d != 0 || t.high != 0 && u.high != 0
}

// appendTo appends a tally to a text: the steps, with a mark if the number is longer than a word,
// and the number.
func (t tally) appendTo(text []byte) []byte {
	if t.high == 0 {
		return binary.AppendUvarint(append(text, byte(2*t.longest)), t.low)
	}
	return binary.AppendUvarint(binary.AppendUvarint(append(text, byte(2*t.longest+1)), t.low), t.high)
}

// cutTally reads a tally at the beginning of a text, and returns the rest of that.
func cutTally(text []byte) (tally, []byte) {
	t := tally{longest: int(text[0] / 2)}
	low, n := binary.Uvarint(text[1:])
	t.low = low
	if text[0]%2 == 1 {
		high, more := binary.Uvarint(text[1+n:])
		t.high, n = high, n+more
	}
	return t, text[1+n:]
}
