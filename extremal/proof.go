package extremal

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"
)

// A search looks for groups that cost at most the threshold of a target, on
// boards of all widths from the first on. docs/liberties.md, section "The
// proof", says why it misses none.
//
// Every such group is cut where its left part leaves the window first. Then the
// right part, turned by half a turn, is a left part that never left the window,
// and cheap. If the left part never leaves the window, the group is found at
// the end of the board; or, if 3 divides the height, in the middle.
type search struct {
	target
	fall   int32
	window int32
	team   *workers

	right *rightParts
	left  *sweep

	mutex     sync.Mutex
	survivors map[int]survivor // by width, the cheapest group there
	columns   []columnState
}

// A survivor is a group at or below the threshold: its cost, and where it was
// found.
type survivor struct {
	cost        int32
	col, kink   int
	left, right front
}

// A columnState is the number of left parts after a column.
type columnState struct {
	cols, fronts int
}

// inHalves reports whether it is enough to cut groups in their left halves:
// whatever side leaves the window first is called left. Then the cheap right
// part is the longer one. That needs costs that only grow.
func (t target) inHalves() bool { return t.rate == 0 }

func newSearch(t target, team *workers) *search {
	return &search{target: t, team: team, survivors: map[int]survivor{}}
}

func (s *search) run(ctx context.Context) (err error) {
	if s.rate != 0 {
		if s.fall, err = (fall{s.height}).bound(ctx, s.team); err != nil {
			return err
		}
	}
	s.window = s.target.window(s.fall)
	if s.fall > int32(s.height) {
		return fmt.Errorf("height %d: the fall is %d: the proof needs one of at most the height", s.height, s.fall)
	}
	if s.right, err = s.collect(ctx); err != nil {
		return err
	}
	return s.sweepLeft(ctx)
}

// rightParts is the right parts that are cheap enough to meet a left part that
// left the window, by kink and by whole columns, in sweeps that repeat.
type rightParts struct {
	facing [][][]front // by kink of the left part, then whole columns
	ends   []layer     // by whole columns, if groups are cut in halves
	start  int         // the columns from which on the sweep repeats
	period int
}

// index returns which of the columns that were swept stands for a number of
// columns.
func (r *rightParts) index(cols int) int {
	if cols < r.start {
		return cols
	}
	return r.start + (cols-r.start)%r.period
}

// shortest returns the fewest whole columns of a right part.
func (s *search) shortest() int {
	if s.inHalves() {
		return (s.first - 1) / 2
	}
	return 0
}

// collect sweeps the right parts, turned by half a turn, until they repeat.
func (s *search) collect(ctx context.Context) (*rightParts, error) {
	window := s.window
	if !s.inHalves() {
		window = min(window, s.highest()-s.window-1+s.fall)
	}
	sweep := newSweep(s.target, window, false, s.team)
	r := &rightParts{facing: make([][][]front, s.height+1)}
	r.keep(s.height, 0, s.cheapest(sweep.ends, s.height, 0))
	r.ends = append(r.ends, sweep.ends)
	var history recent
	for r.period == 0 || sweep.cols < r.start+r.period {
		x := sweep.cols + 1
		layers := visitor{layer: func(kink int, l layer) {
			cols, facing := x, s.height
			if kink < s.height {
				cols, facing = x-1, s.height-kink
			}
			if cols >= s.shortest() {
				r.keep(facing, cols, s.cheapest(l, facing, x))
			}
		}}
		if err := sweep.column(ctx, layers); err != nil {
			return nil, err
		}
		if s.inHalves() {
			r.ends = append(r.ends, sweep.ends)
		}
		if period := history.add(sweep.snapshot()); period != 0 && r.period == 0 {
			r.start, r.period = sweep.cols-period, s.common(period)
		}
	}
	return r, nil
}

// common returns a multiple of a period after which the thresholds repeat, too.
func (t target) common(period int) int {
	if t.rate != 0 && period%3 != 0 {
		return 3 * period
	}
	return period
}

func (r *rightParts) keep(kink, cols int, fronts []front) {
	for len(r.facing[kink]) <= cols {
		r.facing[kink] = append(r.facing[kink], nil)
	}
	r.facing[kink][cols] = fronts
}

// cheapest returns the fronts that may meet a left part out of the window, with
// relative costs, facing it.
func (s *search) cheapest(l layer, kink, cols int) (fronts []front) {
	limit := s.highest() - s.window - 1 - s.offset(kink)
	for _, shard := range l {
		for _, f := range shard {
			f.cost -= s.rate * int32(cols)
			if f.cost <= limit {
				fronts = append(fronts, f.facing(s.height))
			}
		}
	}
	return fronts
}

// offset returns what the relative costs of both sides count twice: the column
// that both have points in.
func (t target) offset(kink int) int32 {
	if kink < t.height {
		return t.rate
	}
	return 0
}

// opposites returns the right parts for left parts at a kink of a column.
func (s *search) opposites(col, kink int) *opposites {
	shortest := max(leastSide-col, 0)
	if s.inHalves() {
		shortest = max(s.first-col, col-1)
	}
	best := map[front]opposite{}
	for cols := shortest; cols < max(shortest, s.right.start)+s.right.period; cols++ {
		for _, f := range s.right.facing[kink][s.right.index(cols)] {
			relative := f.cost - s.threshold(col+cols)
			f.cost = 0
			if old, ok := best[f]; !ok || relative < old.cost {
				o := opposite{f, cols}
				o.cost = relative
				best[f] = o
			}
		}
	}
	all := make([]opposite, 0, len(best))
	for _, o := range best {
		all = append(all, o)
	}
	return newOpposites(all, kink, s.height)
}

// sweepLeft sweeps the left parts until they repeat, and lets all that leave
// the window meet the right parts.
func (s *search) sweepLeft(ctx context.Context) error {
	s.left = newSweep(s.target, s.window, true, s.team)
	var history recent
	end := 0
	for end == 0 || s.left.cols < end {
		col := s.left.cols + 1
		over := make([]*opposites, s.height+1)
		for kink := 1; kink <= s.height; kink++ {
			over[kink] = s.opposites(col, kink)
		}
		err := s.left.column(ctx, visitor{over: func(kink int, f front) {
			relative := f
			relative.cost -= s.rate * int32(col)
			if right, ok := over[kink].meets(relative, -s.offset(kink)-relative.cost); ok {
				s.found(col, kink, f, right)
			}
		}})
		if err != nil {
			return err
		}
		s.finish()
		s.columns = append(s.columns, columnState{col, s.left.ends.len()})
		if period := history.add(s.left.snapshot()); period != 0 && end == 0 {
			end = col - period + s.common(period)
			if s.inHalves() {
				end = max(col-period, s.right.start, s.first/2+1) + s.common(period)*s.right.period
			}
		}
	}
	return nil
}

// finish looks for groups whose left parts never left the window.
func (s *search) finish() {
	col := s.left.cols
	if s.inHalves() {
		s.joinHalves(col, col)
		s.joinHalves(col, col+1)
		return
	}
	for _, shard := range s.left.ends {
		for _, f := range shard {
			atEdge, oneMore, ok := f.finished(s.height)
			if !ok {
				continue
			}
			s.complete(col, atEdge, f)
			s.complete(col+1, oneMore, f)
		}
	}
}

func (s *search) complete(cols int, cost int32, f front) {
	if cols >= s.first && cost-s.rate*int32(cols) <= s.threshold(cols) {
		s.survive(cols, survivor{cost: cost, col: cols, kink: s.height, left: f})
	}
}

// joinHalves lets left parts meet all right parts in the middle of the board.
func (s *search) joinHalves(left, right int) {
	if left+right < s.first {
		return
	}
	var all []opposite
	for _, shard := range s.right.ends[s.right.index(right)] {
		for _, f := range shard {
			f = f.facing(s.height)
			f.cost -= s.threshold(left + right)
			all = append(all, opposite{f, right})
		}
	}
	o := newOpposites(all, s.height, s.height)
	for _, shard := range s.left.ends {
		for _, f := range shard {
			if right, ok := o.meets(f, -f.cost); ok {
				s.found(left, s.height, f, right)
			}
		}
	}
}

// found notes a group of a left and a right part.
func (s *search) found(col, kink int, left front, right opposite) {
	cols := col + right.cols
	extra, _ := seam(left, right.front, kink, s.height)
	rightCost := right.cost + s.threshold(cols) + s.rate*int32(right.cols) + s.offset(kink)
	s.survive(cols, survivor{left.cost + extra + rightCost, col, kink, left, right.front})
}

func (s *search) survive(cols int, found survivor) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	old, ok := s.survivors[cols]
	if !ok || found.compare(old) < 0 {
		s.survivors[cols] = found
	}
}

func (s survivor) compare(t survivor) int {
	return cmp.Or(cmp.Compare(s.cost, t.cost), cmp.Compare(s.col, t.col), cmp.Compare(s.kink, t.kink),
		compareFronts(s.left, t.left), compareFronts(s.right, t.right))
}

func sortedWidths(survivors map[int]survivor) (widths []int) {
	for cols := range survivors {
		widths = append(widths, cols)
	}
	slices.Sort(widths)
	return widths
}
