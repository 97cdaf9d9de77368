package run

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"
)

// Limits say when to stop in good order.
type Limits struct {
	Stages int           // number of stages after which to stop, 0: no limit
	Time   time.Duration // when no share is begun any more, 0: no limit
}

// ErrLimit says that a limit was reached; everything done is kept.
var ErrLimit = errors.New("the limit is reached")

// Advance computes what is missing, until the end or a limit. progress, which may be nil, is given
// the share of the whole run that is done: first of what was done before. Whatever ends Advance,
// the next call goes on from there.
func (r *Run) Advance(ctx context.Context, limits Limits, progress func(share float64)) error {
	return explain(r.advance(ctx, limits, progress))
}

func (r *Run) advance(ctx context.Context, limits Limits, progress func(share float64)) error {
	if err := r.ready(ctx); err != nil {
		return err
	}
	r.startLog()
	if err := r.tidy(); err != nil {
		return err
	}
	states, err := r.states()
	if err != nil {
		return err
	}
	done, total := r.doneSteps(states), r.Steps
	tell := func(steps float64) {
		done += steps
		if progress != nil {
			progress(min(1, done/total))
		}
	}
	tell(0)
	deadline := time.Time{}
	if limits.Time > 0 {
		deadline = time.Now().Add(limits.Time)
	}
	stages := 0
	for chain := range r.chains {
		for {
			s, err := r.state(chain)
			if err != nil {
				return err
			}
			if s.Value != nil {
				break
			}
			if s.Stage == r.end(chain) {
				if err := r.finish(chain); err != nil {
					return err
				}
				continue
			}
			if err := r.removeBefore(place{chain, s.Stage}); err != nil {
				return err
			}
			if limits.Stages > 0 && stages == limits.Stages {
				return ErrLimit
			}
			if err := r.doShares(ctx, place{chain, s.Stage}, indices(s.done, false), false, deadline, tell); err != nil {
				return err
			}
			stages++
		}
	}
	return nil
}

// makeStageDir makes the directory of a stage, durably: what it will hold is the only copy once the
// stage before is gone.
func (r *Run) makeStageDir(p place) error {
	err := r.fs.MkdirAll(r.stageDir(p))
	for _, dir := range []string{r.dir, r.chainDir(p.chain)} {
		if err == nil {
			err = r.fs.SyncDir(dir)
		}
	}
	return err
}

// doShares reads, computes and writes shares. While one share is computed, the next one is read and
// the one before is written: so the memory holds what two shares read and what two shares leave. Of
// several programs that do shares of a stage, one removes what nothing stands on any more. A
// program whose turn has not come fails before it changes anything. tell is given the state-steps
// of each share that is done.
func (r *Run) doShares(ctx context.Context, p place, shares []int, removes bool, deadline time.Time, tell func(steps float64)) (err error) {
	in, err := r.openInputs(p)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, in.close()) }()
	if err := r.makeStageDir(p); err != nil {
		return err
	}
	if removes {
		if err := r.removeBefore(p); err != nil {
			return err
		}
	}
	group, ctx := errgroup.WithContext(ctx)
	read, write := make(chan *loaded), make(chan *computed)
	late := false // whether the time was over before the last share
	group.Go(func() error {
		defer close(read)
		for _, share := range shares {
			if late = !deadline.IsZero() && time.Now().After(deadline); late {
				return nil
			}
			l, err := in.load(ctx, share)
			if err == nil {
				select {
				case read <- l:
					continue
				case <-ctx.Done():
					err = context.Cause(ctx)
				}
			}
			r.rooms.give(l.taken)
			return err
		}
		return nil
	})
	group.Go(func() error {
		defer close(write)
		for l := range read {
			c, err := r.compute(ctx, p, l)
			r.rooms.give(l.taken)
			if err == nil {
				select {
				case write <- c:
					continue
				case <-ctx.Done():
					err = context.Cause(ctx)
				}
			}
			r.rooms.give(c.taken)
			return err
		}
		return nil
	})
	group.Go(func() error {
		for c := range write {
			written, err := r.write(p, c)
			r.rooms.give(c.taken)
			if err != nil {
				return err
			}
			steps := r.stageSteps(p) / float64(r.shares())
			r.log.add(steps, c.bytes, written)
			tell(steps)
		}
		return nil
	})
	if err := group.Wait(); err != nil || !late {
		return err
	}
	return ErrLimit
}

// stageSteps is the state-steps of a stage: half of a column's. A join counts as one step of each
// word.
func (r *Run) stageSteps(p place) float64 { return stepsOf(r.engine, r.stage(p)) }

// doneSteps is the state-steps whose outcome is on the disk.
func (r *Run) doneSteps(states []ChainState) float64 {
	total := 0.0
	for chain, s := range states {
		for stage := range s.Stage {
			total += r.stageSteps(place{chain, stage})
		}
		if s.Stage < s.End {
			total += r.stageSteps(place{chain, s.Stage}) * float64(s.Ready()) / float64(r.shares())
		}
	}
	return total
}
