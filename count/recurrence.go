package count

import (
	"context"
	"fmt"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
)

// byRecurrence finds the linear recurrence of the height, and the number of a long board by it.
type byRecurrence struct {
	*instance
	c   *counter
	opt par.Options
}

// recurrencePays reports whether the recurrence is faster than the border
// engine for one board, its search included: measured, with a margin.
func recurrencePays(size board.Size) bool {
	const shortest, timesOrder = 1000, 4
	if size.Short() > recurrence.MaxExactHeight || size.Long() < shortest {
		return false
	}
	return int64(size.Long()) >= timesOrder*connected.ValidUpDownClasses(size.Short()).Int64()
}

func (b *byRecurrence) strip() recurrence.Strip {
	return recurrence.Strip{Rows: uint64(b.size.Rows), Cols: uint64(b.size.Cols)}
}

func (b *byRecurrence) method() Method { return Recurrence }

func (b *byRecurrence) need() result.Bytes { return result.Bytes(b.strip().Need()) }

func (b *byRecurrence) run(ctx context.Context, progress func(float64), r *result.Result) error {
	found, err := b.strip().Count(ctx, recurrence.Options{Options: par.Options{Threads: b.opt.Threads, Memory: b.opt.Memory, Progress: progress}})
	if err != nil {
		return err
	}
	r.Value = found.Value
	r.Provenance = found.Provenance
	return nil
}

func (b *byRecurrence) checks() []check {
	return []check{b.checkBounds, b.checkPublished, b.checkFormula, b.checkColumns, b.c.checkBrute(b.instance)}
}

// checkColumns compares with a residue for which the border engine goes
// through all columns.
func (b *byRecurrence) checkColumns(ctx context.Context, r *result.Result) (string, error) {
	prime := border.Primes(1)[0]
	e, err := b.c.engine(border.Board{Height: b.size.Short(), Colours: twoColors})
	if err != nil {
		return "", err
	}
	var residue uint64
	err = e.CountModulo(ctx, b.size.Long(), b.size.Long(), prime, b.opt, func(_ int, x uint64) { residue = x })
	if err != nil {
		return "", err
	}
	return b.congruent(r, residue, prime, fmt.Sprintf("all %d columns by the border engine, modulo the prime %d", b.size.Long(), prime))
}
