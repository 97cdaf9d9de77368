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
	c       *counter
	order   []int // in which the points are taken
	primes  []uint64
	perPass int  // residues that a pass carries at most
	given   bool // whether the ceiling on memory is the one of the options
	opt     par.Options
}

// garbageShare is what the available memory is divided by for the general
// engine: its layers are garbage when they are done, and are not collected at once.
const garbageShare = 2

// newGeneral finds an order of the points. The error is a [WidthError] if the border is too long in
// any order that was found.
func newGeneral(c *counter, in *instance, opt Options) (*general, error) {
	ceiling, given := c.ceiling(opt)
	g := &general{instance: in, c: c, order: lattice.Order(in.graph), given: given}
	if width := lattice.Width(in.graph, g.order); width > transfer.MaxWidth {
		return nil, &WidthError{Board: in.name(), Err: &transfer.WidthError{Width: width, Max: transfer.MaxWidth}}
	}
	if !given {
		ceiling /= garbageShare
	}
	g.opt = par.Options{Threads: opt.Goroutines(), Memory: ceiling}
	if opt.Modular {
		g.primes = in.choosePrimes()
		passes := (len(g.primes) + transfer.MaxResidues - 1) / transfer.MaxResidues
		g.perPass = (len(g.primes) + passes - 1) / passes // no pass is much smaller than the others
	}
	return g, nil
}

func (g *general) method() Method { return Frontier }

func (g *general) run(ctx context.Context, progress func(float64), r *result.Result) error {
	if len(g.primes) > 0 {
		return g.runResidues(ctx, progress, r)
	}
	err := g.runExact(ctx, progress, r)
	var memory *result.MemoryError
	if errors.As(err, &memory) && g.exactWords() > 1 {
		g.primes, g.perPass = g.choosePrimes(), 1
		r.Notes = append(r.Notes, "residues, not exact numbers, for lack of memory")
		return g.runResidues(ctx, progress, r)
	}
	return err
}

func (g *general) runExact(ctx context.Context, progress func(float64), r *result.Result) error {
	integers, err := transfer.NewIntegers(g.colors(), g.colors()+1)
	if err != nil {
		return err
	}
	value, stats, err := transfer.Legal(ctx, g.graph, g.order, g.colors(), integers, g.options(progress))
	if err != nil {
		return g.explain(err)
	}
	r.Value = value
	r.Limbs = integers.Words(stats.Levels)
	g.describe(r, stats)
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
		opt := g.options(progress).Between(float64(done)/n, float64(done+len(moduli))/n)
		values, stats, err := transfer.Legal(ctx, g.graph, g.order, g.colors(), residues, opt)
		if err != nil {
			return g.explain(err)
		}
		for i, residue := range values {
			if _, err := remainders.Add(residue, moduli[i]); err != nil {
				return result.InternalErrorf(g.number(), "%v", err)
			}
		}
		steps += float64(stats.StateSteps)
		g.describe(r, stats)
		done += len(moduli)
		r.Passes++
	}
	r.Value, r.StateSteps, r.Moduli = remainders.Value(), steps, g.primes
	return nil
}

// exactWords returns the words of the longest exact number.
func (in *instance) exactWords() int { return in.positions().BitLen()/64 + 1 }

func (g *general) describe(r *result.Result, stats transfer.Stats) {
	r.Description = fmt.Sprintf("dynamic programming over frontiers of at most %d points, %s", stats.Width, g.orderName(g.order))
	r.Engine = "frontier"
	r.Threads = stats.Threads
	r.States = int64(stats.PeakStates)
	r.StateSteps = float64(stats.StateSteps)
}

func (g *general) options(progress func(float64)) par.Options {
	opt := g.opt
	opt.Progress = progress
	return opt
}

// explain says which board an error of the general engine is about.
func (g *general) explain(err error) error {
	if err == nil {
		return nil
	}
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		memory.Given = g.given
	}
	return result.WithSubject(err, g.name())
}

// orderName says in which order the points are taken.
func (in *instance) orderName(order []int) string {
	n, rows, cols := in.graph.Len(), in.size.Rows, in.size.Cols
	byColumns, byRows := in.size.Points() == n, in.size.Points() == n
	for i, v := range order {
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

// reverse compares with the number modulo a prime for which the points are taken in the reverse
// order.
func (g *general) reverse(ctx context.Context, r *result.Result) (string, error) {
	again := *g
	again.order = slices.Clone(g.order)
	slices.Reverse(again.order)
	prime := freshPrime(r)
	return again.compare(ctx, r, prime, fmt.Sprintf("recount modulo the prime %d in the reverse order of points", prime))
}

// again compares with the number modulo a prime.
func (g *general) again(ctx context.Context, r *result.Result) (string, error) {
	prime := freshPrime(r)
	return g.compare(ctx, r, prime, fmt.Sprintf("dynamic programming over frontiers modulo the prime %d", prime))
}

// freshPrime is a prime that the number was not computed from.
func freshPrime(r *result.Result) uint64 { return border.Primes(len(r.Moduli) + 1)[len(r.Moduli)] }

// compare compares the number with what the engine counts modulo a prime.
func (g *general) compare(ctx context.Context, r *result.Result, prime uint64, name string) (string, error) {
	residues, err := transfer.NewResidues(uint64(g.colors()), []uint64{prime})
	if err != nil {
		return "", err
	}
	values, _, err := transfer.Legal(ctx, g.graph, g.order, g.colors(), residues, g.options(nil))
	if err != nil {
		return "", g.explain(err)
	}
	return g.congruent(r, values[0], prime, name)
}

func (g *general) checks() []check {
	return []check{
		g.checkBounds, g.checkPublished, g.checkFormula, g.checkResidues, g.c.checkBrute(g.instance), g.c.checkBorder(g.instance),
		g.checkReverse,
	}
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

// checkGeneral compares a number that was counted in another way with what the general engine
// counts, if that is cheap.
func checkGeneral(in *instance) check {
	return func(ctx context.Context, r *result.Result) (string, error) {
		if in.graph == nil || r.StateSteps > reverseSteps {
			return "", nil
		}
		g := &general{instance: in, order: lattice.Order(in.graph)}
		if lattice.Width(in.graph, g.order) > transfer.MaxWidth {
			return "", nil
		}
		return g.again(ctx, r)
	}
}

// frontierSteps bounds the plain boards that package transfer counts as well, in states times
// steps: some ten milliseconds.
const frontierSteps = 5e4

// checkFrontier compares a plain board that package border has counted with what package transfer
// counts modulo a prime.
func checkFrontier(in *instance) check {
	return func(ctx context.Context, r *result.Result) (string, error) {
		if r.StateSteps > frontierSteps {
			return "", nil
		}
		again := *in
		if err := again.makeGraph(); err != nil {
			return "", err
		}
		return checkGeneral(&again)(ctx, r)
	}
}
