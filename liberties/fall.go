package liberties

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
// with the costs that they fell to, of some of them several times; many
// goroutines do at once. The search goes on until no border is reached at less
// cost than before. It is enough to follow falls that are below zero all the
// way: a fall from the last of its highest points is as deep.
func (w fall) bound(ctx context.Context, team *workers, visit func(kink int, fronts []front)) (deepest int32, err error) {
	fresh, err := w.firstColumns(ctx, team, visit)
	if err != nil {
		return 0, err
	}
	deepest = -1    // after the first column
	best := layer{} // by border, with twice the least cost
	p := &fallingPoint{fall: w, visit: visit}
	for fresh.len() > 0 {
		deepest = min(deepest, fresh.least())
		best = team.merge(append(best, mark(fresh)...))
		best, fresh = unmark(best)
		if fresh, err = team.rows(ctx, fresh, wholeColumn(w.height, true), p); err != nil {
			return 0, err
		}
	}
	return -deepest, nil
}

// firstColumns returns the fronts after the first two columns, some of them
// several times. Most fronts of the search are inside the second column: it is
// searched in parts, by the stones in the lower rows of the first, which tell
// fronts apart until these rows come.
func (w fall) firstColumns(ctx context.Context, team *workers, visit func(kink int, fronts []front)) (fresh layer, err error) {
	guessed := &fallingPoint{fall: w, guesses: true, from: w.height - w.lowerRows(), visit: visit}
	upper, err := team.rows(ctx, layer{{front{stone: w.flag(anchorRow)}}}, guessed.upperRows(), guessed)
	if err != nil {
		return nil, err
	}
	for stones := range uint32(1) << w.lowerRows() {
		guessed.stones = stones << guessed.from
		part, err := team.rows(ctx, upper, guessed.otherRows(), guessed)
		if err != nil {
			return nil, err
		}
		if part, err = team.rows(ctx, part, wholeColumn(w.height, true), &fallingPoint{fall: w, visit: visit}); err != nil {
			return nil, err
		}
		fresh = append(fresh, part...)
	}
	return fresh, nil
}

// lowerRows is the number of rows by which the second column is searched in
// parts, so that they have some 10^5 fronts.
func (w fall) lowerRows() int { return max(2, w.height-13) }

// mark doubles costs and adds 1, so that of equal borders an old one wins.
func mark(l layer) layer {
	for _, block := range l {
		for i := range block {
			block[i].cost = 2*block[i].cost + 1
		}
	}
	return l
}

// unmark returns all fronts, with twice their costs, and the marked ones, with
// their costs.
func unmark(l layer) (all, marked layer) {
	for _, block := range l {
		var found []front
		for i, f := range block {
			if f.cost&1 != 0 {
				block[i].cost--
				f.cost = (f.cost - 1) / 2
				found = append(found, f)
			}
		}
		marked = append(marked, found)
	}
	return l, marked
}

// A fallingPoint is what becomes of the fronts of the search.
type fallingPoint struct {
	fall
	visit func(kink int, fronts []front)

	guesses bool   // in the first column
	from    int    // there: the row from which on
	stones  uint32 // these are the stones
}

// guessedRows is the number of rows of a stretch of the first column, where each
// point makes two or three times as many fronts.
const guessedRows = 2

func (p *fallingPoint) upperRows() span { return span{p.height, 0, p.from, guessedRows, true} }
func (p *fallingPoint) otherRows() span { return span{p.height, p.from, p.height, guessedRows, false} }

func (p *fallingPoint) add(to *worker, row int, fronts []front) {
	for _, f := range fronts {
		if row == 0 {
			f.cost--
		}
		if !p.guesses {
			p.extend(to, f, row)
			continue
		}
		all, n := p.guess(f, row)
		for _, g := range all[:n] {
			p.extend(to, g, row)
		}
	}
}

func (p *fallingPoint) see(row int, fronts []front) { p.visit(row+1, fronts) }

// guess gives the point to the left of a row of the first column each of its
// states. A dry point has no stone above or below.
func (w fall) guess(f front, row int) (all [states]front, n int) {
	bit := uint32(1) << row
	afterDry := f.stone&w.flag(dryRow) != 0
	f.stone &^= w.flag(dryRow)
	wet := f
	wet.above |= bit
	all[0], n = wet, 1
	if f.stone&w.flag(cornerRow) == 0 {
		dry := f
		if row < w.height-1 {
			dry.stone |= w.flag(dryRow)
		}
		all[n] = dry
		n++
	}
	if !afterDry {
		if f.above&w.flag(anchorRow) != 0 {
			f.above |= bit
		}
		f.stone |= bit | w.flag(wildRow)
		f.below |= bit
		f.above |= w.flag(anchorRow)
		all[n] = f
		n++
	}
	return all, n
}

// extend adds the point of a row.
func (p *fallingPoint) extend(to *worker, f front, row int) {
	bit := uint32(1) << row
	corner := f.stone&p.flag(cornerRow) != 0
	f.stone &^= p.flag(cornerRow)
	left := f.stone&bit != 0
	next := uint32(0) // the corner flag of the next row
	if left && row < p.height-1 {
		next = p.flag(cornerRow)
	}
	wild := f.above&p.flag(anchorRow) != 0
	g := f.placeStone(row, p.height)
	if left && !corner && row > 0 && f.closesCycle(row) && f.last(row) == p.flag(anchorRow) {
		g.cost -= 2
	}
	g.stone |= next
	p.keep(to, g, row, wild)
	if g, ok := f.placeEmpty(row); ok {
		g.stone |= next
		p.keep(to, g, row, wild)
	}
}

// keep puts a front if the cost less the columns, this one included, stays below
// zero, and if no wild stones, if there were any, have left it.
func (p *fallingPoint) keep(to *worker, f front, row int, wild bool) {
	if f.cost >= 0 {
		return
	}
	alive := f.above&p.flag(anchorRow) != 0
	switch {
	case !p.guesses && wild && !alive:
		return
	case p.guesses && row >= p.from && (f.stone^p.stones)>>row&1 != 0:
		return
	case p.guesses && row == p.height-1:
		if !alive && f.stone&p.flag(wildRow) != 0 {
			return
		}
		f.stone &^= p.flag(wildRow)
	}
	to.put(f)
}

// closesCycle reports whether the points above a row and to its left are stones
// of one component.
func (f front) closesCycle(row int) bool {
	bit := uint32(1) << row
	upper := bit >> 1
	return f.stone&bit != 0 && f.stone&upper != 0 && f.below&upper != 0 && f.above&bit != 0
}
