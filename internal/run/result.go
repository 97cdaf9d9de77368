package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/result"
)

// Answer returns what the run gives. It is an error if chains are not finished.
func (r *Run) Answer() (*result.Answer, error) {
	states, err := r.states()
	if err != nil {
		return nil, err
	}
	open := slices.DeleteFunc(slices.Clone(states), func(s ChainState) bool { return s.Value != nil })
	if len(open) > 0 {
		return nil, fmt.Errorf("%d of %d chains are finished: combigo run resume computes the others", len(states)-len(open), len(states))
	}
	effort := r.effort()
	a := &result.Answer{
		Primes: r.Primes, Spare: r.manifest.Spare,
		States: int64(r.engine.VectorBytes(border.Prefix) / border.ValueBytes), StateSteps: r.Steps,
		Threads: effort.Threads, Wall: duration(effort.Seconds),
		Read: effort.Read, Written: effort.Written,
	}
	if r.manifest.Method == Exact {
		a.Number = states[0].Value
		return a, nil
	}
	for _, s := range states {
		a.Residues = append(a.Residues, s.Value.Uint64())
	}
	return a, nil
}

// Count runs a board to its end in a new directory below dir, and removes that again, whatever
// happens. The error is a [result.MemoryError] or a [DiskError] if the run cannot fit.
func Count(ctx context.Context, dir string, size board.Size, opt Options, progress func(share float64)) (a *result.Answer, err error) {
	own, err := os.MkdirTemp(dir, "combigo-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(own)) }()
	r, err := Start(storage.OS, own, size, opt)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.Close()) }()
	if err := r.Advance(ctx, Limits{}, progress); err != nil {
		return nil, err
	}
	return r.Answer()
}
