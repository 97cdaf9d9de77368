package transfer

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"

	"combigo.dev/combigo/modular"
)

// Integers evaluates to whole numbers, exactly: sums of products of factors, for a number λ. A
// value has as many words as the largest sum at its level may need.
type Integers struct {
	lambda int64
	bits   float64 // by which a sum grows with a level, at most
}

// NewIntegers returns the semiring for a number λ >= 0 and a bound on branching: the factors on the
// arcs out of a state add up to at most that (1+λ for the positions of λ colours).
func NewIntegers(lambda, branching int) (Integers, error) {
	if lambda < 0 || lambda > math.MaxInt32 {
		return Integers{}, fmt.Errorf("transfer: λ = %d is not in 0..%d", lambda, math.MaxInt32)
	}
	if branching < 1 {
		return Integers{}, fmt.Errorf("transfer: branching %d is not positive", branching)
	}
	return Integers{int64(lambda), math.Log2(float64(branching))}, nil
}

// Words implements [Semiring].
func (e Integers) Words(level int) int { return wordsFor(float64(level) * e.bits) }

// wordsFor returns how many words numbers up to 2^bits have. Half a bit is added for rounding and
// the top number.
func wordsFor(bits float64) int { return int(bits+0.5)/64 + 1 }

// One implements [Semiring].
func (Integers) One(row []uint64) { row[0] = 1 }

// Adder implements [Semiring].
func (e Integers) Adder(level int) Adder {
	if e.Words(level+1) == 1 {
		return e.addWord
	}
	return e.add
}

func (e Integers) addWord(to, from []uint64, _ uint8, by Factor) {
	if by == One {
		to[0] += from[0]
	} else {
		to[0] += from[0] * e.times(by)
	}
}

func (e Integers) add(to, from []uint64, _ uint8, by Factor) {
	if by == One {
		addNumber(to, from)
	} else {
		addMultiple(to, from, e.times(by))
	}
}

// times returns the number λ-u. Where more than λ colours were chosen a value is 0 already, so that
// a negative factor may be taken for 0.
func (e Integers) times(by Factor) uint64 { return uint64(max(0, e.lambda-int64(by))) }

// Join implements [Semiring].
func (Integers) Join(_ int, to, from []uint64) { addNumber(to, from) }

// Value implements [Semiring].
func (Integers) Value(_ int, row []uint64) *big.Int { return modular.FromLimbs(row) }

// addNumber adds a number of no more words.
func addNumber(to, from []uint64) {
	var carry uint64
	for i, x := range from {
		to[i], carry = bits.Add64(to[i], x, carry)
	}
	for i := len(from); carry != 0 && i < len(to); i++ {
		to[i], carry = bits.Add64(to[i], 0, carry)
	}
}

// addMultiple adds f times a number of no more words.
func addMultiple(to, from []uint64, f uint64) {
	var high, carry uint64
	for i, x := range from {
		hi, lo := bits.Mul64(x, f)
		lo, carry = bits.Add64(lo, high, 0)
		hi += carry
		to[i], carry = bits.Add64(to[i], lo, 0)
		high = hi + carry
	}
	for i := len(from); high != 0 && i < len(to); i++ {
		to[i], high = bits.Add64(to[i], high, 0)
	}
}
