package liberties

import (
	"context"
	"runtime"

	"combigo/internal/par"
)

// workers is a team that takes layers through points. Its memory is used again
// from layer to layer.
type workers struct {
	threads int
	shard   int // fronts of one, about
	team    []*worker
}

type worker struct {
	piles []pile    // by shard, what this worker dealt
	done  layer     // what it made of shards; all blocks but the last are full
	free  [][]front // blocks for further use

	// The shard at hand, before and after a point, with a table of the latter:
	// index plus 1, by hash.
	fronts, next []front
	table        []uint32
	shift        int

	counts  [MaxHeight]int64 // by row, the fronts after its point
	outside int64            // fronts outside the window
}

func newWorkers(threads int) *workers {
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	w := &workers{threads: threads, shard: shardFronts}
	for range threads {
		w.team = append(w.team, &worker{})
	}
	return w
}

// each runs a function once for each of the first numbers, on all workers.
func (w *workers) each(numbers int, do func(w *worker, number int)) {
	_ = par.Workers(context.Background(), w.threads, numbers, func(member, i int) { do(w.team[member], i) })
}

// takeCounts returns how many fronts there were since it was asked last: by row
// after its point, and outside the window.
func (w *workers) takeCounts() (counts [MaxHeight]int64, outside int64) {
	for _, member := range w.team {
		for row, n := range member.counts {
			counts[row] += n
		}
		outside += member.outside
		member.counts, member.outside = [MaxHeight]int64{}, 0
	}
	return counts, outside
}

// forget gives the memory back.
func (w *workers) forget() {
	for _, member := range w.team {
		*member = worker{}
	}
}

// A pile is fronts in blocks, so that no memory waits for it to grow.
type pile struct {
	full [][]front
	last []front
}

const blockFronts = 512

// drop adds a front to a pile.
func (w *worker) drop(p *pile, f front) {
	if len(p.last) == cap(p.last) {
		if p.last != nil {
			p.full = append(p.full, p.last)
		}
		p.last = w.block()
	}
	p.last = append(p.last, f)
}

// take adds the fronts of a pile to the shard at hand.
func (w *worker) take(p *pile) {
	for _, block := range p.full {
		w.fronts = append(w.fronts, block...)
		w.release(block)
	}
	w.fronts = append(w.fronts, p.last...)
	w.release(p.last)
	*p = pile{full: p.full[:0]}
}

func (w *worker) block() []front {
	if n := len(w.free); n > 0 {
		block := w.free[n-1]
		w.free = w.free[:n-1]
		return block
	}
	return make([]front, 0, blockFronts)
}

func (w *worker) release(block []front) {
	if cap(block) == blockFronts {
		w.free = append(w.free, block[:0])
	}
}

// hand adds the shard at hand to what is done.
func (w *worker) hand() {
	for rest := w.fronts; len(rest) > 0; {
		last := len(w.done) - 1
		if last < 0 || len(w.done[last]) == blockFronts {
			w.done = append(w.done, w.block())
			continue
		}
		n := min(len(rest), blockFronts-len(w.done[last]))
		w.done[last] = append(w.done[last], rest[:n]...)
		rest = rest[n:]
	}
}
