package transfer

import (
	"fmt"
	"math/bits"
	"slices"
)

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
	return func(to, from []uint64, _ uint8, by Factor) {
		if by == One {
			e.add(to, from)
		} else {
			e.addMultiple(to, from, by)
		}
	}
}

// Join implements [Semiring].
func (e Residues) Join(_ int, to, from []uint64) { e.add(to, from) }

func (e Residues) add(to, from []uint64) {
	for i, m := range e.moduli {
		to[i] = addMod(to[i], from[i], m)
	}
}

func (e Residues) addMultiple(to, from []uint64, by Factor) {
	if e.lambda < uint64(by) {
		return // more than λ colours were chosen, so the value is 0
	}
	for i, m := range e.moduli {
		hi, lo := bits.Mul64((e.lambda-uint64(by))%m, from[i])
		to[i] = addMod(to[i], bits.Rem64(hi, lo, m), m)
	}
}

func addMod(x, y, m uint64) uint64 {
	sum := x + y
	if sum >= m {
		sum -= m
	}
	return sum
}

// Value implements [Semiring]: the residues, in the order of the moduli.
func (Residues) Value(_ int, row []uint64) []uint64 { return slices.Clone(row) }
