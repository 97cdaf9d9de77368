package recurrence

import (
	"context"
	"math/big"

	"combigo.dev/combigo/modular"
)

// Residue returns L(m,n) modulo any number from 2 to [modular.MaxModulus], by
// the integer recurrence: it is right modulo every number, prime or not.
func (r *Recurrence) Residue(ctx context.Context, n, modulus uint64) (uint64, error) {
	return modular.LinearTerm(ctx, modulo(r.Coefficients, modulus), modulo(r.Initial, modulus), n-1, modulus)
}

// Terms returns L(m,1), ..., L(m,count), by steps of the recurrence.
func (r *Recurrence) Terms(count int) []*big.Int {
	terms := append([]*big.Int(nil), r.Initial[:min(count, r.Order())]...)
	for len(terms) < count {
		terms = append(terms, r.next(terms))
	}
	return terms
}

// next returns the term after the last ones.
func (r *Recurrence) next(terms []*big.Int) *big.Int {
	sum, product := new(big.Int), new(big.Int)
	for i, c := range r.Coefficients {
		sum.Add(sum, product.Mul(c, terms[len(terms)-r.Order()+i]))
	}
	return sum
}

// Zeroth returns what the recurrence gives for L(m,0) if it is read backwards.
// It is 1, as if the board without points had the one position without stones.
func (r *Recurrence) Zeroth() *big.Rat {
	sum, product := new(big.Int), new(big.Int)
	if r.Order() == 0 {
		return new(big.Rat)
	}
	last := append([]*big.Int{nil}, r.Initial...)
	sum.Set(last[r.Order()])
	for i := 1; i < r.Order(); i++ {
		sum.Sub(sum, product.Mul(r.Coefficients[i], last[i]))
	}
	return new(big.Rat).SetFrac(sum, r.Coefficients[0])
}

// A moduloPrime is the shortest recurrence of L(m,n) modulo a prime.
type moduloPrime struct {
	coefficients []uint64
	terms        []uint64 // L(m,1), ...
	bound        int
}

// findModulo finds the recurrence modulo an odd prime for certain: on as many
// terms as its order can ask for.
func findModulo(ctx context.Context, height int, prime uint64, opt Options) (*moduloPrime, error) {
	classes, err := countClasses(ctx, height, opt.Between(0, 0))
	if err != nil {
		return nil, err
	}
	bound := int(classes.ConstructibleUpDown)
	terms, err := residues(ctx, height, 2*bound, []uint64{prime}, opt.Between(0, engineShare))
	if err != nil {
		return nil, err
	}
	c, err := shortest(ctx, prime, terms[0], opt.Between(engineShare, 1).Progress)
	if err != nil {
		return nil, err
	}
	return &moduloPrime{c, terms[0], bound}, nil
}

func (r *moduloPrime) residue(ctx context.Context, n, prime uint64) (uint64, error) {
	return modular.LinearTerm(ctx, r.coefficients, r.terms[:len(r.coefficients)], n-1, prime)
}
