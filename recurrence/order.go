package recurrence

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

const (
	// MaxHeight is the largest height whose recurrence is looked for: the
	// time grows some 19 times with every row, since both the length of a border and
	// the number of columns matter. It takes minutes for 9.
	MaxHeight = 10
	// MaxExactHeight is the largest height whose coefficients are found as integers.
	MaxExactHeight = 6
)

// Classes is how many border states of a height there are without a kink, up
// to exchange of the colours, and up to exchange and turning upside down.
type Classes struct {
	Valid               *big.Int `json:"valid_classes"`
	ValidUpDown         *big.Int `json:"valid_updown_classes"`
	Constructible       int64    `json:"constructible_classes,string"`
	ConstructibleUpDown int64    `json:"constructible_updown_classes,string"` // at least the order of the recurrence
}

// countClasses counts the classes of a height. Its time is mostly that of
// [connected.ConstructibleClasses].
func countClasses(ctx context.Context, height int, opt par.Options) (*Classes, error) {
	constructible, upDown, err := connected.ConstructibleUpDownClasses(ctx, height, opt)
	if err != nil {
		return nil, err
	}
	return &Classes{
		Valid:               connected.ValidClassesAt(height, 0),
		ValidUpDown:         connected.ValidUpDownClasses(height),
		Constructible:       constructible,
		ConstructibleUpDown: upDown,
	}, nil
}

// Options says how to work. The zero value will do.
type Options struct {
	// Seed chooses the primes of [FindOrder], and Primes is how many there are,
	// at most [MaxPrimes]; 0 means two.
	Seed   uint64
	Primes int
	par.Options
}

// An Order is the order of the shortest recurrence of L(m,n) modulo each of
// some primes, and what that says of the integers.
type Order struct {
	Height int      `json:"rows"`
	Order  int      `json:"order"` // the largest of the primes' orders: no recurrence over the integers is shorter
	Bound  int      // and none that is shortest is longer
	Primes []uint64 `json:"primes"`               // drawn at random
	Orders []int    `json:"orders_modulo_primes"` // modulo each of them
	Terms  int      `json:"terms_used"`           // L(m,1) to L(m,Terms) were used: twice the bound

	Classes *Classes `json:",inline"` // of border states, among them the bound
}

// Extra returns the number of terms that went through the recurrence after it
// had been found, and confirmed it: it takes 2*Order to find it.
func (o *Order) Extra() int { return o.Terms - 2*o.Order }

// Risk returns an upper bound on the chance that primes drawn at random all
// lead to an order that is too small, as its logarithm to the base 2.
//
// Let d be the order over the integers. The order modulo p is d unless p
// divides the determinant of the Hankel matrix of L(m,1), ..., L(m,2d-1)
// (Combinatorics of Go, Lemma 12), which by Hadamard's inequality is below
//
//	d^(d/2) * 3^(m*d*(3d-1)/2).
//
// A number below 2^b has at most b/61 prime factors above 2^61, and there are
// more than 2^55 primes between 2^61 and 2^62.
func (o *Order) Risk() float64 {
	d := float64(o.Bound)
	determinant := d/2*math.Log2(d) + float64(o.Height)*math.Log2(3)*d*(3*d-1)/2
	bad := math.Max(1, determinant/smallestPrimeBits)
	return float64(len(o.Primes)) * math.Min(0, math.Log2(bad)-primesDrawnBits)
}

const (
	smallestPrimeBits = 61
	primesDrawnBits   = 55
)

// drawPrimes returns k different primes between 2^61 and 2^62, each with the same chance.
func drawPrimes(k int, seed uint64) []uint64 {
	rng := rand.New(rand.NewPCG(seed, 0))
	seen := map[uint64]bool{}
	var primes []uint64
	for len(primes) < k {
		p := 1<<smallestPrimeBits | rng.Uint64N(1<<smallestPrimeBits)
		if !seen[p] && modular.IsPrime(p) {
			seen[p] = true
			primes = append(primes, p)
		}
	}
	return primes
}

// MaxPrimes is the largest number of primes of [FindOrder].
const MaxPrimes = 4

// FindOrder finds the order of the recurrence of L(height,n) modulo primes
// drawn at random, for heights up to [MaxHeight].
func FindOrder(ctx context.Context, height int, opt Options) (*Order, error) {
	if err := checkHeight(height, MaxHeight); err != nil {
		return nil, err
	}
	if opt.Primes < 0 || opt.Primes > MaxPrimes {
		return nil, fmt.Errorf("recurrence: %d primes, want 1 to %d", opt.Primes, MaxPrimes)
	}
	classes, err := countClasses(ctx, height, opt.Between(0, 0))
	if err != nil {
		return nil, err
	}
	bound := int(classes.ConstructibleUpDown)
	o := &Order{Classes: classes, Height: height, Bound: bound, Terms: 2 * bound, Primes: drawPrimes(cmp.Or(opt.Primes, 2), opt.Seed)}
	for i, prime := range o.Primes {
		n := float64(len(o.Primes))
		found, err := findModulo(ctx, height, bound, prime, opt.Between(float64(i)/n, float64(i+1)/n))
		if err != nil {
			return nil, err
		}
		o.Orders = append(o.Orders, len(found.coefficients))
		o.Order = max(o.Order, len(found.coefficients))
	}
	return o, nil
}

// A moduloPrime is the shortest recurrence of L(m,n) modulo a prime.
type moduloPrime struct {
	prime        uint64
	coefficients []uint64
	terms        []uint64 // L(m,1), ...
}

// findModulo finds the recurrence modulo an odd prime for certain: on as many terms as a bound on
// its order asks for.
func findModulo(ctx context.Context, height, bound int, prime uint64, opt par.Options) (r *moduloPrime, err error) {
	r = &moduloPrime{prime: prime}
	if r.terms, err = residues(ctx, height, 1, 2*bound, prime, opt.Between(0, engineShare)); err != nil {
		return nil, err
	}
	r.coefficients, err = shortest(ctx, prime, r.terms, opt.Between(engineShare, 1).Progress)
	return r, err
}

// residue returns L(m,n).
func (r *moduloPrime) residue(ctx context.Context, n uint64) (uint64, error) {
	return modular.LinearTerm(ctx, r.coefficients, r.terms[:len(r.coefficients)], n-1, r.prime)
}

// engineShare is the part of the time that the border engine takes for the
// terms; the rest is for the recurrence.
const engineShare = 0.85

// checkHeight returns an error unless a height is from 1 to maxHeight.
func checkHeight(height, maxHeight int) error {
	if height < 1 || height > maxHeight {
		return fmt.Errorf("recurrence: height %d is not in 1..%d", height, maxHeight)
	}
	return nil
}

// byWords reports whether the faster engine takes a modulus: words without connections, and primes
// that divide none of its denominators.
func byWords(modulus uint64) bool { return modular.IsPrime(modulus) && border.UsableModulus(modulus) }

// residues returns L(height,first), ..., L(height,last) modulo any number: by states with
// connections if the faster engine does not take the number.
func residues(ctx context.Context, height, first, last int, modulus uint64, opt par.Options) (terms []uint64, err error) {
	if !byWords(modulus) {
		all, err := connected.CountEach(ctx, height, first, last, modulus, opt)
		return modulo(all, modulus), err
	}
	e, err := stages.New(border.Board{Height: height, Colours: 2})
	if err != nil {
		return nil, err
	}
	q := stages.Residues(first, last, modulus)
	if need := e.Need(q, opt); opt.Memory > 0 && need > opt.Memory {
		return nil, memoryError(height, uint64(last), need, opt.Memory)
	}
	o, err := e.Count(ctx, q, opt)
	if err != nil {
		return nil, err
	}
	for width := first; width <= last; width++ {
		terms = append(terms, o.Residue(width, modulus))
	}
	return terms, nil
}

// modulo returns the residues of the terms.
func modulo(terms []*big.Int, p uint64) []uint64 {
	prime, rest := new(big.Int).SetUint64(p), new(big.Int)
	residues := make([]uint64, len(terms))
	for i, x := range terms {
		residues[i] = rest.Mod(x, prime).Uint64()
	}
	return residues
}

// shortest returns the coefficients of the shortest recurrence of terms modulo a prime.
func shortest(ctx context.Context, prime uint64, terms []uint64, progress func(float64)) ([]uint64, error) {
	f, err := modular.NewField(prime)
	if err != nil {
		return nil, err
	}
	return f.MinimalRecurrence(ctx, terms, progress)
}

func memoryError(height int, length uint64, need, ceiling result.Bytes) error {
	return &result.MemoryError{
		Of: fmt.Sprintf("L(%d,%d)", height, length), Need: need, Ceiling: ceiling, Given: true,
	}
}
