package liberties

import (
	"context"
	"fmt"
	"sync/atomic"
)

// A relaxation bounds by how much the cost less the number of columns can decrease,
// from one column end to a later one, in any group on a board of some height.
// docs/liberties.md, section "The largest decrease", has the proof.
//
// The bound is found by a search that starts from every border at once. Of that border it ignores
// which stones are connected: they all belong to one merged component, whose cycles are free except
// for squares of four stones. The anchor, a stone below the bottom row, is merged too: it lets the
// merged stones be one component of the frontier. All this makes costs smaller and groups more,
// never fewer. Of the merged component a stone must stay in the border, as of each of the
// components that it stands for; components that begin later are kept exactly.
type relaxation struct{ height int }

// Rows below the bottom one, in the plane of stones only except for the first.
const (
	anchorRow      = iota
	cornerRow      // a flag: the point above and to the left of the next one is a stone
	undominatedRow // a flag of the first column: the point above and to the left of the next one is undominated
	mergedRow      // a flag of the first column: there was a merged stone
	flagRows
)

func (w relaxation) flag(row int) uint32 { return 1 << (w.height + row) }

// All heights that are searched leave room for these rows.
const _ = uint(maxHeight - flagRows - MaxWindows)

// A decreaseSearch is the search for the largest decrease. Its frontiers are at a column end.
type decreaseSearch struct {
	relaxation
	cols   int   // columns that are done
	parts  int   // of the second column, those that are done
	second layer // before all of these are: the frontiers after them, some several times
	best   layer // then: by border, twice the least cost, and 1 more where it was found in the last column
}

// run continues the search. It calls visit with the frontiers at every kink and their costs, with
// some of them several times, from many goroutines at once. It calls after whenever the search is
// in a state that can be saved; if it is interrupted, the search is in the last such state. It ends
// when no border is reached at less cost than before. Only paths whose cost stays below zero are
// followed: a decrease from the last of its highest points is as large.
func (w *decreaseSearch) run(ctx context.Context, team *workers, visit func(kink int, frontiers []frontier), after func() error) error {
	if w.cols < 2 {
		if err := w.firstColumns(ctx, team, visit, after); err != nil {
			return err
		}
	}
	p := &relaxedPoint{relaxation: w.relaxation, visit: visit}
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

// largest returns the largest decrease that was found. It is 1 after the first column.
func (w *decreaseSearch) largest() int32 { return -min(-1, w.best.least()>>1) }

// firstColumns searches the first two columns, the second one in parts, by the stones in the lower
// rows of the first. visit is not called for the upper rows, where no cost is below -1.
func (w *decreaseSearch) firstColumns(ctx context.Context, team *workers, visit func(kink int, frontiers []frontier), after func() error) error {
	guessed := &relaxedPoint{relaxation: w.relaxation, guesses: true, from: w.height - w.lowerRows(), visit: func(int, []frontier) {}}
	upper, err := team.rows(ctx, layer{{frontier{stone: w.flag(anchorRow)}}}, span{w.height, 0, guessed.from, guessedRows, true}, guessed)
	if err != nil {
		return err
	}
	guessed.visit = visit
	second := &relaxedPoint{relaxation: w.relaxation, visit: visit}
	for w.parts < w.allParts() {
		guessed.stones = uint32(w.parts) << guessed.from
		part, err := team.rows(ctx, upper, span{w.height, guessed.from, w.height, guessedRows, false}, guessed)
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
func (w relaxation) allParts() int { return 1 << w.lowerRows() }

// lowerRows is the number of rows by which the second column is split into parts of some 10^5
// frontiers.
func (w relaxation) lowerRows() int { return max(2, w.height-13) }

// mark marks frontiers as found in the last column: it doubles costs and adds 1, so that a merge of
// equal borders keeps an unmarked one unless the marked one costs less.
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

	// In the first column the old border is unknown, so that each of its points is tried in each
	// state; from a row on it is fixed which points of the new column are stones.
	guesses bool
	from    int
	stones  uint32
}

// guessedRows is the rows of a segment of the first column, where each point makes two or three
// times as many frontiers.
const guessedRows = 2

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

func (p *relaxedPoint) see(row int, frontiers []frontier) { p.visit(row+1, frontiers) }

// guessLeft returns copies of a frontier of the first column in which the unknown point to the left
// of a row has each state that its neighbours allow.
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

// keep adds a frontier to the next layer if its cost less the columns is below zero and the merged
// component keeps a stone; merged says whether it had one before.
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

// relaxedStates are the relaxed states. They stand for right parts whose relative cost decreased,
// by kink of the left part that they face: if the relative cost of a part is lower than at an
// earlier column end, there is a relaxed state with its stones and dominated points whose cost
// decreased by as much at least. They do not know components.
//
// The tables hold them like right parts, with their costs since the decrease began,
// below 0, and without the join.
type relaxedStates struct {
	height   int
	decrease int32 // the largest at a column end, once the search is over
	count    int64 // of relaxed states, some several times
	tables   [][]*boundTable
	search   *decreaseSearch // nil once it is over
}

// find searches for decreases, or continues to. It calls after when there is a state to save.
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

func newRelaxedStates(height int) *relaxedStates {
	s := &relaxedStates{height: height, tables: make([][]*boundTable, height+1), search: &decreaseSearch{relaxation: relaxation{height}}}
	shapes := pruningShapes(height)
	for kink := 1; kink <= height; kink++ {
		s.tables[kink] = newTables(kink, shapes)
	}
	return s
}

// add adds frontiers at a kink, some several times, and returns how many are relaxed states. Inside
// a column both sides count that column, so that a decrease by 1 is none there.
func (s *relaxedStates) add(kink int, frontiers []frontier) (count int64) {
	maxCost := int32(-1)
	if kink < s.height {
		maxCost = -2
	}
	return addTurned(s.tables[facing(kink, s.height)], frontiers, maxCost, 0)
}
