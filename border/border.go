package border

import (
	"context"
	"fmt"
	"math/big"
	"runtime"
)

// MaxHeight is the largest height (short side) that the engine accepts.
const MaxHeight = 24

// ModulusBits bounds the moduli that [Residues] accepts: three residues must
// add without overflow, so every modulus is below 2^62.
const ModulusBits = 62

// Options says what a run may use.
type Options struct {
	// Threads is the number of goroutines that compute; 0 means GOMAXPROCS.
	Threads int
	// Memory is a ceiling in bytes on vector, buffers and tables; 0 means none.
	Memory int64
	// Progress, if set, is told how much of the work is done, as a share of
	// the whole between 0 and 1. Calls come one at a time.
	Progress func(share float64)
}

func (o Options) threads() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// Stats says how a result was got.
type Stats struct {
	Height, Width int     // height is the border, width the number of columns
	Threads       int     // goroutines that computed
	States        int64   // stored state classes at the boundary kinks
	Contexts      int     // dense blocks at kink 0
	StateSteps    float64 // state classes times steps
	LimbSteps     float64 // the same, times the words of 64 bits each carried
	Limbs         int     // words of 64 bits a value at the end
	PlannedBytes  int64   // vector, buffers and tables, as estimated before the start
}

// MemoryError says that a run would need more memory than its ceiling.
type MemoryError struct {
	Height, Width int
	Need, Ceiling int64 // bytes
}

func (e *MemoryError) Error() string {
	return fmt.Sprintf("%dx%d needs about %d bytes, the ceiling is %d", e.Height, e.Width, e.Need, e.Ceiling)
}

// Count returns L(height, width) exactly, with as many 64-bit limbs a value
// as the points done so far ask for.
func Count(ctx context.Context, height, width int, opt Options) (*big.Int, Stats, error) {
	limbs := limbsFor(height * width)
	total, stats, err := solve(ctx, height, width, limbs, opt, func(points int) arithmetic {
		return exactArithmetic(limbsFor(points))
	})
	if err != nil {
		return nil, stats, err
	}
	return total.integer(), stats, nil
}

// Residues returns L(height, width) modulo each of the moduli, which must be
// below 2^ModulusBits; all of them are carried in one pass.
func Residues(ctx context.Context, height, width int, moduli []uint64, opt Options) ([]uint64, Stats, error) {
	if err := checkModuli(moduli); err != nil {
		return nil, Stats{}, err
	}
	ar := residueArithmetic(moduli)
	total, stats, err := solve(ctx, height, width, len(moduli), opt, func(int) arithmetic { return ar })
	if err != nil {
		return nil, stats, err
	}
	return total.residues(moduli), stats, nil
}

func checkModuli(moduli []uint64) error {
	if len(moduli) == 0 || len(moduli) > maxResidues {
		return fmt.Errorf("border: %d moduli, want 1 to %d", len(moduli), maxResidues)
	}
	for _, m := range moduli {
		if m < 2 || m >= 1<<ModulusBits {
			return fmt.Errorf("border: modulus %d is not in 2..2^%d-1", m, ModulusBits)
		}
	}
	return nil
}

// Need estimates the bytes that a run of Count (residues == 0) or of Residues
// with so many moduli would use, without running it.
func Need(height, width, residues int, opt Options) (int64, error) {
	if err := checkSize(height, width); err != nil {
		return 0, err
	}
	if residues == 0 {
		residues = limbsFor(height * width)
	}
	return newEngine(height).bytes(residues, opt.threads()), nil
}

func checkSize(height, width int) error {
	if height < 1 || height > MaxHeight {
		return fmt.Errorf("border: height %d is not in 1..%d", height, MaxHeight)
	}
	if width < 1 {
		return fmt.Errorf("border: width %d is not positive", width)
	}
	return nil
}

// solve runs all columns and adds up the first one.
func solve(ctx context.Context, height, width, maxWords int, opt Options, ar func(points int) arithmetic) (*tally, Stats, error) {
	if err := checkSize(height, width); err != nil {
		return nil, Stats{}, err
	}
	threads := opt.threads()
	e := newEngine(height)
	stats := e.stats(width, threads, maxWords, ar)
	if opt.Memory > 0 && stats.PlannedBytes > opt.Memory {
		return nil, stats, &MemoryError{height, width, stats.PlannedBytes, opt.Memory}
	}
	if err := e.makeTables(threads); err != nil {
		return nil, stats, err
	}
	m := &meter{total: stats.LimbSteps, report: opt.Progress}
	p, err := e.newPass(ar(0).width, maxWords, threads, m)
	if err != nil {
		return nil, stats, err
	}
	defer p.free()
	for x := range width - 1 {
		if err := p.column(ctx, func(points int) arithmetic { return ar(x*height + points) }); err != nil {
			return nil, stats, err
		}
	}
	return p.newFirstColumn().sum(len(p.home.planes)), stats, nil
}

// stats foretells a run.
func (e *engine) stats(width, threads, maxWords int, ar func(points int) arithmetic) Stats {
	s := Stats{
		Height: e.m, Width: width, Threads: threads, Limbs: maxWords,
		States:       e.shape.states(),
		Contexts:     len(e.phases[prefix].layer(0).seams),
		StateSteps:   float64(e.stateSteps()) * float64(width-1),
		PlannedBytes: e.bytes(maxWords, threads),
	}
	steps := [2]float64{float64(e.phases[prefix].stateSteps()), float64(e.phases[suffix].stateSteps())}
	for x := range width - 1 {
		s.LimbSteps += steps[suffix] * float64(ar(x*e.m+e.m-e.p).width)
		s.LimbSteps += steps[prefix] * float64(ar(x*e.m+e.m).width)
	}
	return s
}
