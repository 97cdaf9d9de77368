package transfer

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"reflect"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// LegalStrip returns the transfer matrix of the legal positions of a given number of colours on an
// endless strip. The strip is given by a piece of it and an order of its vertices in which it looks
// the same after a number of vertices, the period; say column by column, with as many columns to a
// period as it takes until the lattice repeats itself. The piece must be long enough to show that
// it does: two periods alike and one more after them, five in all for the lattices of
// [combigo.dev/combigo/lattice].
func LegalStrip(ctx context.Context, g Graph, order []int, period, colors int, opt par.Options) (*Transfer, error) {
	r, err := newLegal(g, order, colors)
	if err != nil {
		return nil, err
	}
	from, ok := r.layout.repeats(period)
	if !ok {
		return nil, fmt.Errorf("transfer: the strip of %d vertices is not seen to repeat itself every %d: "+
			"want a longer piece, or another period", g.Len(), period)
	}
	switch r.words() {
	case 1:
		return newTransfer(ctx, &legal[Word1]{r}, from, period, colors, opt)
	case 2:
		return newTransfer(ctx, &legal[Word2]{r}, from, period, colors, opt)
	default:
		return newTransfer(ctx, &legal[Word4]{r}, from, period, colors, opt)
	}
}

// repeats returns the first multiple of the period from which on two periods are alike, with
// another one after them.
func (l *layout) repeats(period int) (from int, ok bool) {
	for from = 0; period > 0 && from+3*period <= len(l.steps); from += period {
		if reflect.DeepEqual(l.steps[from:from+period], l.steps[from+period:from+2*period]) {
			return from, true
		}
	}
	return 0, false
}

// closure searches all states of a periodic spec breadth first, round and round the points of a
// period, and notes the arcs.
type closure[S State] struct {
	spec    Spec[S]
	from    int              // first level of a period
	levels  []periodLevel[S] // of the points of a period
	chunks  []chunkArcs[S]   // used again by each wave
	opt     par.Options
	memory  *ledger
	threads int
	width   int
}

// A periodLevel is the states found of one point of the period, and the arcs of the first of them.
type periodLevel[S State] struct {
	table[S]
	links
}

// chunkArcs is the arcs of a chunk of states, one after the other.
type chunkArcs[S State] struct {
	arcs   []Arc[S]
	counts []uint8 // by state
}

// newTransfer finds the transfer matrix of a spec whose levels from, from+1, ..., from+period-1 are
// repeated for ever, with a number of colours for its factors. It runs the first levels to find the
// states to begin with.
func newTransfer[S State](
	ctx context.Context, spec Spec[S], from, period, colors int, opt par.Options,
) (*Transfer, error) {
	first, start, err := firstLevels(ctx, spec, from, colors, opt)
	if err != nil {
		return nil, err
	}
	c := &closure[S]{spec: spec, from: from, levels: make([]periodLevel[S], period), opt: opt, memory: first.memory}
	c.chunks, c.threads, c.width = make([]chunkArcs[S], len(first.chunks)), first.threads, first.estimate.width
	for i := range c.levels {
		c.levels[i].first = make([]uint32, 1)
	}
	for i := range first.now {
		for _, key := range first.now[i].keys {
			c.levels[0].insert(c.memory, key, key.Hash())
		}
	}
	if err := c.search(ctx); err != nil {
		return nil, err
	}
	t := &Transfer{periods: from / period, threads: c.threads}
	for by := range t.factors {
		t.factors[by] = float64(colors) - float64(by-1)
	}
	t.factors[1+One] = 1
	for i := range c.levels {
		t.levels = append(t.levels, c.levels[i].links)
	}
	t.start = append(start, make([]float64, len(c.levels[0].keys)-len(start))...)
	t.accept = make([]float64, len(t.start))
	for n, key := range c.levels[0].keys {
		if spec.Accept(key) {
			t.accept[n] = 1
		}
	}
	return t, nil
}

// firstLevels runs the levels before the first period, and returns the number of ways to each state
// in the order of the layer.
func firstLevels[S State](
	ctx context.Context, spec Spec[S], levels, colors int, opt par.Options,
) (e *engine[S], ways []float64, err error) {
	ev, err := NewIntegers(colors, colors+1)
	if err != nil {
		return nil, nil, err
	}
	opt.Progress = nil
	e = newEngine(spec, ev.Words, opt)
	if err := e.run(ctx, levels, ev.One, ev.Adder); err != nil {
		return nil, nil, err
	}
	for i := range e.now {
		for n := range e.now[i].keys {
			x, _ := new(big.Float).SetInt(ev.Value(levels, e.now[i].value(n))).Float64()
			ways = append(ways, x)
		}
	}
	return e, ways, nil
}

// search goes round until there is nothing new.
func (c *closure[S]) search(ctx context.Context) error {
	for found := true; found; {
		found = false
		for i := range c.levels {
			level, next := &c.levels[i], &c.levels[(i+1)%len(c.levels)]
			for states := len(level.keys); level.states() < states; found = true {
				if err := c.wave(ctx, i, level, next, states); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// wave follows the arcs of some more states of a level of the period, up to a number of states:
// many goroutines take chunks of states, and one puts the arcs in order.
func (c *closure[S]) wave(ctx context.Context, at int, level, next *periodLevel[S], states int) error {
	begin := level.states()
	end := min(states, begin+len(c.chunks)*chunkStates)
	chunks := (end - begin + chunkStates - 1) / chunkStates
	err := par.For(ctx, c.threads, chunks, func(i int) {
		chunk, from := &c.chunks[i], begin+i*chunkStates
		chunk.arcs, chunk.counts = chunk.arcs[:0], chunk.counts[:0]
		for _, key := range level.keys[from:min(from+chunkStates, end)] {
			before := len(chunk.arcs)
			chunk.arcs = c.spec.Step(c.from+at, key, chunk.arcs)
			chunk.counts = append(chunk.counts, uint8(len(chunk.arcs)-before))
		}
	})
	if err != nil {
		return err
	}
	if len(level.to) > math.MaxInt32 || len(next.keys) > math.MaxInt32 {
		return fmt.Errorf("transfer: a strip of more than %d states: want a narrower one", states)
	}
	for i := range chunks {
		if !level.note(c.memory, next, &c.chunks[i]) {
			return &result.MemoryError{
				Of:   fmt.Sprintf("a strip with a frontier of width %d", c.width),
				Need: result.BytesOf(overlap * float64(c.opt.Memory)), AtLeast: true, Ceiling: c.opt.Memory, Given: true,
				Help: "a narrower strip would help",
			}
		}
	}
	return nil
}

// note adds arcs of some states, if there is memory for them.
func (p *periodLevel[S]) note(memory *ledger, next *periodLevel[S], chunk *chunkArcs[S]) (ok bool) {
	if p.first, ok = roomFor(memory, p.first, len(chunk.counts)); !ok {
		return false
	}
	if p.to, ok = roomFor(memory, p.to, len(chunk.arcs)); !ok {
		return false
	}
	if p.by, ok = roomFor(memory, p.by, len(chunk.arcs)); !ok {
		return false
	}
	for i := range chunk.arcs {
		a := &chunk.arcs[i]
		n, _ := next.insert(memory, a.To, a.To.Hash())
		if n < 0 {
			return false
		}
		p.to, p.by = append(p.to, int32(n)), append(p.by, uint8(1+a.By))
	}
	for _, n := range chunk.counts {
		p.first = append(p.first, p.first[len(p.first)-1]+uint32(n))
		p.maxArcs = max(p.maxArcs, int(n))
	}
	return true
}

// roomFor returns a slice with room for n more elements, if there is memory for them.
func roomFor[T any](l *ledger, s []T, n int) ([]T, bool) {
	if len(s)+n <= cap(s) {
		return s, true
	}
	return growSlice(l, s, n)
}
