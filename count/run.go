package count

import (
	"context"
	"fmt"
	"math/big"

	"combigo/border"
	"combigo/modular"
)

// A run counts all boards of a table that have the same shorter side, exactly:
// the program passes the shorter ones on its way to the longest. It also
// repeats them modulo a prime if that is cheap.
type run struct {
	height      int
	first, last int // widths
	values      map[int]*big.Int
	prime       uint64
	residues    map[int]uint64
	otherWay    string // how they were counted
	stats       border.Stats
}

// recountSteps is the longest run, in states times steps, that is repeated
// modulo a prime: some ten milliseconds.
const recountSteps = 2e7

// recountLimbs is the length of numbers above which a repetition modulo a
// prime takes next to nothing beside the run itself.
const recountLimbs = 40

func newRun(height, width int) *run {
	return &run{height: height, first: width, last: width}
}

// include lets the run count one more width.
func (r *run) include(width int) {
	r.first, r.last = min(r.first, width), max(r.last, width)
}

// value returns the number for the board of a plan. The first call does the run.
func (r *run) value(ctx context.Context, e engine, p *plan, progress func(float64)) (*big.Int, error) {
	if r.values == nil {
		if err := r.count(ctx, e, p, progress); err != nil {
			r.values = nil
			return nil, err
		}
	}
	return r.values[p.size.Long()], nil
}

func (r *run) count(ctx context.Context, e engine, p *plan, progress func(float64)) error {
	opt := p.engine
	opt.Progress = progress
	r.values = make(map[int]*big.Int)
	var err error
	r.stats, err = e.CountEach(ctx, r.height, r.first, r.last, opt, func(width int, value *big.Int) { r.values[width] = value })
	if err != nil {
		return err
	}
	other := p.engine
	other.Whole = r.stats.Halves
	r.otherWay = "through half of the columns"
	if other.Whole {
		r.otherWay = "through all columns"
	}
	if r.stats.StateSteps > recountSteps && r.stats.Limbs < recountLimbs {
		return nil
	}
	r.residues = make(map[int]uint64)
	r.prime = modular.PrimesBelow(1<<border.ModulusBits, 1)[0]
	_, err = e.ResiduesEach(ctx, r.height, r.first, r.last, []uint64{r.prime}, other,
		func(width int, residues []uint64) { r.residues[width] = residues[0] })
	return err
}

// notes says what else the run counted.
func (r *run) notes() []string {
	if r.first == r.last {
		return nil
	}
	return []string{fmt.Sprintf("one run of %d rows counted all widths from %d to %d", r.height, r.first, r.last)}
}
