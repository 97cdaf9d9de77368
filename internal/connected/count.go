package connected

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Count returns L(height, width) exactly, with as many 64-bit limbs a value
// as the points done so far ask for.
func (e *Engine) Count(ctx context.Context, width int, opt par.Options) (*big.Int, Stats, error) {
	var count *big.Int
	stats, err := e.CountEach(ctx, width, width, opt, func(_ int, value *big.Int) { count = value })
	return count, stats, err
}

// CountEach tells visit L(height, width) for all widths from first to last, in
// the time that the last one takes.
func (e *Engine) CountEach(
	ctx context.Context, first, last int, opt par.Options, visit func(width int, value *big.Int),
) (Stats, error) {
	if err := e.checkWidths(first, last); err != nil {
		return Stats{}, err
	}
	return e.run(ctx, first, last, exact, opt, func(width int, t *tally) { visit(width, t.integer()) })
}

// Residues returns L(height, width) modulo each of the moduli, at most
// [MaxResidues] of them, each below 2^[ModulusBits]; one pass carries them all.
func (e *Engine) Residues(
	ctx context.Context, width int, moduli []uint64, opt par.Options,
) ([]uint64, Stats, error) {
	var residues []uint64
	stats, err := e.ResiduesEach(ctx, width, width, moduli, opt, func(_ int, values []uint64) { residues = values })
	return residues, stats, err
}

// ResiduesEach tells visit the residues for all widths from first to last, in the
// time that the last one takes.
func (e *Engine) ResiduesEach(
	ctx context.Context, first, last int, moduli []uint64, opt par.Options, visit func(width int, residues []uint64),
) (Stats, error) {
	if err := checkModuli(moduli); err != nil {
		return Stats{}, err
	}
	if err := e.checkWidths(first, last); err != nil {
		return Stats{}, err
	}
	ar := residueArithmetic(moduli)
	same := func(int) arithmetic { return ar }
	return e.run(ctx, first, last, same, opt, func(width int, t *tally) { visit(width, t.residues(moduli)) })
}

func checkModuli(moduli []uint64) error {
	if len(moduli) == 0 || len(moduli) > MaxResidues {
		return fmt.Errorf("border: %d moduli, want 1 to %d", len(moduli), MaxResidues)
	}
	for _, m := range moduli {
		if m < 2 || m >= 1<<ModulusBits {
			return fmt.Errorf("border: modulus %d is not in 2..2^%d-1", m, ModulusBits)
		}
	}
	return nil
}

// Need estimates the bytes that Count would use for the width, or Residues with so
// many prime moduli if that is not 0.
func (e *Engine) Need(width, residues int, opt par.Options) result.Bytes {
	words := residues
	if residues == 0 {
		words = exact(e.layout.m * width).words
	}
	return e.layout.bytes(words, opt.Goroutines())
}

// run takes a vector through the columns and sums up what is asked for. ar
// gives the arithmetic for the completions of a given number of points.
func (e *Engine) run(
	ctx context.Context, first, last int, ar func(points int) arithmetic, opt par.Options, visit func(width int, t *tally),
) (Stats, error) {
	stats := e.estimate(last, ar, opt)
	if opt.Memory > 0 && stats.PlannedBytes > opt.Memory {
		return stats, memoryError(e.layout.m, last, stats.PlannedBytes, opt.Memory)
	}
	if err := e.makeTables(ctx, stats.Threads); err != nil {
		return stats, err
	}
	m := &meter{total: stats.LimbSteps, report: opt.Progress}
	p, err := e.layout.newPass(ar(0).words, ar(last*e.layout.m).words, stats.Threads, m)
	if err != nil {
		return stats, err
	}
	defer p.free()
	columns := newFirstColumn(e.layout)
	for width := 1; ; width++ {
		if width >= first {
			visit(width, columns.sum(p.home, stats.Threads))
		}
		if width == last {
			return stats, nil
		}
		done := (width - 1) * e.layout.m
		if err := p.column(ctx, func(points int) arithmetic { return ar(done + points) }); err != nil {
			return stats, err
		}
	}
}

// estimate says what a run will take.
func (e *Engine) estimate(width int, ar func(points int) arithmetic, opt par.Options) Stats {
	lo := e.layout
	last := ar(width * lo.m)
	s := Stats{
		Height: lo.m, Width: width, Threads: opt.Goroutines(), Limbs: last.words,
		States:       lo.shape.states(),
		Contexts:     len(lo.phases[prefix].layer(0).interfaces),
		StateSteps:   float64(lo.stateSteps()) * float64(width-1),
		PlannedBytes: lo.bytes(last.words, opt.Goroutines()),
	}
	steps := [2]float64{float64(lo.phases[prefix].stateSteps()), float64(lo.phases[suffix].stateSteps())}
	for x := range width - 1 {
		s.LimbSteps += steps[suffix] * float64(ar(x*lo.m+lo.m-lo.p).words)
		s.LimbSteps += steps[prefix] * float64(ar(x*lo.m+lo.m).words)
	}
	return s
}

// Count returns L(height, width) exactly. It is [Engine.Count] of a new engine.
func Count(ctx context.Context, height, width int, opt par.Options) (*big.Int, Stats, error) {
	e, err := New(height)
	if err != nil {
		return nil, Stats{}, err
	}
	return e.Count(ctx, width, opt)
}
