package count

import (
	"context"
	"fmt"
	"math/big"

	"combigo/board"
	"combigo/border"
	"combigo/modular"
	"combigo/recurrence"
	"combigo/result"
)

// recurrencePays reports whether the recurrence is faster than the border
// engine for one board, its search included: measured, with room to spare.
func recurrencePays(size board.Size) bool {
	const shortest, timesOrder = 1000, 4
	if size.Short() > recurrence.MaxExactHeight || size.Long() < shortest {
		return false
	}
	return int64(size.Long()) >= timesOrder*border.ValidUpDownClasses(size.Short()).Int64()
}

func (c *counter) planRecurrence(size board.Size, opt Options) (*plan, error) {
	ceiling, given := c.ceiling(opt)
	p := &plan{size: size, method: Recurrence, given: given}
	p.engine = border.Options{Threads: opt.threads(), Memory: int64(ceiling)}
	strip := recurrence.Strip{Rows: uint64(size.Rows), Cols: uint64(size.Cols)}
	if need := result.Bytes(strip.Need()); !fits(need, ceiling) {
		return nil, memoryError(size, need, need, ceiling, given, false)
	}
	return p, nil
}

func (c *counter) runRecurrence(ctx context.Context, p *plan, progress func(float64), r *result.Result) error {
	strip := recurrence.Strip{Rows: uint64(p.size.Rows), Cols: uint64(p.size.Cols)}
	found, err := strip.Count(ctx, recurrence.Options{Threads: p.engine.Threads, Memory: p.engine.Memory, Progress: progress})
	if err != nil {
		return err
	}
	r.Value = found.Value
	r.Provenance = found.Provenance
	return nil
}

// checkColumns compares with a residue for which the border engine goes
// through all columns.
func (c *counter) checkColumns(ctx context.Context, p *plan, r *result.Result) (string, error) {
	prime := modular.PrimesBelow(1<<border.ModulusBits, 1)[0]
	var residue uint64
	_, err := c.engine.ResiduesEach(ctx, p.size.Short(), p.size.Long(), p.size.Long(), []uint64{prime}, p.engine,
		func(_ int, values []uint64) { residue = values[0] })
	if err != nil {
		return "", err
	}
	modulus := new(big.Int).SetUint64(prime)
	name := fmt.Sprintf("all %d columns by the border engine, modulo the prime %d", p.size.Long(), prime)
	if modulus.Mod(r.Value, modulus).Uint64() != residue {
		return "", result.Wrong(p.number(), "it differs from %s", name)
	}
	return name + ": equal", nil
}
