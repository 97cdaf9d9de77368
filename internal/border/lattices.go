package border

import (
	"cmp"
	"context"
	"fmt"

	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/par"
)

// CountWeighted returns sums, modulo a prime, over the legal positions of some columns, of the
// product of the weights of all stones: a sum for each list of weights, which has one for each
// colour. The board is [Board.Weighted]. A thread works on a sum at a time.
func (e *Engine) CountWeighted(ctx context.Context, width int, prime uint64, weights [][]uint64, opt par.Options) ([]uint64, error) {
	if err := e.prepare(ctx, opt); err != nil {
		return nil, err
	}
	sums, errs := make([]uint64, len(weights)), make([]error, len(weights))
	err := opt.Each(ctx, len(weights), func(i int) {
		errs[i] = e.countColumns(ctx, width, width, prime, weights[i], par.Options{Threads: 1}, func(_ int, x uint64) { sums[i] = x })
	})
	return sums, cmp.Or(append(errs, err)...)
}

// countColumns counts through all columns, from a border where there is nothing yet. After some
// columns the number is the join with points that are next to nothing.
func (e *Engine) countColumns(ctx context.Context, first, last int, prime uint64, weights []uint64, opt par.Options, visit func(width int, residue uint64)) error {
	if e.weighted != (weights != nil) || e.weighted && len(weights) != e.colours {
		return fmt.Errorf("border: %d weights of %d colours", len(weights), e.colours)
	}
	if last >= len(e.columns) {
		return fmt.Errorf("border: %d columns, want at most %d", last, len(e.columns)-1)
	}
	f, err := newField(prime)
	if err != nil {
		return err
	}
	for _, w := range weights {
		f.addCoefficient(w % prime)
	}
	if err := e.prepare(ctx, opt); err != nil {
		return err
	}
	var phases []*phase
	for _, t := range e.tables {
		phases = append(phases, t.prefix, t.suffix)
	}
	workers, err := newWorkers(opt, phases...)
	if err != nil {
		return err
	}
	defer freeWorkers(workers)
	var all [2]*memory.Words // before the prefix phase, and before the suffix phase
	for i := range all {
		most := 0
		for _, t := range e.tables {
			most = max(most, t.layouts[i].sizes(0))
		}
		if all[i], err = memory.NewWords(int64(most)); err != nil {
			return err
		}
		defer all[i].Free()
	}
	all[0].All[0] = 1 // of the one word without points
	for j, c := range e.columns[:last] {
		t, then := e.tables[c], e.tables[e.columns[j+1]]
		for i, to := range []*layout{t.layouts[1], then.layouts[0]} {
			clear(all[1-i].All) // rows that nothing leads to
			begin := (float64(j) + float64(i)/2) / float64(last)
			part := opt.Between(begin, begin+0.5/float64(last))
			from := t.layouts[i].whole(all[i].All)
			if err := t.layouts[i].run(ctx, part, workers, f, 0, from, to.newWriter(0, all[1-i].All)); err != nil {
				return err
			}
		}
		if width := j + 1; width >= first {
			k := e.lastKinds.get(e.columns[j+1], func() *kinds[weight] { return e.newKinds(then.prefix) })
			x, err := then.layouts[0].joinModulo(ctx, opt, then.layouts[0].chunks, k, f, 0, then.prefix.firstColumn(), then.layouts[0].whole(all[0].All))
			if err != nil {
				return err
			}
			visit(width, x)
		}
	}
	return nil
}
