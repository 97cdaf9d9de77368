package count

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"combigo/border"
	"combigo/lattice"
	"combigo/modular"
	"combigo/result"
	"combigo/transfer"
)

const (
	// borderCheckSide and borderCheckPoints bound the plain boards that are
	// counted by package border as well: some ten milliseconds.
	borderCheckSide   = 9
	borderCheckPoints = 400
	// enumerationColorings is the largest number of positions that are looked
	// at one by one for a check.
	enumerationColorings = 300_000
	// reverseSteps is the longest run, in states times steps, that is repeated
	// in the reverse order modulo a prime: about a second.
	reverseSteps = 3e6
)

// checkSceneBounds: the empty board is legal, and the full one of one colour is
// not unless a point is safe.
func checkSceneBounds(_ context.Context, p *plan, r *result.Result) (string, error) {
	bounds, over := fmt.Sprintf("at least 1 and less than %s", r.Whole.Power), 0
	if p.scene.anySafe() {
		bounds, over = fmt.Sprintf("at least 1 and at most %s", r.Whole.Power), 1
	}
	if r.Value.Sign() <= 0 || r.Value.Cmp(r.Whole.Value) >= over {
		return "", result.Wrong(p.number(), "it is not %s", bounds)
	}
	return bounds, nil
}

func checkSceneFormula(ctx context.Context, p *plan, r *result.Result) (string, error) {
	if !p.scene.plain() {
		return "", nil
	}
	return checkFormula(ctx, p, r)
}

// checkEnumeration compares the number of a small board with that of looking at
// all positions.
func checkEnumeration(ctx context.Context, p *plan, r *result.Result) (string, error) {
	s := p.scene
	if p.method == Brute || s.graph.Len() > bruteCheckPoints || r.Whole.Value.Cmp(big.NewInt(enumerationColorings)) > 0 {
		return "", nil
	}
	value, err := enumerate(ctx, s)
	return equal(p, r, value, err, fmt.Sprintf("brute force over %s positions", r.Whole.Power))
}

// checkBorder compares a plain board with what package border counts.
func (c *counter) checkBorder(ctx context.Context, p *plan, r *result.Result) (string, error) {
	size := p.size
	if !p.scene.plain() || size.Short() > borderCheckSide || size.Points() > borderCheckPoints {
		return "", nil
	}
	var value *big.Int
	_, err := c.engine.CountEach(ctx, size.Short(), size.Long(), size.Long(), border.Options{Threads: 1},
		func(_ int, v *big.Int) { value = v })
	return equal(p, r, value, err, "dynamic programming over border states")
}

// checkReverse compares with a count modulo a prime that takes the points the
// other way round, and so meets other states, if that is cheap.
func checkReverse(ctx context.Context, p *plan, r *result.Result) (string, error) {
	s, order := p.scene, slices.Clone(p.scene.order)
	slices.Reverse(order)
	if p.method == Brute {
		order = lattice.Order(s.graph)
	}
	// A prime that the number was not computed from.
	prime := modular.PrimesBelow(1<<border.ModulusBits, len(p.primes)+1)[len(p.primes)]
	width := lattice.Width(s.graph, order)
	if r.StateSteps > reverseSteps || width > transfer.MaxWidth || s.order != nil && width > lattice.Width(s.graph, s.order)+1 {
		return "", nil
	}
	residues, err := transfer.NewResidues(uint64(s.colors), []uint64{prime})
	if err != nil {
		return "", err
	}
	values, _, err := transfer.Legal(ctx, s.graph, order, s.colors, residues, p.frontierOptions(nil))
	if err != nil {
		return "", p.explain(err)
	}
	name := fmt.Sprintf("recount modulo the prime %d in the reverse order of points", prime)
	if p.method == Brute {
		name = fmt.Sprintf("dynamic programming over frontiers modulo the prime %d", prime)
	}
	modulus := new(big.Int).SetUint64(prime)
	if modulus.Mod(r.Value, modulus).Uint64() != values[0] {
		return "", result.Wrong(p.number(), "it differs from a %s", name)
	}
	return name + ": equal", nil
}

// checkSceneResidues says what the bounds are worth for a number from residues.
func checkSceneResidues(_ context.Context, p *plan, r *result.Result) (string, error) {
	if len(r.Moduli) == 0 {
		return "", nil
	}
	product := big.NewInt(1)
	for _, prime := range r.Moduli {
		product.Mul(product, new(big.Int).SetUint64(prime))
	}
	excess := product.BitLen() - r.Whole.Value.BitLen() - 1
	return fmt.Sprintf("the product of the primes exceeds %s by %d bits: a wrong residue would pass with a chance of 2^-%d",
		r.Whole.Power, excess, excess), nil
}
