package run

import (
	"context"
	"errors"
	"time"

	"combigo.dev/combigo/internal/engine/border"
	"combigo.dev/combigo/internal/engine/stages"
	"combigo.dev/combigo/internal/store/tilefile"
)

// Limits say when to stop in good order.
type Limits = stages.Limits

// ErrLimit says that a limit was reached; everything done is kept.
var ErrLimit = stages.ErrLimit

// ahead is how many shares are read, or written, while one is computed: so the memory holds what
// two shares read and what two shares leave.
const ahead = 2

// work returns what does the work of the run, in a store.
func (r *Run) work(s *store, progress func(fraction float64)) *stages.Execution {
	s.Run, s.open, s.rooms = r, make(map[file]*tilefile.Reader), make(map[int][]uint32)
	return &stages.Execution{
		Chains: r.chains, Primes: r.Primes, Store: s, AtOnce: 1, Threads: r.threads, Ahead: ahead, Division: r.division,
		Progress: progress, Done: func(c stages.Cost) { r.log.add(c.Steps, c.Read, c.Written) },
	}
}

// Advance computes what is missing, until the end or a limit. progress, which may be nil, is given
// the part of the whole run that is done: first of what was done before. Whatever ends Advance, the
// next call goes on from there.
func (r *Run) Advance(ctx context.Context, limits Limits, progress func(fraction float64)) error {
	return r.explain(r.advance(ctx, limits, progress))
}

func (r *Run) advance(ctx context.Context, limits Limits, progress func(fraction float64)) error {
	if err := r.ready(ctx); err != nil {
		return err
	}
	r.startLog()
	if err := r.tidy(); err != nil {
		return err
	}
	s := &store{removes: true}
	err := r.work(s, progress).Run(ctx, limits)
	err = errors.Join(r.impossible(err), s.close())
	if err == nil && r.more != nil { // all is done
		err = r.more.Forget()
	}
	return err
}

// do does shares of a stage, as one of several programs, of which one removes what nothing stands
// on any more.
func (r *Run) do(ctx context.Context, p place, shares []int, removes bool) error {
	s := &store{removes: removes}
	x := r.work(s, nil)
	err := s.Begin(p)
	if err == nil {
		err = x.Do(ctx, p, shares, time.Time{})
	}
	return errors.Join(r.impossible(err), s.close())
}

// impossible makes of what the engine finds wrong an error that says the remedy.
func (r *Run) impossible(err error) error {
	switch {
	case errors.Is(err, border.ErrImpossibleValue):
		return r.WrongResidue(err, -1)
	case errors.Is(err, stages.ErrTurned): // the files match their checksums, and are read again
		return r.helps(err, GoOn)
	}
	return err
}

// doneSteps is the state-steps whose outcome is on the disk.
func (r *Run) doneSteps(states []ChainState) float64 {
	total := 0.0
	for chain, s := range states {
		costs := r.chains[chain].Costs
		for _, one := range costs[:s.Stage] {
			total += one.Steps
		}
		if s.Stage < s.End {
			total += costs[s.Stage].Steps * float64(s.Ready()) / float64(r.shares())
		}
	}
	return total
}
