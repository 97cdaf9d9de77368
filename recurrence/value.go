package recurrence

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/result"
)

// Value returns L(m,n) exactly, for n from 1 on.
//
// With the polynomial X(x) = x^r - c[r-1]*x^(r-1) - ... - c[0], and with
// x^a = p[0] + ... + p[r-1]*x^(r-1) modulo X, the recurrence says
//
//	L(m,a+k) = p[0]*L(m,k) + ... + p[r-1]*L(m,k+r-1).
//
// So p for a, about half of n, gives L(m,a+1), ..., L(m,a+r+1) from the initial
// terms, and used once more on these it gives L(m,n): the numbers of full
// length need r products only. p itself comes by repeated squaring.
//
// Source: C. M. Fiduccia, An efficient formula for linear recurrences, SIAM
// Journal on Computing 14 (1985) 106-112.
func (r *Recurrence) Value(ctx context.Context, n uint64, opt Options) (*big.Int, error) {
	if n < 1 {
		return nil, fmt.Errorf("recurrence: length %d: want 1 or more", n)
	}
	if n <= uint64(r.Order()) {
		return new(big.Int).Set(r.Initial[n-1]), nil
	}
	if need := r.need(n); opt.Memory > 0 && need > opt.Memory {
		return nil, memoryError(r.Height, n, need, opt.Memory)
	}
	w := &powers{r: r, threads: opt.Goroutines(), length: n, report: opt.Progress}
	k := n - 1 // L(m,n) is the term number k, from 0
	a := k / 2
	p, err := w.power(ctx, a)
	if err != nil {
		return nil, err
	}
	return w.twice(ctx, p, a, k-a)
}

func memoryError(height int, length uint64, need, ceiling result.Bytes) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("L(%d,%d)", height, length), Need: need, Ceiling: ceiling, Given: true,
	}
}

// need estimates the bytes that Value takes: at its end about 2r numbers of
// half the length are alive, or four times r of a quarter, and as much again
// that has not been collected.
func (r *Recurrence) need(n uint64) result.Bytes { return needFor(r.Height, float64(r.Order()), n) }

func needFor(height int, order float64, n uint64) result.Bytes {
	full := float64(height) * float64(n) * math.Log2(3) / 8
	return result.Bytes(math.Min((3*order+10)*full, math.MaxInt64/2))
}
