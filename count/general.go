package count

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// general counts a board that is a graph with the general engine, package transfer.
type general struct {
	*instance
	order   []int    // in which the points are taken
	primes  []uint64 // of residues; none for exact numbers
	perPass int      // residues that a pass carries at most
}

// garbageShare is what the available memory is divided by for the general
// engine: its layers are garbage when they are done, and are not collected at once.
const garbageShare = 2

const wordBits = 64 // a number of one word is no longer than a residue

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
	g := &general{instance: &own, order: lattice.Order(own.graph)}
	if width := lattice.Width(g.graph, g.order); width > transfer.MaxWidth {
		return nil, fmt.Errorf("%s: %w", g.name(), &transfer.WidthError{Width: width, Max: transfer.MaxWidth})
	}
	if g.Modular {
		g.primes = g.choosePrimes()
		passes := (len(g.primes) + transfer.MaxResidues - 1) / transfer.MaxResidues
		g.perPass = (len(g.primes) + passes - 1) / passes // no pass is much smaller than the others
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

func (g *general) run(ctx context.Context, progress func(float64), r *result.Result) error {
	if len(g.primes) > 0 {
		return g.runResidues(ctx, progress, r)
	}
	err := g.runExact(ctx, progress, r)
	var memory *result.MemoryError
	if errors.As(err, &memory) && g.positions().BitLen() >= wordBits {
		g.primes, g.perPass = g.choosePrimes(), 1
		r.Notes = append(r.Notes, "residues, not exact numbers, for lack of memory")
		return g.runResidues(ctx, progress, r)
	}
	return err
}

// legal evaluates the legal positions with the general engine.
func legal[T any](ctx context.Context, g *general, numbers transfer.Semiring[T], opt par.Options) (T, transfer.Stats, error) {
	value, stats, err := transfer.Legal(ctx, g.graph, g.order, g.colors(), numbers, opt)
	return value, stats, g.explain(err)
}

func (g *general) runExact(ctx context.Context, progress func(float64), r *result.Result) error {
	integers, err := transfer.NewIntegers(g.colors(), g.colors()+1)
	if err != nil {
		return err
	}
	value, stats, err := legal(ctx, g, integers, g.work(progress))
	if err != nil {
		return err
	}
	r.Value = value
	r.Limbs = integers.Words(stats.Levels)
	g.describe(&r.Provenance, stats)
	return nil
}

// runResidues counts modulo some primes at a time.
func (g *general) runResidues(ctx context.Context, progress func(float64), r *result.Result) error {
	var remainders modular.Remainders
	steps, n := 0.0, float64(len(g.primes))
	done := 0
	for moduli := range slices.Chunk(g.primes, g.perPass) {
		residues, err := transfer.NewResidues(uint64(g.colors()), moduli)
		if err != nil {
			return err
		}
		opt := g.work(progress).Between(float64(done)/n, float64(done+len(moduli))/n)
		values, stats, err := legal(ctx, g, residues, opt)
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
	r.Value, r.StateSteps, r.Moduli = remainders.Value(), steps, g.primes
	return nil
}

func (g *general) describe(r *result.Provenance, stats transfer.Stats) {
	r.Description = fmt.Sprintf("dynamic programming over frontiers of at most %d points, %s", stats.Width, g.orderName())
	r.Engine, r.Threads = "frontier", stats.Threads
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

// orderName says in which order the points are taken.
func (g *general) orderName() string {
	n, rows, cols := g.graph.Len(), g.size.Rows, g.size.Cols
	byColumns, byRows := g.size.Points() == n, g.size.Points() == n
	for i, v := range g.order {
		byColumns = byColumns && v == i
		byRows = byRows && v == i%cols*rows+i/cols
	}
	switch {
	case byColumns && byRows:
		return "point by point"
	case byColumns:
		return "column by column"
	case byRows:
		return "row by row"
	}
	return "in an order that was searched for"
}

// freshPrime is a prime that the number was not computed from.
func freshPrime(r *result.Result) uint64 { return border.Primes(len(r.Moduli) + 1)[len(r.Moduli)] }

// again compares with the number modulo a prime.
func (g *general) again(ctx context.Context, r *result.Result) (string, error) {
	prime := freshPrime(r)
	return g.compare(ctx, r, prime, fmt.Sprintf("dynamic programming over frontiers modulo the prime %d", prime))
}

// reverse compares with the number modulo a prime for which the points are taken in the reverse
// order.
func (g *general) reverse(ctx context.Context, r *result.Result) (string, error) {
	prime, again := freshPrime(r), general{instance: g.instance, order: slices.Clone(g.order)}
	slices.Reverse(again.order)
	return again.compare(ctx, r, prime, fmt.Sprintf("recount modulo the prime %d in the reverse order of points", prime))
}

// compare compares the number with what the engine counts modulo a prime.
func (g *general) compare(ctx context.Context, r *result.Result, prime uint64, name string) (string, error) {
	residues, err := transfer.NewResidues(uint64(g.colors()), []uint64{prime})
	if err != nil {
		return "", err
	}
	values, _, err := legal(ctx, g, residues, g.work(nil))
	if err != nil {
		return "", err
	}
	return g.congruent(r, values[0], prime, name)
}

// reverseSteps is the longest run, in states times steps, that is repeated
// in the reverse order modulo a prime: about a second.
const reverseSteps = 3e6

// checkReverse takes the points the other way round, and so meets other states, if that is cheap.
func (g *general) checkReverse(ctx context.Context, r *result.Result) (string, error) {
	reversed := slices.Clone(g.order)
	slices.Reverse(reversed)
	if r.StateSteps > reverseSteps || lattice.Width(g.graph, reversed) > min(transfer.MaxWidth, lattice.Width(g.graph, g.order)+1) {
		return "", nil
	}
	return g.reverse(ctx, r)
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
	own := *in
	own.Memory = 0
	g, err := own.newGeneral()
	if err != nil {
		return "", err
	}
	return g.again(ctx, r)
}
