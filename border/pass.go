package border

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// pass takes the vector through the columns once.
type pass struct {
	*layout
	home    *home
	buffers *memory // two for the largest bin; shared out among the threads for small ones
	caches  *memory
	scratch chan []uint64 // parts of caches, for a class each
	threads int
	meter   *meter
}

// newPass allocates the vector, at first with so many planes, and fills it with the
// completions by no column: one for each state without needy stones.
func (lo *layout) newPass(planes, maxWidth, threads int, m *meter) (*pass, error) {
	p := &pass{layout: lo, threads: threads, meter: m}
	p.home = &home{suffixBins: lo.shape.suffixBins, offset: lo.shape.offset}
	buffers, err := newMemory(2 * lo.most * int64(maxWidth))
	if err != nil {
		return nil, err
	}
	p.buffers = buffers
	caches, err := newMemory(lo.scratchStates(maxWidth) * int64(maxWidth*threads))
	if err != nil {
		p.free()
		return nil, err
	}
	p.caches = caches
	p.scratch = make(chan []uint64, threads)
	for part := range slices.Chunk(caches.words, len(caches.words)/threads) {
		p.scratch <- part
	}
	if err := p.home.grow(planes); err != nil {
		p.free()
		return nil, err
	}
	p.begin()
	return p, nil
}

func (p *pass) free() {
	p.home.free()
	p.buffers.free()
	if p.caches != nil {
		p.caches.free()
	}
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
						p.markSettled(at, lay.idle[k].words[from:to])
					}
					at += int64(to - from)
				}
			}
		}
	})
}

// markSettled writes ones for the words without needy stones: in the first limb, or
// as every residue.
func (p *pass) markSettled(at int64, words []word) {
	for i, w := range words {
		if w.hasNeedy() {
			continue
		}
		for _, plane := range p.home.planes {
			plane.words[at+int64(i)] = 1
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
