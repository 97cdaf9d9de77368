package symmetry

import (
	"context"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// Table is [Count] for all boards of a range, in the order of [board.Range.Sizes]. All boards are
// planned, and those that are too large refused, before the first is counted.
func Table(ctx context.Context, boards board.Range, opt Options) ([]*Result, error) {
	effort := []float64{0}
	var need result.Bytes
	for size := range boards.Sizes() {
		p, err := (&counter{size: size, opt: opt}).plan()
		if err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		effort = append(effort, effort[len(effort)-1]+p.effort())
		if opt.Estimated != nil {
			most, err := p.most(opt)
			if err != nil {
				return nil, err
			}
			need = max(need, most)
		}
	}
	if opt.Estimated != nil {
		opt.Estimated(Forecast{Seconds: effort[len(effort)-1], Bytes: need})
	}
	var results []*Result
	for size := range boards.Sizes() {
		own := opt
		if opt.Progress != nil {
			from, to, total := effort[len(results)], effort[len(results)+1], effort[len(effort)-1]
			own.Progress = func(share float64) { opt.Progress((from + share*(to-from)) / total) }
		}
		r, err := Count(ctx, size, own)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
		if opt.Found != nil {
			opt.Found(r)
		}
	}
	return results, nil
}
