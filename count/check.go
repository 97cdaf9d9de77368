package count

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"combigo/asymptotic"
	"combigo/border"
	"combigo/result"
)

const (
	// bruteCheckPoints is the largest board that is compared with brute force:
	// 3^9 positions take a few milliseconds.
	bruteCheckPoints = 9
)

// check compares the number with everything that is cheap to compare it with,
// and notes each comparison in the result. It returns an [InternalError] if one
// fails.
func (c *counter) check(ctx context.Context, p *plan, r *result.Result) error {
	for _, check := range c.checksOf(p) {
		passed, err := check(ctx, p, r)
		if err != nil {
			return err
		}
		if passed != "" {
			r.Checks = append(r.Checks, passed)
		}
	}
	return nil
}

// A checker compares a number with something. It returns what it compared it
// with, nothing if it does not apply.
type checker func(context.Context, *plan, *result.Result) (string, error)

func (c *counter) checksOf(p *plan) []checker {
	if p.scene != nil {
		return []checker{checkSceneBounds, checkSceneFormula, checkSceneResidues, checkEnumeration, c.checkBorder, checkReverse}
	}
	if p.method == Recurrence {
		return []checker{checkBounds, checkFormula, c.checkColumns, c.checkOtherMethod}
	}
	return []checker{checkBounds, checkFormula, checkInteger, checkResidues, c.checkOtherMethod, c.checkRecount}
}

// checkBounds: the empty board is legal, and the full one is not.
func checkBounds(_ context.Context, p *plan, r *result.Result) (string, error) {
	bounds := fmt.Sprintf("at least 1 and less than %s", r.Whole.Power)
	if r.Value.Sign() <= 0 || r.Value.Cmp(r.Whole.Value) >= 0 {
		return "", result.Wrong(p.number(), "it is not %s", bounds)
	}
	return bounds, nil
}

func checkFormula(_ context.Context, p *plan, r *result.Result) (string, error) {
	if formulaBits(p.size) == 0 {
		return "", nil
	}
	off, allowed := asymptotic.Deviation(p.size, r.Value), tolerance(p.size)
	comparison := fmt.Sprintf("asymptotic formula A B^%d L^%d: off by %.1e, tolerance %.1e",
		p.size.Rows+p.size.Cols, p.size.Points(), off, allowed)
	if math.Abs(off) > allowed {
		return "", result.Wrong(p.number(), "%s", comparison)
	}
	return comparison, nil
}

// checkInteger: a sum over joined halves is a rational number, and has been found to be an integer.
func checkInteger(_ context.Context, p *plan, r *result.Result) (string, error) {
	if len(p.primes) > 0 || r.Method != Halves.String() {
		return "", nil
	}
	return "the sum over the joined halves is an integer", nil
}

// checkResidues says what the bounds and the formula are worth for a number
// from residues; they are checked before.
func checkResidues(_ context.Context, p *plan, _ *result.Result) (string, error) {
	if len(p.primes) == 0 {
		return "", nil
	}
	excess := -positionBits(p.size)
	for _, prime := range p.primes {
		excess += math.Log2(float64(prime))
	}
	return fmt.Sprintf("the product of the primes exceeds 3^%d by %.0f bits: an error in one residue, if random, would pass all checks with a chance of 2^-%.0f",
		p.size.Points(), excess, excess+formulaBits(p.size)), nil
}

// checkOtherMethod compares with the method that was not used, if the board is
// small.
func (c *counter) checkOtherMethod(ctx context.Context, p *plan, r *result.Result) (string, error) {
	if p.method == Brute {
		var value *big.Int
		_, err := c.engine.CountEach(ctx, p.size.Short(), p.size.Long(), p.size.Long(), border.Options{Threads: 1},
			func(_ int, v *big.Int) { value = v })
		return equal(p, r, value, err, "dynamic programming over border states")
	}
	if p.size.Points() > bruteCheckPoints {
		return "", nil
	}
	legal, err := c.brute(ctx, p.size.Rows, p.size.Cols)
	return equal(p, r, new(big.Int).SetUint64(legal), err, fmt.Sprintf("brute force over %s positions", r.Whole.Power))
}

// checkRecount compares with the repetition of the run modulo a prime, if it was
// cheap enough to be made.
func (c *counter) checkRecount(_ context.Context, p *plan, r *result.Result) (string, error) {
	if p.run == nil || p.run.residues == nil {
		return "", nil
	}
	modulus := new(big.Int).SetUint64(p.run.prime)
	want := new(big.Int).SetUint64(p.run.residues[p.size.Long()])
	name := fmt.Sprintf("recount %s, modulo the prime %d", p.run.otherWay, p.run.prime)
	if modulus.Mod(r.Value, modulus).Cmp(want) != 0 {
		return "", result.Wrong(p.number(), "it differs from a %s", name)
	}
	return name + ": equal", nil
}

func equal(p *plan, r *result.Result, other *big.Int, err error, name string) (string, error) {
	if err != nil {
		return "", err
	}
	if r.Value.Cmp(other) != 0 {
		return "", result.Wrong(p.number(), "%s gives %s, not %s", name, other, r.Value)
	}
	return name + ": equal", nil
}
