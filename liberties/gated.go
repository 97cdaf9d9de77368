package liberties

import (
	"context"
	"sync/atomic"
)

// searchGated searches where costs can fall. A left part outside the window
// stays in the sweep while the gates are open, so that all groups are found at
// the end of the board.
func (s *search) searchGated(ctx context.Context) error {
	if s.left == nil {
		if err := s.findGates(ctx); err != nil {
			return err
		}
	}
	return s.sweepGated(ctx)
}

// findGates adds all shadows and right parts to the gates.
func (s *search) findGates(ctx context.Context) (err error) {
	if s.shadows == nil && s.witness == nil {
		s.shadows = newShadows(s.height)
	}
	if s.shadows != nil && s.shadows.search != nil {
		err := s.shadows.find(ctx, s.team, func() error {
			s.report()
			return s.save()
		})
		if err != nil {
			return err
		}
		if s.shadows.fall > int32(s.height) {
			return internalf("height %d: the fall is %d: the proof needs one of at most the height", s.height, s.shadows.fall)
		}
		if err := s.save(); err != nil {
			return err
		}
		s.team.forget()
	}
	if s.gates == nil {
		s.gates = newGates(s.target, s.window, s.team)
	}
	g := s.gates
	if s.right == nil {
		s.right = s.newRight()
		s.right.count = g.addRight(s.height, 0, 0, s.right.ends[0])
	}
	var added atomic.Int64
	err = s.sweepRight(ctx, func(kink, cols int, fronts []front) {
		added.Add(g.addRight(kink, cols, s.rate*int32(s.right.cols+1), fronts))
	}, func() { s.right.count += added.Swap(0) })
	if err != nil {
		return err
	}
	g.close(s.shadows)
	s.right.forget()
	s.team.forget()
	return nil
}

// sweepGated sweeps the left parts until they repeat.
func (s *search) sweepGated(ctx context.Context) error {
	if s.left == nil {
		s.left = s.newLeft()
	}
	for !s.done(s.left.cols, s.gatedEnd()) {
		col := s.left.cols + 1
		err := s.left.column(ctx, visitor{over: func(kink int, f front) (stays bool) {
			return s.gates.open(kink, col, f, f.cost-s.rate*int32(col))
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

// gatedEnd returns the columns up to which the left parts must be swept, 0 if
// that is not yet known: a period, and so far that each width either is swept or
// is a multiple of the period more than one that is and that counts.
func (s *search) gatedEnd() int {
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

func (s *search) complete(cols int, cost int32, f front) {
	if s.witness != nil && cols != s.witness.cols {
		return
	}
	if cols >= s.first && cost-s.rate*int32(cols) <= s.threshold(cols) {
		s.survive(cols, survivor{cost: cost, col: s.left.cols, kink: s.height, left: f})
	}
}
