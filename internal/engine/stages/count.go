package stages

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/par"
)

// Count computes what a question asks for, in memory.
func (e *Engine) Count(ctx context.Context, q Question, opt par.Options) (*Outcome, error) {
	q.InPlace = true
	return e.count(ctx, e.Complete(q), nil, opt)
}

func (e *Engine) count(ctx context.Context, q *Question, weights []uint64, opt par.Options) (*Outcome, error) {
	chains := e.Chains(q)
	shares := e.sharesInMemory()
	d, err := e.Divide(ctx, border.Dealing{Shares: shares, Turn: HaveTurns(chains), Weights: weights}, opt)
	if err != nil {
		return nil, err
	}
	x := &Execution{Chains: chains, Primes: q.allPrimes(), AtOnce: 1, Threads: opt.Goroutines(), Division: d, Progress: opt.Progress, At: opt.At}
	if shares > 1 {
		x.AtOnce, x.Threads = x.Threads, 1
	}
	defer x.Free()
	store := newMemoryStore(chains, d, e.VectorBytes(border.Prefix))
	defer store.free()
	x.Store = store
	if err := x.Run(ctx, Limits{}); err != nil {
		return nil, err
	}
	o := &Outcome{Question: q, Memory: store.size()}
	for i, c := range chains {
		sums, err := c.SumsOf(x.Primes, func(stage int) (*big.Rat, error) { return store.sums[StageID{i, stage}], nil })
		if err != nil {
			return nil, err
		}
		o.Sums = append(o.Sums, sums...)
	}
	if q.Narrow {
		o.Words = d.Words(q.Last)
	}
	return o, nil
}

// HaveTurns reports whether chains have half turns.
func HaveTurns(chains []*Chain) bool {
	return slices.ContainsFunc(chains, func(c *Chain) bool {
		return slices.ContainsFunc(c.Stages, func(s Stage) bool { return s.Step == Turn })
	})
}

// CountWeighted returns sums, modulo a prime, over the legal positions of some columns, of the
// product of the weights of all stones: a sum for each list of weights, which has one for each
// colour. The board is [border.Board.Weighted]. A thread works on a sum at a time.
func (e *Engine) CountWeighted(ctx context.Context, width int, prime uint64, weights [][]uint64, opt par.Options) ([]uint64, error) {
	sums, errs := make([]uint64, len(weights)), make([]error, len(weights))
	q := Residues(width, width, prime)
	err := opt.Each(ctx, len(weights), func(i int) {
		o, err := e.count(ctx, e.Complete(q), weights[i], par.Options{Threads: 1})
		if errs[i] = err; err == nil {
			sums[i] = o.Residue(width, prime)
		}
	})
	return sums, cmp.Or(append(errs, err)...)
}
