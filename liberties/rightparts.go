package liberties

import (
	"cmp"
	"slices"
)

// An opposite is a right part that a left part may meet at a kink: its frontier,
// turned to face the left part, with its number of whole columns. Its cost is
// relative, and the threshold of the board of both is taken off.
type opposite struct {
	frontier
	cols int
}

const (
	minTabled       = 16      // the fewest right parts for which tables are worth their time
	oppositeRows    = 7       // of which a table of opposites looks at all
	oppositeEntries = 1 << 13 // of such a table
)

// opposites is all right parts at a kink, with tables that show of most left parts that
// they meet none.
type opposites struct {
	height, kink int
	frontiers    []opposite // the cheapest first
	tables       []*boundTable
}

// newOpposites puts right parts in order. Tables of the shapes are made if there are
// many of them.
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

// meets reports whether a left part can meet one of the right parts so that the
// group costs no more than the budget, and returns such a right part. No join costs less
// than 0.
func (o *opposites) meets(left frontier, budget int32) (right opposite, ok bool) {
	if !bounded(o.tables, left, budget) {
		return right, false
	}
	for _, f := range o.frontiers {
		if f.cost > budget {
			break
		}
		extra, ok := joinCost(left, f.frontier, o.kink, o.height)
		if ok && f.cost+extra <= budget && connected(left, f.frontier, o.kink, o.height) {
			return f, true
		}
	}
	return right, false
}
