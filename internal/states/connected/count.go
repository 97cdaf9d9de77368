package connected

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// Count returns L(height, width) exactly.
func Count(ctx context.Context, height, width int, opt par.Options) (*big.Int, error) {
	return Residue(ctx, height, width, 0, opt)
}

// Residue returns L(height, width) modulo a number from 2 on, or exactly if that is 0.
func Residue(ctx context.Context, height, width int, modulus uint64, opt par.Options) (*big.Int, error) {
	counts, err := CountEach(ctx, height, width, width, modulus, opt)
	if err != nil {
		return nil, err
	}
	return counts[0], nil
}

// Need estimates the bytes that a count modulo a number takes, or an exact one if that is 0.
func Need(height, width int, modulus uint64) result.Bytes {
	limbs := 1
	if modulus == 0 {
		limbs = LimbsFor(height * width)
	}
	return vectorsNeed(height, limbs, 0)
}

// vectorsNeed estimates the bytes of the vectors before and after a point and of some at the ends
// of columns, with some limbs a value. Tables take up to 5 bytes for each state of the largest
// kink.
func vectorsNeed(height, limbs, ends int) result.Bytes {
	const wordBytes, tableBytes = 8, 5
	listed := 0.0
	if listsSteps(height) {
		listed = choices * wordBytes * Steps(height, 2)
	}
	largest, end := float64(ValidClassesAt(height, height-1).Int64()), float64(ValidClassesAt(height, 0).Int64())
	return result.BytesOf(wordBytes*float64(limbs)*(2*largest+float64(ends)*end) + tableBytes*largest + listed + 1<<20)
}

// CountEach returns L(height, width) for all widths from first to last, modulo a number from 2 on
// or exactly if that is 0, in little more than the time that the last one takes.
func CountEach(ctx context.Context, height, first, last int, modulus uint64, opt par.Options) (counts []*big.Int, err error) {
	if first < 1 || first > last {
		return nil, fmt.Errorf("connected: widths %d to %d, want 1 or more, not backwards", first, last)
	}
	if modulus == 1 {
		return nil, errors.New("connected: the modulus is not 2 or more")
	}
	if err := fits(height, last, func() result.Bytes { return Need(height, last, modulus) }, opt.Memory); err != nil {
		return nil, err
	}
	e, err := New(ctx, height, opt.Goroutines())
	if err != nil {
		return nil, err
	}
	r := &sweep{Engine: e, arithmetic: arithmetic{modulus}, limbs: func(int) int { return 1 }, opt: opt}
	if modulus == 0 {
		r.limbs = LimbsFor
	}
	r.start(last * height)
	for width := 1; ; width++ {
		if width >= first {
			total, err := r.total(ctx)
			if err != nil {
				return nil, err
			}
			if modulus != 0 {
				total.Mod(total, new(big.Int).SetUint64(modulus))
			}
			counts = append(counts, total)
		}
		opt.Report(float64(width) / float64(last))
		if width == last {
			return counts, nil
		}
		if err := r.advanceColumn(ctx); err != nil {
			return nil, err
		}
	}
}

// A sweep takes the values before a column back through one column after the other.
type sweep struct {
	*Engine
	arithmetic arithmetic
	limbs      func(points int) int // of a value, for the completions of a number of points
	opt        par.Options

	points      int    // that the values complete
	values      Values // before a column that is not the first
	spare       Values
	insideFirst [2]Values // of the first column
}

// start sets the values to those after the last point. There is room for the completions of a
// number of points.
func (r *sweep) start(points int) {
	for _, v := range []*Values{&r.values, &r.spare} {
		v.resize(r.at(2*r.height-1).from.size, r.limbs(points)) // the most that there are
	}
	r.Last(&r.values)
}

// advanceColumn takes the values back through a column.
func (r *sweep) advanceColumn(ctx context.Context) error {
	for y := r.height - 1; y >= 0; y-- {
		r.points++
		if err := r.before(ctx, r.arithmetic, r.height+y, r.limbs(r.points), &r.spare, &r.values, r.opt.Goroutines()); err != nil {
			return err
		}
		r.values, r.spare = r.spare, r.values
	}
	return nil
}

// total returns the number of boards that end with the columns so far and one more, the first.
func (r *sweep) total(ctx context.Context) (*big.Int, error) {
	next := &r.values
	for y := r.height - 1; y >= 0; y-- {
		v := &r.insideFirst[y%2]
		limbs := r.limbs(r.points + r.height - y)
		if err := r.before(ctx, r.arithmetic, y, limbs, v, next, r.opt.Goroutines()); err != nil {
			return nil, err
		}
		next = v
	}
	return modular.FromLimbs(next.Of(1)), nil
}
