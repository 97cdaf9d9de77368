package liberties

import (
	"cmp"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"combigo.dev/combigo/result"
)

// A search looks for groups that cost at most the threshold of a target, on boards of all widths
// from the first on. docs/liberties.md says why it misses none.
//
// It sweeps the left parts of such groups. Where one leaves the window, the right part, turned by
// half a turn, is cheap, and is a left part that never left a window of its own; or its cost
// decreased since. If 3 divides the height, costs only grow: then both halves of the board are left
// halves, and parts are joined in the middle (halves.go). Else a left part outside the window goes
// on while the pruning admits it, and groups are found at the end of the board (searchPruned).
type search struct {
	target
	team *workers

	// What is there of these says how far the search is. The first two are nil if target.inHalves.
	relaxed *relaxedStates
	pruning *pruning
	right   *rightParts
	left    *sweep

	oppositeShapes *shapes // of the tables of right parts

	repeat, since int // the left parts after these columns are the same

	mutex sync.Mutex
	found map[int]cheapGroup // by width, the cheapest group there

	witness    *Group // if not nil, the only group that is searched for
	ceiling    result.Bytes
	progress   func(fraction float64)
	checkpoint saver        // nil for none
	resumed    []Resumption // where the search went on from a checkpoint, the first time first
}

// A saver saves a search when it is time, or now.
type saver interface {
	keep(s *search, now bool) error
}

// save saves the search, if it is kept, when it is time, or now.
func (s *search) save(now bool) error {
	if s.checkpoint == nil {
		return nil
	}
	return s.checkpoint.keep(s, now)
}

// A cheapGroup is a group at or below the threshold: its cost, and where it was found.
type cheapGroup struct {
	Cost int32
	Col  int
}

// The number of rows that the tables of right parts look at, and of their entries.
const (
	oppositeRows    = 7
	oppositeEntries = 1 << 13
)

// newSearch returns a search that has not begun.
func newSearch(t target, team *workers) *search {
	return &search{
		target: t, team: team, found: map[int]cheapGroup{},
		oppositeShapes: newShapes(t.height, oppositeRows, oppositeEntries),
	}
}

// done reports whether a sweep of cols columns is complete: up to end, which is 0 if it is not yet
// known, or up to the width of the witness.
func (s *search) done(cols, end int) bool {
	if s.witness != nil {
		return cols == s.witness.cols
	}
	return end != 0 && cols >= end
}

// newSweep returns a sweep with the target, the team and the ceiling of the search.
func (s *search) newSweep(window int32, upToMirror bool) *sweep {
	sweep := newSweep(s.target, window, upToMirror && s.witness == nil, s.team)
	sweep.ceiling = s.ceiling
	return sweep
}

// rightParts is a sweep of the right parts, turned by half a turn, until it repeats.
type rightParts struct {
	*sweep
	start  int   // the column from which on the sweep repeats
	period int   // 0 while unknown
	count  int64 // right parts that left parts outside the window may go with

	// If target.inHalves, the right parts that a left part may meet:
	facing [][][]frontier // outside its window: by kink of the left part, then whole columns
	all    []layer        // in the middle of the board: by whole columns
}

// index returns the swept column that has the right parts of cols columns: cols itself, or an
// earlier one that is a multiple of the period away.
func (r *rightParts) index(cols int) int {
	if cols < r.start || r.period == 0 {
		return cols
	}
	return r.start + (cols-r.start)%r.period
}

// end returns the last column to sweep, or 0 if it is not yet known.
func (r *rightParts) end() int {
	if r.period == 0 {
		return 0
	}
	return r.start + r.period
}

// newRight returns the sweep of the right parts. Where both halves of a board are left halves, the
// right parts have the window of the left parts.
func (s *search) newRight() *rightParts {
	window := s.rightWindow()
	if s.inHalves() {
		window = s.leftWindow
	}
	r := &rightParts{sweep: s.newSweep(window, false)}
	if s.witness != nil {
		r.witness = s.witness.turned()
	}
	return r
}

// newLeft returns the sweep of the left parts.
func (s *search) newLeft() *sweep {
	left := s.newSweep(s.leftWindow, true)
	left.witness = s.witness
	return left
}

// sweepRight sweeps the right parts until they repeat. It calls visit with the frontiers at every
// kink and the whole columns, from many goroutines, and end at column ends.
func (s *search) sweepRight(ctx context.Context, visit func(kink, cols int, frontiers []frontier), end func()) error {
	r := s.right
	for !s.done(r.cols, r.end()) {
		col := r.cols + 1
		err := r.addColumn(ctx, visitor{frontiers: func(kink int, frontiers []frontier) {
			if kink < s.height {
				visit(kink, col-1, frontiers)
			} else {
				visit(kink, col, frontiers)
			}
		}})
		if err != nil {
			return err
		}
		end()
		if period := r.repetition(1); period != 0 && r.period == 0 && s.witness == nil {
			r.start, r.period = r.cols-period, s.commonPeriod(period)
		}
		s.report()
		if err := s.save(false); err != nil {
			return err
		}
	}
	return nil
}

// endColumn ends a column of the left parts. It notes a repetition whose period is a multiple of
// step, reports progress and saves the search.
func (s *search) endColumn(step int) error {
	if period := s.left.repetition(step); period != 0 && s.repeat == 0 {
		s.repeat, s.since = s.left.cols, s.left.cols-period
	}
	s.report()
	return s.save(false)
}

// report reports progress. The number of columns to come, and the share of the search for the
// largest decrease, are guesses.
func (s *search) report() {
	if s.progress == nil {
		return
	}
	const columns, decreaseFraction = 14, 0.3
	fraction := 0.0
	switch {
	case s.left != nil:
		fraction = (columns + 3*float64(s.left.cols)) / (4 * columns)
	case s.right != nil:
		fraction = float64(s.right.cols) / (4 * columns)
	}
	if !s.inHalves() {
		fraction *= 1 - decreaseFraction
		if s.relaxed != nil && s.relaxed.search != nil {
			fraction = decreaseFraction * s.relaxed.search.fraction()
		} else if s.relaxed != nil {
			fraction += decreaseFraction
		}
	}
	s.progress(min(fraction, 0.99))
}

// where says which columns of a search are done last.
func (s *search) where() string {
	switch {
	case s.left != nil:
		return fmt.Sprintf("column %d of the left parts", s.left.cols)
	case s.right != nil:
		return fmt.Sprintf("column %d of the right parts", s.right.cols)
	case s.relaxed == nil:
		return "nothing"
	case s.relaxed.search == nil:
		return "the search for the largest decrease"
	}
	return s.relaxed.search.where()
}

// groupAt returns the cheapest group that was found on a width, or on a smaller one that differs by
// periods and whose group can be made longer by them.
func (s *search) groupAt(cols int) (cheapGroup, bool) {
	period := thresholdPeriod
	if s.inHalves() {
		period = s.right.period
	}
	for width := cols; width >= s.first; width -= period {
		if found, ok := s.found[width]; ok && (width == cols || s.canRepeat(width)) {
			found.Cost += s.rate * int32(cols-width)
			return found, true
		}
	}
	return cheapGroup{}, false
}

// canRepeat reports whether the group found on a width can be made longer by periods: its left or
// its right part reaches into the columns that repeat. Groups found at the end of the board have no
// right part.
func (s *search) canRepeat(width int) bool {
	found := s.found[width]
	return found.Col >= s.since || s.inHalves() && width-found.Col >= s.right.start
}

// addGroup keeps a group if it is the cheapest of its width.
func (s *search) addGroup(cols int, found cheapGroup) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	old, ok := s.found[cols]
	if !ok || cmp.Or(cmp.Compare(found.Cost, old.Cost), cmp.Compare(found.Col, old.Col)) < 0 {
		s.found[cols] = found
	}
}

// searchPruned searches where relative costs can decrease. A left part outside the window stays in
// the sweep while the pruning admits it, so that all groups are found at the end of the board.
func (s *search) searchPruned(ctx context.Context) error {
	if s.left == nil {
		if err := s.findPruning(ctx); err != nil {
			return err
		}
	}
	return s.sweepPruned(ctx)
}

// findPruning adds all relaxed states and right parts to the pruning.
func (s *search) findPruning(ctx context.Context) (err error) {
	if s.relaxed == nil && s.witness == nil {
		s.relaxed = newRelaxedStates(s.height)
	}
	if s.relaxed != nil && s.relaxed.search != nil {
		err := s.relaxed.find(ctx, s.team, func() error {
			s.report()
			return s.save(false)
		})
		if err != nil {
			return err
		}
		if s.relaxed.decrease > int32(s.height) {
			return internalf("height %d: the largest decrease is %d: the proof needs one of at most the height", s.height, s.relaxed.decrease)
		}
		if err := s.save(false); err != nil {
			return err
		}
		s.team.release()
	}
	if s.pruning == nil {
		s.pruning = newPruning(s.target, s.team)
	}
	g := s.pruning
	if s.right == nil {
		s.right = s.newRight()
		s.right.count = g.addRight(s.height, 0, 0, s.right.ends[0])
	}
	var added atomic.Int64
	err = s.sweepRight(ctx, func(kink, cols int, frontiers []frontier) {
		added.Add(g.addRight(kink, cols, s.rate*int32(s.right.cols+1), frontiers))
	}, func() { s.right.count += added.Swap(0) })
	if err != nil {
		return err
	}
	g.close(s.relaxed)
	s.right.release()
	s.team.release()
	return nil
}

// sweepPruned sweeps the left parts until they repeat.
func (s *search) sweepPruned(ctx context.Context) error {
	if s.left == nil {
		s.left = s.newLeft()
	}
	for !s.done(s.left.cols, s.prunedEnd()) {
		col := s.left.cols + 1
		err := s.left.addColumn(ctx, visitor{outside: func(kink int, f frontier) (stays bool) {
			return s.pruning.admits(kink, col, f, f.cost-s.rate*int32(col))
		}})
		if err != nil {
			return err
		}
		s.findFinished()
		if err := s.endColumn(thresholdPeriod); err != nil {
			return err
		}
	}
	return nil
}

// prunedEnd returns the last column to sweep, or 0 if it is not yet known: far enough for the left
// parts to repeat and for each class of widths modulo 3 to have a width that counts.
func (s *search) prunedEnd() int {
	if s.repeat == 0 {
		return 0
	}
	return max(s.repeat, s.first-1+thresholdPeriod)
}

// findFinished looks for groups that end at the last column swept: that column, or an empty one
// after it, is the last of the board.
func (s *search) findFinished() {
	col := s.left.cols
	for _, block := range s.left.ends {
		for _, f := range block {
			atEdge, beforeEmpty, ok := f.finished(s.height)
			if !ok {
				continue
			}
			s.complete(col, atEdge)
			s.complete(col+1, beforeEmpty)
		}
	}
}

// complete keeps a group that ends at the last column swept, on a board of cols columns, if it is
// cheap enough.
func (s *search) complete(cols int, cost int32) {
	if s.witness != nil && cols != s.witness.cols {
		return
	}
	if cols >= s.first && cost-s.rate*int32(cols) <= s.threshold(cols) {
		s.addGroup(cols, cheapGroup{cost, s.left.cols})
	}
}
