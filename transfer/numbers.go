package transfer

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"combigo.dev/combigo/modular"
)

// Integers evaluates to whole numbers, exactly: sums of products of factors, for a number λ. A
// value has as many words as the largest sum at its level may need.
type Integers struct {
	lambda int64
	bits   float64 // by which a sum grows with a level, at most
}

// NewIntegers returns the semiring for a number λ >= 0 and a bound on branching: the factors on the
// arcs out of a state add up to at most that (1+λ for the positions of λ colours). A bound that is
// too small leads to a [*RangeError], to no wrong number.
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
func (e Integers) Adder(int) Adder { return e.add }

func (e Integers) add(to, from []uint64, _ uint8, by Factor) bool {
	switch {
	case by == One:
		return addNumber(to, from)
	case int64(by) > e.lambda: // more than λ colours were chosen, and the value is 0
		return isZero(from)
	}
	return addMultiple(to, from, uint64(e.lambda-int64(by)))
}

// isZero reports whether all words are 0.
func isZero(row []uint64) bool {
	return !slices.ContainsFunc(row, func(x uint64) bool { return x != 0 })
}

// colors returns the number of colours that λ is, for [Legal].
func (e Integers) colors() int64 { return e.lambda }

// Join implements [Semiring].
func (Integers) Join(_ int, to, from []uint64) bool { return addNumber(to, from) }

// Value implements [Semiring].
func (Integers) Value(_ int, row []uint64) *big.Int { return modular.FromLimbs(row) }

// addNumber adds a number of no more words, and reports whether the sum fits.
func addNumber(to, from []uint64) bool {
	var carry uint64
	for i, x := range from {
		to[i], carry = bits.Add64(to[i], x, carry)
	}
	for i := len(from); carry != 0 && i < len(to); i++ {
		to[i], carry = bits.Add64(to[i], 0, carry)
	}
	return carry == 0
}

// addNumbers adds numbers of given words, side by side, and reports whether all sums fit.
func addNumbers(to, from []uint64, words int) bool {
	fit := true
	for at := 0; at < len(to); at += words {
		fit = addNumber(to[at:at+words], from[at:at+words]) && fit
	}
	return fit
}

// numbersOf returns the numbers of given words, side by side.
func numbersOf(row []uint64, words int) (numbers []*big.Int) {
	for n := range slices.Chunk(row, words) {
		numbers = append(numbers, modular.FromLimbs(n))
	}
	return numbers
}

// trimmed returns numbers without the zeros at the end.
func trimmed(numbers []*big.Int) []*big.Int {
	for len(numbers) > 0 && numbers[len(numbers)-1].Sign() == 0 {
		numbers = numbers[:len(numbers)-1]
	}
	return numbers
}

// addMultiple adds f times a number of no more words, and reports whether the sum fits.
func addMultiple(to, from []uint64, f uint64) bool {
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
	return high == 0
}

// Sums evaluates to the numbers of solutions by the sum of their choices, exactly: the result has
// the number of solutions with sum s at index s, up to the largest sum of any.
type Sums struct {
	integers Integers
	largest  int
}

// NewSums returns the semiring for a bound on the arcs out of a state and for the largest sum of
// any solution. A bound that is too small leads to a [*RangeError], to no wrong number.
func NewSums(branching, largest int) (Sums, error) {
	integers, err := NewIntegers(0, branching)
	if largest < 0 {
		err = fmt.Errorf("transfer: the largest sum %d is negative", largest)
	}
	return Sums{integers, largest}, err
}

// Words implements [Semiring].
func (e Sums) Words(level int) int { return (e.largest + 1) * e.integers.Words(level) }

// One implements [Semiring].
func (Sums) One(row []uint64) { row[0] = 1 }

// Adder implements [Semiring].
func (e Sums) Adder(level int) Adder {
	wide, narrow := e.integers.Words(level+1), e.integers.Words(level)
	return func(to, from []uint64, choice uint8, by Factor) bool {
		fit := by == One
		for sum := range e.largest + 1 {
			n := from[sum*narrow : (sum+1)*narrow]
			if above := sum + int(choice); above <= e.largest {
				fit = addNumber(to[above*wide:(above+1)*wide], n) && fit
			} else {
				fit = isZero(n) && fit
			}
		}
		return fit
	}
}

// Join implements [Semiring].
func (e Sums) Join(levels int, to, from []uint64) bool {
	return addNumbers(to, from, e.integers.Words(levels))
}

// Value implements [Semiring].
func (e Sums) Value(levels int, row []uint64) []*big.Int {
	return trimmed(numbersOf(row, e.integers.Words(levels)))
}

// MaxResidues is the largest number of moduli that [Residues] takes.
const MaxResidues = 8

// MaxModulus is the largest modulus: two residues must add without overflow.
const MaxModulus = 1<<63 - 1

// Residues evaluates to residues modulo some numbers, for a number λ. A value has a word for each
// modulus.
type Residues struct {
	lambda uint64
	moduli []uint64
}

// NewResidues returns the semiring for a number λ and 1 to [MaxResidues] moduli, which need not be
// primes.
func NewResidues(lambda uint64, moduli []uint64) (Residues, error) {
	if len(moduli) < 1 || len(moduli) > MaxResidues {
		return Residues{}, fmt.Errorf("transfer: %d moduli, want 1 to %d", len(moduli), MaxResidues)
	}
	for _, m := range moduli {
		if m < 2 || m > MaxModulus {
			return Residues{}, fmt.Errorf("transfer: the modulus %d is not in 2..2^63-1", m)
		}
	}
	return Residues{lambda, slices.Clone(moduli)}, nil
}

// Words implements [Semiring].
func (e Residues) Words(int) int { return len(e.moduli) }

// One implements [Semiring].
func (Residues) One(row []uint64) {
	for i := range row {
		row[i] = 1
	}
}

// Adder implements [Semiring].
func (e Residues) Adder(int) Adder {
	return func(to, from []uint64, _ uint8, by Factor) bool {
		if by == One {
			return e.Join(0, to, from)
		}
		for i, m := range e.moduli {
			hi, lo := bits.Mul64((e.lambda%m+m-uint64(by)%m)%m, from[i])
			to[i] = addMod(to[i], bits.Rem64(hi, lo, m), m)
		}
		return true
	}
}

// Join implements [Semiring].
func (e Residues) Join(_ int, to, from []uint64) bool {
	for i, m := range e.moduli {
		to[i] = addMod(to[i], from[i], m)
	}
	return true
}

// colors returns the number of colours that λ is, for [Legal].
func (e Residues) colors() int64 { return int64(min(e.lambda, math.MaxInt64)) }

// addMod returns x+y modulo m; both are below m.
func addMod(x, y, m uint64) uint64 {
	if sum := x + y; sum < m {
		return sum
	}
	return x + y - m
}

// Value implements [Semiring]: the residues, in the order of the moduli.
func (Residues) Value(_ int, row []uint64) []uint64 { return slices.Clone(row) }

// MaxPlus evaluates to the largest gain of a solution: the sum over its choices of what each earns.
// Factors are ignored.
type MaxPlus struct {
	// Gain returns what a choice at a level earns, by default nothing; for the smallest cost
	// instead, return costs negated. Gains and sums beyond -2^62 and 2^62 are a [RangeError].
	Gain func(level int, choice uint8) int64
}

// bias makes all gains positive words, so that 0 can stand for "no solution", which is less than
// any.
const bias = 1 << 63

// Words implements [Semiring].
func (MaxPlus) Words(int) int { return 1 }

// One implements [Semiring].
func (MaxPlus) One(row []uint64) { row[0] = bias }

// Adder implements [Semiring].
func (e MaxPlus) Adder(level int) Adder {
	if e.Gain == nil {
		return func(to, from []uint64, _ uint8, _ Factor) bool { return e.Join(level, to, from) }
	}
	return func(to, from []uint64, choice uint8, _ Factor) bool {
		if from[0] == 0 {
			return true
		}
		gain := e.Gain(level, choice)
		sum := from[0] + uint64(gain)
		to[0] = max(to[0], sum)
		return max(gain, -gain) <= bias/2 && gain != math.MinInt64 && sum-bias/2 <= bias
	}
}

// Join implements [Semiring].
func (MaxPlus) Join(_ int, to, from []uint64) bool {
	to[0] = max(to[0], from[0])
	return true
}

// A Gain is the largest gain of a solution, if there is one.
type Gain struct {
	Gain  int64
	Found bool
}

// Value implements [Semiring].
func (MaxPlus) Value(_ int, row []uint64) Gain {
	if row[0] == 0 {
		return Gain{}
	}
	return Gain{int64(row[0] - bias), true}
}
