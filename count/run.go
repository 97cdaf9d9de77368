package count

import (
	"context"
	"math"
	"math/big"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// Finish puts the number of a plain board together from what a count in files found, and checks it,
// as [Legal] does. The error is an [InternalError] if something does not agree; [Suspect] may know
// which residue is wrong.
func Finish(ctx context.Context, size board.Size, a *result.Answer) (*result.Result, error) {
	return standard().finish(ctx, size, a)
}

func (c *counter) finish(ctx context.Context, size board.Size, a *result.Answer) (*result.Result, error) {
	in := &instance{size: size}
	way := &inFiles{onBorder: onBorder{instance: in, c: c, primes: a.Primes}, answer: a}
	p := &plan{instance: in, way: way}
	r := p.result()
	if err := way.put(r); err != nil {
		return nil, err
	}
	if err := p.check(ctx, r); err != nil {
		return nil, err
	}
	return r, nil
}

// Suspect returns the index of the one residue without which the others give a number that is
// possible, and agrees with the asymptotic formula. It returns -1 if there is none, or more than
// one, or if the number is no matter of residues.
func Suspect(size board.Size, a *result.Answer) int {
	suspect := -1
	if a.Number != nil {
		return suspect
	}
	for i := range a.Primes {
		value, _, err := combineCRT(without(a.Primes, i), without(a.Residues, i))
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
