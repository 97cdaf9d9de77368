package connected

import (
	"context"
	"sync"
)

// pass takes the vector through the columns once.
type pass struct {
	*workers
	home *binVector
}

// newPass allocates the vector, with room for most words a value, and fills
// it with the completions by no column, of some words: one for each state
// without needy stones.
func (lo *layout) newPass(words, most, threads int, m *meter) (*pass, error) {
	w, err := lo.newWorkers(lo.wholeRoom(most), most, threads, m)
	if err != nil {
		return nil, err
	}
	p := &pass{workers: w}
	if p.home, err = lo.shape.withValues(words, most); err != nil {
		p.free()
		return nil, err
	}
	p.begin()
	return p, nil
}

func (p *pass) free() {
	p.workers.free()
	if p.home != nil {
		p.home.values.Free()
	}
}

// begin writes the completions by no column.
func (p *pass) begin() {
	parallel(p.threads, p.sorted[prefix].count, func(t int) {
		for g := range p.sorted[suffix].count {
			p.layout.markSettled(p.home.tileValues(p.home.tile(prefix, t, g)), t, g, p.home.words)
		}
	})
}

// markSettled fills the tile of a prefix bin and a suffix bin, zeros so far, with
// the completions by no column: one for the states without needy stones, as the only
// word or as every one of a number of residues.
func (lo *layout) markSettled(tile []uint64, t, g, width int) {
	lay := lo.phases[prefix].layer(0)
	for k := range lay.interfaces {
		rows, columns := lay.active[k].inBin(t), lay.idle[k].inBin(g)
		for _, a := range rows {
			row := tile[:len(columns)*width]
			tile = tile[len(row):]
			if a.hasNeedy() {
				continue
			}
			for i, w := range columns {
				if w.hasNeedy() {
					continue
				}
				for l := range width {
					row[i*width+l] = 1
				}
			}
		}
	}
}

// column takes the vector backward through one column; ar gives the
// arithmetic that suits the values after a given number of further points.
func (p *pass) column(ctx context.Context, ar func(points int) arithmetic) error {
	if err := p.phase(ctx, p.phases[suffix], ar(p.m-p.p)); err != nil {
		return err
	}
	return p.phase(ctx, p.phases[prefix], ar(p.m))
}

// phase takes the whole vector through half a column: large bins one by one with all
// threads, then the small ones, one a thread.
func (p *pass) phase(ctx context.Context, ph *phase, ar arithmetic) error {
	large, small := p.schedule(ph)
	for _, g := range large {
		if err := p.process(ctx, ph, g, ar, p.buffers.All, p.threads); err != nil {
			return err
		}
	}
	var failed error
	var once sync.Once
	p.shareOut(small, func(g int, share []uint64) {
		if err := p.process(ctx, ph, g, ar, share, 1); err != nil {
			once.Do(func() { failed = err })
		}
	})
	p.home.words = ar.words
	return failed
}

// process takes bin g, pulled in from home, through its phase, and pushes it back.
func (p *pass) process(ctx context.Context, ph *phase, g int, ar arithmetic, buffer []uint64, threads int) error {
	b := p.newBin(ph, g, ar, buffer)
	b.target = p.home.values.All
	tile := func(t int) int { return p.home.tile(ph.active, t, g) }
	b.blocks = ph.tileBlocks(g, ar.words, func(t int) int64 { return p.home.start(tile(t)) })
	b.pullAll(threads, p.home)
	return b.steps(ctx, threads)
}
