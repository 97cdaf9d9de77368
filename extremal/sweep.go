package extremal

import (
	"context"
	"slices"
)

// A sweep is the set of all left parts whose cost stays inside a window, column
// by column: the cost less rate times the columns, the unfinished one included,
// is at most the window after every point.
type sweep struct {
	target
	window int32
	upside bool // keep only one of each border and its mirror image at the ends of columns
	team   *workers
	cols   int   // columns that are done
	ends   layer // the fronts after them
	peak   int   // the most fronts of a layer so far
	steps  int64 // fronts of all layers so far
}

func newSweep(t target, window int32, upside bool, team *workers) *sweep {
	return &sweep{target: t, window: window, upside: upside, team: team, ends: layer{{edgeFront(t.height)}}}
}

// A visitor is told of a sweep. Each may be nil.
type visitor struct {
	layer func(kink int, l layer)   // the fronts at a kink of the column
	over  func(kink int, f front)   // a front that just left the window; called by many goroutines at once
	row   func(share float64) error // a part of the column is done
}

// column takes the sweep through one more column.
func (s *sweep) column(ctx context.Context, v visitor) error {
	limit := s.window + s.rate*int32(s.cols+1)
	l := s.ends
	for row := range s.height {
		if err := ctx.Err(); err != nil {
			return err
		}
		last := row == s.height-1
		l = s.team.step(l, func(f front, put func(front)) {
			g := f.placeStone(row, s.height)
			if g.cost > limit {
				if v.over != nil {
					v.over(row+1, g)
				}
			} else {
				if last && s.upside {
					g = g.upside(s.height)
				}
				put(g)
			}
			g, ok := f.placeEmpty(row)
			switch {
			case !ok:
			case g.cost > limit:
				if v.over != nil {
					v.over(row+1, g)
				}
			default:
				if last && s.upside {
					g = g.upside(s.height)
				}
				put(g)
			}
		})
		n := l.len()
		s.peak = max(s.peak, n)
		s.steps += int64(n)
		if v.layer != nil {
			v.layer(row+1, l)
		}
	}
	s.ends = l
	s.cols++
	return nil
}

// upside returns a border or its mirror image, always the same of the two.
func (f front) upside(height int) front {
	g := f.mirrored(height)
	if compareFronts(g, f) < 0 {
		return g
	}
	return f
}

// compareFronts orders fronts by state, then by cost.
func compareFronts(f, g front) int {
	for _, pair := range [...][2]uint32{{f.stone, g.stone}, {f.above, g.above}, {f.below, g.below}} {
		if pair[0] != pair[1] {
			if pair[0] < pair[1] {
				return -1
			}
			return 1
		}
	}
	return int(f.cost - g.cost)
}

// A snapshot is the fronts at the end of a column with their costs less rate
// times the columns. Equal snapshots have equal futures.
type snapshot struct {
	cols   int
	fronts int
	rate   int32
	ends   layer
	sum    uint64 // tells most snapshots apart; it never decides that two are equal
}

func (s *sweep) snapshot() *snapshot {
	snap := &snapshot{cols: s.cols, rate: s.rate, ends: s.ends}
	for _, shard := range s.ends {
		snap.fronts += len(shard)
		for _, f := range shard {
			snap.sum += f.hash() * uint64(2*(f.cost-s.rate*int32(s.cols))+1)
		}
	}
	return snap
}

// equal compares two snapshots in full.
func (s *snapshot) equal(t *snapshot) bool {
	return s.fronts == t.fronts && s.sum == t.sum && slices.Equal(s.sorted(), t.sorted())
}

// sorted returns the fronts in order, with relative costs.
func (s *snapshot) sorted() []front {
	all := make([]front, 0, s.fronts)
	for _, shard := range s.ends {
		for _, f := range shard {
			f.cost -= s.rate * int32(s.cols)
			all = append(all, f)
		}
	}
	slices.SortFunc(all, compareFronts)
	return all
}

// recent is the snapshots of the last columns, in which a repetition is looked
// for.
type recent []*snapshot

const longestPeriod = 3

// add adds a snapshot and returns the period if it repeats an earlier one: of
// the columns up to it, as many are one period.
func (r *recent) add(s *snapshot) (period int) {
	for _, old := range slices.Backward(*r) {
		if old.equal(s) {
			period = s.cols - old.cols
			break
		}
	}
	*r = append(*r, s)
	if len(*r) > longestPeriod {
		*r = slices.Delete(*r, 0, 1)
	}
	return period
}
