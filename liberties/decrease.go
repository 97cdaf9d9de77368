package liberties

import (
	"context"
	"fmt"
	"sync/atomic"
)

// A relaxation is the relaxed problem that bounds a decrease: by how much the cost less the number
// of columns decreases from one column end to a later one, in any group on a board of some height.
// docs/liberties.md, section "The largest decrease", has the proof.
//
// A search for the largest decrease starts from every border at once. It ignores which stones of
// that border are connected: all of them are one merged component, whose cycles are free except for
// squares of four stones. The anchor, a stone below the bottom row, is part of the merged
// component, so that its stones are one component of the frontier. The relaxed problem has all
// groups of the problem and more, at costs that are no greater. A stone of the merged component
// must stay in the border, as of each component that was merged; components that begin later are
// kept exactly.
type relaxation struct{ height int }

// A relaxed frontier has these rows below the bottom row of the board. All but the first are flags:
// bits in the plane of stones only.
const (
	anchorRow      = iota
	cornerRow      // the point above and to the left of the next one is a stone
	undominatedRow // in the first column: the point above and to the left of the next one is undominated
	mergedRow      // in the first column: there was a merged stone
	flagRows
)

// flag returns the bit of one of the rows below the board.
func (w relaxation) flag(row int) uint32 { return 1 << (w.height + row) }

// All heights that are searched leave room for these rows.
const _ = uint(maxHeight - flagRows - MaxWindows)

// A decreaseSearch is the search for the largest decrease. Its frontiers are at a column end.
type decreaseSearch struct {
	relaxation
	cols   int   // columns that are done
	parts  int   // parts of the second column that are done
	second layer // while parts are left: the frontiers after those done, some several times
	best   layer // from then on: each border, with its least cost, doubled and marked as [mark] does
}

// run continues the search. It calls visit with the frontiers at every kink and their costs, some
// of them several times, from many goroutines at once. It calls after whenever the search can be
// saved; if run is interrupted, the search is as at the last of these calls. The search ends when
// it reaches no border at less cost than before. It follows only paths whose cost stays below 0:
// any other decrease is as large from the last column end with the highest cost on.
func (w *decreaseSearch) run(ctx context.Context, team *workers, visit func(kink int, frontiers []frontier), after func() error) error {
	if w.cols < 2 {
		if err := w.firstColumns(ctx, team, visit, after); err != nil {
			return err
		}
	}
	p := &relaxedPoint{relaxation: w.relaxation, visit: visit}
	for fresh := marked(w.best); fresh.len() > 0; fresh = marked(w.best) {
		next, err := team.addPoints(ctx, fresh, wholeColumn(w.height, true), p)
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

// fraction estimates how much of the search is done.
func (w *decreaseSearch) fraction() float64 {
	const furtherColumns = 0.2
	return (1-furtherColumns)*float64(w.parts)/float64(w.allParts()) + furtherColumns*min(1, float64(w.cols)/8)
}

// where says in words how far the search is.
func (w *decreaseSearch) where() string {
	if w.cols < 2 {
		return fmt.Sprintf("part %d of %d of column 2 of the search for the largest decrease", w.parts, w.allParts())
	}
	return fmt.Sprintf("column %d of the search for the largest decrease", w.cols)
}

// largest returns the largest decrease that was found. It is at least 1, which the first column
// has.
func (w *decreaseSearch) largest() int32 { return -min(-1, w.best.least()>>1) }

// firstColumns searches the first two columns. The frontiers inside the first column are too many
// to keep, so the lower rows are done in parts, one for each set of stones in the lower rows of the
// first column. A part ends after the second column. visit gets no frontiers of the upper rows of
// the first column, where no cost is below -1.
func (w *decreaseSearch) firstColumns(ctx context.Context, team *workers, visit func(kink int, frontiers []frontier), after func() error) error {
	guessed := &relaxedPoint{relaxation: w.relaxation, guesses: true, from: w.height - w.lowerRows(), visit: func(int, []frontier) {}}
	upper, err := team.addPoints(ctx, layer{{frontier{stone: w.flag(anchorRow)}}}, span{w.height, 0, guessed.from, guessedRows, true}, guessed)
	if err != nil {
		return err
	}
	guessed.visit = visit
	second := &relaxedPoint{relaxation: w.relaxation, visit: visit}
	for w.parts < w.allParts() {
		guessed.stones = uint32(w.parts) << guessed.from
		part, err := team.addPoints(ctx, upper, span{w.height, guessed.from, w.height, guessedRows, false}, guessed)
		if err != nil {
			return err
		}
		if part, err = team.addPoints(ctx, part, wholeColumn(w.height, true), second); err != nil {
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

// allParts is the number of parts of the first two columns.
func (w relaxation) allParts() int { return 1 << w.lowerRows() }

// lowerRows is the number of rows whose stones define a part. It makes parts of some 10^5
// frontiers.
func (w relaxation) lowerRows() int { return max(2, w.height-13) }

// mark marks frontiers as found in the last column. It doubles costs and adds 1, so that of equal
// borders a merge keeps the unmarked one unless the marked one costs less.
func mark(l layer) layer {
	for _, block := range l {
		for i := range block {
			block[i].cost = 2*block[i].cost + 1
		}
	}
	return l
}

// unmark removes the marks; costs stay doubled.
func unmark(l layer) {
	for _, block := range l {
		for i := range block {
			block[i].cost &^= 1
		}
	}
}

// marked returns copies of the marked frontiers, with their costs as they were.
func marked(l layer) (all layer) {
	for _, block := range l {
		var found []frontier
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

// A relaxedPoint extends frontiers by the next point: the [point] of this search.
type relaxedPoint struct {
	relaxation
	visit func(kink int, frontiers []frontier)

	// In the first column the border before it is unknown: guesses says that each of its points is
	// tried in each state. From row from on, stones says which points of the first column are stones.
	guesses bool
	from    int
	stones  uint32
}

// guessedRows is the number of rows of a segment in the first column, where each point multiplies
// the number of frontiers by two or three.
const guessedRows = 2

// add implements [point].
func (p *relaxedPoint) add(to *worker, row int, frontiers []frontier) {
	for _, f := range frontiers {
		if row == 0 {
			f.cost--
		}
		if !p.guesses {
			p.extend(to, f, row)
			continue
		}
		all, n := p.guessLeft(f, row)
		for _, g := range all[:n] {
			p.extend(to, g, row)
		}
	}
}

// see implements [point].
func (p *relaxedPoint) see(row int, frontiers []frontier) { p.visit(row+1, frontiers) }

// guessLeft returns copies of a frontier inside the first column, one for each state that the
// unknown point to the left of a row may have next to its neighbours.
func (w relaxation) guessLeft(f frontier, row int) (all [states]frontier, n int) {
	bit := uint32(1) << row
	afterUndominated := f.stone&w.flag(undominatedRow) != 0
	f.stone &^= w.flag(undominatedRow)
	dominated := f
	dominated.above |= bit
	all[0], n = dominated, 1
	if f.stone&w.flag(cornerRow) == 0 {
		undominated := f
		if row < w.height-1 {
			undominated.stone |= w.flag(undominatedRow)
		}
		all[n] = undominated
		n++
	}
	if !afterUndominated {
		if f.above&w.flag(anchorRow) != 0 {
			f.above |= bit
		}
		f.stone |= bit | w.flag(mergedRow)
		f.below |= bit
		f.above |= w.flag(anchorRow)
		all[n] = f
		n++
	}
	return all, n
}

// extend adds a frontier with a stone in a row, and one with an empty point.
func (p *relaxedPoint) extend(to *worker, f frontier, row int) {
	bit := uint32(1) << row
	corner := f.stone&p.flag(cornerRow) != 0
	f.stone &^= p.flag(cornerRow)
	left := f.stone&bit != 0
	next := uint32(0) // the corner flag of the next row
	if left && row < p.height-1 {
		next = p.flag(cornerRow)
	}
	merged := f.above&p.flag(anchorRow) != 0
	g := f.placeStone(row, p.height)
	if left && !corner && row > 0 && f.closesCycle(row) && f.last(row) == p.flag(anchorRow) {
		g.cost -= 2
	}
	g.stone |= next
	p.keep(to, g, row, merged)
	if g, ok := f.placeEmpty(row); ok {
		g.stone |= next
		p.keep(to, g, row, merged)
	}
}

// keep inserts a frontier after the point of a row if its cost is below 0 and the merged component
// has a stone; merged says whether the merged component had one before the point.
func (p *relaxedPoint) keep(to *worker, f frontier, row int, merged bool) {
	if f.cost >= 0 {
		return
	}
	alive := f.above&p.flag(anchorRow) != 0
	switch {
	case !p.guesses && merged && !alive:
		return
	case p.guesses && row >= p.from && (f.stone^p.stones)>>row&1 != 0:
		return
	case p.guesses && row == p.height-1:
		if !alive && f.stone&p.flag(mergedRow) != 0 {
			return
		}
		f.stone &^= p.flag(mergedRow)
	}
	to.insert(f)
}

// relaxedStates are all relaxed states. They stand for the right parts whose relative cost
// decreased: if a right part has a lower relative cost than at an earlier column end, some relaxed
// state has its stones and its dominated points, and a decrease that is at least as large. Relaxed
// states do not know components.
//
// The tables have relaxed states in place of right parts. The cost of a relaxed state is the change
// of the relative cost since the decrease began, which is below 0. The tables are not transformed.
type relaxedStates struct {
	height   int
	decrease int32           // the largest decrease at a column end, once the search is over
	count    int64           // relaxed states, some counted several times
	tables   [][]*boundTable // by kink of the left part, then by shape
	search   *decreaseSearch // nil once it is over
}

// find runs or continues the search. It calls after whenever the search can be saved.
func (s *relaxedStates) find(ctx context.Context, team *workers, after func() error) error {
	var added atomic.Int64
	err := s.search.run(ctx, team, func(kink int, frontiers []frontier) { added.Add(s.add(kink, frontiers)) }, func() error {
		s.count += added.Swap(0)
		return after()
	})
	if err != nil {
		return err
	}
	s.decrease, s.search = s.search.largest(), nil
	return nil
}

// newRelaxedStates returns no relaxed states yet, and a search for them that has not begun.
func newRelaxedStates(height int) *relaxedStates {
	s := &relaxedStates{height: height, tables: make([][]*boundTable, height+1), search: &decreaseSearch{relaxation: relaxation{height}}}
	shapes := pruningShapes(height)
	for kink := 1; kink <= height; kink++ {
		s.tables[kink] = newTables(kink, shapes)
	}
	return s
}

// add adds those frontiers at a kink whose cost decreased, some several times, and returns their
// number. Inside a column the left part and the right part both subtract the rate of that column,
// so that a decrease by 1 is none there.
func (s *relaxedStates) add(kink int, frontiers []frontier) (count int64) {
	maxCost := int32(-1)
	if kink < s.height {
		maxCost = -2
	}
	return addTurned(s.tables[turnedKink(kink, s.height)], frontiers, maxCost, 0)
}
