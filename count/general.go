package count

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// general counts a board that is a graph with the general engine, package transfer.
type general struct {
	*instance
	order []int // in which the points are taken
}

// generalEngine is its name in results.
const generalEngine = "frontier"

// garbageShare is what the available memory is divided by for the general
// engine: its layers are garbage when they are done, and are not collected at once.
const garbageShare = 2

// newGeneral finds an order of the points. The error is a [transfer.WidthError] if the border is
// too long in any order that was found.
func (in *instance) newGeneral() (*general, error) {
	if err := in.makeGraph(); err != nil {
		return nil, err
	}
	own := *in
	if !own.given {
		own.Memory /= garbageShare
	}
	g := &general{&own, lattice.Order(own.graph)}
	if width := lattice.Width(g.graph, g.order); width > transfer.MaxWidth {
		return nil, fmt.Errorf("%s: %w", g.name(), &transfer.WidthError{Width: width, Max: transfer.MaxWidth})
	}
	return g, nil
}

func (in *instance) byFrontiers() (*plan, error) {
	g, err := in.newGeneral()
	if err != nil {
		return nil, err
	}
	return &plan{
		instance: g.instance, method: Frontier, run: g.run,
		checks: []check{g.checkResidues, g.checkBrute, g.checkBorder, g.checkReverse},
	}, nil
}

func (g *general) run(ctx context.Context, opt par.Options, r *result.Result) error {
	if g.Modular {
		return g.runResidues(ctx, opt, r, transfer.MaxResidues)
	}
	err := g.runExact(ctx, opt, r)
	const wordBits = 64 // a number of one word is no longer than a residue
	var memory *result.MemoryError
	if errors.As(err, &memory) && g.bits() > wordBits {
		r.Notes = append(r.Notes, "residues, not exact numbers, for lack of memory")
		return g.runResidues(ctx, opt, r, 1)
	}
	return err
}

// legal evaluates the legal positions with the general engine.
func legal[T any](ctx context.Context, g *general, numbers transfer.Semiring[T], opt par.Options) (T, transfer.Stats, error) {
	value, stats, err := transfer.Legal(ctx, g.graph, g.order, g.colors(), numbers, opt)
	return value, stats, g.explain(err)
}

func (g *general) runExact(ctx context.Context, opt par.Options, r *result.Result) error {
	integers, err := transfer.NewIntegers(g.colors(), g.colors()+1)
	if err != nil {
		return err
	}
	value, stats, err := legal(ctx, g, integers, opt)
	if err != nil {
		return err
	}
	r.Value = value
	r.Limbs = integers.Words(stats.Levels)
	g.describe(&r.Provenance, stats)
	return nil
}

// runResidues counts modulo some primes at a time.
func (g *general) runResidues(ctx context.Context, opt par.Options, r *result.Result, perPass int) error {
	var remainders modular.Remainders
	primes := g.choosePrimes()
	steps, n, done := 0.0, float64(len(primes)), 0
	for moduli := range slices.Chunk(primes, perPass) {
		residues, err := transfer.NewResidues(uint64(g.colors()), moduli)
		if err != nil {
			return err
		}
		values, stats, err := legal(ctx, g, residues, opt.Between(float64(done)/n, float64(done+len(moduli))/n))
		if err != nil {
			return err
		}
		for i, residue := range values {
			if _, err := remainders.Add(residue, moduli[i]); err != nil {
				return result.InternalErrorf(g.number(), "%v", err)
			}
		}
		steps += float64(stats.StateSteps)
		g.describe(&r.Provenance, stats)
		done += len(moduli)
		r.Passes++
	}
	r.Value, r.StateSteps, r.Moduli = remainders.Value(), steps, primes
	return nil
}

func (g *general) describe(r *result.Provenance, stats transfer.Stats) {
	r.Description = fmt.Sprintf("dynamic programming over frontiers of at most %d points", stats.Width)
	r.Engine, r.Threads = generalEngine, stats.Threads
	r.States, r.StateSteps = int64(stats.PeakStates), float64(stats.StateSteps)
}

// explain says which board an error of the general engine is about.
func (g *general) explain(err error) error {
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		memory.Given = g.given
	}
	return result.WithSubject(err, g.name())
}

// again compares the number with what the engine counts modulo a prime: with the points in the
// reverse order, and so by other states, if it is the engine that found the number.
func (g *general) again(ctx context.Context, opt par.Options, r *result.Result) (string, error) {
	prime, other := freshPrime(r), g
	name := fmt.Sprintf("dynamic programming over frontiers modulo the prime %d", prime)
	if r.Engine == generalEngine {
		other = g.reversed()
		name = fmt.Sprintf("recount modulo the prime %d in the reverse order of points", prime)
	}
	residues, err := transfer.NewResidues(uint64(g.colors()), []uint64{prime})
	if err != nil {
		return "", err
	}
	values, _, err := legal(ctx, other, residues, opt)
	if err != nil {
		return "", err
	}
	return g.congruent(r, values[0], prime, name)
}

// reversed takes the points in the reverse order.
func (g *general) reversed() *general {
	order := slices.Clone(g.order)
	slices.Reverse(order)
	return &general{g.instance, order}
}

// reverseSteps is the longest run, in states times steps, that is repeated
// in the reverse order modulo a prime: about a second.
const reverseSteps = 3e6

// checkReverse counts again in the reverse order, if that is cheap.
func (g *general) checkReverse(ctx context.Context, r *result.Result) (string, error) {
	if r.StateSteps > reverseSteps ||
		lattice.Width(g.graph, g.reversed().order) > min(transfer.MaxWidth, lattice.Width(g.graph, g.order)+1) {
		return "", nil
	}
	return g.again(ctx, g.work(nil), r)
}

// generalSteps bounds the boards counted in another way that package transfer counts as well, in
// states times steps: some ten milliseconds.
const generalSteps = 5e4

// checkGeneral compares a number that was counted in another way with what the general engine
// counts modulo a prime, if that is cheap.
func (in *instance) checkGeneral(ctx context.Context, r *result.Result) (string, error) {
	if r.StateSteps > generalSteps {
		return "", nil
	}
	g, err := in.newGeneral()
	if err != nil {
		return "", err
	}
	return g.again(ctx, par.Options{Threads: in.Threads}, r)
}
