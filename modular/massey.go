package modular

import (
	"context"
	"slices"
)

// MinimalRecurrence returns the shortest linear recurrence that all the terms,
// numbers below the prime, satisfy modulo the prime: the coefficients c of
//
//	terms[k+r] = c[0]*terms[k] + c[1]*terms[k+1] + ... + c[r-1]*terms[k+r-1]
//
// for all k from 0 to len(terms)-r-1. If the terms are known to satisfy some
// recurrence of order at most len(terms)/2, then this is the shortest one of
// the whole infinite sequence, and unique; in particular its order is right.
//
// The time is that of some 16 log2(n) transforms of n = len(terms) points. Progress, if not nil, is
// told the share that is done. The error is the cause of the context's end.
//
// Source: J. L. Massey, Shift-register synthesis and BCH decoding, IEEE
// Transactions on Information Theory 15 (1969) 122-127; in halves, R. E.
// Blahut, Theory and Practice of Error Control Codes (1983), section 11.7.
func (f *Field) MinimalRecurrence(ctx context.Context, terms []uint64, progress func(share float64)) ([]uint64, error) {
	n := len(terms)
	s := &synthesis{m: &f.m, multiplier: newMultiplier(f.m.n, pointsFor(n)), report: func(done int) {
		if progress != nil {
			progress(float64(done) / float64(n))
		}
	}}
	one := make([]uint64, n+1)
	one[0] = 1
	all, err := s.steps(ctx, terms, one[:n])
	if err != nil {
		return nil, err
	}
	r := (s.excess + n) / 2
	c := make([]uint64, r)
	for i, x := range all[0][1:] {
		if i < r {
			c[r-1-i] = f.m.negate(x)
		}
	}
	return c, nil
}

// A synthesis has, after n terms with the generating function S, a polynomial C of degree at most
// length, with constant coefficient 1, such that the coefficients of C*S from x^length to x^(n-1)
// are zero; and a polynomial B, a multiple of what C was before the length last grew. What a step
// does depends on the coefficients of C*S and B*S at x^n; these are the first ones of two series,
// which the steps change in the way of C and B themselves:
//
//	C' = C - (c/b)*B            c, b: the first coefficients of the series
//	B' = x*B                    or x*C, if the length grows
//
// and then the series of C' and B' divided by x. It grows, to n+1-length, if c
// is not zero and 2*length <= n. The series begin as S and 1, C and B as 1 and 0.
type synthesis struct {
	m *montgomery
	*multiplier
	report func(done int)
	done   int // steps
	excess int // 2*length less done
}

// A matrix of polynomials says what some steps make of C and B, in rows.
type matrix [4][]uint64

// fewSteps is the number of steps up to which they are made one by one. Measured.
const fewSteps = 64

// steps makes as many steps as the series have coefficients, which is all that matters of them.
func (s *synthesis) steps(ctx context.Context, c, b []uint64) (t matrix, err error) {
	n := len(c)
	if n <= fewSteps {
		s.done += n
		s.report(s.done)
		return s.fewSteps(c, b), context.Cause(ctx)
	}
	half, points := n/2, pointsFor(n)
	t, err = s.steps(ctx, c[:half], b[:half])
	if err != nil {
		return t, err
	}
	first, cs, bs := s.matrixValues(t, points), s.evaluate(c, points), s.evaluate(b, points)
	// Coefficients beyond the points are added to the first ones, which are not needed.
	c = s.interpolate(s.sumOfProducts(first[0], cs, first[1], bs))[half:n]
	b = s.interpolate(s.sumOfProducts(first[2], cs, first[3], bs))[half:n]
	if t, err = s.steps(ctx, c, b); err != nil {
		return t, err
	}
	second := s.matrixValues(t, points)
	for i := range t {
		row, column := i&2, i&1
		t[i] = s.interpolate(s.sumOfProducts(second[row], first[column], second[row+1], first[column+2]))[:n+1]
	}
	return t, nil
}

func (s *synthesis) matrixValues(t matrix, points int) (all [4][][]uint64) {
	for i, x := range t {
		all[i] = s.evaluate(x, points)
	}
	return all
}

// fewSteps makes steps one by one.
func (s *synthesis) fewSteps(c, b []uint64) (t matrix) {
	n := len(c)
	for i := range t {
		t[i] = make([]uint64, n+1)
	}
	t[0][0], t[3][0] = 1, 1
	c, b = slices.Clone(c), slices.Clone(b)
	for len(c) > 0 {
		before := [3][]uint64{b, t[2], t[3]}
		if c[0] != 0 && s.excess <= 0 {
			s.excess = 1 - s.excess
			before = [3][]uint64{slices.Clone(c), slices.Clone(t[0]), slices.Clone(t[1])}
		} else {
			s.excess--
		}
		if c[0] != 0 {
			factor := s.m.mul(s.m.form(c[0]), s.m.exp(s.m.form(b[0]), s.m.n-2))
			s.m.subMultiple(c, factor, b)
			s.m.subMultiple(t[0], factor, t[2])
			s.m.subMultiple(t[1], factor, t[3])
		}
		for i, x := range before[1:] {
			copy(t[2+i][1:], x)
			t[2+i][0] = 0
		}
		c, b = c[1:], before[0][:len(c)-1]
	}
	return t
}
