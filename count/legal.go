package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"combigo/board"
	"combigo/border"
	"combigo/modular"
	"combigo/result"
)

// Legal returns L(rows, cols), the number of legal positions, with its
// provenance; or the number for the [Variant] that the options ask for.
//
// The error is a [LargeError], a [result.MemoryError] or a [WidthError] if memory is too short, an [InternalError] if
// the number failed a check, the cause of the context's end if that came first,
// and otherwise says what about the board or the options makes no sense.
func Legal(ctx context.Context, rows, cols int, opt Options) (*result.Result, error) {
	return standard.legal(ctx, board.Size{Rows: rows, Cols: cols}, opt)
}

func (c *counter) legal(ctx context.Context, size board.Size, opt Options) (*result.Result, error) {
	p, err := c.plan(size, opt)
	if err != nil {
		return nil, err
	}
	return c.carryOut(ctx, p, opt.Progress)
}

// carryOut counts as planned, checks the number, and tells its story.
func (c *counter) carryOut(ctx context.Context, p *plan, progress func(float64)) (*result.Result, error) {
	start := time.Now()
	r := newResult(p)
	run := c.runExact
	switch {
	case p.method == Recurrence:
		run = c.runRecurrence
	case p.method == Frontier:
		run = c.runFrontier
	case p.method == Brute && p.scene != nil:
		run = c.runEnumeration
	case p.method == Brute:
		run = c.runBrute
	case p.files != "":
		run = c.runInFiles
	case len(p.primes) > 0:
		run = c.runModular
	}
	if err := run(ctx, p, progress, r); err != nil {
		return nil, err
	}
	if err := c.check(ctx, p, r); err != nil {
		return nil, err
	}
	r.Wall = time.Since(start)
	r.PeakMemory = result.PeakMemory()
	return r, nil
}

func newResult(p *plan) *result.Result {
	if p.scene != nil {
		return p.scene.result(p)
	}
	return &result.Result{
		Quantity: "legal positions",
		Symbol:   symbol(p.size),
		OEIS:     OEIS(p.size, Variant{}),
		Board:    p.size,
		Whole: result.Whole{
			Name:  "positions",
			Power: fmt.Sprintf("3^%d", p.size.Points()),
			Value: positions(p.size),
		},
		Provenance: result.Provenance{Method: p.method.String(), Notes: p.notes},
	}
}

func symbol(size board.Size) string { return fmt.Sprintf("L(%d,%d)", size.Rows, size.Cols) }

func (c *counter) runBrute(ctx context.Context, p *plan, _ func(float64), r *result.Result) error {
	legal, err := c.brute(ctx, p.size.Rows, p.size.Cols)
	if err != nil {
		return err
	}
	r.Value = new(big.Int).SetUint64(legal)
	r.Description = "every position looked at"
	r.Engine = "goban"
	r.Threads = 1
	return nil
}

func (c *counter) runExact(ctx context.Context, p *plan, progress func(float64), r *result.Result) error {
	value, err := p.run.value(ctx, c.engine, p, progress)
	if errors.Is(err, border.ErrNotInteger) {
		return result.Wrong(p.number(), "%v", err)
	}
	if err != nil {
		return err
	}
	r.Value = value
	r.Limbs = p.run.stats.Limbs
	r.Notes = append(r.Notes, p.run.notes()...)
	describeDP(r, p.run.stats)
	return nil
}

func (c *counter) runInFiles(ctx context.Context, p *plan, progress func(float64), r *result.Result) error {
	opt := p.engine
	opt.Progress = progress
	value, stats, err := c.engine.CountInFiles(ctx, p.size.Short(), p.size.Long(), p.files, opt)
	if errors.Is(err, border.ErrNotInteger) {
		return result.Wrong(p.number(), "%v", err)
	}
	if err != nil {
		return err
	}
	r.Value = value
	describeDP(r, stats)
	return nil
}

func (c *counter) runModular(ctx context.Context, p *plan, progress func(float64), r *result.Result) error {
	var remainders modular.Remainders
	var steps float64
	for pass := range p.passes() {
		opt := p.engine
		opt.Progress = within(progress, pass, p.passes())
		moduli := p.primes[pass*p.perPass : min((pass+1)*p.perPass, len(p.primes))]
		var residues []uint64
		stats, err := c.engine.ResiduesEach(ctx, p.size.Short(), p.size.Long(), p.size.Long(), moduli, opt,
			func(_ int, values []uint64) { residues = values })
		if err != nil {
			return err
		}
		for i, residue := range residues {
			if _, err := remainders.Add(residue, moduli[i]); err != nil {
				return result.Wrong(p.number(), "%v", err)
			}
		}
		steps += stats.StateSteps
		describeDP(r, stats)
	}
	r.Value = remainders.Value()
	r.StateSteps = steps
	r.Moduli = p.primes
	r.Passes = p.passes()
	return nil
}

func describeDP(r *result.Result, stats border.Stats) {
	r.Method = DP.String()
	r.Description = fmt.Sprintf("dynamic programming over states of %d border points", stats.Height)
	if stats.Halves {
		r.Method = Halves.String()
		r.Description += ", on half of the board, joined with the other half"
	}
	r.Engine = "border"
	r.Threads = stats.Threads
	r.States = stats.States
	r.StateSteps = stats.StateSteps
}

// within makes of the progress of one part out of parts that of the whole.
func within(progress func(float64), part, parts int) func(float64) {
	if progress == nil {
		return nil
	}
	return func(share float64) { progress((float64(part) + share) / float64(parts)) }
}
