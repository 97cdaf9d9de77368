package border

import (
	"cmp"
	"context"
	"fmt"

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
	c, err := e.newCounter(ctx, opt, []uint64{prime}, 2*last)
	if err != nil {
		return err
	}
	defer c.free()
	f := c.fields[0]
	for _, w := range weights {
		f.addCoefficient(uint32(w % prime))
	}
	v, u := c.vector(0), c.u.All
	if c.err == nil {
		v[0] = 1 // of the one word without points
	}
	for j := range last {
		t, then := e.tables[e.columns[j]], e.tables[e.columns[j+1]]
		clear(u) // rows that nothing leads to
		c.run(t.whole.prefix, f, 0, t.whole.prefix.whole(v), t.whole.suffix.newWriter(0, u), c.between(0, 1))
		clear(v)
		c.run(t.whole.suffix, f, 0, t.whole.suffix.whole(u), then.whole.prefix.newWriter(0, v), c.between(1, 2))
		c.done += 2
		if width := j + 1; width >= first && c.err == nil {
			c.tables = then
			x := c.join(f, 0, then.whole.prefix, then.prefix.firstColumn(), then.whole.prefix.whole(v))
			visit(width, x)
		}
	}
	return c.err
}
