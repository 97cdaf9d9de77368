package liberties

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// An opposite is a right part that a left part may meet at a kink. It has the rows of the left
// part. The cost of its frontier is relative, less the threshold of the board of both parts.
type opposite struct {
	part frontier
	cols int // whole columns of the right part
}

// minTabled is the fewest right parts for which tables are worth their time.
const minTabled = 16

// opposites are all right parts at a kink, with tables that rule out most left parts.
type opposites struct {
	height, kink int
	all          []opposite // the cheapest first
	tables       []*boundTable
}

// newOpposites sorts right parts by cost. It makes tables of the shapes if there are many right
// parts.
func newOpposites(all []opposite, kink, height int, shapes *shapes) *opposites {
	o := &opposites{height: height, kink: kink, all: all}
	if len(all) >= minTabled {
		o.tables = newTables(kink, shapes)
		for _, v := range o.tables {
			for _, right := range all {
				v.add(right.part, right.part.cost)
			}
			v.transform()
		}
	}
	slices.SortFunc(all, func(f, g opposite) int {
		return cmp.Or(cmp.Compare(f.part.cost, g.part.cost), compareFrontiers(f.part, g.part))
	})
	return o
}

// completes reports whether some right part completes a left part to a group, at a cost of right
// part and join of at most the budget. It returns that cost and the whole columns of the right
// part. No join costs less than 0.
func (o *opposites) completes(left frontier, budget int32) (cost int32, cols int, ok bool) {
	if !fitsBudget(o.tables, left, budget) {
		return 0, 0, false
	}
	for _, opposite := range o.all {
		right := opposite.part
		if right.cost > budget {
			break
		}
		extra, ok := joinCost(left, right, o.kink, o.height)
		if ok && right.cost+extra <= budget && connected(left, right, o.kink, o.height) {
			return right.cost + extra, opposite.cols, true
		}
	}
	return 0, 0, false
}

// searchHalves searches where costs never decrease. It cuts a group where its left part leaves the
// window, or in the middle of the board.
func (s *search) searchHalves(ctx context.Context) error {
	if err := s.collectRight(ctx); err != nil {
		return err
	}
	return s.sweepLeftHalves(ctx)
}

// minRightCols returns the least number of whole columns of a right part: the left part has at most
// half of the board.
func (s *search) minRightCols() int { return (s.first - 1) / 2 }

// collectRight sweeps the right parts until they repeat, and keeps those that a left part may meet.
func (s *search) collectRight(ctx context.Context) error {
	if s.right == nil {
		s.right = s.newRight()
		s.right.facing = make([][][]frontier, s.height+1)
		s.right.keepFacing(s.height, 0, s.cheapest(s.right.ends[0]))
		s.right.keepHalf(s)
	}
	r := s.right
	var mutex sync.Mutex
	found := make([][]frontier, s.height+1) // in this column, by kink of the left part
	return s.sweepRight(ctx, func(kink, cols int, frontiers []frontier) {
		if cols < s.minRightCols() {
			return
		}
		cheap := s.cheapest(frontiers)
		mutex.Lock()
		defer mutex.Unlock()
		kink = turnedKink(kink, s.height)
		found[kink] = append(found[kink], cheap...)
	}, func() {
		for kink, frontiers := range found {
			cols := r.cols // whole ones
			if kink < s.height {
				cols--
			}
			if frontiers != nil {
				r.keepFacing(kink, cols, frontiers)
			}
		}
		clear(found)
		r.keepHalf(s)
	})
}

// keepHalf keeps all right parts after a column if they may be half of a board.
func (r *rightParts) keepHalf(s *search) {
	var half layer
	if r.cols >= s.minRightCols() {
		half = r.ends
	}
	r.all = append(r.all, half)
}

// keepFacing keeps the right parts of cols whole columns that a left part may meet at a kink.
func (r *rightParts) keepFacing(kink, cols int, frontiers []frontier) {
	for len(r.facing[kink]) <= cols {
		r.facing[kink] = append(r.facing[kink], nil)
	}
	r.count += int64(len(frontiers))
	r.facing[kink][cols] = frontiers
}

// cheapest returns those frontiers of right parts that are cheap enough for a left part outside the
// window, mirrored to face it.
func (s *search) cheapest(frontiers []frontier) (cheap []frontier) {
	window := s.rightWindow()
	for _, f := range frontiers {
		if f.cost <= window {
			cheap = append(cheap, f.mirrored(s.height))
		}
	}
	return cheap
}

// opposites returns the right parts that left parts may meet at a kink of a column, each state once
// at its least cost.
func (s *search) opposites(col, kink int) *opposites {
	shortest := max(s.first-col, col-1)
	end := max(shortest, s.right.start) + s.right.period
	if s.witness != nil {
		shortest, end = s.witness.cols-col, s.witness.cols-col+1
	}
	best := map[frontier]opposite{} // by state: the frontier with cost 0
	for cols := shortest; cols < end; cols++ {
		for _, f := range s.right.at(kink, cols) {
			state := f
			state.cost = 0
			f.cost -= s.threshold(col + cols)
			if old, ok := best[state]; !ok || f.cost < old.part.cost {
				best[state] = opposite{f, cols}
			}
		}
	}
	all := make([]opposite, 0, len(best))
	for _, o := range best {
		all = append(all, o)
	}
	return newOpposites(all, kink, s.height, s.oppositeShapes)
}

// at returns the right parts of cols whole columns that a left part may meet at a kink.
func (r *rightParts) at(kink, cols int) []frontier {
	if i := r.index(cols); i < len(r.facing[kink]) {
		return r.facing[kink][i]
	}
	return nil
}

// sweepLeftHalves sweeps the left parts until they repeat. A left part that leaves the window is
// joined to right parts and dropped; those inside are joined to right parts in the middle of the
// board.
func (s *search) sweepLeftHalves(ctx context.Context) error {
	if s.left == nil {
		s.left = s.newLeft()
	}
	for !s.done(s.left.cols, s.halfEnd()) {
		col := s.left.cols + 1
		over := make([]*opposites, s.height+1)
		s.team.each(s.height, func(_ *worker, i int) { over[i+1] = s.opposites(col, i+1) })
		err := s.left.addColumn(ctx, visitor{outside: func(kink int, f frontier) (stays bool) {
			s.join(col, f, over[kink])
			return false
		}})
		if err != nil {
			return err
		}
		s.joinHalves(col, col)
		s.joinHalves(col, col+1)
		if err := s.endColumn(1); err != nil {
			return err
		}
	}
	return nil
}

// halfEnd returns the last column up to which to sweep the left parts, or 0 if it is not yet known.
func (s *search) halfEnd() int {
	if s.repeat == 0 {
		return 0
	}
	period := s.repeat - s.since
	return max(s.since, s.right.start, s.first/2+1) + period*s.right.period
}

// joinHalves joins all left parts of left columns to all right parts of right columns, in the
// middle of the board.
func (s *search) joinHalves(left, right int) {
	if left+right < s.first || s.witness != nil && left+right != s.witness.cols {
		return
	}
	var all []opposite
	for _, block := range s.right.all[s.right.index(right)] {
		for _, f := range block {
			f = f.mirrored(s.height)
			f.cost -= s.threshold(left + right)
			all = append(all, opposite{f, right})
		}
	}
	o := newOpposites(all, s.height, s.height, s.oppositeShapes)
	for _, block := range s.left.ends {
		for _, f := range block {
			s.join(left, f, o)
		}
	}
}

// join keeps a group that some right part completes a left part to, if there is one.
func (s *search) join(col int, left frontier, o *opposites) {
	if cost, cols, ok := o.completes(left, -left.cost); ok {
		s.addGroup(col+cols, cheapGroup{left.cost + cost + s.threshold(col+cols), col})
	}
}
