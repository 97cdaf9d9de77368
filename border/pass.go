package border

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// workers are the threads of a run with the memory that they work in.
type workers struct {
	*layout
	room
	buffers *memory // two; shared out among the threads for small bins
	caches  *memory
	scratch chan *scratch // with parts of caches
	// scratchHalves is what each has for the values of a kink, in half words.
	scratchHalves int
	threads       int
	meter         *meter
}

// room is what the values of a bin, or of a group of it, have, in states.
type room struct {
	bufferStates  int64 // each of two buffers
	scratchStates int   // a thread for the values of a kink inside a window, twice
}

// wholeRoom is enough for every bin, of values of a given number of half words.
func (lo *layout) wholeRoom(size int) room {
	return room{bufferStates: lo.most, scratchStates: min(int(lo.most), scratchBytes/4/size+1)}
}

// states is what the buffers and the threads take.
func (r room) states(threads int) int64 {
	return 2*r.bufferStates + 2*int64(r.scratchStates)*int64(threads)
}

// newWorkers allocates the room, for values of up to maxSize half words.
func (lo *layout) newWorkers(r room, maxSize, threads int, m *meter) (*workers, error) {
	w := &workers{layout: lo, room: r, threads: threads, meter: m}
	var err error
	// Shares are whole words, which must not come short of half a one each.
	if w.buffers, err = newMemory(r.bufferStates*int64(maxSize) + 4*int64(threads)); err != nil {
		return nil, err
	}
	if w.caches, err = newMemory(int64(r.scratchStates*maxSize+1) * int64(threads)); err != nil {
		w.free()
		return nil, err
	}
	w.scratch = make(chan *scratch, threads)
	halves := halfWords(w.caches.words)
	part := len(halves) / threads / 2
	w.scratchHalves = part
	for i := range threads {
		own := halves[2*i*part:]
		w.scratch <- &scratch{values: [2][]uint32{own[:part], own[part : 2*part]}}
	}
	return w, nil
}

func (w *workers) free() {
	for _, m := range []*memory{w.buffers, w.caches} {
		if m != nil {
			m.free()
		}
	}
}

// pass takes the vector through the columns once.
type pass struct {
	*workers
	home *home
}

// newPass allocates the vector, with room for maxSize half words a value, and fills
// it with the completions by no column, of size half words: one for each state
// without needy stones.
func (lo *layout) newPass(size, maxSize, threads int, m *meter) (*pass, error) {
	w, err := lo.newWorkers(lo.wholeRoom(maxSize), maxSize, threads, m)
	if err != nil {
		return nil, err
	}
	p := &pass{workers: w}
	if p.home, err = lo.shape.withValues(size, maxSize); err != nil {
		p.free()
		return nil, err
	}
	p.begin()
	return p, nil
}

func (p *pass) free() {
	p.workers.free()
	if p.home != nil {
		p.home.values.free()
	}
}

// begin writes the completions by no column.
func (p *pass) begin() {
	parallel(p.threads, p.sorted[prefix].count, func(t int) {
		for g := range p.sorted[suffix].count {
			if tile := p.home.tileValues(p.home.tile(prefix, t, g)); p.home.size == 1 {
				markSettled(p.layout, tile, t, g, 1)
			} else {
				markSettled(p.layout, wholeWords(tile), t, g, p.home.size/2)
			}
		}
	})
}

// markSettled fills the tile of a prefix bin and a suffix bin, zeros so far, with
// the completions by no column: one for the states without needy stones, as the only
// half word or as every one of a number of residues.
func markSettled[W uint32 | uint64](lo *layout, tile []W, t, g, width int) {
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
		if err := p.process(ctx, ph, g, ar, p.buffers.words, p.threads); err != nil {
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
	p.home.size = ar.size
	return failed
}

// shareOut has the threads take the bins one each, with a part of the buffers.
func (w *workers) shareOut(bins []int, take func(g int, share []uint64)) {
	shares := make(chan []uint64, w.threads)
	size := len(w.buffers.words) / w.threads
	for i := range w.threads {
		shares <- w.buffers.words[i*size : (i+1)*size]
	}
	parallel(w.threads, len(bins), func(i int) {
		share := <-shares
		take(bins[i], share)
		shares <- share
	})
}

// schedule lists the bins of a phase, the largest first, and sets those apart
// that do not fit a thread's share of the buffers.
func (w *workers) schedule(ph *phase) (large, small []int) {
	sizes := make([]int64, w.sorted[ph.active.other()].count)
	order := make([]int, len(sizes))
	for g := range order {
		order[g], sizes[g] = g, int64(ph.binStates(g))
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(sizes[b], sizes[a]) })
	share := w.bufferStates / int64(w.threads)
	i := 0
	for i < len(order) && sizes[order[i]] > share {
		i++
	}
	return order[:i], order[i:]
}
