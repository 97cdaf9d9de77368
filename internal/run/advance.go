package run

import (
	"context"
	"errors"
	"sync"
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
	m := &meter{run: r, done: r.doneSteps(states), total: r.totalSteps(), report: progress}
	m.tell()
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
			if s.value != nil {
				break
			}
			if s.next == r.end(chain) {
				if err := r.finish(chain); err != nil {
					return err
				}
				continue
			}
			if err := r.removeBefore(place{chain, s.next}); err != nil {
				return err
			}
			if limits.Stages > 0 && stages == limits.Stages {
				return ErrLimit
			}
			if err := r.doShares(ctx, place{chain, s.next}, indices(s.done, false), false, deadline, m); err != nil {
				return err
			}
			stages++
		}
	}
	return nil
}

// indices lists where a list has a value.
func indices(list []bool, value bool) []int {
	var all []int
	for i, x := range list {
		if x == value {
			all = append(all, i)
		}
	}
	return all
}

// makeStageDir makes the directory of a stage, durably: what it will hold is the only copy once the
// stage before is gone.
func (r *Run) makeStageDir(p place) error {
	if err := r.fs.MkdirAll(r.stageDir(p)); err != nil {
		return err
	}
	if p.stage == 0 {
		if err := r.fs.SyncDir(r.dir); err != nil {
			return err
		}
	}
	return r.fs.SyncDir(r.chainDir(p.chain))
}

// doShares reads, computes and writes shares. While one share is computed, the next one is read and
// the one before is written: so the memory holds what two shares read and what two shares leave. Of
// several programs that do shares of a stage, one removes what nothing stands on any more. A
// program whose turn has not come fails before it changes anything.
func (r *Run) doShares(ctx context.Context, p place, shares []int, removes bool, deadline time.Time, m *meter) (err error) {
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
			m.add(p, c, written)
		}
		return nil
	})
	if err := group.Wait(); err != nil || !late {
		return err
	}
	return ErrLimit
}

// meter tells how much of a run is done.
type meter struct {
	run           *Run
	mu            sync.Mutex
	done, total   float64 // state-steps
	report        func(share float64)
	read, written int64
}

// tell reports the share that is done.
func (m *meter) tell() {
	if m.report != nil {
		m.report(min(1, m.done/m.total))
	}
}

// add notes a share that is done.
func (m *meter) add(p place, c *computed, written int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	steps := m.run.stageSteps(p) / float64(m.run.shares())
	m.done += steps
	m.read += c.bytes
	m.written += written
	m.tell()
	m.run.log.add(entry{
		Chain: p.chain, Stage: p.stage, Share: c.share, Steps: steps, Threads: m.run.threads, Read: m.read, Written: m.written,
	})
}

// stageSteps is the state-steps of a stage: half of a column's. A join counts as one step of each
// word.
func (r *Run) stageSteps(p place) float64 { return stepsOf(r.engine, r.stage(p)) }

func (r *Run) totalSteps() float64 {
	total := 0.0
	for chain := range r.chains {
		for stage := range r.chains[chain].stages {
			total += r.stageSteps(place{chain, stage})
		}
	}
	return total
}

// doneSteps is the state-steps whose outcome is on the disk.
func (r *Run) doneSteps(states []chainState) float64 {
	total := 0.0
	for _, s := range states {
		for stage := range s.next {
			total += r.stageSteps(place{s.chain, stage})
		}
		if s.next < r.end(s.chain) {
			total += r.stageSteps(place{s.chain, s.next}) * float64(len(indices(s.done, true))) / float64(r.shares())
		}
	}
	return total
}
