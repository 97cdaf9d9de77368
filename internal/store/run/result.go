package run

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/storage"
	"combigo.dev/combigo/result"
)

// An Answer is what a run gives.
type Answer struct {
	*stages.Outcome
	States        int64
	StateSteps    float64
	Threads       int
	Wall          time.Duration
	Read, Written result.Bytes
}

// Answer returns what the run gives. It is an error if chains are not finished.
func (r *Run) Answer() (*Answer, error) {
	states, err := r.states()
	if err != nil {
		return nil, err
	}
	open := slices.DeleteFunc(slices.Clone(states), func(s ChainState) bool { return s.Value != nil })
	if len(open) > 0 {
		return nil, fmt.Errorf("%d of %d chains are finished: combigo run resume computes the others", len(states)-len(open), len(states))
	}
	effort := r.effort()
	a := &Answer{
		Outcome: &stages.Outcome{Question: &r.Question}, States: int64(r.engine.VectorBytes(border.Prefix) / border.ValueBytes), StateSteps: r.Steps,
		Threads: effort.Threads, Wall: duration(effort.Seconds), Read: effort.Read, Written: effort.Written,
	}
	for _, s := range states {
		a.Sums = append(a.Sums, s.Sums...)
	}
	return a, nil
}

// Count runs a board to its end in a new directory below dir, and removes that again, whatever
// happens. The error is a [result.MemoryError] or a [DiskError] if the run cannot fit.
func Count(ctx context.Context, dir string, size board.Size, opt Options, progress func(fraction float64)) (a *Answer, err error) {
	own, remove, err := storage.MakeScratch(dir)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, remove()) }()
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
