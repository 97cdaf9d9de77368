package modular

import (
	"fmt"
	"math/big"
	"math/bits"
)

// A MixedRadix turns residues of natural numbers modulo some primes into the numbers themselves, one after the other and
// without allocation: x = d0 + p0 (d1 + p1 (d2 + ...)) with digits di below pi (H. Garner 1959). It takes k(k-1)/2
// multiplications for k primes.
type MixedRadix struct {
	primes []uint64
	fields []*Field
	// inverse[i][j] is 1/pj modulo pi.
	inverse [][]Element
}

// NewMixedRadix prepares for residues modulo different odd primes below 2^63, of which no two may be more than a factor of two
// apart.
func NewMixedRadix(primes []uint64) (*MixedRadix, error) {
	m := &MixedRadix{primes: primes}
	for i, p := range primes {
		f, err := NewField(p)
		if err != nil {
			return nil, err
		}
		var inverse []Element
		for _, q := range primes[:i] {
			if q == p || q/2 >= p || p >= 1<<63 {
				return nil, fmt.Errorf("modular: primes %d and %d for digits of a mixed radix", q, p)
			}
			inverse = append(inverse, f.Inverse(f.Element(q)))
		}
		m.fields, m.inverse = append(m.fields, f), append(m.inverse, inverse)
	}
	return m, nil
}

// Digits replaces the residues of a number by its digits. There may be fewer residues than primes.
func (m *MixedRadix) Digits(x []uint64) {
	for i := 1; i < len(x); i++ {
		f, p := m.fields[i], m.primes[i]
		v := x[i]
		for j, inverse := range m.inverse[i] {
			d := x[j]
			if d >= p {
				d -= p
			}
			// The product with a number that is not in Montgomery's form is not in it either.
			v = uint64(f.Mul(f.Sub(Element(v), Element(d)), inverse))
		}
		x[i] = v
	}
}

// Limbs replaces the digits of a number by its limbs, the lowest first.
func (m *MixedRadix) Limbs(x []uint64) {
	n := len(x)
	for i := n - 2; i >= 0; i-- {
		carry := x[i]
		for l := i + 1; l < n; l++ {
			high, low := bits.Mul64(x[l], m.primes[i])
			var c uint64
			x[l-1], c = bits.Add64(low, carry, 0)
			carry = high + c
		}
		x[n-1] = carry
	}
}

// A Limit is a number by its digits, for a number of residues.
type Limit []uint64

// Limit returns a limit for numbers of some residues; nil, which every number is below, if it is not less than the product
// of their primes.
func (m *MixedRadix) Limit(x *big.Int, residues int) Limit {
	digits := make(Limit, residues)
	rest := new(big.Int).Set(x)
	for i := range digits {
		digit := new(big.Int)
		rest.DivMod(rest, new(big.Int).SetUint64(m.primes[i]), digit)
		digits[i] = digit.Uint64()
	}
	if rest.Sign() != 0 {
		return nil
	}
	return digits
}

// Exceeds reports whether a number, by its digits, is less than the limit.
func (l Limit) Exceeds(digits []uint64) bool {
	for i := len(l) - 1; i >= 0; i-- {
		if digits[i] != l[i] {
			return digits[i] < l[i]
		}
	}
	return l == nil
}

// An Extension finds the residues modulo one more prime of numbers that are less than the product of some.
type Extension struct {
	radix *MixedRadix
	field *Field
	prime uint64
	limit Limit
	steps []Element // the primes modulo the new one
}

// Extension prepares for residues modulo another prime of numbers below a limit.
func (m *MixedRadix) Extension(prime uint64, limit *big.Int) (*Extension, error) {
	f, err := NewField(prime)
	if err != nil {
		return nil, err
	}
	e := &Extension{radix: m, field: f, prime: prime, limit: m.Limit(limit, len(m.primes))}
	for _, p := range m.primes {
		e.steps = append(e.steps, f.Element(p))
	}
	return e, nil
}

// Residues puts into out the residues of the numbers whose residues modulo the i-th prime fill planes[i]. It reports
// whether all are below the limit; if not, some residue is wrong.
func (e *Extension) Residues(out []uint64, planes [][]uint64) bool {
	x := make([]uint64, len(planes))
	below := true
	for i := range out {
		for j, plane := range planes {
			x[j] = plane[i]
		}
		e.radix.Digits(x)
		below = e.limit.Exceeds(x) && below
		v := uint64(0)
		for j := len(x) - 1; j >= 0; j-- {
			v = uint64(e.field.Add(e.field.Mul(Element(v), e.steps[j]), Element(x[j]%e.prime)))
		}
		out[i] = v
	}
	return below
}
