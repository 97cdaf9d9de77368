package count

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"combigo/asymptotic"
	"combigo/board"
	"combigo/border"
	"combigo/modular"
	"combigo/result"
)

// Primes returns the primes below 2^[border.ModulusBits] that L(size) is put
// together from, and a given number of others.
func Primes(size board.Size, more int) []uint64 {
	return modular.PrimesBelow(1<<border.ModulusBits, len(choosePrimes(size))+more)
}

// FromResidues puts L(size) together from its residues modulo the primes, which were found by [DP] or [Halves]. There are as many
// as the number asks for, or one more. It checks the number: a residue more must fit the one that the others give, and all that
// [Legal] compares must agree. The error is an [InternalError] if something does not.
func FromResidues(ctx context.Context, size board.Size, method Method, primes, residues []uint64) (*result.Result, error) {
	in := &instance{size: size}
	way := &byResidues{onBorder: onBorder{instance: in, c: &standard, as: method}, primes: primes}
	p := &plan{instance: in, way: way}
	r := p.result()
	last := len(primes) - 1
	spare := last >= len(choosePrimes(size))
	value, changed, err := combineCRT(primes, residues)
	switch {
	case err != nil:
		return nil, result.Wrong(p.number(), "%v", err)
	case changed && spare:
		return nil, result.Wrong(p.number(), "its residue modulo the prime %d is not the one computed", primes[last])
	}
	r.Value, r.Moduli, r.Engine = value, primes, "border"
	r.Description = fmt.Sprintf("dynamic programming over states of %d border points", size.Short())
	if err := p.check(ctx, r); err != nil {
		return nil, err
	}
	if spare {
		r.Checks = append(r.Checks, fmt.Sprintf("the prime %d, one more than the number asks for: equal", primes[last]))
	}
	return r, nil
}

// FromHalves checks L(size) that is the sum over joined halves of the board, an integer, as [Legal] does. The error is an
// [InternalError] if something does not agree.
func FromHalves(ctx context.Context, size board.Size, value *big.Int) (*result.Result, error) {
	in := &instance{size: size}
	p := &plan{instance: in, way: &inFiles{onBorder: onBorder{instance: in, c: &standard, as: Halves}}}
	r := p.result()
	r.Value, r.Engine = value, "border"
	r.Description = fmt.Sprintf("dynamic programming over states of %d border points", size.Short())
	if err := p.check(ctx, r); err != nil {
		return nil, err
	}
	return r, nil
}

// combineCRT combines residues, and tells whether the last one mattered.
func combineCRT(primes, residues []uint64) (value *big.Int, changed bool, err error) {
	var remainders modular.Remainders
	for i, residue := range residues {
		if changed, err = remainders.Add(residue, primes[i]); err != nil {
			return nil, false, err
		}
	}
	return remainders.Value(), changed, nil
}

// WrongResidue returns the number of the one residue without which the others give
// a number that is possible, and agrees with the asymptotic formula; or -1 if there is
// none, or more than one.
func WrongResidue(size board.Size, primes, residues []uint64) int {
	suspect := -1
	for i := range primes {
		value, _, err := combineCRT(without(primes, i), without(residues, i))
		if err != nil || !possible(size, value) {
			continue
		}
		if suspect >= 0 {
			return -1
		}
		suspect = i
	}
	return suspect
}

// possible tells whether a number may be L(size).
func possible(size board.Size, value *big.Int) bool {
	if value.Sign() <= 0 || value.Cmp((&instance{size: size}).positions()) >= 0 {
		return false
	}
	return formulaBits(size) == 0 || math.Abs(asymptotic.Deviation(size, value)) <= tolerance(size)
}

func without(numbers []uint64, i int) []uint64 {
	return append(append([]uint64(nil), numbers[:i]...), numbers[i+1:]...)
}
