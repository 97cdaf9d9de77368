package extremal

import (
	"math/bits"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	blockFronts = 4096  // fronts that a worker takes at once
	shardFronts = 16384 // fronts of a shard, about, so that its table stays in the cache
	mostShards  = 1 << 12
)

// A layer is the set of fronts at one kink, each once with its least cost, in
// shards by hash. Which shard a front is in, and the order inside, mean nothing.
type layer [][]front

func (l layer) len() (n int) {
	for _, shard := range l {
		n += len(shard)
	}
	return n
}

// least returns the least cost of a front, if that is below 0.
func (l layer) least() (least int32) {
	for _, shard := range l {
		for _, f := range shard {
			least = min(least, f.cost)
		}
	}
	return least
}

// countTo returns the number of fronts that cost so much at most.
func (l layer) countTo(cost int32) (count int64) {
	for _, shard := range l {
		for _, f := range shard {
			if f.cost <= cost {
				count++
			}
		}
	}
	return count
}

// sameState reports whether two fronts differ at most in cost.
func sameState(f, g front) bool {
	return f.stone == g.stone && f.above == g.above && f.below == g.below
}

// hash spreads fronts over shards and tables. Nothing else hangs on it: fronts
// are compared in full.
func (f front) hash() uint64 {
	h := (uint64(f.stone)<<32 | uint64(f.above)) * 0x9e3779b97f4a7c15
	h ^= h>>29 ^ uint64(f.below)*0xd6e8feb86659fd93
	h *= 0xbf58476d1ce4e5b9
	return h ^ h>>32
}

// workers is a team that takes layers through steps. Its memory is used again
// from step to step.
type workers struct {
	threads int
	team    []*worker
}

type worker struct {
	out   []pile    // by shard, what this worker made of its blocks
	free  [][]front // blocks of piles for further use
	table []uint32  // of the shard at hand: index in the merged shard, plus 1
	merge []front   // the shard at hand

	outside int64 // fronts outside the window that it met in a column
}

func newWorkers(threads int) *workers {
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	w := &workers{threads: threads}
	for range threads {
		w.team = append(w.team, &worker{})
	}
	return w
}

// takeOutside returns the number of fronts that were outside the window since it
// was asked last.
func (w *workers) takeOutside() (outside int64) {
	for _, member := range w.team {
		outside += member.outside
		member.outside = 0
	}
	return outside
}

// each runs a function once for each of the first numbers, on all workers.
func (w *workers) each(numbers int, do func(w *worker, number int)) {
	if numbers <= 1 || w.threads == 1 {
		for i := range numbers {
			do(w.team[0], i)
		}
		return
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for _, member := range w.team {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < numbers; i = int(next.Add(1)) - 1 {
				do(member, i)
			}
		})
	}
	group.Wait()
}

// step replaces every front of a layer by what extend makes of it, and merges
// equal states, keeping the least cost. The result is the same set for any
// number of threads.
func (w *workers) step(l layer, extend func(w *worker, f front, put func(front))) layer {
	n := l.len()
	shards := 1
	for shards < mostShards && shards*shardFronts < n {
		shards *= 2
	}
	shift := 64 - bits.TrailingZeros(uint(shards))
	for _, member := range w.team {
		for len(member.out) < shards {
			member.out = append(member.out, pile{})
		}
	}
	blocks := blocksOf(l)
	w.each(len(blocks), func(member *worker, number int) {
		put := func(f front) {
			shard := f.hash() >> shift
			if shards == 1 {
				shard = 0
			}
			member.put(&member.out[shard], f)
		}
		for _, f := range blocks[number] {
			extend(member, f, put)
		}
		blocks[number] = nil // a large layer can go while it is replaced
	})
	next := make(layer, shards)
	w.each(shards, func(member *worker, shard int) { next[shard] = w.merge(member, shard) })
	return next
}

func blocksOf(l layer) (blocks [][]front) {
	for _, shard := range l {
		for len(shard) > blockFronts {
			blocks = append(blocks, shard[:blockFronts])
			shard = shard[blockFronts:]
		}
		if len(shard) > 0 {
			blocks = append(blocks, shard)
		}
	}
	return blocks
}

// A pile is fronts in blocks, so that no memory waits for it to grow.
type pile struct {
	full [][]front
	last []front
}

const pileFronts = 512 // of a block

// put adds a front to a pile.
func (w *worker) put(p *pile, f front) {
	if len(p.last) == cap(p.last) {
		if p.last != nil {
			p.full = append(p.full, p.last)
		}
		p.last = w.block()
	}
	p.last = append(p.last, f)
}

func (w *worker) block() []front {
	if n := len(w.free); n > 0 {
		block := w.free[n-1]
		w.free = w.free[:n-1]
		return block[:0]
	}
	return make([]front, 0, pileFronts)
}

func (p *pile) len() int { return len(p.full)*pileFronts + len(p.last) }

// take hands the blocks of a pile to a worker, which visits and then keeps them.
func (w *worker) take(p *pile, visit func(block []front)) {
	for _, block := range p.full {
		visit(block)
		w.free = append(w.free, block)
	}
	if p.last != nil {
		visit(p.last)
		w.free = append(w.free, p.last)
	}
	*p = pile{full: p.full[:0]}
}

// merge puts together what all workers have for a shard.
func (w *workers) merge(member *worker, shard int) []front {
	n := 0
	for _, other := range w.team {
		n += other.out[shard].len()
	}
	if n == 0 {
		return nil
	}
	size := 1 << bits.Len(uint(2*n-1))
	if len(member.table) < size {
		member.table = make([]uint32, size)
	}
	table := member.table[:size]
	clear(table)
	merged := member.merge[:0]
	for _, other := range w.team {
		member.take(&other.out[shard], func(block []front) {
			for _, f := range block {
				merged = insert(table, merged, f)
			}
		})
	}
	member.merge = merged
	return slices.Clone(merged)
}

func insert(table []uint32, merged []front, f front) []front {
	mask := uint32(len(table) - 1)
	for i := uint32(f.hash()) & mask; ; i = (i + 1) & mask {
		at := table[i]
		if at == 0 {
			table[i] = uint32(len(merged)) + 1
			return append(merged, f)
		}
		if g := &merged[at-1]; sameState(*g, f) {
			g.cost = min(g.cost, f.cost)
			return merged
		}
	}
}
