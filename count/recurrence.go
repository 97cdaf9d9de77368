package count

import (
	"context"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// recurrencePays reports whether the recurrence is faster than the border engine for one board, its
// search included: measured, with a margin.
func recurrencePays(size board.Size) bool {
	const shortest, timesOrder = 1000, 4
	return size.Short() <= recurrence.MaxExactHeight &&
		int64(size.Long()) >= max(shortest, timesOrder*connected.ValidUpDownClasses(size.Short()).Int64())
}

// byRecurrence finds the linear recurrence of the height, and the number of a long board by it.
func (in *instance) byRecurrence() (*plan, error) {
	strip := recurrence.Strip{Rows: uint64(in.size.Rows), Cols: uint64(in.size.Cols)}
	run := func(ctx context.Context, opt par.Options, r *result.Result) error {
		found, err := strip.Count(ctx, recurrence.Options{Options: opt})
		if err == nil {
			r.Value, r.Provenance = found.Value, found.Provenance
		}
		return err
	}
	return &plan{instance: in, method: Recurrence, run: run, checks: []check{in.checkBorder, in.checkBrute}},
		in.require(in.name(), strip.Need(), strip.Need())
}
