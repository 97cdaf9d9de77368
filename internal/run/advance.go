package run

import (
	"context"
	"errors"
	"sync"
	"time"

	"combigo.dev/combigo/internal/storage"
	"combigo.dev/combigo/internal/tilefile"
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
	if err := r.fault(); err != nil {
		return err
	}
	if err := errors.Join(r.removeFinished(), r.removeUnfinished()); err != nil {
		return err
	}
	m, err := r.newMeter(progress)
	if err != nil {
		return err
	}
	m.tell()
	deadline := time.Time{}
	if limits.Time > 0 {
		deadline = time.Now().Add(limits.Time)
	}
	stages := 0
	for chain := range r.chains {
		for !r.outcomes[chain].known() {
			next, done, err := r.nextStage(chain)
			if err != nil {
				return err
			}
			if err := r.removeBefore(next); err != nil {
				return err
			}
			if next.stage == r.end(chain) {
				if err := r.finish(chain); err != nil {
					return err
				}
				break
			}
			if limits.Stages > 0 && stages == limits.Stages {
				return ErrLimit
			}
			if err := r.doStage(ctx, next, undone(done), deadline, m); err != nil {
				return err
			}
			stages++
		}
	}
	return nil
}

func undone(done []bool) []int {
	var shares []int
	for share, d := range done {
		if !d {
			shares = append(shares, share)
		}
	}
	return shares
}

// doStage does shares of a stage, after clearing its directory of unfinished files.
func (r *Run) doStage(ctx context.Context, p place, shares []int, deadline time.Time, m *meter) error {
	if err := r.makeStageDir(p); err != nil {
		return err
	}
	if err := storage.RemoveTemporary(r.fs, r.stageDir(p)); err != nil {
		return err
	}
	return r.doShares(ctx, p, shares, deadline, m)
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
// the one before is written: so the memory holds what two shares read and what two shares leave.
func (r *Run) doShares(ctx context.Context, p place, shares []int, deadline time.Time, m *meter) error {
	in, err := r.openInputs(p)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	read, write := make(chan *loaded), make(chan *computed)
	var work sync.WaitGroup
	var failures failure
	fail := func(err error) {
		failures.set(err)
		cancel(err)
	}
	work.Go(func() {
		defer close(read)
		for _, share := range shares {
			if !deadline.IsZero() && time.Now().After(deadline) {
				failures.set(ErrLimit)
				return
			}
			l, err := in.load(ctx, share)
			if err != nil {
				fail(err)
				return
			}
			select {
			case read <- l:
			case <-ctx.Done():
				l.release()
				return
			}
		}
	})
	work.Go(func() {
		for c := range write {
			err := ctx.Err()
			if err == nil {
				err = r.write(p, in, c)
			}
			r.release(c)
			if err != nil {
				fail(err)
				continue
			}
			m.add(p, c.share, in)
		}
	})
	for l := range read {
		c, err := r.compute(ctx, p, l)
		l.release()
		if err != nil {
			fail(err)
			break
		}
		write <- c
	}
	close(write)
	for l := range read { // what was read and is not computed any more
		l.release()
	}
	work.Wait()
	err = failures.first()
	if cause := context.Cause(ctx); err == nil && cause != nil {
		err = cause
	}
	return errors.Join(err, in.close())
}

// A failure keeps the first error of several goroutines.
type failure struct {
	mu  sync.Mutex
	err error
}

func (f *failure) set(err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err == nil {
		f.err = err
	}
}

func (f *failure) first() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.err
}

// write makes the file of a share, durably.
func (r *Run) write(p place, in *inputs, c *computed) error {
	id, err := r.identity(p, c.share)
	if err != nil {
		return err
	}
	name := r.fileName(p, c.share)
	if c.part != nil {
		return writePart(r.fs, name, r.tag, id, c.part)
	}
	var sizes []int64
	for _, size := range r.division.Tiles(r.stage(p).phase, c.share) {
		sizes = append(sizes, int64(size))
	}
	w, err := tilefile.Create(r.fs, name, r.tag, id, sizes)
	if err != nil {
		return err
	}
	rest := c.values
	for tile, size := range sizes {
		if err := w.WriteTile(tile, rest[:size]); err != nil {
			w.Abort()
			return err
		}
		rest = rest[size:]
	}
	if err := w.Commit(); err != nil {
		return err
	}
	in.written.Add(8 * int64(len(c.values)))
	return nil
}

// meter tells how much of a run is done.
type meter struct {
	run    *Run
	mu     sync.Mutex
	done   float64 // state-steps
	total  float64
	report func(share float64)
	// bytes that finished stages moved
	read, written int64
	inputs        *inputs
}

func (r *Run) newMeter(report func(share float64)) (*meter, error) {
	done, err := r.doneSteps()
	return &meter{run: r, done: done, total: r.totalSteps(), report: report}, err
}

// tell reports the share that is done.
func (m *meter) tell() {
	if m.report != nil {
		m.report(min(1, m.done/m.total))
	}
}

// add notes a share that is done.
func (m *meter) add(p place, share int, in *inputs) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.inputs != in {
		if m.inputs != nil {
			m.read += m.inputs.read.Load()
			m.written += m.inputs.written.Load()
		}
		m.inputs = in
	}
	steps := m.run.stageSteps(p) / float64(m.run.shares())
	m.done += steps
	m.tell()
	m.run.log.add(entry{
		Chain: p.chain, Stage: p.stage, Share: share, Steps: steps, Threads: m.run.threads,
		Read: m.read + in.read.Load(), Written: m.written + in.written.Load(),
	})
}

// stageSteps is the state-steps of a stage: half of a column's. A join counts as one step of each
// word.
func (r *Run) stageSteps(p place) float64 {
	return stepsOf(r.engine, r.stage(p))
}

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
func (r *Run) doneSteps() (float64, error) {
	total := 0.0
	for chain := range r.chains {
		next, shares := place{chain, r.end(chain)}, []bool(nil)
		if !r.outcomes[chain].known() {
			var err error
			next, shares, err = r.nextStage(chain)
			var damage *DamageError
			if errors.As(err, &damage) {
				continue // what is done of the chain is not known
			}
			if err != nil {
				return 0, err
			}
		}
		for stage := range next.stage {
			total += r.stageSteps(place{chain, stage})
		}
		for _, d := range shares {
			if d {
				total += r.stageSteps(next) / float64(len(shares))
			}
		}
	}
	return total, nil
}
