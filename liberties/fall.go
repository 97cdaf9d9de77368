package liberties

import (
	"context"
	"fmt"
)

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

// A fallSearch is the search for the fall, as far as it has come. Its fronts are
// those at a column end.
type fallSearch struct {
	fall
	cols   int   // columns that are done
	parts  int   // of the second column, those that are done
	second layer // before all of these are: the fronts after them, some several times
	best   layer // then: by border, twice the least cost, and 1 more where it was found in the last column
}

// run goes on with the search, and tells of its fronts at every kink, with the
// costs that they fell to, of some of them several times; many goroutines do at
// once. Whenever there is a state that can be saved it calls after; if it is
// interrupted, the search is what it was then. The search goes on until no border
// is reached at less cost than before. It is enough to follow falls that are below
// zero all the way: a fall from the last of its highest points is as deep.
func (w *fallSearch) run(ctx context.Context, team *workers, visit func(kink int, fronts []front), after func() error) error {
	if w.cols < 2 {
		if err := w.firstColumns(ctx, team, visit, after); err != nil {
			return err
		}
	}
	p := &fallingPoint{fall: w.fall, visit: visit}
	for fresh := marked(w.best); fresh.len() > 0; fresh = marked(w.best) {
		next, err := team.rows(ctx, fresh, wholeColumn(w.height, true), p)
		if err != nil {
			return err
		}
		unmark(w.best)
		w.best = team.merge(append(w.best, mark(next)...))
		w.cols++
		if err := after(); err != nil {
			return err
		}
	}
	return nil
}

// share guesses how much of the search is done.
func (w *fallSearch) share() float64 {
	const furtherColumns = 0.2
	return (1-furtherColumns)*float64(w.parts)/float64(w.allParts()) + furtherColumns*min(1, float64(w.cols)/8)
}

// where says what is done.
func (w *fallSearch) where() string {
	if w.cols < 2 {
		return fmt.Sprintf("part %d of %d of column 2 of the search for the fall", w.parts, w.allParts())
	}
	return fmt.Sprintf("column %d of the search for the fall", w.cols)
}

// deepest returns the fall, once the search is over. It is 1 after the first
// column.
func (w *fallSearch) deepest() int32 { return -min(-1, w.best.least()>>1) }

// firstColumns searches the first two columns. Most fronts of the search are
// inside the second one: it is searched in parts, by the stones in the lower rows
// of the first, which tell fronts apart until these rows come. Nothing is told of
// the upper rows of the first column, where no cost is below -1.
func (w *fallSearch) firstColumns(ctx context.Context, team *workers, visit func(kink int, fronts []front), after func() error) error {
	guessed := &fallingPoint{fall: w.fall, guesses: true, from: w.height - w.lowerRows(), visit: func(int, []front) {}}
	upper, err := team.rows(ctx, layer{{front{stone: w.flag(anchorRow)}}}, guessed.upperRows(), guessed)
	if err != nil {
		return err
	}
	guessed.visit = visit
	second := &fallingPoint{fall: w.fall, visit: visit}
	for w.parts < w.allParts() {
		guessed.stones = uint32(w.parts) << guessed.from
		part, err := team.rows(ctx, upper, guessed.otherRows(), guessed)
		if err != nil {
			return err
		}
		if part, err = team.rows(ctx, part, wholeColumn(w.height, true), second); err != nil {
			return err
		}
		w.second = append(w.second, part...)
		if w.parts++; w.parts == w.allParts() {
			w.best, w.second, w.cols = team.merge(mark(w.second)), nil, 2
		}
		if err := after(); err != nil {
			return err
		}
	}
	return nil
}

// allParts is the number of parts of the second column.
func (w fall) allParts() int { return 1 << w.lowerRows() }

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

// unmark takes the marks off.
func unmark(l layer) {
	for _, block := range l {
		for i := range block {
			block[i].cost &^= 1
		}
	}
}

// marked returns the marked fronts, with their costs.
func marked(l layer) (all layer) {
	for _, block := range l {
		var found []front
		for _, f := range block {
			if f.cost&1 != 0 {
				f.cost >>= 1
				found = append(found, f)
			}
		}
		all = append(all, found)
	}
	return all
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
