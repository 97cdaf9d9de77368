package liberties

import (
	"cmp"
	"context"
	"slices"
	"sync"
)

// An opposite is a right part that a left part may meet at a kink, turned to face the left part.
// Its cost is relative, less the threshold of the board of both.
type opposite struct {
	frontier
	cols int
}

// minTabled is the fewest right parts for which tables are worth their time.
const minTabled = 16

// opposites is all right parts at a kink, with tables that rule out most left parts.
type opposites struct {
	height, kink int
	frontiers    []opposite // the cheapest first
	tables       []*boundTable
}

// newOpposites puts right parts in order. Tables of the shapes are made if there are many of them.
func newOpposites(frontiers []opposite, kink, height int, shapes *shapes) *opposites {
	o := &opposites{height: height, kink: kink, frontiers: frontiers}
	if len(frontiers) >= minTabled {
		o.tables = newTables(kink, shapes)
		for _, v := range o.tables {
			for _, f := range frontiers {
				v.add(f.frontier, f.cost)
			}
			v.transform()
		}
	}
	slices.SortFunc(frontiers, func(f, g opposite) int {
		return cmp.Or(cmp.Compare(f.cost, g.cost), compareFrontiers(f.frontier, g.frontier))
	})
	return o
}

// meets reports whether a left part can meet a right part within the budget, and returns such a
// cost and the columns of the right part. No join costs less than 0.
func (o *opposites) meets(left frontier, budget int32) (cost int32, cols int, ok bool) {
	if !fitsBudget(o.tables, left, budget) {
		return 0, 0, false
	}
	for _, f := range o.frontiers {
		if f.cost > budget {
			break
		}
		extra, ok := joinCost(left, f.frontier, o.kink, o.height)
		if ok && f.cost+extra <= budget && connected(left, f.frontier, o.kink, o.height) {
			return f.cost + extra, f.cols, true
		}
	}
	return 0, 0, false
}

// searchHalves searches where costs only grow, and cuts groups where the left part gets outside.
func (s *search) searchHalves(ctx context.Context) error {
	if err := s.collect(ctx); err != nil {
		return err
	}
	return s.sweepHalf(ctx)
}

// shortest returns the fewest whole columns of a right part.
func (s *search) shortest() int { return (s.first - 1) / 2 }

// collect sweeps the right parts, turned by half a turn, until they repeat.
func (s *search) collect(ctx context.Context) error {
	if s.right == nil {
		s.right = s.newRight()
		s.right.facing = make([][][]frontier, s.height+1)
		s.right.keep(s.height, 0, s.cheapest(s.right.ends[0]))
		s.right.keepAll(s)
	}
	r := s.right
	var mutex sync.Mutex
	found := make([][]frontier, s.height+1) // in this column, by kink of the left part
	return s.sweepRight(ctx, func(kink, cols int, frontiers []frontier) {
		if cols < s.shortest() {
			return
		}
		cheap := s.cheapest(frontiers)
		mutex.Lock()
		defer mutex.Unlock()
		kink = facing(kink, s.height)
		found[kink] = append(found[kink], cheap...)
	}, func() {
		for kink, frontiers := range found {
			cols := r.cols // whole ones
			if kink < s.height {
				cols--
			}
			if frontiers != nil {
				r.keep(kink, cols, frontiers)
			}
		}
		clear(found)
		r.keepAll(s)
	})
}

// keepAll keeps the parts after a column if they may be half of a board.
func (r *rightParts) keepAll(s *search) {
	var half layer
	if r.cols >= s.shortest() {
		half = r.ends
	}
	r.all = append(r.all, half)
}

// keep keeps the parts that may be met at a kink.
func (r *rightParts) keep(kink, cols int, frontiers []frontier) {
	for len(r.facing[kink]) <= cols {
		r.facing[kink] = append(r.facing[kink], nil)
	}
	r.count += int64(len(frontiers))
	r.facing[kink][cols] = frontiers
}

// cheapest returns the frontiers that may meet a left part out of the window, facing it.
func (s *search) cheapest(frontiers []frontier) (cheap []frontier) {
	limit := s.maxThreshold() - s.window - 1
	for _, f := range frontiers {
		if f.cost <= limit {
			cheap = append(cheap, f.mirrored(s.height))
		}
	}
	return cheap
}

// opposites returns the right parts for left parts at a kink of a column.
func (s *search) opposites(col, kink int) *opposites {
	shortest := max(s.first-col, col-1)
	end := max(shortest, s.right.start) + s.right.period
	if s.witness != nil {
		shortest, end = s.witness.cols-col, s.witness.cols-col+1
	}
	best := map[frontier]opposite{}
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
	return newOpposites(all, kink, s.height, s.oppositeShapes)
}

// at returns the right parts with some whole columns for a kink.
func (r *rightParts) at(kink, cols int) []frontier {
	if i := r.index(cols); i < len(r.facing[kink]) {
		return r.facing[kink][i]
	}
	return nil
}

// sweepHalf sweeps left parts to a half or a repetition; those outside meet right parts.
func (s *search) sweepHalf(ctx context.Context) error {
	if s.left == nil {
		s.left = s.newLeft()
	}
	for !s.done(s.left.cols, s.halfEnd()) {
		col := s.left.cols + 1
		over := make([]*opposites, s.height+1)
		s.team.each(s.height, func(_ *worker, i int) { over[i+1] = s.opposites(col, i+1) })
		err := s.left.column(ctx, visitor{over: func(kink int, f frontier) (stays bool) {
			s.meet(col, f, over[kink])
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

// halfEnd returns the columns up to which the left parts must be swept, 0 if that is not yet known.
func (s *search) halfEnd() int {
	if s.repeat == 0 {
		return 0
	}
	period := s.repeat - s.since
	return max(s.since, s.right.start, s.first/2+1) + period*s.right.period
}

// joinHalves lets left parts meet all right parts in the middle of the board.
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
			s.meet(left, f, o)
		}
	}
}

// meet notes a group of a left part and one of some right parts.
func (s *search) meet(col int, left frontier, o *opposites) {
	if cost, cols, ok := o.meets(left, -left.cost); ok {
		s.addGroup(col+cols, cheapGroup{left.cost + cost + s.threshold(col+cols), col})
	}
}
