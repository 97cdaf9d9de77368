package transfer

import (
	"context"
	"sync/atomic"

	"combigo.dev/combigo/par"
)

// Stats says how a result was got.
type Stats struct {
	Threads    int   // goroutines that computed
	Levels     int   // choices of a solution
	Width      int   // largest number of points that a state describes, 0 if unknown
	StateBytes int   // of a packed state
	PeakStates int   // states of the largest level
	StateSteps int64 // states whose arcs were followed, over all levels
	Arcs       int64 // arcs followed
	PeakBytes  int64 // most memory in states, values and buffers at any time
}

// Run finds all states of a spec, level by level, and the value of each, and returns the sum of the
// values of the states that the spec accepts. Errors are a [*result.MemoryError], a [*RangeError]
// if the semiring has no room for a value, or the context's cause once that is done, within a tenth
// of a second or so.
//
// The ceiling on memory holds for states, values and buffers, as the run allocates them; garbage
// comes on top, unless the limit of [runtime/debug.SetMemoryLimit] asks for its collection.
func Run[S State, T any](ctx context.Context, spec Spec[S], ev Semiring[T], opt par.Options) (T, Stats, error) {
	e := newEngine(spec, ev.Words, opt)
	err := e.run(ctx, spec.Levels(), ev.One, ev.Adder)
	if err == nil {
		var total []uint64
		if total, err = e.total(ev.Join); err == nil {
			return ev.Value(spec.Levels(), total), e.finish(), nil
		}
	}
	var none T
	return none, e.finish(), err
}

// engine drives a spec forward. It has the states of two levels at a time: as those of one are done
// they are given up.
type engine[S State] struct {
	spec     Spec[S]
	opt      par.Options
	words    func(level int) int // of a value
	estimate *memoryEstimate
	memory   *ledger
	threads  int
	beyond   atomic.Bool // the semiring has no room for a value of the next level
	now      *layer[S]
	next     *layer[S]
	chunks   []*chunk[S] // reused by each wave
	stats    Stats
}

// newEngine returns an engine that has not begun.
func newEngine[S State](spec Spec[S], words func(level int) int, opt par.Options) *engine[S] {
	sizer, _ := spec.(Sizer)
	e := &engine[S]{
		spec: spec, opt: opt, words: words, estimate: newMemoryEstimate(spec.Levels(), sizeOf[S](), sizer, words, opt.Memory),
		memory: &ledger{ceiling: int64(opt.Memory)}, threads: opt.Goroutines(),
		now: new(layer[S]), next: new(layer[S]), chunks: newChunks[S](opt.Memory),
	}
	e.stats = Stats{Threads: e.threads, Levels: spec.Levels(), StateBytes: int(sizeOf[S]()), Width: e.estimate.width}
	return e
}

// run goes through the first levels.
func (e *engine[S]) run(ctx context.Context, levels int, one func(row []uint64), adder func(level int) Adder) error {
	if err := e.estimate.check(0, 1); err != nil {
		return err
	}
	if !e.begin(one) {
		return e.estimate.exceeded(0, 1)
	}
	for level := range levels {
		if err := e.step(ctx, level, adder(level)); err != nil {
			return err
		}
	}
	return nil
}

// begin makes the first level: the start, whose value is one. It returns false if there is no
// memory for it.
func (e *engine[S]) begin(one func([]uint64)) bool {
	start := e.spec.Start()
	hash := start.Hash()
	s := &e.now[shardOf(hash)]
	for i := range e.now {
		e.now[i].stride = e.words(0)
	}
	row := s.row(e.memory, start, hash)
	if row == nil {
		return false
	}
	one(row)
	e.stats.PeakStates = 1
	return true
}

// step makes the next level and leaves this one.
func (e *engine[S]) step(ctx context.Context, level int, add Adder) error {
	e.next.follow(e.now, e.words(level+1), e.memory)
	states, done := e.now.states(), 0
	for wave := range e.now.waves(len(e.chunks)) {
		if err := e.wave(ctx, level, wave, add); err != nil {
			return err
		}
		for _, p := range wave {
			done += p.to - p.from
		}
		fraction := float64(done) / float64(states)
		e.opt.Report((float64(level) + fraction) / float64(e.spec.Levels()))
		if e.beyond.Load() {
			return &RangeError{level + 1}
		}
		if e.memory.refused.Load() {
			return e.estimate.exceeded(level+1, float64(e.next.states())/fraction)
		}
		for _, p := range wave {
			if p.to == len(e.now[p.shard].keys) {
				e.now[p.shard].drop(e.memory)
			}
		}
	}
	e.stats.StateSteps += int64(states)
	e.now, e.next = e.next, e.now
	states = e.now.states()
	e.stats.PeakStates = max(e.stats.PeakStates, states)
	if err := context.Cause(ctx); err != nil {
		return err
	}
	return e.estimate.check(level+1, float64(states))
}

// wave follows the arcs of some states in two strokes: each chunk of states sorts its arcs by the
// shard of their target, then each shard takes what the chunks have for it, in the order of the
// chunks. So no two goroutines write to the same place, and sums are formed in the same order for
// any number of them.
func (e *engine[S]) wave(ctx context.Context, level int, wave []part, add Adder) error {
	err := par.For(ctx, e.threads, len(wave), func(i int) {
		e.chunks[i].expand(e.spec, level, wave[i], e.now[wave[i].shard].keys)
		e.chunks[i].account(e.memory)
	})
	if err != nil {
		return err
	}
	return par.For(ctx, e.threads, shards, func(i int) {
		for c, p := range wave {
			if !e.next[i].take(e.memory, e.chunks[c].parcels[i], &e.now[p.shard], add, &e.beyond) {
				return
			}
		}
	})
}

// total adds up the accepted values of the last level.
func (e *engine[S]) total(join func(levels int, to, from []uint64) bool) ([]uint64, error) {
	sum := make([]uint64, e.now[0].stride)
	for i := range e.now {
		s := &e.now[i]
		for n, key := range s.keys {
			if e.spec.Accept(key) && !join(e.spec.Levels(), sum, s.value(n)) {
				return nil, &RangeError{e.spec.Levels()}
			}
		}
	}
	return sum, nil
}

// finish returns what is known of the run.
func (e *engine[S]) finish() Stats {
	for _, c := range e.chunks {
		e.stats.Arcs += c.arcsDone
	}
	e.stats.PeakBytes = e.memory.peak.Load()
	return e.stats
}

// expand follows the arcs of a part of the keys of a shard.
func (c *chunk[S]) expand(spec Spec[S], level int, p part, keys []S) {
	for i := range c.parcels {
		c.parcels[i] = c.parcels[i][:0]
	}
	for n := p.from; n < p.to; n++ {
		c.arcs = spec.Step(level, keys[n], c.arcs[:0])
		for i := range c.arcs {
			a := &c.arcs[i]
			s := shardOf(a.To.Hash())
			c.parcels[s] = append(c.parcels[s], arrival[S]{a.To, uint32(n), a.Choice, a.By})
		}
		c.arcsDone += int64(len(c.arcs))
	}
}

// account counts what the chunk has grown by.
func (c *chunk[S]) account(l *ledger) {
	bytes := int64(0)
	for i := range c.parcels {
		bytes += int64(cap(c.parcels[i])) * sizeOf[arrival[S]]()
	}
	if bytes != c.counted && l.take(bytes-c.counted) {
		c.counted = bytes
	}
}
