package recurrence

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/connected"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

const (
	// MaxHeight is the largest height whose recurrence is looked for: the
	// time grows some 19 times with every row, since both the length of a border and
	// the number of columns matter. It takes minutes for 9.
	MaxHeight = 10
	// MaxExactHeight is the largest height whose coefficients are found as
	// integers.
	MaxExactHeight = 6
)

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
	Height int
	Order  int      // the largest of the primes' orders: no recurrence over the integers is shorter
	Bound  int      // and none that is shortest is longer
	Primes []uint64 // drawn at random
	Orders []int    // modulo each of them
	Terms  int      // L(m,1) to L(m,Terms) were used: twice the bound

	Classes *Classes // of border states, among them the bound
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

// drawPrimes returns k different primes between 2^61 and 2^62, each with the
// same chance.
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

func (o *Options) primes() int {
	if o.Primes == 0 {
		return 2
	}
	return o.Primes
}

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
	return findOrder(ctx, height, classes, opt)
}

func findOrder(ctx context.Context, height int, classes *Classes, opt Options) (*Order, error) {
	bound := int(classes.ConstructibleUpDown)
	o := &Order{Classes: classes, Height: height, Bound: bound, Terms: 2 * bound, Primes: drawPrimes(opt.primes(), opt.Seed)}
	terms, err := residues(ctx, height, o.Terms, o.Primes, opt.Between(0, engineShare))
	if err != nil {
		return nil, err
	}
	recurrences, err := shortestModulo(ctx, o.Primes, terms, opt.Between(engineShare, 1).Progress)
	if err != nil {
		return nil, err
	}
	for _, c := range recurrences {
		o.Orders = append(o.Orders, len(c))
		o.Order = max(o.Order, len(c))
	}
	return o, nil
}

// engineShare is the part of the time that the border engine takes for the
// terms; the rest is for the recurrence.
const engineShare = 0.85

func checkHeight(height, most int) error {
	if height < 1 || height > most {
		return fmt.Errorf("recurrence: height %d is not in 1..%d", height, most)
	}
	return nil
}

// residues returns L(height,1), ..., L(height,count) modulo each of some primes.
func residues(ctx context.Context, height, count int, primes []uint64, opt par.Options) ([][]uint64, error) {
	if slices.ContainsFunc(primes, func(p uint64) bool { return !border.Takes(p) }) {
		return residuesOfStates(ctx, height, count, primes, opt)
	}
	e, err := border.New(border.Board{Height: height, Colours: 2})
	if err != nil {
		return nil, err
	}
	terms := make([][]uint64, len(primes))
	for i, prime := range primes {
		part := opt.Between(float64(i)/float64(len(primes)), float64(i+1)/float64(len(primes)))
		if err := e.CountModulo(ctx, 1, count, prime, part, func(_ int, r uint64) { terms[i] = append(terms[i], r) }); err != nil {
			return nil, err
		}
	}
	return terms, nil
}

// residuesOfStates is residues by the slower engine, which takes any moduli.
func residuesOfStates(ctx context.Context, height, count int, moduli []uint64, opt par.Options) ([][]uint64, error) {
	e, err := connected.New(height)
	if err != nil {
		return nil, err
	}
	terms := make([][]uint64, len(moduli))
	for i, m := range moduli {
		err := e.CountEach(ctx, 1, count, m, opt, func(_ int, x *big.Int) { terms[i] = append(terms[i], x.Uint64()) })
		if err != nil {
			return nil, err
		}
	}
	return terms, nil
}

// shortestModulo finds the shortest recurrence of each list of terms modulo its
// prime, all at once.
func shortestModulo(ctx context.Context, primes []uint64, terms [][]uint64, progress func(float64)) ([][]uint64, error) {
	recurrences := make([][]uint64, len(primes))
	errs := make([]error, len(primes))
	err := par.For(ctx, len(primes), len(primes), func(i int) {
		report := progress
		if i > 0 {
			report = nil // they all take the same time
		}
		recurrences[i], errs[i] = shortest(ctx, primes[i], terms[i], report)
	})
	for _, err := range append(errs, err) {
		if err != nil {
			return nil, err
		}
	}
	return recurrences, nil
}

// shortest returns the coefficients of the shortest recurrence of terms modulo
// a prime.
func shortest(ctx context.Context, prime uint64, terms []uint64, progress func(float64)) ([]uint64, error) {
	f, err := modular.NewField(prime)
	if err != nil {
		return nil, err
	}
	elements := make([]modular.Element, len(terms))
	for i, x := range terms {
		elements[i] = f.Element(x)
	}
	c, err := f.MinimalRecurrence(ctx, elements, progress)
	if err != nil {
		return nil, err
	}
	coefficients := make([]uint64, len(c))
	for i, x := range c {
		coefficients[i] = f.Uint64(x)
	}
	return coefficients, nil
}
