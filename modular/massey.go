package modular

import (
	"context"
	"slices"
)

// MinimalRecurrence returns the shortest linear recurrence that all the terms
// satisfy, modulo the prime: the coefficients c of
//
//	terms[k+r] = c[0]*terms[k] + c[1]*terms[k+1] + ... + c[r-1]*terms[k+r-1]
//
// for all k from 0 to len(terms)-r-1. If the terms are known to satisfy some
// recurrence of order at most len(terms)/2, then this is the shortest one of
// the whole infinite sequence, and unique; in particular its order is right.
//
// The time is that of about len(terms)*r products. Progress, if not nil, is
// told the share that is done. The error is the cause of the context's end.
//
// Source: J. L. Massey, Shift-register synthesis and BCH decoding, IEEE
// Transactions on Information Theory 15 (1969) 122-127.
func (f *Field) MinimalRecurrence(ctx context.Context, terms []Element, progress func(share float64)) ([]Element, error) {
	const between = 512 // terms between two looks at the context
	s := newSynthesis(&f.m, terms)
	for n := range terms {
		if n%between == 0 {
			if ctx.Err() != nil {
				return nil, context.Cause(ctx)
			}
			if progress != nil {
				done := float64(n) / float64(len(terms))
				progress(done * done)
			}
		}
		s.step(n)
	}
	return s.recurrence(), nil
}

// A synthesis holds a connection polynomial C of degree at most length, with
// C[0] = 1 and
//
//	sum over i of C[i]*terms[n-i] = 0
//
// for all n that were seen and are at least length.
type synthesis struct {
	m        *montgomery
	reversed []uint64 // the terms, the last one first: sums then run forward in both factors
	current  []uint64 // C, length+1 coefficients
	before   []uint64 // C as it was before the length last grew
	inverse  uint64   // of the sum that it had instead of 0
	gap      int      // terms since then
}

func newSynthesis(m *montgomery, terms []Element) *synthesis {
	s := &synthesis{m: m, inverse: m.one, gap: 1}
	for _, x := range slices.Backward(terms) {
		s.reversed = append(s.reversed, uint64(x))
	}
	s.current, s.before = []uint64{m.one}, []uint64{m.one}
	return s
}

// step lets C fit term n, too.
func (s *synthesis) step(n int) {
	length := len(s.current) - 1
	var sum accumulator
	sum.add(s.current, s.reversed[len(s.reversed)-1-n:])
	d := s.m.reduceSum(sum)
	switch {
	case d == 0:
		s.gap++
	case 2*length > n:
		s.correct(d)
		s.gap++
	default:
		s.lengthen(d, n+1-length)
	}
}

// correct subtracts the multiple of x^gap * before that makes the sum d zero.
func (s *synthesis) correct(d uint64) {
	s.m.subMultiple(s.current[s.gap:], s.m.mul(d, s.inverse), s.before)
}

// lengthen does the same where C is too short for it.
func (s *synthesis) lengthen(d uint64, length int) {
	old := slices.Clone(s.current)
	s.current = append(s.current, make([]uint64, length+1-len(s.current))...)
	s.correct(d)
	s.before, s.inverse, s.gap = old, s.m.exp(d, s.m.n-2), 1
}

// recurrence returns what C says of a term by those before it.
func (s *synthesis) recurrence() []Element {
	r := len(s.current) - 1
	c := make([]Element, r)
	for i, x := range s.current[1:] {
		c[r-1-i] = Element(s.m.negate(x))
	}
	return c
}
