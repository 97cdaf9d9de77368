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
	scratch chan *scratch // with parts of caches
	threads int
	meter   *meter
}

// newPass allocates the vector, with room for maxWidth words a value, and fills
// it with the completions by no column, of width words: one for each state
// without needy stones.
func (lo *layout) newPass(width, maxWidth, threads int, m *meter) (*pass, error) {
	p := &pass{layout: lo, threads: threads, meter: m}
	p.home = &home{suffixBins: lo.shape.suffixBins, offset: lo.shape.offset, width: width}
	for _, need := range []struct {
		memory **memory
		words  int64
	}{
		{&p.home.values, lo.shape.states() * int64(maxWidth)},
		{&p.buffers, 2 * lo.most * int64(maxWidth)},
		{&p.caches, int64(2 * lo.scratchStates(maxWidth) * maxWidth * threads)},
	} {
		var err error
		if *need.memory, err = newMemory(need.words); err != nil {
			p.free()
			return nil, err
		}
	}
	p.scratch = make(chan *scratch, threads)
	part := len(p.caches.words) / threads / 2
	for i := range threads {
		words := p.caches.words[2*i*part:]
		p.scratch <- &scratch{values: [2][]uint64{words[:part], words[part : 2*part]}}
	}
	p.begin()
	return p, nil
}

func (p *pass) free() {
	for _, m := range []*memory{p.home.values, p.buffers, p.caches} {
		if m != nil {
			m.free()
		}
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

// markSettled writes ones for the words without needy stones: as the only limb, or
// as every residue.
func (p *pass) markSettled(at int64, words []word) {
	for i, w := range words {
		if w.hasNeedy() {
			continue
		}
		value := p.home.values.words[(at+int64(i))*int64(p.home.width):]
		for l := range p.home.width {
			value[l] = 1
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
	p.home.widen(ar.width, p.threads)
	large, small := p.schedule(ph)
	for _, g := range large {
		b := p.newBin(ph, g, ar, p.buffers.words)
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
		b := p.newBin(ph, small[i], ar, share)
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
