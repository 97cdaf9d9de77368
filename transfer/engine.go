package transfer

import (
	"context"
	"math"
)

// Run finds all states of a spec, level by level, and the value of each, and returns the sum of the values of the
// states that the spec accepts. Errors are a [*MemoryError], or the context's cause once that is done, within a tenth
// of a second or so.
func Run[S State, T any](ctx context.Context, spec Spec[S], ev Evaluator[T], opt Options) (T, Stats, error) {
	e := newEngine(spec, opt)
	if err := e.foresee(ev.Words(spec.Levels())); err != nil {
		var none T
		return none, e.stats, err
	}
	e.begin(ev.Words(0), ev.One)
	for level := range spec.Levels() {
		if err := e.step(ctx, level, ev.Words(level+1), ev.Adder(level)); err != nil {
			var none T
			return none, e.stats, err
		}
	}
	return ev.Value(spec.Levels(), e.total(ev.Join)), e.stats, nil
}

// engine drives a spec forward. It has the states of two levels at a time.
type engine[S State] struct {
	spec    Spec[S]
	opt     Options
	threads int
	now     *layer[S]
	next    *layer[S]
	chunks  []*chunk[S] // reused by each wave
	stats   Stats
}

func newEngine[S State](spec Spec[S], opt Options) *engine[S] {
	e := &engine[S]{spec: spec, opt: opt, threads: opt.threads(), now: new(layer[S]), next: new(layer[S])}
	for range chunksPerWave {
		e.chunks = append(e.chunks, new(chunk[S]))
	}
	e.stats = Stats{Threads: e.threads, Levels: spec.Levels(), StateBytes: int(sizeOf[S]())}
	if sizer, ok := spec.(Sizer); ok {
		e.stats.Width = sizer.Width()
	}
	return e
}

// foresee refuses a run that is known not to fit.
func (e *engine[S]) foresee(words int) error {
	sizer, ok := e.spec.(Sizer)
	if !ok || e.opt.Memory <= 0 {
		return nil
	}
	states := sizer.LeastStates()
	need := states * float64(sizeOf[S]()+8*int64(words))
	if need <= float64(e.opt.Memory) {
		return nil
	}
	return &MemoryError{
		Width: sizer.Width(), Level: -1, Levels: e.spec.Levels(), States: states,
		Need: int64(min(need, math.MaxInt64/2)), Ceiling: e.opt.Memory,
	}
}

// begin makes the first level: the start, whose value is one.
func (e *engine[S]) begin(words int, one func([]uint64)) {
	e.now.reset(words)
	start := e.spec.Start()
	hash := start.Hash()
	one(e.now[shardOf(hash)].row(start, hash))
	e.stats.PeakStates = 1
}

// step makes the next level and leaves this one.
func (e *engine[S]) step(ctx context.Context, level, words int, add Adder) error {
	e.next.reset(words)
	states, done := e.now.states(), 0
	for wave := range e.now.waves(chunkStates) {
		if err := e.wave(ctx, level, wave, add); err != nil {
			return err
		}
		for _, p := range wave {
			done += p.to - p.from
		}
		if err := e.account(level, float64(done)/float64(states)); err != nil {
			return err
		}
	}
	e.stats.StateSteps += int64(states)
	e.stats.PeakStates = max(e.stats.PeakStates, e.next.states())
	e.now, e.next = e.next, e.now
	return context.Cause(ctx)
}

// wave follows the arcs of some states in two strokes: each chunk of states sorts its arcs by the shard of their
// target, then each shard takes what the chunks have for it, in the order of the chunks. So no two goroutines write to
// the same place, and sums are formed in the same order for any number of them.
func (e *engine[S]) wave(ctx context.Context, level int, wave []part, add Adder) error {
	err := parallel(ctx, e.threadsFor(wave), len(wave), func(i int) {
		e.chunks[i].expand(e.spec, level, wave[i], e.now[wave[i].shard].keys)
	})
	if err != nil {
		return err
	}
	return parallel(ctx, e.threadsFor(wave), shards, func(i int) {
		for c, p := range wave {
			e.next[i].take(e.chunks[c].parcels[i], &e.now[p.shard], add)
		}
	})
}

// fewStates is so little work that starting goroutines for it would take longer.
const fewStates = 256

func (e *engine[S]) threadsFor(wave []part) int {
	states := 0
	for _, p := range wave {
		states += p.to - p.from
	}
	if states < fewStates {
		return 1
	}
	return e.threads
}

// account adds up the memory, compares it with the ceiling, and tells the progress.
func (e *engine[S]) account(level int, share float64) error {
	bytes := e.now.bytes() + e.next.bytes()
	for _, c := range e.chunks {
		bytes += c.bytes()
	}
	e.stats.PeakBytes = max(e.stats.PeakBytes, bytes)
	states := e.next.states()
	if e.opt.Progress != nil {
		e.opt.Progress(Progress{Level: level, Levels: e.spec.Levels(), Share: share, States: states, Bytes: bytes})
	}
	if e.opt.Memory > 0 && bytes > e.opt.Memory {
		return &MemoryError{
			Width: e.stats.Width, Level: level + 1, Levels: e.spec.Levels(), States: float64(states),
			Need: bytes, Ceiling: e.opt.Memory,
		}
	}
	return nil
}

// total adds up the accepted values of the last level.
func (e *engine[S]) total(join func(levels int, to, from []uint64)) []uint64 {
	sum := make([]uint64, e.now[0].stride)
	for i := range e.now {
		s := &e.now[i]
		for n, key := range s.keys {
			if e.spec.Accept(key) {
				join(e.spec.Levels(), sum, s.value(n))
			}
		}
	}
	for i := range e.chunks {
		e.stats.Arcs += e.chunks[i].arcsDone
	}
	return sum
}
