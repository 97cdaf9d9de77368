package run

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"combigo/border"
	"combigo/internal/par"
	"combigo/internal/storage"
	"combigo/result"
)

// Limits say when to stop in good order.
type Limits struct {
	Stages int           // number of stages after which to stop, 0: no limit
	Time   time.Duration // when no bin is begun any more, 0: no limit
}

// ErrLimit says that a limit was reached; everything done is kept.
var ErrLimit = errors.New("the limit is reached")

// Advance computes what is missing, until the end or a limit. progress, which may
// be nil, is told the share of the whole run that is done: first of what was done before. Whatever ends it, the next
// call goes on from there.
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
	meter, err := r.newMeter(progress)
	if err != nil {
		return err
	}
	meter.tell()
	deadline := time.Time{}
	if limits.Time > 0 {
		deadline = time.Now().Add(limits.Time)
	}
	stages := 0
	for _, p := range r.graph().order() {
		if r.outcomes[p.residue].known {
			continue
		}
		next, done, err := r.nextStage(p.residue)
		if err != nil {
			return err
		}
		if next.stage <= p.stage {
			if err := r.removeBefore(next); err != nil {
				return err
			}
			if limits.Stages > 0 && stages == limits.Stages {
				return ErrLimit
			}
			if err := r.stage(ctx, p, undone(done), deadline, meter); err != nil {
				return err
			}
			stages++
		}
		if p.stage == r.stages()-1 {
			if err := r.finish(p.residue); err != nil {
				return err
			}
		}
	}
	return nil
}

func undone(done []bool) []int {
	var bins []int
	for bin, d := range done {
		if !d {
			bins = append(bins, bin)
		}
	}
	return bins
}

// stage does bins of a stage.
func (r *Run) stage(ctx context.Context, p place, bins []int, deadline time.Time, m *meter) error {
	if err := r.makeStage(p); err != nil {
		return err
	}
	w, err := r.newStageWork(ctx, p, bins, deadline, m)
	if err != nil {
		return err
	}
	err = w.do(ctx)
	if err = errors.Join(err, w.inputs.close()); err != nil {
		return oneError(err)
	}
	if w.stopped {
		return ErrLimit
	}
	return nil
}

// oneError takes the first of several errors that have one cause.
func oneError(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
		return joined.Unwrap()[0]
	}
	return err
}

// makeStage makes the directory of a stage, and clears it of unfinished files.
func (r *Run) makeStage(p place) error {
	if err := r.makeStageDir(p); err != nil {
		return err
	}
	return storage.RemoveTemporary(r.fs, r.stageDir(p))
}

// makeStageDir makes the directory of a stage, durably: what it will hold is the
// only copy once the stage before is gone.
func (r *Run) makeStageDir(p place) error {
	if err := r.fs.MkdirAll(r.stageDir(p)); err != nil {
		return err
	}
	if p.stage == r.graph().first(p.residue) {
		if err := r.fs.SyncDir(r.dir); err != nil {
			return err
		}
	}
	return r.fs.SyncDir(r.residueDir(p.residue))
}

// stageWork is bins of a stage on their way. Files are synced and named by a
// goroutine of their own, while the next bin is computed.
type stageWork struct {
	run      *Run
	place    place
	bins     []int
	order    []int                // the bins as they will be taken
	large    int                  // how many of these have both buffers and all threads, one after the other
	ahead    int                  // how many of these have begun, or are read ahead
	asked    map[int]result.Bytes // what is read ahead of bins that have not begun
	room     result.Bytes         // of memory for that, when the stage began
	inputs   *inputs
	deadline time.Time
	meter    *meter
	mu       sync.Mutex
	open     map[int]*binTiles
	done     map[int]bool // bins whose files are there
	stopped  bool         // at the deadline
	commits  sync.WaitGroup
	slots    chan struct{} // commits on their way
	failed   error
}

// commitsAtOnce bounds the files that are written behind.
const commitsAtOnce = 2

func (r *Run) newStageWork(ctx context.Context, p place, bins []int, deadline time.Time, m *meter) (*stageWork, error) {
	inputs, err := r.openInputs(p)
	if err != nil {
		return nil, err
	}
	w := &stageWork{
		run: r, place: p, bins: bins, inputs: inputs, deadline: deadline, meter: m,
		open: map[int]*binTiles{}, done: map[int]bool{}, slots: make(chan struct{}, commitsAtOnce),
		asked: map[int]result.Bytes{},
	}
	if r.graph().isJoin(p.stage) {
		w.order = bins
		return w, nil
	}
	if err := r.ready(ctx); err != nil {
		return nil, errors.Join(err, inputs.close())
	}
	large, small := r.external.Schedule(p.stage)
	for i, bin := range append(large, small...) {
		if slices.Contains(bins, bin) {
			w.order = append(w.order, bin)
			if i < len(large) {
				w.large++
			}
		}
	}
	return w, nil
}

// do does the bins and waits for their files.
func (w *stageWork) do(ctx context.Context) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	modulus := w.run.modulus(w.place.residue)
	w.room = par.Available() / 2 // beside the buffers, which are there
	for attempt := 1; ; attempt++ {
		bins := slices.DeleteFunc(slices.Clone(w.bins), func(bin int) bool { return w.done[bin] })
		begin := func(bin int) (border.Tiles, error) { return w.begin(ctx, bin) }
		end := func(b border.BinResult) { w.end(b, cancel) }
		var err error
		if w.run.graph().isJoin(w.place.stage) {
			err = w.run.joinBins(ctx, modulus, bins, begin, end)
		} else {
			err = w.run.external.Run(ctx, w.place.stage, modulus, bins, begin, end)
		}
		w.commits.Wait()
		if w.failed != nil {
			return w.failed
		}
		if !again(err, attempt) {
			return w.run.explainSpill(w.place, err)
		}
		w.run.log.spillDamaged()
	}
}

// begin opens the tiles of a bin, and reads ahead for the one after it.
func (w *stageWork) begin(ctx context.Context, bin int) (border.Tiles, error) {
	if !w.deadline.IsZero() && time.Now().After(w.deadline) {
		w.mu.Lock()
		w.stopped = true
		w.mu.Unlock()
		return nil, border.ErrSkip
	}
	w.readAhead(ctx, bin)
	tiles, err := w.inputs.open(w.place, bin)
	if err != nil {
		return nil, err
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open[bin] = tiles
	return tiles, nil
}

// readAhead reads the bins that come after one that begins, while that is computed, as far as there is room for them in memory.
func (w *stageWork) readAhead(ctx context.Context, bin int) {
	i := slices.Index(w.order, bin)
	last := i + 1
	if i >= w.large-1 && !w.run.graph().isJoin(w.place.stage) {
		last = i + w.run.threads
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.asked, bin)
	room := w.room
	for _, size := range w.asked {
		room -= size
	}
	var bins []int
	for w.ahead = max(w.ahead, i+1); w.ahead <= min(last, len(w.order)-1); w.ahead++ {
		next := w.order[w.ahead]
		size := w.inputs.bytes(next)
		if room -= size; room < 0 {
			break
		}
		w.asked[next] = size
		bins = append(bins, next)
	}
	if len(bins) == 0 {
		return
	}
	w.commits.Go(func() {
		for _, bin := range bins {
			w.inputs.willNeed(ctx, bin)
		}
	})
}

// end sends the file of a bin on its way.
func (w *stageWork) end(b border.BinResult, cancel context.CancelCauseFunc) {
	w.mu.Lock()
	tiles := w.open[b.Bin]
	delete(w.open, b.Bin)
	w.mu.Unlock()
	if tiles == nil {
		return
	}
	if b.Err != nil {
		tiles.abort()
		return
	}
	w.slots <- struct{}{}
	w.commits.Go(func() {
		defer func() { <-w.slots }()
		if err := w.commit(tiles, b); err != nil {
			w.mu.Lock()
			defer w.mu.Unlock()
			if w.failed == nil {
				w.failed = err
			}
			cancel(err)
		}
	})
}

func (w *stageWork) commit(tiles *binTiles, b border.BinResult) error {
	if err := tiles.commit(w.place, b.Share); err != nil {
		return err
	}
	if w.run.settings.Reclaim && w.run.settings.Engine == Disk {
		if err := w.inputs.discard(b.Bin); err != nil {
			return err
		}
	}
	w.mu.Lock()
	w.done[b.Bin] = true
	w.mu.Unlock()
	w.meter.add(w.place, b.Bin, w.inputs)
	return nil
}
