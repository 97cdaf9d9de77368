package modular

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
)

// MaxModulus is the largest modulus of [LinearTerm].
const MaxModulus = 1<<63 - 1

// LinearTerm returns the term number n, counted from 0, of the sequence that
// begins with the initial terms and goes on by the linear recurrence
//
//	term[k+r] = c[0]*term[k] + c[1]*term[k+1] + ... + c[r-1]*term[k+r-1],
//
// modulo any number from 2 to [MaxModulus], prime or not. There are as many
// initial terms as coefficients. The time is that of 2*log2(n) products of
// polynomials of degree r.
//
// With Q(x) = 1 - c[r-1]*x - ... - c[0]*x^r the generating function is P/Q,
// with P of degree less than r. Now P(x)/Q(x) = P(x)Q(-x) / Q(x)Q(-x), where
// the denominator has even powers only: it is V(x^2), and the even terms, or
// the odd ones, are a quotient with the denominator V again. All these are made
// of the halves of P and Q, with even and with odd powers.
//
// Source: A. Bostan and R. Mori, A simple and fast algorithm for computing the
// N-th term of a linearly recurrent sequence, SOSA 2021, 118-132.
func LinearTerm(ctx context.Context, coefficients, initial []uint64, n, modulus uint64) (uint64, error) {
	switch {
	case modulus < 2 || modulus > MaxModulus:
		return 0, fmt.Errorf("modular: modulus %d is not in 2..%d", modulus, uint64(MaxModulus))
	case len(coefficients) != len(initial):
		return 0, fmt.Errorf("modular: %d coefficients and %d initial terms of a recurrence", len(coefficients), len(initial))
	case len(coefficients) == 0:
		return 0, nil // the sequence of zeros
	}
	r := len(coefficients)
	p, q := make([]uint64, r), make([]uint64, r+1)
	q[0] = 1
	for i, c := range coefficients {
		p[i], q[r-i] = initial[i]%modulus, modulus-c%modulus
	}
	p = product(p, q, modulus)[:r]
	for ; n > 0; n >>= 1 {
		if ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		evenP, oddP := halves(p)
		even, odd := halves(q)
		if n&1 == 0 {
			p = difference(product(evenP, even, modulus), product(oddP, odd, modulus), 1, modulus)
		} else {
			p = difference(product(oddP, even, modulus), product(evenP, odd, modulus), 0, modulus)
		}
		q = difference(product(even, even, modulus), product(odd, odd, modulus), 1, modulus)
	}
	return p[0], nil // and q[0] is 1 all along
}

// halves returns the coefficients of the even powers and those of the odd ones.
func halves(x []uint64) (even, odd []uint64) {
	for pair := range slices.Chunk(x, 2) {
		even, odd = append(even, pair[0]), append(odd, pair[1:]...)
	}
	return even, odd
}

// difference returns x less y times a power of the variable, modulo n.
func difference(x, y []uint64, power int, n uint64) []uint64 {
	z := make([]uint64, max(len(x), len(y)+power))
	copy(z, x)
	for i, c := range y {
		z[i+power] = (z[i+power] + n - c) % n
	}
	return z
}

// product returns the product of two polynomials modulo n, the constant coefficients first, of
// which the given ones are at most n. It is a product of whole numbers: the values at a power of
// two so large that the coefficients do not meet (L. Kronecker).
func product(x, y []uint64, n uint64) []uint64 {
	if len(x) == 0 || len(y) == 0 {
		return nil
	}
	z := make([]uint64, len(x)+len(y)-1)
	slot := max(8, (2*bits.Len64(n)+bits.Len(uint(len(z))))/8+1)
	left := valueAt(x, slot)
	right := left // to square takes less time
	if &x[0] != &y[0] {
		right = valueAt(y, slot)
	}
	rest := new(big.Int).Mul(left, right).FillBytes(make([]byte, slot*len(z)))
	for i := range z {
		for _, b := range rest[len(rest)-slot:] {
			z[i] = bits.Rem64(z[i]>>56, z[i]<<8|uint64(b), n)
		}
		rest = rest[:len(rest)-slot]
	}
	return z
}

// valueAt returns the value of a polynomial at 256 to the power slot.
func valueAt(x []uint64, slot int) *big.Int {
	bytes := make([]byte, slot*len(x))
	for i, c := range x {
		binary.BigEndian.PutUint64(bytes[len(bytes)-slot*i-8:], c)
	}
	return new(big.Int).SetBytes(bytes)
}
