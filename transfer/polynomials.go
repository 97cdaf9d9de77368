package transfer

import (
	"math"
	"math/big"
)

// Polynomials evaluates to a polynomial in λ with whole coefficients, exactly; the result has the
// coefficient of λ^k at index k and is nil for the polynomial 0. At each level a solution must
// either leave its colours as they are, choose one of the colours known, or take a new one with
// factor λ-u, as legal positions do.
//
// Inside, polynomials are sums of falling factorials
//
//	(λ)_k = λ(λ-1)...(λ-k+1),
//
// since there everything is positive: the coefficient of (λ)_k is the number of partial solutions
// of exactly k colours when the names of colours do not count, and
//
//	(λ-u) (λ)_k = (λ)_(k+1) + (k-u) (λ)_k.
//
// A value of a level with n choices after it has n+1 coefficients of as many words as the n+1st
// Bell number needs: those partial solutions are partitions of the n choices and one thing more,
// the block of which is the choices that have no colour.
type Polynomials struct{}

// wordsOf returns the words of a coefficient at a level.
func (Polynomials) wordsOf(level int) int { return wordsFor(bellBits(level + 1)) }

// bellBits returns an upper bound of the logarithm to base 2 of the n-th Bell number, n >= 1: that
// is less than (0.792 n / ln(n+1))^n (D. Berend and T. Tassa, "Improved bounds on Bell numbers and
// on moments of sums of random variables", 2010).
func bellBits(n int) float64 {
	return float64(n) * math.Log2(0.792*float64(n)/math.Log(float64(n+1)))
}

// colors is for [Legal]: λ is a symbol.
func (Polynomials) colors() int64 { return AnyColors }

// Words implements [Semiring].
func (e Polynomials) Words(level int) int { return (level + 1) * e.wordsOf(level) }

// One implements [Semiring].
func (Polynomials) One(row []uint64) { row[0] = 1 }

// Adder implements [Semiring].
func (e Polynomials) Adder(level int) Adder {
	wide, narrow := e.wordsOf(level+1), e.wordsOf(level)
	return func(to, from []uint64, _ uint8, by Factor) bool {
		fit := true
		for k := range level + 1 {
			c := from[k*narrow : (k+1)*narrow]
			same := to[k*wide : (k+1)*wide]
			switch {
			case by == One:
				fit = addNumber(same, c) && fit
			case k >= int(by):
				fit = addMultiple(same, c, uint64(k-int(by))) && addNumber(to[(k+1)*wide:(k+2)*wide], c) && fit
			default: // as many colours as are known are chosen, and the coefficient is 0
				fit = isZero(c) && fit
			}
		}
		return fit
	}
}

// Join implements [Semiring].
func (e Polynomials) Join(levels int, to, from []uint64) bool {
	return addNumbers(to, from, e.wordsOf(levels))
}

// Value implements [Semiring].
func (e Polynomials) Value(levels int, row []uint64) []*big.Int {
	return FromFalling(numbersOf(row, e.wordsOf(levels)))
}

// FromFalling turns the coefficients of falling factorials to those of powers, up to the highest
// that is not 0, in their place, by Horner's rule:
//
//	c0 + λ(c1 + (λ-1)(c2 + (λ-2)(...))).
func FromFalling(falling []*big.Int) []*big.Int {
	var product big.Int
	for k := len(falling) - 2; k >= 0; k-- {
		for i, above := range falling[k+1:] {
			falling[k+i].Sub(falling[k+i], product.Mul(above, big.NewInt(int64(k))))
		}
	}
	return trimmed(falling)
}
