package paths

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"sync"
	"sync/atomic"

	"combigo.dev/combigo/par"
)

// A Count is the number of walks without return from the start of a problem, the one that goes
// nowhere among them.
type Count struct {
	Walks   *big.Int
	Longest int  // nodes that the longest of them enters
	Whole   bool // false if it was stopped: then there are at least this many, and one at least this long
	Entries int  // pairs of sets that were remembered
	Threads int
}

// An OverflowError says that there are more walks than a count can hold.
type OverflowError struct{}

func (OverflowError) Error() string {
	return fmt.Sprintf("there are more than 2^%d of them", tallyBits)
}

// CountWalks counts the walks without return from the start of a problem of at most MaxMarked
// nodes. The number is exact. If the context ends first, what has been counted is returned, with
// the cause.
//
// The other errors are a *SizeError, an OverflowError, and what is wrong with the problem.
//
// With less memory, for pairs of sets that are remembered, a count takes longer. The later parts of
// the tree of walks are mostly known by then, so that progress goes faster.
func CountWalks(ctx context.Context, p *Problem, opt par.Options) (*Count, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	order, guided := p.order()
	if len(order) > MaxMarked {
		return nil, &SizeError{p.Graph.Len(), MaxMarked + p.Graph.Len() - len(order)}
	}
	m := newMasks(p, order)
	ceiling := opt.Memory
	if ceiling == 0 {
		ceiling = 1 << 62
	}
	c := &counter{
		masks: m, canon: newCanon(p.Symmetries, m.bit, guided), memo: newMemo(int64(ceiling)), progress: opt.Progress,
	}
	defer context.AfterFunc(ctx, func() { c.stop.Store(true) })()
	return c.run(ctx, opt.Goroutines())
}

// counter is what the threads of a count share.
type counter struct {
	*masks
	*canon
	*memo
	progress func(float64)
	stop     atomic.Bool // the work is done, or is not to be
	overflow atomic.Bool // the number does not fit
}

func (c *counter) run(ctx context.Context, threads int) (*Count, error) {
	var (
		lock  sync.Mutex
		count *Count
	)
	_ = par.For(context.WithoutCancel(ctx), threads, threads, func(i int) {
		w := c.newWorker(i)
		whole := w.walks(&c.start, c.all, c.all, 0)
		lock.Lock()
		defer lock.Unlock()
		count = better(count, w.count(whole, threads))
		if !w.stopped {
			c.stop.Store(true) // the others need not go on
		}
	})
	if c.overflow.Load() {
		return nil, OverflowError{}
	}
	if !count.Whole {
		return count, context.Cause(ctx)
	}
	return count, nil
}

func better(a, b *Count) *Count {
	if a == nil || b.Whole || !a.Whole && a.Walks.Cmp(b.Walks) < 0 {
		return b
	}
	return a
}

// worker is a thread. All threads walk the whole tree, each in another order, and find in the memo
// what the others have done.
type worker struct {
	*counter
	search  search
	turn    int
	stopped bool        // the values returned are lower bounds
	parts   []partition // for each step of a walk
	place   place
}

func (c *counter) newWorker(turn int) *worker {
	w := &worker{counter: c, turn: turn, parts: make([]partition, len(c.stations)+1)}
	w.search.spread = &c.spread
	return w
}

func (w *worker) count(t tally, threads int) *Count {
	low, high := t.words()
	walks := new(big.Int).SetUint64(high)
	walks.Lsh(walks, 64).Or(walks, new(big.Int).SetUint64(low))
	return &Count{Walks: walks, Longest: t.longest(), Whole: !w.stopped, Entries: w.entries(), Threads: threads}
}

// walks counts the walks from a node that go on among the free nodes, and the one that ends here.
// They go on to one of its exits, or hand over to its partner, which marks it, and go on from
// there. The components of the free nodes that are not split are known from the steps before: a
// step takes a node out of one component, and splits only this one.
func (w *worker) walks(at *station, free, split uint64, depth int) tally {
	here := w.onward(at.exits, free, split, depth)
	for _, e := range at.extra {
		if e.exit&free != 0 {
			here = w.times(here, w.onward(e.exit, free, split, depth), e.times)
		}
	}
	if at.passed == 0 {
		return here
	}
	if at.mark&free&^split != 0 {
		split = free // what leads to the partner is in other components without it
	}
	free &^= at.mark
	return w.join(here, w.onward(at.passed, free, split&free, depth))
}

// onward counts the walks that go on to one of the exits among the free nodes, and the one that
// does not.
//
// What leaves a component never comes back. So walks that enter a node alone in its component are
// sums over what comes after it, taken from the last component to the first.
func (w *worker) onward(exits, free, split uint64, depth int) tally {
	exits &= free
	if exits == 0 {
		return oneWalk
	}
	s, of := &w.search, &w.parts[depth]
	if depth > 0 {
		*of = w.parts[depth-1]
	}
	switch {
	case exits&split == 0:
		return w.enter(exits, depth)
	case exits&(exits-1) == 0:
		return w.sum(exits, free, split, depth)
	}
	first := len(s.members)
	s.find(of, exits, free, split)
	last := len(s.members)
	for c := first; c < last; c++ {
		w.note(2*depth, c-first, last-first+1)
		if v := bits.TrailingZeros64(s.members[c]); s.members[c] == 1<<v {
			at := &w.stations[v]
			walks := w.enter(at.exits&free, depth)
			for _, e := range at.extra {
				if e.exit&free != 0 {
					walks = w.times(walks, w.enter(e.exit, depth), e.times)
				}
			}
			if at.passed != 0 {
				walks = w.join(walks, w.enter(at.passed&free&^(1<<v), depth))
			}
			s.walks[c] = walks
		}
	}
	w.note(2*depth, last-first, last-first+1)
	total := w.enter(exits, depth)
	s.members, s.reach, s.walks = s.members[:first], s.reach[:first], s.walks[:first]
	return total
}

// enter counts the walks that go on to one of the exits, whose components are known, and the one
// that does not.
func (w *worker) enter(exits uint64, depth int) tally {
	total := oneWalk
	for exits != 0 {
		v := bits.TrailingZeros64(exits)
		c := w.parts[depth][v]
		members := w.search.members[c]
		if members == 1<<v {
			total = w.join(total, w.after(w.search.walks[c]))
		} else {
			total = w.join(total, w.together(exits&members, w.search.reach[c], members, depth))
		}
		exits &^= members
	}
	return total
}

// together counts the walks that go on to one of some exits in the same component, and the one that
// does not. They depend on what can be reached from there, and images of a pair of sets have the
// same number.
func (w *worker) together(exits, reach, members uint64, depth int) tally {
	a, b := w.pair(reach, exits)
	value, known := w.recall(a, b)
	if !known {
		value = w.sum(exits, reach, members, depth)
		if !w.stopped {
			w.keep(a, b, value)
		}
	}
	return value
}

// sum goes on to each of the exits.
func (w *worker) sum(exits, free, split uint64, depth int) tally {
	total := oneWalk
	count := bits.OnesCount64(exits)
	for i := range count {
		if w.stop.Load() {
			w.stopped = true
			break
		}
		w.note(2*depth+1, i, count)
		v := w.pick(exits)
		exits &^= 1 << v
		total = w.join(total, w.after(w.walks(&w.stations[v], free&^(1<<v), split&^(1<<v), depth+1)))
	}
	return total
}

// pick takes one of the nodes of a set: the threads have different tastes.
func (w *worker) pick(set uint64) int {
	if w.turn == 1 {
		return 63 - bits.LeadingZeros64(set)
	}
	by := 23 * w.turn % 64
	return (bits.TrailingZeros64(bits.RotateLeft64(set, -by)) + by) % 64
}

// after returns the walks with a step put before them, and the one that does not take it.
func (w *worker) after(t tally) tally {
	low, high := t.words()
	low, carry := bits.Add64(low, 1, 0)
	return w.tally(low, high+carry, t.longest()+1)
}

// join adds two tallies, of which both count the walk that ends at once.
func (w *worker) join(a, b tally) tally {
	lowA, highA := a.words()
	lowB, highB := b.words()
	lowB, borrow := bits.Sub64(lowB, 1, 0)
	low, carry := bits.Add64(lowA, lowB, 0)
	return w.tally(low, highA+highB-borrow+carry, max(a.longest(), b.longest()))
}

// times joins a tally with another one several times.
func (w *worker) times(a, b tally, times int) tally {
	for range times {
		a = w.join(a, b)
	}
	return a
}

// tally notes if the number does not fit.
func (w *worker) tally(low, high uint64, longest int) tally {
	if high>>longestShift != 0 {
		w.overflow.Store(true)
		w.stop.Store(true)
		high = 1<<longestShift - 1
	}
	return newTally(low, high, longest)
}

// note says that a loop has come to a part.
func (w *worker) note(loop, part, parts int) {
	if w.progress == nil || w.turn != 0 || loop >= placeDepth {
		return
	}
	w.place.done[loop], w.place.parts[loop] = int32(part), int32(parts)
	if share := w.place.share(loop); share >= w.place.told+progressStep {
		w.place.told = share
		w.progress(share)
	}
}
