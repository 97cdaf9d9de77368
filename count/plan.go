package count

import (
	"context"
	"time"

	"combigo.dev/combigo/result"
)

type check = result.Check[*result.Result]

// A plan says how an instance will be counted.
type plan struct {
	*instance
	method Method
	// run counts: it writes down the number, and how it was found.
	run    func(ctx context.Context, progress func(float64), r *result.Result) error
	checks []check // what the number is compared with, besides what any number is compared with
	notes  []string
	border *grid // if boards of a table can share a pass
}

// result returns the result as far as it is known before the count.
func (p *plan) result() *result.Result { return p.instance.result(p.method, p.notes) }

// check compares the number with everything that is cheap to compare it with.
func (p *plan) check(ctx context.Context, r *result.Result) error {
	return result.Verify(ctx, r, &r.Provenance, append([]check{p.checkBounds, p.checkPublished, p.checkFormula}, p.checks...))
}

// count counts as planned, checks the number, and says how it was found.
func (p *plan) count(ctx context.Context, progress func(float64)) (*result.Result, error) {
	start := time.Now()
	r := p.result()
	if err := p.run(ctx, progress, r); err != nil {
		return nil, err
	}
	if err := p.check(ctx, r); err != nil {
		return nil, err
	}
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}
