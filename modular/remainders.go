package modular

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
)

// FromLimbs returns the natural number with some limbs, the lowest first.
func FromLimbs(limbs []uint64) *big.Int {
	raw := make([]byte, 0, 8*len(limbs))
	for _, x := range slices.Backward(limbs) {
		raw = binary.BigEndian.AppendUint64(raw, x)
	}
	return new(big.Int).SetBytes(raw)
}

// Remainders collects the residues of an unknown number, or of several at once, modulo distinct odd
// primes. The zero value has none, and is ready to use.
type Remainders struct {
	values  []*big.Int
	product big.Int // of the primes; 0 stands for 1, the empty product
}

// Add says that the number is residue modulo prime. It tells whether the
// smallest number that fits changed.
//
// Once the product of the primes exceeds the unknown number it never changes again. So if a prime
// more than needed is added and the value does change, then at least one residue was wrong: a wrong
// one is overlooked with a chance of about 1 in prime only.
//
// Add returns an error, and changes nothing, if prime is not an odd prime, if
// it was added before, or if residue is not below it.
//
// The method is H. L. Garner's, in which every prime contributes one digit d
// of a mixed-radix number, value' = value + d*product, where
//
//	d = (residue - value) / product mod prime.
//
// Source: D. E. Knuth, The Art of Computer Programming 2, section 4.3.2.
func (r *Remainders) Add(residue, prime uint64) (changed bool, err error) {
	return r.AddAll([]uint64{residue}, prime)
}

// AddAll is [Remainders.Add] for several numbers, as many each time. It tells whether any of them
// changed.
func (r *Remainders) AddAll(residues []uint64, prime uint64) (changed bool, err error) {
	f, err := NewField(prime)
	if err != nil {
		return false, err
	}
	if r.product.Sign() != 0 && len(residues) != len(r.values) {
		return false, fmt.Errorf("modular: residues of %d numbers: want %d", len(residues), len(r.values))
	}
	for _, residue := range residues {
		if residue >= prime {
			return false, fmt.Errorf("modular: the residue %d is not below its modulus %d", residue, prime)
		}
	}
	product := r.Product()
	inverse := f.Inverse(f.ElementBig(product))
	if inverse == 0 {
		return false, fmt.Errorf("modular: the modulus %d is used twice", prime)
	}
	if r.values == nil {
		for range residues {
			r.values = append(r.values, new(big.Int))
		}
	}
	var word big.Int
	for i, value := range r.values {
		digit := f.Mul(f.Sub(f.Element(residues[i]), f.ElementBig(value)), inverse)
		value.Add(value, word.Mul(word.SetUint64(f.Uint64(digit)), product))
		changed = changed || digit != 0
	}
	r.product.Mul(product, word.SetUint64(prime))
	return changed, nil
}

// Value returns the smallest number, at least 0, that has all the residues of [Remainders.Add].
func (r *Remainders) Value() *big.Int {
	if len(r.values) == 0 {
		return new(big.Int)
	}
	return new(big.Int).Set(r.values[0])
}

// Signed returns the numbers of least absolute value, of either sign, that have all the residues of
// [Remainders.AddAll].
func (r *Remainders) Signed() []*big.Int {
	half := new(big.Int).Rsh(&r.product, 1)
	signed := make([]*big.Int, len(r.values))
	for i, value := range r.values {
		signed[i] = new(big.Int).Set(value)
		if value.Cmp(half) > 0 {
			signed[i].Sub(value, &r.product)
		}
	}
	return signed
}

// Product returns the product of the primes, which is 1 if there are none.
func (r *Remainders) Product() *big.Int {
	if r.product.Sign() == 0 {
		return big.NewInt(1)
	}
	return new(big.Int).Set(&r.product)
}
