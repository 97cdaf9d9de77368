package liberties

import (
	"context"
	"sync/atomic"
)

// searchPruned searches where relative costs can decrease. A left part outside the
// window stays in the sweep while the pruning admits it, so that all groups are found
// at the end of the board.
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
			return s.save()
		})
		if err != nil {
			return err
		}
		if s.relaxed.decrease > int32(s.height) {
			return internalf("height %d: the largest decrease is %d: the proof needs one of at most the height", s.height, s.relaxed.decrease)
		}
		if err := s.save(); err != nil {
			return err
		}
		s.team.release()
	}
	if s.pruning == nil {
		s.pruning = newPruning(s.target, s.window, s.team)
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
		err := s.left.column(ctx, visitor{over: func(kink int, f frontier) (stays bool) {
			return s.pruning.admits(kink, col, f, f.cost-s.rate*int32(col))
		}})
		if err != nil {
			return err
		}
		s.finish()
		if err := s.endColumn(thresholdPeriod); err != nil {
			return err
		}
	}
	return nil
}

// prunedEnd returns the columns up to which the left parts must be swept, 0 if
// that is not yet known: a period, and so far that each width either is swept or
// is a multiple of the period more than one that is and that counts.
func (s *search) prunedEnd() int {
	if s.repeat == 0 {
		return 0
	}
	return max(s.repeat, s.first-1+thresholdPeriod)
}

// finish looks for groups that end at the last column, or one before.
func (s *search) finish() {
	col := s.left.cols
	for _, block := range s.left.ends {
		for _, f := range block {
			atEdge, oneMore, ok := f.finished(s.height)
			if !ok {
				continue
			}
			s.complete(col, atEdge, f)
			s.complete(col+1, oneMore, f)
		}
	}
}

func (s *search) complete(cols int, cost int32, f frontier) {
	if s.witness != nil && cols != s.witness.cols {
		return
	}
	if cols >= s.first && cost-s.rate*int32(cols) <= s.threshold(cols) {
		s.survive(cols, survivor{cost: cost, col: s.left.cols, kink: s.height, left: f})
	}
}
