package recurrence

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/modular"
)

// A Recurrence is the shortest linear recurrence of L(m,n) for a height m:
//
//	L(m,k+r) = c[r-1]*L(m,k+r-1) + ... + c[1]*L(m,k+1) + c[0]*L(m,k)
//
// for all k from 1 on, with integers c.
type Recurrence struct {
	Height       int        `json:"rows"`
	Coefficients []*big.Int `json:"coefficients"`  // c, the one of the earliest term first
	Initial      []*big.Int `json:"initial_terms"` // L(m,1), ..., L(m,r)
	Classes      *Classes   `json:",inline"`
	Verified     int        `json:"verified_in_integers"` // k = 1, ..., Verified were checked in integers
}

// Order returns r.
func (r *Recurrence) Order() int { return len(r.Coefficients) }

// Residue returns L(m,n) modulo any number from 2 on, by the integer
// recurrence: it is right modulo every number, prime or not.
func (r *Recurrence) Residue(ctx context.Context, n, modulus uint64) (uint64, error) {
	return modular.LinearTerm(ctx, modulo(r.Coefficients, modulus), modulo(r.Initial, modulus), n-1, modulus)
}

// Terms returns L(m,1), ..., L(m,count), by steps of the recurrence.
func (r *Recurrence) Terms(count int) []*big.Int {
	terms := append([]*big.Int(nil), r.Initial[:min(count, r.Order())]...)
	for len(terms) < count {
		terms = append(terms, r.next(terms))
	}
	return terms
}

// next returns the term after the last ones.
func (r *Recurrence) next(terms []*big.Int) *big.Int {
	sum, product := new(big.Int), new(big.Int)
	for i, c := range r.Coefficients {
		sum.Add(sum, product.Mul(c, terms[len(terms)-r.Order()+i]))
	}
	return sum
}

// Zeroth returns what the recurrence gives for L(m,0) if it is read backwards.
// It is 1, as if the board without points had the one position without stones.
func (r *Recurrence) Zeroth() *big.Rat {
	sum, product := new(big.Int).Set(r.Initial[r.Order()-1]), new(big.Int)
	for i, x := range r.Initial[:r.Order()-1] {
		sum.Sub(sum, product.Mul(r.Coefficients[i+1], x))
	}
	return new(big.Rat).SetFrac(sum, r.Coefficients[0])
}

// Find finds the recurrence of L(height,n), for heights up to [MaxExactHeight],
// and proves it (see the package comment).
func Find(ctx context.Context, height int, opt Options) (*Recurrence, error) {
	if err := checkHeight(height, MaxExactHeight); err != nil {
		return nil, err
	}
	classes, err := countClasses(ctx, height, opt.Between(0, 0))
	if err != nil {
		return nil, err
	}
	bound := int(classes.ConstructibleUpDown)
	terms, err := connected.CountEach(ctx, height, 1, 2*bound, 0, opt.Between(0, engineShare))
	if err != nil {
		return nil, err
	}
	r := &Recurrence{Height: height, Classes: classes}
	if err := r.find(ctx, terms, bound); err != nil {
		return nil, err
	}
	return r, nil
}

// find adds primes until the coefficients stay as they are and stand the check in integers.
func (r *Recurrence) find(ctx context.Context, terms []*big.Int, bound int) error {
	var w reconstruction
	below := uint64(0) // 2^64
	for {
		p := modular.PrimesBelow(below, 1)[0]
		below = p
		c, err := shortest(ctx, p, modulo(terms, p), nil)
		if err != nil {
			return err
		}
		settled, err := w.add(c, p)
		if err != nil {
			return err
		}
		if !settled {
			continue
		}
		if coefficients := w.Signed(); holds(coefficients, terms, bound) {
			r.Coefficients, r.Initial = coefficients, terms[:len(coefficients)]
			r.Verified = bound
			return nil
		}
	}
}

// holds reports whether the recurrence is right for k = 1, ..., count.
func holds(coefficients, terms []*big.Int, count int) bool {
	r := len(coefficients)
	var sum, product big.Int
	for k := range min(count, len(terms)-r) {
		sum.Neg(terms[k+r])
		for i, c := range coefficients {
			sum.Add(&sum, product.Mul(c, terms[k+i]))
		}
		if sum.Sign() != 0 {
			return false
		}
	}
	return len(terms)-r >= count
}

// A reconstruction is integers of either sign that become known modulo more and more primes.
type reconstruction struct {
	modular.Remainders
	n int
}

// add takes the numbers modulo one more prime, and reports whether they left all integers as they
// were. A prime that gives more numbers than the others shows that the others were unlucky, and
// starts again; one that gives fewer is left out.
func (w *reconstruction) add(numbers []uint64, prime uint64) (settled bool, err error) {
	switch {
	case len(numbers) < w.n:
		return false, nil
	case len(numbers) > w.n:
		*w = reconstruction{n: len(numbers)}
	}
	before := w.Signed()
	if _, err := w.AddAll(numbers, prime); err != nil {
		return false, fmt.Errorf("recurrence: %w", err)
	}
	return slices.EqualFunc(before, w.Signed(), func(x, y *big.Int) bool { return x.Cmp(y) == 0 }), nil
}
