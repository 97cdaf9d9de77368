package liberties

import (
	"context"
	"math"
	"math/bits"
	"runtime"

	"combigo.dev/combigo/par"
)

const (
	segmentRows    = 6       // rows of a segment, at most
	shardFrontiers = 1 << 14 // frontiers of a shard, about, so that its table stays in the cache
	maxShards      = 1 << 14 // of a layer
)

// A point is the step of frontiers to the next point. Many goroutines call both functions.
type point interface {
	// add puts, with insert, what becomes of frontiers at the point of a row.
	add(w *worker, row int, frontiers []frontier)
	// see gets some of the frontiers after the point of a row, each once.
	see(row int, frontiers []frontier)
}

// A span is rows of a column, from one on to before another, in segments of some rows at most.
type span struct {
	height, from, to, segment int
	usesUp                    bool // the layer may be used up
}

// wholeColumn is the span of all rows.
func wholeColumn(height int, usesUp bool) span { return span{height, 0, height, segmentRows, usesUp} }

// rows takes a layer through some rows, in segments. Points beyond a segment do not change in it,
// so they split the layer into shards that go through the segment in the cache. The result is the
// same set for any number of threads.
func (w *workers) rows(ctx context.Context, l layer, s span, p point) (layer, error) {
	rows := s.to - s.from
	segments := (rows + s.segment - 1) / s.segment
	for i := range segments {
		from, to := s.from+i*rows/segments, s.from+(i+1)*rows/segments
		beyond := rowsBelow(s.height)&^rowsBelow(to) | rowsBelow(from-1)
		shards := w.distribute(l, i > 0 || s.usesUp, func(f frontier) uint64 { return f.hashOf(beyond) })
		l = w.collect(shards, func(member *worker) { member.segment(ctx, from, to, p) })
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// merge returns the layer of frontiers that may be there several times. It uses them up.
func (w *workers) merge(l layer) layer {
	shards := w.distribute(l, true, func(f frontier) uint64 { return f.hashOf(math.MaxUint32) })
	return w.collect(shards, func(member *worker) {
		member.begin()
		for _, f := range member.frontiers {
			member.insert(f)
		}
		member.swapLayers()
	})
}

// distribute puts a layer into piles by the hash of a frontier, and returns how many.
func (w *workers) distribute(l layer, usesUp bool, hash func(frontier) uint64) (shards int) {
	n := l.len()
	shards = 1
	for shards < maxShards && shards*w.shard < n {
		shards *= 2
	}
	shift := 64 - bits.TrailingZeros(uint(shards))
	for _, member := range w.team {
		for len(member.piles) < shards {
			member.piles = append(member.piles, nil)
		}
	}
	w.each(len(l), func(member *worker, number int) {
		for _, f := range l[number] {
			member.appendTo(&member.piles[hash(f)>>shift], f)
		}
		if usesUp {
			member.release(l[number])
			l[number] = nil
		}
	})
	return shards
}

// collect lets a worker do something with each shard and puts together what becomes of them.
func (w *workers) collect(shards int, do func(w *worker)) (l layer) {
	w.each(shards, func(member *worker, shard int) {
		member.frontiers = member.frontiers[:0]
		for _, other := range w.team {
			member.take(&other.piles[shard])
		}
		do(member)
		for _, f := range member.frontiers {
			member.appendTo(&member.done, f)
		}
	})
	for _, member := range w.team {
		l = append(l, member.done...)
		member.done = nil
	}
	return l
}

// segment takes the shard at hand through the points of some rows.
func (w *worker) segment(ctx context.Context, from, to int, p point) {
	for row := from; row < to && ctx.Err() == nil; row++ {
		w.begin()
		p.add(w, row, w.frontiers)
		w.swapLayers()
		w.counts[row] += int64(len(w.frontiers))
		p.see(row, w.frontiers)
	}
}

// begin makes room for what becomes of the shard at hand.
func (w *worker) begin() {
	w.next = w.next[:0]
	w.tabulate(bits.Len(uint(3 * len(w.frontiers))))
}

// tabulate makes a new table, with room for 2^log frontiers.
func (w *worker) tabulate(log int) {
	w.shift = 64 - log
	if cap(w.table) < 1<<log {
		w.table = make([]uint32, 1<<log)
	}
	w.table = w.table[:1<<log]
	clear(w.table)
	mask := uint64(1)<<log - 1
	for number, f := range w.next {
		i := f.hash() >> w.shift
		for w.table[i] != 0 {
			i = (i + 1) & mask
		}
		w.table[i] = uint32(number) + 1
	}
}

// insert adds a frontier after a point, or lowers its cost if the frontier is there.
func (w *worker) insert(f frontier) {
	mask := uint64(len(w.table) - 1)
	for i := f.hash() >> w.shift; ; i = (i + 1) & mask {
		at := w.table[i&mask]
		if at == 0 {
			w.next = append(w.next, f)
			w.table[i&mask] = uint32(len(w.next))
			if 4*len(w.next) > 3*len(w.table) {
				w.tabulate(65 - w.shift)
			}
			return
		}
		if g := &w.next[at-1]; sameState(*g, f) {
			g.cost = min(g.cost, f.cost)
			return
		}
	}
}

// swapLayers makes the frontiers after a segment those before the next one.
func (w *worker) swapLayers() { w.frontiers, w.next = w.next, w.frontiers }

// rowsBelow returns the bits of the rows with smaller numbers.
func rowsBelow(row int) uint32 { return 1<<max(row, 0) - 1 }

// workers is a team that takes layers through points. Its memory is used again from layer to layer.
type workers struct {
	threads int
	shard   int // frontiers of one, about
	team    []*worker
}

type worker struct {
	piles []layer      // by shard, what this worker dealt
	done  layer        // what it made of shards
	free  [][]frontier // blocks for further use

	// The shard at hand, before and after a point; a table of the latter, by hash, index plus 1.
	frontiers, next []frontier
	table           []uint32
	shift           int

	counts  [maxHeight]int64 // by row, the frontiers after its point
	outside int64            // frontiers outside the window
}

func newWorkers(threads int) *workers {
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	w := &workers{threads: threads, shard: shardFrontiers}
	for range threads {
		w.team = append(w.team, &worker{})
	}
	return w
}

// each runs a function once for each of the first numbers, on all workers.
func (w *workers) each(numbers int, do func(w *worker, number int)) {
	_ = par.Workers(context.Background(), w.threads, numbers, func(member, i int) { do(w.team[member], i) })
}

// takeCounts returns the frontiers since the last call: by row, and outside the window.
func (w *workers) takeCounts() (counts [maxHeight]int64, outside int64) {
	for _, member := range w.team {
		for row, n := range member.counts {
			counts[row] += n
		}
		outside += member.outside
		member.counts, member.outside = [maxHeight]int64{}, 0
	}
	return counts, outside
}

// release gives the memory back.
func (w *workers) release() {
	for _, member := range w.team {
		*member = worker{}
	}
}

const blockFrontiers = 512

// appendTo adds a frontier to a layer, all blocks of which but the last are full.
func (w *worker) appendTo(l *layer, f frontier) {
	last := len(*l) - 1
	if last < 0 || len((*l)[last]) == blockFrontiers {
		*l = append(*l, w.block())
		last++
	}
	block := &(*l)[last]
	*block = append(*block, f)
}

// take adds the frontiers of a pile to the shard at hand.
func (w *worker) take(pile *layer) {
	for _, block := range *pile {
		w.frontiers = append(w.frontiers, block...)
		w.release(block)
	}
	*pile = (*pile)[:0]
}

func (w *worker) block() []frontier {
	if n := len(w.free); n > 0 {
		block := w.free[n-1]
		w.free = w.free[:n-1]
		return block
	}
	return make([]frontier, 0, blockFrontiers)
}

func (w *worker) release(block []frontier) {
	if cap(block) == blockFrontiers {
		w.free = append(w.free, block[:0])
	}
}
