package count

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/result"
)

// checkBounds: the empty board is legal, and the full one of one colour is not unless a point is
// safe.
func (in *instance) checkBounds(_ context.Context, r *result.Result) (string, error) {
	bounds, over := fmt.Sprintf("at least 1 and less than %s", r.Whole.Power), 0
	for v := range in.points() {
		if in.graph != nil && in.graph.Safe(v) {
			bounds, over = fmt.Sprintf("at least 1 and at most %s", r.Whole.Power), 1
		}
	}
	if r.Value.Sign() <= 0 || r.Value.Cmp(r.Whole.Value) >= over {
		return "", result.InternalErrorf(in.numberName(), "it is not %s", bounds)
	}
	return bounds, nil
}

func (in *instance) checkPublished(_ context.Context, r *result.Result) (string, error) {
	if !in.plain() {
		return "", nil
	}
	entry, ok := published.Legal(in.size)
	if !ok || entry.Kind != published.Exact {
		return "", nil
	}
	if want := entry.Int(); r.Value.Cmp(want) != 0 {
		return "", result.InternalErrorf(in.numberName(), "it is %s, but %s has %s", r.Value, entry.Source(), want)
	}
	return entry.Source() + ": equal", nil
}

func (in *instance) checkFormula(_ context.Context, r *result.Result) (string, error) {
	if in.formulaBits() == 0 {
		return "", nil
	}
	off, allowed := asymptotic.Deviation(in.size, r.Value), tolerance(in.size)
	comparison := fmt.Sprintf("asymptotic formula A B^%d L^%d: off by %.1e, tolerance %.1e",
		in.size.Rows+in.size.Cols, in.size.Points(), off, allowed)
	if math.Abs(off) > allowed {
		return "", result.InternalErrorf(in.numberName(), "%s", comparison)
	}
	return comparison, nil
}

// checkResidues says what the bounds and the formula are worth for a number from residues; they are
// checked before.
func (in *instance) checkResidues(_ context.Context, r *result.Result) (string, error) {
	if len(r.Moduli) == 0 {
		return "", nil
	}
	excess := -in.bits()
	for _, prime := range r.Moduli {
		excess += math.Log2(float64(prime))
	}
	return fmt.Sprintf("the product of the primes exceeds %s by %.0f bits: an error in one residue, if random, would pass all checks with a chance of 2^-%.0f",
		r.Whole.Power, excess, excess+in.formulaBits()), nil
}

func (in *instance) congruent(r *result.Result, residue, prime uint64, name string) (string, error) {
	modulus := new(big.Int).SetUint64(prime)
	if new(big.Int).Mod(r.Value, modulus).Uint64() != residue {
		return "", result.InternalErrorf(in.numberName(), "it differs from %s", name)
	}
	return name + ": equal", nil
}

// freshPrime is a prime that the number was not computed from.
func freshPrime(r *result.Result) uint64 { return border.Primes(len(r.Moduli) + 1)[len(r.Moduli)] }

// checkBorder compares a number that was counted by another method with its residue by package
// border, which takes less time and memory for the boards that are the same from both sides.
func (in *instance) checkBorder(ctx context.Context, r *result.Result) (string, error) {
	if !in.usesWords() || !in.Variant.halves() {
		return "", nil
	}
	g, err := in.onGrid(false)
	if err != nil || !in.fits(g.Need(g.aResidue(), in.progressOptions(nil))) {
		return "", err
	}
	prime := freshPrime(r)
	residue, err := g.residue(ctx, g.width, prime)
	if err != nil {
		return "", err
	}
	return in.congruent(r, residue, prime, fmt.Sprintf("dynamic programming over border words modulo the prime %d", prime))
}

const (
	// checkPoints and checkBits bound the boards that are compared with brute force: a few
	// milliseconds.
	checkPoints = 9
	checkBits   = 18
)

// maxBruteBits bounds the positions that are looked at one by one when that is asked for: some
// seconds.
var maxBruteBits = float64(goban.MaxBrute) * math.Log2(3)

// enumerate counts the legal positions one by one: on plain boards with package goban.
func (in *instance) enumerate(ctx context.Context) (*big.Int, error) {
	if in.plain() {
		legal, err := goban.CountLegal(ctx, in.size.Rows, in.size.Cols)
		return new(big.Int).SetUint64(legal), err
	}
	var legal int64
	for range enumeration.Positions(in.graph, in.colors()) {
		legal++
		if legal&0xfff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return big.NewInt(legal), ctx.Err()
}

func (in *instance) checkBrute(ctx context.Context, r *result.Result) (string, error) {
	if in.points() > checkPoints || in.bits() > checkBits {
		return "", nil
	}
	value, err := in.enumerate(ctx)
	if err != nil {
		return "", err
	}
	r.Again = true
	name := fmt.Sprintf("brute force over %s positions", r.Whole.Power)
	if r.Value.Cmp(value) != 0 {
		return "", result.InternalErrorf(in.numberName(), "%s gives %s, not %s", name, value, r.Value)
	}
	return name + ": equal", nil
}
