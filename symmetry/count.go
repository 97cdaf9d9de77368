package symmetry

import (
	"context"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Estimates estimates what [Count] will take, number by number.
func Estimates(size board.Size, opt Options) (list []Estimate, err error) {
	p, err := newPlan(size, opt)
	if err != nil {
		return nil, err
	}
	for _, part := range p.parts {
		list = append(list, part.Estimate)
	}
	return list, nil
}

// Count counts the positions of a board up to symmetry.
//
// The error is a [result.MemoryError], or one of package count, if memory is too short, a
// [result.InternalError] if a number failed a check, and the cause of the context's end if that
// came first.
func Count(ctx context.Context, size board.Size, opt Options) (*Result, error) {
	p, err := checkedPlan(size, opt)
	if err != nil {
		return nil, err
	}
	return p.run(ctx, opt.Options)
}

func (p *plan) run(ctx context.Context, progress par.Options) (*Result, error) {
	start := time.Now()
	r := &Result{Board: p.size, Order: len(Motions(p.size))}
	before, total := 0.0, p.seconds()
	var fixed []*Fixed
	for _, part := range p.parts {
		after := before + leastSeconds + part.Seconds
		n, err := p.count(ctx, part, progress.Between(before/total, after/total))
		if err != nil {
			return nil, err
		}
		fixed, before = append(fixed, n), after
	}
	for i, class := range p.classes {
		r.Rows = append(r.Rows, Row{class, fixed[2*i], fixed[2*i+1]})
	}
	r.Legal = r.Rows[0].Same.Value
	if err := r.burnside(); err != nil {
		return nil, err
	}
	r.Threads = p.threads
	r.Wall, r.PeakMemory = time.Since(start), result.PeakMemory()
	return r, nil
}

// Table is [Count] for all boards of a range, in the order of [board.Range.Sizes]. All boards are
// planned, and those that are too large refused, before the first is counted.
func Table(ctx context.Context, boards board.Range, opt Options) (results []*Result, err error) {
	var plans []*plan
	var all Forecast
	for size := range boards.Sizes() {
		p, err := checkedPlan(size, opt)
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		plans = append(plans, p)
		all.Seconds, all.Bytes = all.Seconds+p.seconds(), max(all.Bytes, p.most())
	}
	if opt.Estimated != nil {
		opt.Estimated(all)
	}
	before := 0.0
	for _, p := range plans {
		after := before + p.seconds()
		r, err := p.run(ctx, opt.Between(before/all.Seconds, after/all.Seconds))
		if err != nil {
			return nil, err
		}
		results, before = append(results, r), after
		if opt.Found != nil {
			opt.Found(r)
		}
	}
	return results, nil
}
