package count

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

// frontierEngine is the name of the general engine, package transfer, in results.
const frontierEngine = "frontier"

// makeOrder finds an order of the points for the general engine. The error is a
// [transfer.WidthError] if the border is too long in any order that was found.
func (in *instance) makeOrder() error {
	err := in.makeGraph()
	if err == nil && in.largestBorder() > transfer.MaxWidth {
		err = fmt.Errorf("%s: %w", in.name(), &transfer.WidthError{Width: in.largestBorder(), Max: transfer.MaxWidth})
	}
	return err
}

func (in *instance) runFrontiers(ctx context.Context, opt par.Options, r *result.Result) error {
	if in.Modular {
		return in.runResidues(ctx, opt, r, transfer.MaxResidues)
	}
	integers, err := transfer.NewIntegers(in.colors(), in.colors()+1)
	if err != nil {
		return err
	}
	value, stats, err := legal(ctx, in, in.order, integers, opt)
	const wordBits = 64 // a number of one word is no longer than a residue
	var memory *result.MemoryError
	if errors.As(err, &memory) && in.bits() > wordBits {
		r.Notes = append(r.Notes, "residues, not exact numbers, for lack of memory")
		return in.runResidues(ctx, opt, r, 1)
	}
	if err != nil {
		return err
	}
	r.Value, r.Limbs = value, integers.Words(stats.Levels)
	describeFrontiers(&r.Provenance, stats)
	return nil
}

func (in *instance) runResidues(ctx context.Context, opt par.Options, r *result.Result, perPass int) (err error) {
	r.Moduli = in.choosePrimes()
	var all []uint64
	steps, n := 0.0, float64(len(r.Moduli))
	for moduli := range slices.Chunk(r.Moduli, perPass) {
		done := float64(len(all))
		values, stats, err := in.residues(ctx, in.order, moduli, opt.Between(done/n, (done+float64(len(moduli)))/n))
		if err != nil {
			return err
		}
		all = append(all, values...)
		steps += float64(stats.StateSteps)
		describeFrontiers(&r.Provenance, stats)
		r.Passes++
	}
	r.StateSteps = steps
	if r.Value, _, err = combineCRT(r.Moduli, all); err != nil {
		return result.InternalErrorf(in.numberName(), "%v", err)
	}
	return nil
}

func (in *instance) residues(ctx context.Context, order []int, moduli []uint64, opt par.Options) ([]uint64, transfer.Stats, error) {
	residues, err := transfer.NewResidues(uint64(in.colors()), moduli)
	if err != nil {
		return nil, transfer.Stats{}, err
	}
	return legal(ctx, in, order, residues, opt)
}

// legal evaluates the legal positions with the general engine, and says which board an error is
// about. The layers of the engine are garbage when they are done, and are not collected at once, so
// they take half of the memory that the machine has available.
func legal[T any](ctx context.Context, in *instance, order []int, numbers transfer.Semiring[T], opt par.Options) (T, transfer.Stats, error) {
	if !in.given {
		opt.Memory /= 2
	}
	value, stats, err := transfer.Legal(ctx, in.graph, order, in.colors(), numbers, opt)
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		memory.Given = in.given
	}
	return value, stats, result.WithSubject(err, in.name())
}

func describeFrontiers(r *result.Provenance, stats transfer.Stats) {
	r.Description = fmt.Sprintf("dynamic programming over frontiers of at most %d points", stats.Width)
	r.Engine, r.Threads = frontierEngine, stats.Threads
	r.States, r.StateSteps = int64(stats.PeakStates), float64(stats.StateSteps)
}

// other returns the order of the points in which the general engine counts a second time: the
// reverse one, and so by other states, if it is the engine that found the number.
func (in *instance) other(r *result.Result) []int {
	order := slices.Clone(in.order)
	if r.Engine == frontierEngine {
		slices.Reverse(order)
	}
	return order
}

func (in *instance) recount(ctx context.Context, opt par.Options, r *result.Result) (string, error) {
	prime := freshPrime(r)
	name := fmt.Sprintf("dynamic programming over frontiers modulo the prime %d", prime)
	if r.Engine == frontierEngine {
		name = fmt.Sprintf("recount modulo the prime %d in the reverse order of points", prime)
		r.Again = true
	}
	values, _, err := in.residues(ctx, in.other(r), []uint64{prime}, opt)
	if err != nil {
		return "", err
	}
	return in.congruent(r, values[0], prime, name)
}

const (
	// generalSteps bounds the boards counted in another way that the general engine counts as well,
	// in states times steps: some ten milliseconds.
	generalSteps = 5e4
	// reverseSteps bounds those that it counts again in the reverse order: about a second.
	reverseSteps = 3e6
)

// checkGeneral counts again with the general engine, if that is cheap, and there is the memory.
func (in *instance) checkGeneral(ctx context.Context, r *result.Result) (string, error) {
	if r.StateSteps > reverseSteps || r.Engine != frontierEngine && r.StateSteps > generalSteps {
		return "", nil
	}
	err := in.makeOrder()
	if err != nil || lattice.Width(in.graph, in.other(r)) > min(transfer.MaxWidth, in.largestBorder()+1) {
		return "", err
	}
	compared, err := in.recount(ctx, in.progressOptions(nil), r)
	if errors.As(err, new(*result.MemoryError)) {
		return "", nil
	}
	return compared, err
}

// canCountAgain returns a [result.MemoryError] if there is no memory for a second count.
func (in *instance) canCountAgain() error {
	if in.plain() {
		return in.require("the second count of "+in.name(), connected.Need(in.size.Short(), in.size.Long(), connectedPrime), 0)
	}
	return in.makeOrder()
}

// connectedPrime is the largest prime below 2^62.
const connectedPrime = 4611686018427387847

// countAgain counts the whole board a second time, modulo a prime, and compares: where the board is
// plain by states with connections through all columns, and else by the general engine.
func (in *instance) countAgain(ctx context.Context, opt par.Options, r *result.Result) (string, error) {
	if !in.plain() {
		return in.recount(ctx, opt, r)
	}
	residue, err := connected.Residue(ctx, in.size.Short(), in.size.Long(), connectedPrime, opt)
	if err != nil {
		return "", err
	}
	return in.congruent(r, residue.Uint64(), connectedPrime, fmt.Sprintf(
		"all %d columns again by %v classes of states with connections, modulo %d",
		in.size.Long(), connected.ValidClassesAt(in.size.Short(), 0), uint64(connectedPrime)))
}
