package count

import (
	"context"
	"slices"
	"time"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

type check = result.Check[*result.Result]

type plan struct {
	*instance
	method Method
	// run counts: it writes down the number, and how it was found.
	run    func(ctx context.Context, opt par.Options, r *result.Result) error
	checks []check // what the number is compared with, besides what any number is compared with
	notes  []string
	border *grid // if boards of a table can share a pass
}

// result returns the result as far as it is known before the count.
func (p *plan) result() *result.Result {
	return &result.Result{
		Quantity:   describe(p.colors()),
		Symbol:     p.symbol(),
		OEIS:       OEIS(p.size, p.Variant),
		Board:      p.size,
		Where:      p.nameInText(),
		Whole:      p.whole(),
		Provenance: result.Provenance{Method: p.method.String(), Notes: p.notes},
	}
}

func (p *plan) check(ctx context.Context, r *result.Result, more ...check) error {
	return result.Verify(ctx, r, &r.Provenance, slices.Concat([]check{p.checkBounds, p.checkPublished, p.checkFormula}, p.checks, more))
}

func (p *plan) count(ctx context.Context, progress func(float64)) (*result.Result, error) {
	start, r, opt, first, more := time.Now(), p.result(), p.progressOptions(progress), 1.0, []check(nil)
	if p.Verify {
		first = 0.2 // the share of the time that the first count takes, roughly
		more = []check{func(ctx context.Context, r *result.Result) (string, error) {
			return p.countAgain(ctx, opt.Between(first, 1), r)
		}}
	}
	if err := p.run(ctx, opt.Between(0, first), r); err != nil {
		return nil, err
	}
	if err := p.check(ctx, r, more...); err != nil {
		return nil, err
	}
	r.Wall, r.PeakMemory = time.Since(start), result.PeakMemory()
	return r, nil
}
