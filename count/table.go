package count

import (
	"cmp"
	"context"
	"math"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// Table returns L(m,n), or the numbers for a [Variant], for all boards of a range, in the order of
// [board.Range.Sizes]. A board that is another one turned by a right angle has the number of that
// one, with a note.
//
// All boards are planned before the first is counted. The error is that of [Legal] for the first
// board that has one.
func Table(ctx context.Context, boards board.Range, opt Options) ([]*result.Result, error) {
	plans, err := planAll(ctx, boards, opt)
	if err != nil {
		return nil, err
	}
	done, total := 0.0, 0.0
	for _, p := range plans {
		total += effort(p.size)
	}
	counted := make(map[board.Size]*result.Result)
	var results []*result.Result
	for i, p := range plans {
		begin := done
		done += effort(p.size)
		var r *result.Result
		if other := counted[board.Size{Rows: p.size.Cols, Cols: p.size.Rows}]; other != nil && p.Variant.canTranspose() {
			r = p.result()
			r.Value, r.Provenance = other.Value, other.Provenance
			r.Notes = append(slices.Clone(other.Notes), "the board is the one of "+other.Symbol+" turned by a right angle")
		} else if r, err = p.count(ctx, opt.Between(begin/total, done/total).Progress); err != nil {
			return nil, err
		}
		plans[i] = nil // the tables of its engine are garbage
		counted[p.size] = r
		results = append(results, r)
		if opt.Found != nil {
			opt.Found(r)
		}
	}
	return results, nil
}

// planAll plans boards, and lets those with the same shorter side be counted in one pass, by
// residues.
func planAll(ctx context.Context, boards board.Range, opt Options) ([]*plan, error) {
	// One run serves many boards. The recurrence of one row or two is found in no time.
	const few = 2
	serves := opt.Method == Auto && opt.Variant.Plain() && boards.Len() > 1
	type side struct {
		height int
		turned bool
	}
	bySide := make(map[side][]*grid)
	var plans []*plan
	for size := range boards.Sizes() {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		one := opt
		if serves && (size.Short() > few || !recurrencePays(size)) {
			one.Method = Halves
		}
		p, err := choose(size, one)
		if err != nil {
			return nil, err
		}
		plans = append(plans, p)
		if b := p.border; b != nil {
			at := side{b.Height, b.transposed}
			bySide[at] = append(bySide[at], b)
		}
	}
	for _, same := range bySide {
		slices.SortFunc(same, func(a, b *grid) int { return cmp.Compare(a.width, b.width) })
		if len(same) > 1 {
			shared := same[len(same)-1].residues(same[0].width)
			for _, b := range same {
				b.pass = shared
			}
		}
	}
	return plans, nil
}

// effort returns the time that a board takes, roughly and in a unit that does not matter.
func effort(size board.Size) float64 {
	return float64(size.Points()) * math.Pow(5.4, float64(size.Short()))
}
