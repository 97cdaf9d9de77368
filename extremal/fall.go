package extremal

import "context"

// A fall is a bound on how far the cost less the number of columns can go down,
// from one column end to a later one, in any group on a board of some height.
// docs/liberties.md, section "The fall", has the proof.
//
// It is found by a search that starts from every border at once. Of that border
// it forgets which stones are connected: they all belong to one wild component,
// whose cycles are free but for squares of four stones. The anchor, a stone
// below the bottom row, is wild too: it lets the wild stones be one component of
// the front. All this makes costs smaller and groups more, never fewer. Of the
// wild component a stone must stay in the border, as of each of the components
// that it stands for; components that begin later are kept exactly.
type fall struct{ height int }

// Rows below the bottom one, in the plane of stones only but for the first.
const (
	anchorRow = iota
	cornerRow // a flag: the point above and to the left of the next one is a stone
	dryRow    // a flag of the first column: the point above and to the left of the next one is dry
	wildRow   // a flag of the first column: there was a wild stone
	flagRows
)

func (w fall) flag(row int) uint32 { return 1 << (w.height + row) }

// maxFallHeight is the greatest height that leaves room for the rows above.
const maxFallHeight = MaxHeight - flagRows

// bound returns the fall, and tells of the fronts of the search at every kink,
// with the costs that they fell to. The search goes on until no border is reached at
// less cost than before. It is enough to follow falls that are below zero all the way: a fall
// from the last of its highest points is as deep.
func (w fall) bound(ctx context.Context, team *workers, visit func(kink int, l layer)) (deepest int32, err error) {
	best := layer{} // by border, with twice the least cost
	fresh := layer{{front{stone: w.flag(anchorRow)}}}
	for first := true; fresh.len() > 0; first = false {
		for row := range w.height {
			if err := ctx.Err(); err != nil {
				return 0, err
			}
			fresh = team.step(fresh, func(_ *worker, f front, put func(front)) { w.fallThrough(f, row, first, put) })
			visit(row+1, fresh)
		}
		deepest = min(deepest, fresh.least())
		both := append(append(layer{}, best...), mark(fresh)...)
		best = team.step(both, func(_ *worker, f front, put func(front)) { put(f) })
		best, fresh = unmark(best)
	}
	return -deepest, nil
}

// mark doubles costs and adds 1, so that of equal borders an old one wins.
func mark(l layer) layer {
	for _, shard := range l {
		for i := range shard {
			shard[i].cost = 2*shard[i].cost + 1
		}
	}
	return l
}

// unmark returns all fronts, with twice their costs, and the marked ones, with
// their costs.
func unmark(l layer) (all, marked layer) {
	for _, shard := range l {
		var found []front
		for i, f := range shard {
			if f.cost&1 != 0 {
				shard[i].cost--
				f.cost = (f.cost - 1) / 2
				found = append(found, f)
			}
		}
		marked = append(marked, found)
	}
	return l, marked
}

// fallThrough adds the point of a row, if the cost less the columns, this one
// included, stays below zero.
func (w fall) fallThrough(f front, row int, first bool, put func(front)) {
	if row == 0 {
		f.cost--
	}
	wild := f.above&w.flag(anchorRow) != 0
	below := func(f front) {
		if f.cost >= 0 {
			return
		}
		alive := f.above&w.flag(anchorRow) != 0
		switch {
		case !first && wild && !alive:
			return
		case first && row == w.height-1:
			if !alive && f.stone&w.flag(wildRow) != 0 {
				return
			}
			f.stone &^= w.flag(wildRow)
		}
		put(f)
	}
	if first {
		w.guess(f, row, func(f front) { w.extend(f, row, below) })
	} else {
		w.extend(f, row, below)
	}
}

// guess gives the point to the left of a row of the first column each of its
// states. A dry point has no stone above or below.
func (w fall) guess(f front, row int, put func(front)) {
	bit := uint32(1) << row
	afterDry := f.stone&w.flag(dryRow) != 0
	f.stone &^= w.flag(dryRow)
	g := f
	g.above |= bit
	put(g)
	if f.stone&w.flag(cornerRow) == 0 {
		g = f
		if row < w.height-1 {
			g.stone |= w.flag(dryRow)
		}
		put(g)
	}
	if !afterDry {
		if f.above&w.flag(anchorRow) != 0 {
			f.above |= bit
		}
		f.stone |= bit | w.flag(wildRow)
		f.below |= bit
		f.above |= w.flag(anchorRow)
		put(f)
	}
}

// extend adds the point of a row.
func (w fall) extend(f front, row int, put func(front)) {
	bit := uint32(1) << row
	corner := f.stone&w.flag(cornerRow) != 0
	f.stone &^= w.flag(cornerRow)
	left := f.stone&bit != 0
	keep := func(g front) {
		if left && row < w.height-1 {
			g.stone |= w.flag(cornerRow)
		}
		put(g)
	}
	g := f.placeStone(row, w.height)
	if left && !corner && row > 0 && f.closesCycle(row) && f.last(row) == w.flag(anchorRow) {
		g.cost -= 2
	}
	keep(g)
	if g, ok := f.placeEmpty(row); ok {
		keep(g)
	}
}

// closesCycle reports whether the points above a row and to its left are stones
// of one component.
func (f front) closesCycle(row int) bool {
	bit := uint32(1) << row
	upper := bit >> 1
	return f.stone&bit != 0 && f.stone&upper != 0 && f.below&upper != 0 && f.above&bit != 0
}
