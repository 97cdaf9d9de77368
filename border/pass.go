package border

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// pass takes the vector through the columns once.
type pass struct {
	*engine
	home    *home
	buffers *memory // two for the largest bin; shared out among the threads for small ones
	threads int
	meter   *meter
}

// newPass allocates the vector at the completions by no column: one for each
// state without needy stones.
func (e *engine) newPass(maxWidth, threads int, m *meter) (*pass, error) {
	p := &pass{engine: e, threads: threads, meter: m}
	p.home = &home{suffixBins: e.shape.suffixBins, offset: e.shape.offset}
	buffers, err := newMemory(2 * e.most * int64(maxWidth))
	if err != nil {
		return nil, err
	}
	p.buffers = buffers
	if err := p.home.grow(1); err != nil {
		p.free()
		return nil, err
	}
	p.begin()
	return p, nil
}

func (p *pass) free() {
	p.home.free()
	p.buffers.free()
}

// begin writes the completions by no column.
func (p *pass) begin() {
	lay := p.phases[prefix].layer(0)
	parallel(p.threads, p.sorted[prefix].count, func(t int) {
		for g := range p.sorted[suffix].count {
			at := p.home.offset[p.home.tile(prefix, t, g)]
			for k := range lay.seams {
				lo, hi := lay.active[k].bin(t)
				from, to := lay.idle[k].bin(g)
				for _, a := range lay.active[k].words[lo:hi] {
					if !a.hasNeedy() {
						markSettled(p.home.planes[0].words[at:], lay.idle[k].words[from:to])
					}
					at += int64(to - from)
				}
			}
		}
	})
}

// markSettled writes ones for the words without needy stones.
func markSettled(values []uint64, words []word) {
	for i, w := range words {
		if !w.hasNeedy() {
			values[i] = 1
		}
	}
}

// column takes the vector backward through one column; ar gives the
// arithmetic that suits the values after so many further points.
func (p *pass) column(ctx context.Context, ar func(points int) arithmetic) error {
	if err := p.phase(ctx, p.phases[suffix], ar(p.m-p.p)); err != nil {
		return err
	}
	return p.phase(ctx, p.phases[prefix], ar(p.m))
}

// phase takes the whole vector through half a column: large bins one by one with all
// threads, then the small ones, one a thread.
func (p *pass) phase(ctx context.Context, ph *phase, ar arithmetic) error {
	known := len(p.home.planes)
	if err := p.home.grow(ar.width); err != nil {
		return err
	}
	large, small := p.schedule(ph)
	for _, g := range large {
		b := p.newBin(ph, g, ar, known, p.buffers.words)
		if err := b.process(ctx, p.threads); err != nil {
			return err
		}
	}
	shares := make(chan []uint64, p.threads)
	size := len(p.buffers.words) / p.threads
	for i := range p.threads {
		shares <- p.buffers.words[i*size : (i+1)*size]
	}
	var failed error
	var once sync.Once
	parallel(p.threads, len(small), func(i int) {
		share := <-shares
		b := p.newBin(ph, small[i], ar, known, share)
		if err := b.process(ctx, 1); err != nil {
			once.Do(func() { failed = err })
		}
		shares <- share
	})
	return failed
}

// schedule lists the bins of a phase, the largest first, and sets those apart
// that do not fit a thread's share of the buffers.
func (p *pass) schedule(ph *phase) (large, small []int) {
	sizes := make([]int64, p.sorted[ph.active.other()].count)
	order := make([]int, len(sizes))
	for g := range order {
		order[g], sizes[g] = g, int64(ph.binStates(g))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	share := p.most / int64(p.threads)
	i := 0
	for i < len(order) && sizes[order[i]] > share {
		i++
	}
	return order[:i], order[i:]
}

// bin is the group of states of one bin on its way through a phase.
type bin struct {
	*pass
	ph              *phase
	g               int
	ar              arithmetic
	known           int // planes that held values before the phase
	in, out         []uint64
	inBase, outBase []int
}

func (p *pass) newBin(ph *phase, g int, ar arithmetic, known int, words []uint64) *bin {
	n := len(words) / 2
	return &bin{pass: p, ph: ph, g: g, ar: ar, known: known, in: words[:n], out: words[n:]}
}

// taskStates is about the number of states that a thread takes at a time from
// a large bin.
const taskStates = 1 << 17

// process pulls the bin in, does the steps, and pushes it back.
func (b *bin) process(ctx context.Context, threads int) error {
	b.inBase = b.ph.layer(b.ph.high).bases(b.g, b.inBase)
	tiles := b.sorted[b.ph.active].count
	parallel(threads, tiles, b.pull)
	for y := b.ph.high - 1; y >= b.ph.low; y-- {
		if err := ctx.Err(); err != nil {
			return err
		}
		if y == b.ph.low && threads == 1 {
			b.lastStep(y)
		} else {
			b.step(ctx, y, threads)
		}
		b.meter.add(int64(b.ph.layer(y).binStates(b.g)) * int64(b.ar.width))
	}
	if threads > 1 || b.ph.low == b.ph.high {
		ends := b.pushEnds()
		for k := range b.ph.layer(b.ph.low).seams {
			b.push(k, b.in[b.inBase[k]*b.ar.width:], ends)
		}
	}
	return nil
}

// step computes the values of kink y from those of kink y+1.
func (b *bin) step(ctx context.Context, y, threads int) {
	lay := b.ph.layer(y)
	b.outBase = lay.bases(b.g, b.outBase)
	if threads == 1 {
		for k := range lay.seams {
			b.rows(y, int32(k), 0, len(b.ph.tables[y-b.ph.low][k].runs), b.out[b.outBase[k]*b.ar.width:])
		}
	} else {
		tasks := b.tasks(y)
		parallel(threads, len(tasks), func(i int) {
			if t := tasks[i]; ctx.Err() == nil {
				b.rows(y, t.seam, t.first, t.last, b.out[b.outBase[t.seam]*b.ar.width:])
			}
		})
	}
	b.in, b.out = b.out, b.in
	b.inBase, b.outBase = b.outBase, b.inBase
}

// lastStep pushes each block while it is in the cache.
func (b *bin) lastStep(y int) {
	ends := b.pushEnds()
	for k := range b.ph.layer(y).seams {
		b.rows(y, int32(k), 0, len(b.ph.tables[y-b.ph.low][k].runs), b.out)
		b.push(k, b.out, ends)
	}
}

// task is a range of runs.
type task struct {
	seam        int32
	first, last int
}

// tasks cuts a step in pieces.
func (b *bin) tasks(y int) []task {
	lay := b.ph.layer(y)
	var tasks []task
	for k := range lay.seams {
		rows, n := len(lay.active[k].words), lay.idle[k].binSize(b.g)
		if n == 0 || rows == 0 {
			continue
		}
		runs := len(b.ph.tables[y-b.ph.low][k].runs)
		pieces := rows*n/taskStates + 1
		for i := range pieces {
			tasks = append(tasks, task{int32(k), i * runs / pieces, (i + 1) * runs / pieces})
		}
	}
	return tasks
}
