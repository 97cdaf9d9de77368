package transfer

import (
	"context"
	"fmt"
	"math"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// closure searches all states of a periodic spec breadth first, round and round the points of a
// period, and notes the arcs.
type closure[S State] struct {
	spec    Spec[S]
	from    int // first level of a period
	levels  []periodLevel[S]
	chunks  []*chunk[S]
	opt     par.Options
	memory  *ledger
	threads int
	width   int
}

// maxPerShard bounds the states of a shard: their numbers times shards fit in 32 bits.
const maxPerShard = 1<<(32-shardBits) - 1

// newTransfer finds the transfer matrix of a spec whose levels from, from+1, ..., from+period-1 are
// repeated for ever, with a number λ for its factors. It runs the first levels to find the states
// to begin with.
func newTransfer[S State](
	ctx context.Context, spec Spec[S], from, period int, lambda float64, opt par.Options,
) (*Transfer, error) {
	first, err := firstLevels(ctx, spec, from, lambda, opt)
	if err != nil {
		return nil, err
	}
	c := &closure[S]{spec: spec, from: from, levels: make([]periodLevel[S], period), opt: opt, memory: first.memory}
	c.chunks, c.threads, c.width = first.chunks, first.threads, first.outlook.width
	for i := range first.now {
		for _, key := range first.now[i].keys {
			c.levels[0].tables[i].insert(c.memory, key, key.Hash())
		}
	}
	if err := c.search(ctx); err != nil {
		return nil, err
	}
	t := c.transfer(first.now, lambda)
	if c.memory.refused.Load() {
		return nil, c.exceeded()
	}
	return t, nil
}

// firstLevels runs the levels before the first period.
func firstLevels[S State](
	ctx context.Context, spec Spec[S], levels int, lambda float64, opt par.Options,
) (*engine[S], error) {
	floats := Floats{lambda}
	opt.Progress = nil
	e := newEngine(spec, floats.Words, opt)
	if err := e.outlook.check(0, 1); err != nil {
		return nil, err
	}
	if !e.begin(floats.One) {
		return nil, e.outlook.exceeded(0, 1)
	}
	for level := range levels {
		if err := e.step(ctx, level, floats.Adder(level)); err != nil {
			return nil, err
		}
	}
	return e, nil
}

// transfer makes the matrix of what was found.
func (c *closure[S]) transfer(first *layer[S], lambda float64) *Transfer {
	t := &Transfer{periods: c.from / len(c.levels), threads: c.threads}
	t.start = c.startVector(first)
	t.accept = c.acceptVector()
	for i := range c.levels {
		t.levels = append(t.levels, c.links(i))
	}
	for by := range t.factors {
		t.factors[by] = lambda - float64(by-1)
	}
	t.factors[1+One] = 1
	return t
}

// search goes round until there is nothing new.
func (c *closure[S]) search(ctx context.Context) error {
	for found := true; found; {
		found = false
		for i := range c.levels {
			n, err := c.advance(ctx, i)
			if err != nil {
				return err
			}
			found = found || n > 0
		}
	}
	for i := range c.levels {
		c.levels[i].freeze(c.memory)
	}
	return nil
}

// advance follows the arcs of the new states of a level of the period and returns how many there
// were.
func (c *closure[S]) advance(ctx context.Context, at int) (int, error) {
	level, next := &c.levels[at], &c.levels[(at+1)%len(c.levels)]
	var ranges [shards][2]int
	for i := range ranges {
		ranges[i] = [2]int{level.done[i], len(level.tables[i].keys)}
		level.done[i] = ranges[i][1]
	}
	followed := 0
	for wave := range waves(ranges, len(c.chunks)) {
		if err := c.wave(ctx, at, wave, level, next); err != nil {
			return followed, err
		}
		for _, p := range wave {
			followed += p.to - p.from
		}
		if err := c.check(next); err != nil {
			return followed, err
		}
	}
	return followed, nil
}

// wave follows the arcs of some states as the engine does, and notes where they lead.
func (c *closure[S]) wave(ctx context.Context, at int, wave []part, level, next *periodLevel[S]) error {
	err := par.For(ctx, c.threads, len(wave), func(i int) {
		c.chunks[i].expandNoted(c.spec, c.from+at, wave[i], level.tables[wave[i].shard].keys)
		c.chunks[i].account(c.memory)
	})
	if err != nil {
		return err
	}
	err = par.For(ctx, c.threads, shards, func(i int) {
		for k := range wave {
			for _, a := range c.chunks[k].parcels[i] {
				n, _ := next.tables[i].insert(c.memory, a.key, a.key.Hash())
				if n < 0 {
					return
				}
				c.chunks[k].noted.to[a.from] = uint32(n*shards + i)
			}
		}
	})
	if err != nil {
		return err
	}
	for k, p := range wave {
		if !level.arcs[p.shard].append(c.memory, &c.chunks[k].noted) {
			break
		}
	}
	return nil
}

// check returns an error if there was no memory for a wave, or if there are more states than
// numbers for them.
func (c *closure[S]) check(next *periodLevel[S]) error {
	if c.memory.refused.Load() {
		return c.exceeded()
	}
	for i := range next.tables {
		if len(next.tables[i].keys) > maxPerShard/2 {
			return fmt.Errorf("transfer: a strip of more than %d states: want a narrower one", next.states())
		}
	}
	return nil
}

func (c *closure[S]) exceeded() error {
	return &result.MemoryError{
		Of:   fmt.Sprintf("a strip with a frontier of width %d", c.width),
		Need: result.BytesOf(overlap * float64(c.opt.Memory)), AtLeast: true, Ceiling: c.opt.Memory, Given: true,
		Help: "a narrower strip would help",
	}
}

// links puts the arcs of all shards together and gives up the lists.
func (c *closure[S]) links(at int) links {
	level := &c.levels[at]
	bases := c.levels[(at+1)%len(c.levels)].bases()
	arcs := 0
	for i := range level.arcs {
		arcs += len(level.arcs[i].to)
	}
	const arcBytes, stateBytes = 5, 4
	if !c.memory.take(int64(arcBytes*arcs + stateBytes*level.states())) {
		return links{}
	}
	l := links{
		first: make([]uint32, 1, level.states()+1), to: make([]int32, 0, arcs), by: make([]uint8, 0, arcs),
	}
	for i := range level.arcs {
		list := &level.arcs[i]
		for _, n := range list.counts {
			l.first = append(l.first, l.first[len(l.first)-1]+uint32(n))
			l.most = max(l.most, int(n))
		}
		for _, to := range list.to {
			l.to = append(l.to, int32(bases[to%shards]+int(to/shards)))
		}
		l.by = append(l.by, list.by...)
		list.release(c.memory)
	}
	return l
}

// startVector lays out the values of the states to begin with.
func (c *closure[S]) startVector(from *layer[S]) []float64 {
	v := make([]float64, 0, c.levels[0].states())
	for i := range c.levels[0].tables {
		for n := range c.levels[0].tables[i].keys {
			ways := 0.0
			if n < len(from[i].keys) { // they were inserted first
				ways = math.Float64frombits(from[i].value(n)[0])
			}
			v = append(v, ways)
		}
	}
	return v
}

func (c *closure[S]) acceptVector() []float64 {
	v := make([]float64, 0, c.levels[0].states())
	for i := range c.levels[0].tables {
		for _, key := range c.levels[0].tables[i].keys {
			end := 0.0
			if c.spec.Accept(key) {
				end = 1
			}
			v = append(v, end)
		}
	}
	return v
}
