package count

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// recurrencePays reports whether the recurrence is faster than the border
// engine for one board, its search included: measured, with a margin.
func recurrencePays(size board.Size) bool {
	const shortest, timesOrder = 1000, 4
	if size.Short() > recurrence.MaxExactHeight || size.Long() < shortest {
		return false
	}
	return int64(size.Long()) >= timesOrder*connected.ValidUpDownClasses(size.Short()).Int64()
}

// byRecurrence finds the linear recurrence of the height, and the number of a long board by it.
func (in *instance) byRecurrence() (*plan, error) {
	strip := recurrence.Strip{Rows: uint64(in.size.Rows), Cols: uint64(in.size.Cols)}
	if need := strip.Need(); !in.fits(need) {
		return nil, in.tooMuch(in.name(), need, need)
	}
	run := func(ctx context.Context, progress func(float64), r *result.Result) error {
		found, err := strip.Count(ctx, recurrence.Options{Options: in.work(progress)})
		if err == nil {
			r.Value, r.Provenance = found.Value, found.Provenance
		}
		return err
	}
	return &plan{instance: in, method: Recurrence, run: run, checks: []check{in.checkColumns, in.checkBrute}}, nil
}

// checkColumns compares with a residue for which the border engine goes
// through all columns.
func (in *instance) checkColumns(ctx context.Context, r *result.Result) (string, error) {
	prime := border.Primes(1)[0]
	e, err := in.engine(border.Board{Height: in.size.Short(), Colours: twoColors})
	if err != nil {
		return "", err
	}
	var residue uint64
	err = e.CountModulo(ctx, in.size.Long(), in.size.Long(), prime, in.work(nil), func(_ int, x uint64) { residue = x })
	if err != nil {
		return "", err
	}
	return in.congruent(r, residue, prime, fmt.Sprintf("all %d columns by the border engine, modulo the prime %d", in.size.Long(), prime))
}
