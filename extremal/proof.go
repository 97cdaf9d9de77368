package extremal

import (
	"cmp"
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"combigo/result"
)

// A search looks for groups that cost at most the threshold of a target, on
// boards of all widths from the first on. docs/liberties.md, sections "The
// window" and "All widths", says why it misses none.
//
// Every such group is cut where its left part leaves the window first. Then the
// right part, turned by half a turn, is cheap, and is a left part that never left
// a window of its own; or it has a shadow, and the cut is made further on. If the
// left part never leaves the sweep, the group is found at the end of the board;
// or, if 3 divides the height, in the middle.
type search struct {
	target
	fall    int32
	shadows shadows
	window  int32
	team    *workers

	right *rightParts
	left  *sweep

	repeat, since int // the left parts after these columns are the same

	mutex     sync.Mutex
	survivors map[int]survivor // by width, the cheapest group there
	meetings  int64

	witness    *Group // if not nil, the only group that is searched for
	ceiling    result.Bytes
	progress   func(share float64)
	checkpoint *checkpointFile
}

// A survivor is a group at or below the threshold: its cost, and where it was
// found.
type survivor struct {
	cost        int32
	col, kink   int
	left, right front
}

// inHalves reports whether it is enough to cut groups in their left halves:
// whatever side leaves the window first is called left. Then the cheap right
// part is the longer one. That needs costs that only grow.
func (t target) inHalves() bool { return t.rate == 0 }

func newSearch(t target, team *workers) *search {
	return &search{target: t, team: team, survivors: map[int]survivor{}}
}

// run searches. It may be called on a search that was resumed. A search that
// is interrupted leaves its checkpoint.
func (s *search) run(ctx context.Context) error {
	err := s.runAll(ctx)
	if s.checkpoint != nil && (err == nil || ctx.Err() != nil) {
		s.checkpoint.pause = 0
		return errors.Join(err, s.save())
	}
	return err
}

func (s *search) runAll(ctx context.Context) (err error) {
	if s.rate != 0 && s.fall == 0 {
		if s.fall, s.shadows, err = (fall{s.height}).bound(ctx, s.team); err != nil {
			return err
		}
		if err := s.save(); err != nil {
			return err
		}
	}
	if s.fall > int32(s.height) {
		return internalf("height %d: the fall is %d: the proof needs one of at most the height", s.height, s.fall)
	}
	s.window = s.target.window(s.spare())
	if err := s.collect(ctx); err != nil {
		return err
	}
	return s.sweepLeft(ctx)
}

// spare returns by how much the window of the right parts is wider than the
// costs at which they are met: a deeper fall leaves a shadow.
func (s *search) spare() int32 { return max(s.fall-1, 0) }

// done reports whether a sweep has gone as far as it must.
func (s *search) done(cols, end int) bool {
	if s.witness != nil {
		return cols == s.witness.cols
	}
	return end != 0 && cols >= end
}

// newSweep returns a sweep with what they all have.
func (s *search) newSweep(window int32, upside bool) *sweep {
	sweep := newSweep(s.target, window, upside && s.witness == nil, s.team)
	sweep.ceiling = s.ceiling
	return sweep
}

// rightParts is the right parts that are cheap enough to meet a left part that
// left the window, by kink and by whole columns, in a sweep that repeats.
type rightParts struct {
	*sweep
	facing [][][]front // by kink of the left part, then whole columns
	all    []layer     // by whole columns, if groups are cut in halves
	start  int         // the columns from which on the sweep repeats
	period int         // 0 while unknown
	count  int         // fronts in facing
}

// index returns which of the columns that were swept stands for a number of
// columns.
func (r *rightParts) index(cols int) int {
	if cols < r.start || r.period == 0 {
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
func (s *search) collect(ctx context.Context) error {
	if s.right == nil {
		window := s.window
		if !s.inHalves() {
			window = s.highest() - s.window - 1 + s.spare()
		}
		s.right = &rightParts{sweep: s.newSweep(window, false), facing: make([][][]front, s.height+1)}
		if s.witness != nil {
			s.right.witness = s.witness.turned()
		}
		s.right.keep(s.height, 0, s.cheapest(s.right.ends, s.height, 0))
		s.right.keepAll(s)
	}
	r := s.right
	for !s.done(r.cols, r.end()) {
		x := r.cols + 1
		err := r.column(ctx, visitor{layer: func(kink int, l layer) {
			cols, facing := x, facing(kink, s.height)
			if kink < s.height {
				cols = x - 1
			}
			if cols >= s.shortest() {
				r.keep(facing, cols, s.cheapest(l, facing, x))
			}
		}})
		if err != nil {
			return err
		}
		r.keepAll(s)
		if period := r.history.add(r.snapshot()); period != 0 && r.period == 0 && s.witness == nil {
			r.start, r.period = r.cols-period, s.common(period)
		}
		s.report()
		if err := s.save(); err != nil {
			return err
		}
	}
	return nil
}

// keepAll keeps the parts after a column if they may be half of a board.
func (r *rightParts) keepAll(s *search) {
	var half layer
	if s.inHalves() && r.cols >= s.shortest() {
		half = r.ends
	}
	r.all = append(r.all, half)
}

// end returns the columns up to which the right parts must be swept, 0 if that
// is not yet known.
func (r *rightParts) end() int {
	if r.period == 0 {
		return 0
	}
	return r.start + r.period
}

// turned returns the group turned by half a turn.
func (g *Group) turned() *Group {
	t := newGroup(g.rows, g.cols)
	for i, stone := range g.stones {
		t.stones[len(g.stones)-1-i] = stone
	}
	return t
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
	r.count += len(fronts) - len(r.facing[kink][cols]) // a column that was interrupted is done again
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

// sameOpposites reports whether the right parts for a column are those for the
// column longestPeriod before. Their costs are relative to thresholds, which
// repeat after 3 columns; their numbers of columns must begin at 0.
func (s *search) sameOpposites(col int) bool {
	return !s.inHalves() && s.witness == nil && col-longestPeriod >= leastSide
}

// opposites returns the right parts for left parts at a kink of a column.
func (s *search) opposites(col, kink int) *opposites {
	shortest := max(leastSide-col, 0)
	if s.inHalves() {
		shortest = max(s.first-col, col-1)
	}
	end := max(shortest, s.right.start) + s.right.period
	if s.witness != nil {
		shortest, end = s.witness.cols-col, s.witness.cols-col+1
	}
	best := map[front]opposite{}
	for cols := shortest; cols < end; cols++ {
		for _, f := range s.right.at(kink, cols) {
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

// facingShadows returns the shadows that stand for right parts at a kink of the
// left part that came back from outside their window, with costs relative to
// the highest threshold.
func (s *search) facingShadows(kink int) *opposites {
	var all []opposite
	limit := s.highest() - s.window - 1 - s.offset(kink)
	if s.rate != 0 && s.witness == nil {
		for _, f := range s.shadows[facing(kink, s.height)] {
			if f.cost += s.right.window + 1; f.cost <= limit {
				f.cost -= s.highest()
				all = append(all, opposite{f.facing(s.height), ofShadow})
			}
		}
	}
	return newOpposites(all, kink, s.height)
}

// facing returns the kink of a right part, turned, at a kink of a left part.
func facing(kink, height int) int {
	if kink < height {
		return height - kink
	}
	return height
}

// at returns the right parts with some whole columns for a kink.
func (r *rightParts) at(kink, cols int) []front {
	if i := r.index(cols); i < len(r.facing[kink]) {
		return r.facing[kink][i]
	}
	return nil
}

// sweepLeft sweeps the left parts until they repeat, and lets all that are
// outside the window meet the right parts. Those that meet a shadow stay: of
// their right parts not all are known.
func (s *search) sweepLeft(ctx context.Context) error {
	if s.left == nil {
		s.left = s.newSweep(s.window, true)
		s.left.witness = s.witness
	}
	shadows := make([]*opposites, s.height+1)
	s.team.each(s.height, func(_ *worker, i int) { shadows[i+1] = s.facingShadows(i + 1) })
	var past [longestPeriod][]*opposites // of the last columns
	for !s.done(s.left.cols, s.leftEnd()) {
		col := s.left.cols + 1
		over := past[col%longestPeriod]
		if over == nil || !s.sameOpposites(col) {
			over = make([]*opposites, s.height+1)
			s.team.each(s.height, func(_ *worker, i int) { over[i+1] = s.opposites(col, i+1) })
			past[col%longestPeriod] = over
		}
		var meetings atomic.Int64
		err := s.left.column(ctx, visitor{over: func(kink int, f front) (stays bool) {
			meetings.Add(1)
			relative := f
			relative.cost -= s.rate * int32(col)
			budget := -s.offset(kink) - relative.cost
			if right, ok := over[kink].meets(relative, budget); ok {
				s.found(col, kink, f, right)
			}
			_, stays = shadows[kink].meets(relative, budget)
			return stays
		}})
		if err != nil {
			return err
		}
		s.meetings += meetings.Load()
		s.finish()
		if period := s.left.history.add(s.left.snapshot()); period != 0 && s.repeat == 0 {
			s.repeat, s.since = col, col-period
		}
		s.report()
		if err := s.save(); err != nil {
			return err
		}
	}
	return nil
}

// leftEnd returns the columns up to which the left parts must be swept, 0 if
// that is not yet known.
func (s *search) leftEnd() int {
	if s.repeat == 0 {
		return 0
	}
	period := s.common(s.repeat - s.since)
	if s.inHalves() {
		return max(s.since, s.right.start, s.first/2+1) + period*s.right.period
	}
	return s.since + period
}

// report tells of progress. How many columns there will be is a guess.
func (s *search) report() {
	if s.progress == nil {
		return
	}
	const columns = 14
	done := float64(s.right.cols)
	if s.left != nil {
		done = columns + 3*float64(s.left.cols)
	}
	s.progress(min(done/(4*columns), 0.99))
}

// survivorAt returns the cheapest group that was found on a width, or on one
// that stands for it.
func (s *search) survivorAt(cols int) (survivor, bool) {
	for width := cols; width >= s.first; width -= s.right.period {
		if found, ok := s.survivors[width]; ok && (width == cols || s.stands(width)) {
			found.cost += s.rate * int32(cols-width)
			return found, true
		}
	}
	return survivor{}, false
}

// stands reports whether a group of a width has a part long enough to go on by
// a period of columns, as often as one likes.
func (s *search) stands(width int) bool {
	found := s.survivors[width]
	return found.col >= s.since || width-found.col >= s.right.start
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
	if s.witness != nil && cols != s.witness.cols {
		return
	}
	if cols >= s.first && cost-s.rate*int32(cols) <= s.threshold(cols) {
		s.survive(cols, survivor{cost: cost, col: cols, kink: s.height, left: f})
	}
}

// joinHalves lets left parts meet all right parts in the middle of the board.
func (s *search) joinHalves(left, right int) {
	if left+right < s.first || s.witness != nil && left+right != s.witness.cols {
		return
	}
	var all []opposite
	for _, shard := range s.right.all[s.right.index(right)] {
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
