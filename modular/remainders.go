package modular

import (
	"fmt"
	"math/big"
)

// Remainders collects the residues of an unknown number modulo distinct odd
// primes. The zero value has none, and is ready to use.
type Remainders struct {
	value   big.Int
	product big.Int // of the primes; 0 stands for 1, the empty product
}

// Add says that the number is residue modulo prime. It tells whether the
// smallest number that fits changed.
//
// Once the product of the primes exceeds the unknown number it never changes
// again. So if a prime more than needed is added and the value does change,
// then at least one residue was wrong: a wrong one is overlooked with a chance
// of about 1 in prime only.
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
	f, err := NewField(prime)
	if err != nil {
		return false, err
	}
	if residue >= prime {
		return false, fmt.Errorf("modular: the residue %d is not below its modulus %d", residue, prime)
	}
	product := r.Product()
	inverse := f.Inverse(f.ElementBig(product))
	if inverse == 0 {
		return false, fmt.Errorf("modular: the modulus %d is used twice", prime)
	}
	digit := f.Mul(f.Sub(f.Element(residue), f.ElementBig(&r.value)), inverse)
	r.extend(product, f.Uint64(digit), prime)
	return digit != 0, nil
}

func (r *Remainders) extend(product *big.Int, digit, prime uint64) {
	var word big.Int
	r.value.Add(&r.value, word.Mul(word.SetUint64(digit), product))
	r.product.Mul(product, word.SetUint64(prime))
}

// Value returns the smallest number, at least 0, that has all the residues.
func (r *Remainders) Value() *big.Int { return new(big.Int).Set(&r.value) }

// Product returns the product of the primes, which is 1 if there are none.
func (r *Remainders) Product() *big.Int {
	if r.product.Sign() == 0 {
		return big.NewInt(1)
	}
	return new(big.Int).Set(&r.product)
}
