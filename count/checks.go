package count

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/oracle/graphs"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// checkBounds: the empty board is legal, and the full one of one colour is not unless a point is
// safe.
func (in *instance) checkBounds(_ context.Context, r *result.Result) (string, error) {
	bounds, over := fmt.Sprintf("at least 1 and less than %s", r.Whole.Power), 0
	if in.anySafe() {
		bounds, over = fmt.Sprintf("at least 1 and at most %s", r.Whole.Power), 1
	}
	if r.Value.Sign() <= 0 || r.Value.Cmp(r.Whole.Value) >= over {
		return "", result.InternalErrorf(in.number(), "it is not %s", bounds)
	}
	return bounds, nil
}

// checkPublished compares with the number in print, where there is one.
func (in *instance) checkPublished(_ context.Context, r *result.Result) (string, error) {
	if !in.plain() {
		return "", nil
	}
	entry, ok := published.Legal(in.size)
	if !ok || entry.Kind != published.Exact {
		return "", nil
	}
	if want := entry.Int(); r.Value.Cmp(want) != 0 {
		return "", result.InternalErrorf(in.number(), "it is %s, but %s has %s", r.Value, entry.Source(), want)
	}
	return entry.Source() + ": equal", nil
}

func (in *instance) checkFormula(_ context.Context, r *result.Result) (string, error) {
	if !in.plain() || formulaBits(in.size) == 0 {
		return "", nil
	}
	off, allowed := asymptotic.Deviation(in.size, r.Value), tolerance(in.size)
	comparison := fmt.Sprintf("asymptotic formula A B^%d L^%d: off by %.1e, tolerance %.1e",
		in.size.Rows+in.size.Cols, in.size.Points(), off, allowed)
	if math.Abs(off) > allowed {
		return "", result.InternalErrorf(in.number(), "%s", comparison)
	}
	return comparison, nil
}

// checkResidues says what the bounds and the formula are worth for a number
// from residues; they are checked before.
func (in *instance) checkResidues(_ context.Context, r *result.Result) (string, error) {
	if len(r.Moduli) == 0 {
		return "", nil
	}
	excess := -float64(in.points()) * math.Log2(float64(in.colors()+1))
	for _, prime := range r.Moduli {
		excess += math.Log2(float64(prime))
	}
	bits := excess
	if in.plain() {
		bits += formulaBits(in.size)
	}
	return fmt.Sprintf("the product of the primes exceeds %s by %.0f bits: an error in one residue, if random, would pass all checks with a chance of 2^-%.0f",
		r.Whole.Power, excess, bits), nil
}

func (in *instance) equal(r *result.Result, other *big.Int, err error, name string) (string, error) {
	if err != nil {
		return "", err
	}
	if r.Value.Cmp(other) != 0 {
		return "", result.InternalErrorf(in.number(), "%s gives %s, not %s", name, other, r.Value)
	}
	return name + ": equal", nil
}

// congruent compares a number with its residue modulo a prime.
func (in *instance) congruent(r *result.Result, residue, prime uint64, name string) (string, error) {
	modulus := new(big.Int).SetUint64(prime)
	if new(big.Int).Mod(r.Value, modulus).Uint64() != residue {
		return "", result.InternalErrorf(in.number(), "it differs from %s", name)
	}
	return name + ": equal", nil
}

const (
	// borderCheckSide and borderCheckPoints bound the plain boards that are
	// counted by package border as well: some ten milliseconds.
	borderCheckSide   = 9
	borderCheckPoints = 400
)

// checkBorder compares a plain board that was counted by another method with what package border
// counts.
func (in *instance) checkBorder(ctx context.Context, r *result.Result) (string, error) {
	if !in.words() || !in.Variant.halves() || in.size.Short() > borderCheckSide || in.points() > borderCheckPoints {
		return "", nil
	}
	g, err := in.onGrid(false)
	if err != nil {
		return "", err
	}
	e, err := in.engine(g.Board)
	if err != nil {
		return "", err
	}
	value, _, err := e.Count(ctx, g.width, in.choosePrimes(), par.Options{Threads: 1})
	return in.equal(r, value, err, "dynamic programming over border words")
}

const (
	// maxColorings is the largest number of positions of a graph that are looked at one by one when
	// that is asked for: some seconds.
	maxColorings = 1 << 24
	// checkPoints and checkColorings bound the boards that are compared with brute force: a few
	// milliseconds.
	checkPoints    = 9
	checkColorings = 300_000
)

// enumerate counts the legal positions one by one: on plain boards with package goban.
func (in *instance) enumerate(ctx context.Context) (*big.Int, error) {
	if in.graph == nil {
		legal, err := goban.CountLegal(ctx, in.size.Rows, in.size.Cols)
		return new(big.Int).SetUint64(legal), err
	}
	var legal int64
	for range graphs.Positions(in.graph, in.colors()) {
		legal++
		if legal&0xfff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return big.NewInt(legal), ctx.Err()
}

// checkBrute compares the number of a small board with that of looking at all positions.
func (in *instance) checkBrute(ctx context.Context, r *result.Result) (string, error) {
	if in.points() > checkPoints || r.Whole.Value.Cmp(big.NewInt(checkColorings)) > 0 {
		return "", nil
	}
	value, err := in.enumerate(ctx)
	return in.equal(r, value, err, fmt.Sprintf("brute force over %s positions", r.Whole.Power))
}
