package stages

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/result"
)

// ErrNotSelfAdjoint says that two joins that are the number of the same board differ, so that a
// step is not self-adjoint for the norms of the words: something was computed wrongly.
var ErrNotSelfAdjoint = errors.New("two sums for the same board differ")

// A Sum is the result of a stage that joins.
type Sum struct {
	Purpose
	Width int
	Prime uint64 // 0: the sum is the number itself, and not its residue
	Value *big.Int
}

// An Outcome is the results of all chains of a question.
type Outcome struct {
	*Question
	Sums   []Sum
	Filed  bool         // whether the sums of narrower boards were compared when they were written to a file
	Memory result.Bytes // of the tiles, if they were in memory
	Words  *big.Int     // the number of words after the last column, see [border.Division.Words]; nil if it was not asked for
}

// A Congruence is the number of a width modulo a prime.
type Congruence struct {
	Width          int
	Prime, Residue uint64
}

// SumsOf returns the sums of a chain: total says, for each stage that joins, the total of the parts
// of all shares.
func (c *Chain) SumsOf(primes []uint64, total func(stage int) (*big.Rat, error)) (all []Sum, err error) {
	for i := range c.Stages {
		s := &c.Stages[i]
		if s.LeavesTiles() || s.Step == Digits {
			continue
		}
		x, err := total(i)
		if err != nil {
			return nil, err
		}
		if !x.IsInt() {
			return nil, border.ErrNotInteger
		}
		sum := Sum{Purpose: s.Purpose, Width: s.Width}
		if s.Step == JoinExact {
			sum.Value, err = border.ExactSum(x.Num(), s.exactPrimes)
		} else {
			sum.Prime = primes[c.Prime(i)]
			sum.Value = new(big.Int).Mod(x.Num(), new(big.Int).SetUint64(sum.Prime))
		}
		if err != nil {
			return nil, err
		}
		all = append(all, sum)
	}
	return all, nil
}

// find returns a sum, nil if there is none.
func (o *Outcome) find(purpose Purpose, width int, prime uint64) *big.Int {
	for i := range o.Sums {
		if s := &o.Sums[i]; s.Purpose == purpose && s.Width == width && s.Prime == prime {
			return s.Value
		}
	}
	return nil
}

// Any returns the first sum that is the number of the last width, or a residue of it.
func (o *Outcome) Any() *big.Int {
	for _, s := range o.Sums {
		if s.Purpose == Number && s.Width == o.Last {
			return s.Value
		}
	}
	return nil
}

// used returns the primes of the residues that a number is put together from: all but a spare one.
func (o *Outcome) used() []uint64 {
	if o.Spare {
		return o.Primes[:len(o.Primes)-1]
	}
	return o.Primes
}

// Number returns the number of a width, and the primes of the residues that it was put together
// from: none if it was joined exactly. The error says that sums are missing, or that two of them do
// not fit together.
func (o *Outcome) Number(width int) (number *big.Int, primes []uint64, err error) {
	if err := o.compare(); err != nil {
		return nil, nil, err
	}
	if n := o.find(Number, width, 0); n != nil {
		return n, nil, nil
	}
	var all modular.Remainders
	for _, p := range o.used() {
		residue := o.find(Number, width, p)
		if residue == nil {
			return nil, nil, fmt.Errorf("the residue modulo %d is missing", p)
		}
		if _, err := all.Add(residue.Uint64(), p); err != nil {
			return nil, nil, err
		}
	}
	return all.Value(), o.used(), nil
}

// Residue returns the number of a width modulo one of the primes.
func (o *Outcome) Residue(width int, prime uint64) uint64 {
	if x := o.find(Number, width, prime); x != nil {
		return x.Uint64()
	}
	return 0
}

// Fresh returns the number modulo a prime that it was not put together from, nil if that was not
// computed.
func (o *Outcome) Fresh(width int) *Congruence {
	for _, s := range o.Sums {
		if s.Purpose == Number && s.Width == width && s.Prime > 0 && !slices.Contains(o.used(), s.Prime) {
			return &Congruence{width, s.Prime, s.Value.Uint64()}
		}
	}
	return nil
}

// Narrows returns the number of the narrower board modulo primes, as far as it was computed.
func (o *Outcome) Narrows() (all []Congruence) {
	for _, s := range o.Sums {
		if s.Purpose == Narrow {
			all = append(all, Congruence{s.Width, s.Prime, s.Value.Uint64()})
		}
	}
	return all
}

// Compared returns the width of the board of which two sums are equal, and whether there are such.
func (o *Outcome) Compared() (width int, ok bool) {
	for _, s := range o.Sums {
		if s.Purpose == Across {
			return s.Width, true
		}
	}
	return 0, false
}

// compare returns an error if two sums that are the number of one board differ.
func (o *Outcome) compare() error {
	for _, s := range o.Sums {
		if s.Purpose != Across {
			continue
		}
		other := o.find(Squared, s.Width, s.Prime)
		if other == nil {
			other = o.find(Number, s.Width, s.Prime)
		}
		if other == nil || other.Cmp(s.Value) != 0 {
			return ErrNotSelfAdjoint
		}
	}
	return nil
}
