package border

import (
	"context"
	"fmt"
	"math/big"
	"sync"
)

// Engine counts on boards of one height, which is the length of the border;
// time grows about 5.4 times with every point of it, and in proportion to the
// width. An engine may be used by several goroutines, one run at a time each
// with a vector of its own.
type Engine struct {
	layout *layout
	mu     sync.Mutex
	tables bool    // whether the layout has its tables
	half   *layout // for halves that are turned into each other; nil until it is asked for
	// what is asked for time and again of a layout, nil until then
	tiles [2][][]int64 // by half active, see TileSizes
	least *need
}

// New prepares an engine for boards of the given height, from 1 to [MaxHeight].
// That takes 0.03 s for height 11 and 0.14 s for 13; the first run makes the tables, in twice that time.
func New(height int) (*Engine, error) {
	if height < 1 || height > MaxHeight {
		return nil, fmt.Errorf("border: height %d is not in 1..%d", height, MaxHeight)
	}
	return &Engine{layout: newLayout(height)}, nil
}

// NewOfBins is [New] with bins of about the given number of states, as those of larger boards have, so that what keeps the tiles
// of an [External] can be tried on a small one.
func NewOfBins(height int, states int64) (*Engine, error) {
	if height < 1 || height > MaxHeight || states < 1 {
		return nil, fmt.Errorf("border: height %d with bins of %d states, want 1..%d and a positive number", height, states, MaxHeight)
	}
	return &Engine{layout: newLayoutOfBins(height, func(int64) int64 { return states })}, nil
}

// Height returns the height of the boards.
func (e *Engine) Height() int { return e.layout.m }

// Count returns L(height, width) exactly, with as many 64-bit limbs a value
// as the points done so far ask for.
func (e *Engine) Count(ctx context.Context, width int, opt Options) (*big.Int, Stats, error) {
	var count *big.Int
	stats, err := e.CountEach(ctx, width, width, opt, func(_ int, value *big.Int) { count = value })
	return count, stats, err
}

// CountEach tells visit L(height, width) for all widths from first to last, in
// the time that the last one takes.
func (e *Engine) CountEach(
	ctx context.Context, first, last int, opt Options, visit func(width int, value *big.Int),
) (Stats, error) {
	if err := e.checkWidths(first, last); err != nil {
		return Stats{}, err
	}
	if e.joinsHalves(first, last, nil, opt) {
		return e.runHalves(ctx, first, last, ring{ar: exact}, opt, func(width int, s halfSums) error {
			value, err := s.integer()
			if err == nil {
				visit(width, value)
			}
			return err
		})
	}
	return e.run(ctx, first, last, exact, opt, func(width int, t *tally) { visit(width, t.integer()) })
}

// exact is the arithmetic of exact completions of a given number of points.
func exact(points int) arithmetic { return exactArithmetic(halvesFor(points)) }

// Residues returns L(height, width) modulo each of the moduli, at most
// [MaxResidues] of them, each below 2^[ModulusBits]; one pass carries them all.
func (e *Engine) Residues(
	ctx context.Context, width int, moduli []uint64, opt Options,
) ([]uint64, Stats, error) {
	var residues []uint64
	stats, err := e.ResiduesEach(ctx, width, width, moduli, opt, func(_ int, values []uint64) { residues = values })
	return residues, stats, err
}

// ResiduesEach tells visit the residues for all widths from first to last, in the
// time that the last one takes.
func (e *Engine) ResiduesEach(
	ctx context.Context, first, last int, moduli []uint64, opt Options, visit func(width int, residues []uint64),
) (Stats, error) {
	if err := checkModuli(moduli); err != nil {
		return Stats{}, err
	}
	if err := e.checkWidths(first, last); err != nil {
		return Stats{}, err
	}
	ar := residueArithmetic(moduli)
	same := func(int) arithmetic { return ar }
	if e.joinsHalves(first, last, moduli, opt) {
		return e.runHalves(ctx, first, last, ring{ar: same, moduli: moduli}, opt, func(width int, s halfSums) error {
			visit(width, s.residues())
			return nil
		})
	}
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
func (e *Engine) Need(width, residues int, opt Options) int64 {
	if e.joinsHalves(width, width, nil, opt) {
		r := ring{ar: exact}
		if residues > 0 {
			r.ar = func(int) arithmetic { return arithmetic{size: 2 * residues} }
		}
		return e.halvesNeed(width, r, opt)
	}
	size := 2 * residues
	if residues == 0 {
		size = exact(e.layout.m * width).size
	}
	return e.layout.bytes(size, opt.threads())
}

// run takes a vector through the columns and sums up what is asked for. ar
// gives the arithmetic for the completions of a given number of points.
func (e *Engine) run(
	ctx context.Context, first, last int, ar func(points int) arithmetic, opt Options, visit func(width int, t *tally),
) (Stats, error) {
	stats := e.estimate(last, ar, opt)
	if opt.Memory > 0 && stats.PlannedBytes > opt.Memory {
		return stats, memoryError(e.layout.m, last, stats.PlannedBytes, opt.Memory)
	}
	if err := e.makeTables(ctx, stats.Threads); err != nil {
		return stats, err
	}
	m := &meter{total: stats.LimbSteps, report: opt.Progress}
	p, err := e.layout.newPass(ar(0).size, ar(last*e.layout.m).size, stats.Threads, m)
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

func (e *Engine) makeTables(ctx context.Context, threads int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.tables {
		return nil
	}
	err := e.layout.makeTables(ctx, threads)
	e.tables = err == nil
	return err
}

// estimate says what a run will take.
func (e *Engine) estimate(width int, ar func(points int) arithmetic, opt Options) Stats {
	lo := e.layout
	last := ar(width * lo.m)
	s := Stats{
		Height: lo.m, Width: width, Threads: opt.threads(), Limbs: last.words(),
		States:       lo.shape.states(),
		Contexts:     len(lo.phases[prefix].layer(0).interfaces),
		StateSteps:   float64(lo.stateSteps()) * float64(width-1),
		PlannedBytes: lo.bytes(last.size, opt.threads()),
	}
	steps := [2]float64{float64(lo.phases[prefix].stateSteps()), float64(lo.phases[suffix].stateSteps())}
	for x := range width - 1 {
		s.LimbSteps += steps[suffix] * ar(x*lo.m+lo.m-lo.p).limbs()
		s.LimbSteps += steps[prefix] * ar(x*lo.m+lo.m).limbs()
	}
	return s
}
