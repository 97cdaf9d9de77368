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

// A point extends frontiers by the next point. Many goroutines call both methods.
type point interface {
	// add extends frontiers by the point of a row. It gives each new frontier to [worker.insert].
	add(w *worker, row int, frontiers []frontier)
	// see gets the frontiers after the point of a row: each once, some in each call.
	see(row int, frontiers []frontier)
}

// A span is the rows of a column from one row on to before another.
type span struct {
	height, from, to int
	segment          int  // the greatest number of rows of a segment
	usesUp           bool // the blocks of the layer before the span may be used again
}

// wholeColumn is the span of all rows.
func wholeColumn(height int, usesUp bool) span { return span{height, 0, height, segmentRows, usesUp} }

// addPoints extends a layer by the points of a span, segment by segment. A segment changes points
// only in its rows and in the row above them. Frontiers that agree in all other rows are in one
// shard, so that equal frontiers after a segment are, too; a worker takes the shard through the
// segment in its cache. The result is the same set for any number of threads.
func (w *workers) addPoints(ctx context.Context, l layer, s span, p point) (layer, error) {
	rows := s.to - s.from
	segments := (rows + s.segment - 1) / s.segment
	for i := range segments {
		from, to := s.from+i*rows/segments, s.from+(i+1)*rows/segments
		beyond := rowsBelow(s.height)&^rowsBelow(to) | rowsBelow(from-1)
		shards := w.distribute(l, i > 0 || s.usesUp, func(f frontier) uint64 { return f.hashRows(beyond) })
		l = w.collect(shards, func(member *worker) { member.segment(ctx, from, to, p) })
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return l, nil
}

// merge returns a layer with each border once, at its least cost. It uses up the given frontiers.
func (w *workers) merge(l layer) layer {
	shards := w.distribute(l, true, func(f frontier) uint64 { return f.hashRows(math.MaxUint32) })
	return w.collect(shards, func(member *worker) {
		member.begin()
		for _, f := range member.frontiers {
			member.insert(f)
		}
		member.swapLayers()
	})
}

// distribute deals the frontiers of a layer into shards by their hash, and returns the number of
// shards. Each worker has a pile for each shard.
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

// collect puts together the piles of each shard, has a worker run do on it, and returns the layer
// of all frontiers that the workers have afterwards.
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

// segment extends the current shard by the points of some rows.
func (w *worker) segment(ctx context.Context, from, to int, p point) {
	for row := from; row < to && ctx.Err() == nil; row++ {
		w.begin()
		p.add(w, row, w.frontiers)
		w.swapLayers()
		w.counts[row] += int64(len(w.frontiers))
		p.see(row, w.frontiers)
	}
}

// begin empties the set of new frontiers and makes room for the extensions of the current shard.
func (w *worker) begin() {
	w.next = w.next[:0]
	w.tabulate(bits.Len(uint(3 * len(w.frontiers))))
}

// tabulate makes a new hash table of the new frontiers, with 2^log slots.
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

// insert adds a frontier to the set of new frontiers, or lowers the cost of the equal one there.
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

// swapLayers makes the new frontiers the current shard.
func (w *worker) swapLayers() { w.frontiers, w.next = w.next, w.frontiers }

// rowsBelow returns the bits of the rows with smaller numbers.
func rowsBelow(row int) uint32 { return 1<<max(row, 0) - 1 }

// workers is a team that extends layers point by point. It uses its memory again from layer to
// layer.
type workers struct {
	threads int
	shard   int // about the number of frontiers of a shard
	team    []*worker
}

// A worker extends one shard at a time.
type worker struct {
	piles []layer      // by shard, the frontiers that this worker dealt
	done  layer        // the frontiers of the shards that this worker has done
	free  [][]frontier // empty blocks

	frontiers []frontier // the current shard
	next      []frontier // the set of new frontiers: those after the next point
	table     []uint32   // a hash table of next: index plus 1, or 0
	shift     int        // the top 64 - shift bits of a hash are a slot of the table

	counts  [maxHeight]int64 // by row, the frontiers after its point
	outside int64            // frontiers outside the window
}

// newWorkers returns a team of some threads, 0 for all processors.
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

// takeCounts returns and resets the counts of all workers.
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

// release gives the memory of the workers back.
func (w *workers) release() {
	for _, member := range w.team {
		*member = worker{}
	}
}

const blockFrontiers = 512 // frontiers of a full block

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

// take moves the frontiers of a pile to the current shard.
func (w *worker) take(pile *layer) {
	for _, block := range *pile {
		w.frontiers = append(w.frontiers, block...)
		w.release(block)
	}
	*pile = (*pile)[:0]
}

// block returns an empty block.
func (w *worker) block() []frontier {
	if n := len(w.free); n > 0 {
		block := w.free[n-1]
		w.free = w.free[:n-1]
		return block
	}
	return make([]frontier, 0, blockFrontiers)
}

// release takes back a block that nobody uses any more.
func (w *worker) release(block []frontier) {
	if cap(block) == blockFrontiers {
		w.free = append(w.free, block[:0])
	}
}
