package extremal

import (
	"context"
	"slices"
	"time"

	"combigo/result"
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
	steps  int64 // fronts of all layers of these columns

	outside int64 // and those outside the window

	columns []columnState
	history recent
	witness *Group // if not nil, the only group whose parts are kept
	ceiling result.Bytes
}

// A columnState is what there is to tell of a column.
type columnState struct {
	fronts int // after it
	wall   time.Duration
	memory result.Bytes // the most that the process had so far
}

// wall returns the time that the sweep took.
func (s *sweep) wall() (wall time.Duration) {
	for _, c := range s.columns {
		wall += c.wall
	}
	return wall
}

func newSweep(t target, window int32, upside bool, team *workers) *sweep {
	return &sweep{target: t, window: window, upside: upside, team: team, ends: layer{{edgeFront(t.height)}}}
}

// A visitor is told of a sweep. Each may be nil.
type visitor struct {
	layer func(kink int, l layer) // the fronts at a kink of the column
	// over is told of a front outside the window, and says whether it stays in the
	// sweep all the same; called by many goroutines at once
	over func(kink int, f front) (stays bool)
}

// bytesOfFront is what a front takes with its share of the memory for steps.
const bytesOfFront = 64

// column takes the sweep through one more column.
func (s *sweep) column(ctx context.Context, v visitor) error {
	start := time.Now()
	l, steps := s.ends, int64(0)
	s.team.takeOutside()
	for row := range s.height {
		if err := ctx.Err(); err != nil {
			return err
		}
		l = s.team.step(l, s.extend(row, v))
		n := l.len()
		s.peak = max(s.peak, n)
		steps += int64(n)
		if s.ceiling > 0 && result.Bytes(n)*bytesOfFront > s.ceiling {
			return &MemoryError{Height: s.height, Ceiling: s.ceiling}
		}
		if v.layer != nil {
			v.layer(row+1, l)
		}
	}
	s.ends = l
	s.cols++
	s.steps += steps // not before: a column that is interrupted is done again
	s.outside += s.team.takeOutside()
	s.columns = append(s.columns, columnState{l.len(), time.Since(start), result.PeakMemory()})
	return nil
}

// extend returns what a step does with a front: both states of the point in a
// row of the next column.
func (s *sweep) extend(row int, v visitor) func(w *worker, f front, put func(front)) {
	limit := s.window + s.rate*int32(s.cols+1)
	turn := s.upside && row == s.height-1
	drops := func(w *worker, f front) bool {
		if f.cost <= limit {
			return false
		}
		w.outside++
		return v.over == nil || !v.over(row+1, f)
	}
	judge := func(w *worker, f front, put func(front)) {
		switch {
		case drops(w, f):
		case turn:
			put(f.upside(s.height))
		default:
			put(f)
		}
	}
	return func(w *worker, f front, put func(front)) {
		if s.allows(row, true) {
			judge(w, f.placeStone(row, s.height), put)
		}
		if s.allows(row, false) {
			if f, ok := f.placeEmpty(row); ok {
				judge(w, f, put)
			}
		}
	}
}

// allows reports whether the point of a row of the next column may be a stone,
// or empty.
func (s *sweep) allows(row int, stone bool) bool {
	return s.witness == nil || s.witness.Stone(row, s.cols) == stone
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

// add adds a snapshot and returns the period if it repeats an earlier one, by a
// multiple of a step: of the columns up to it, as many are one period.
func (r *recent) add(s *snapshot, step int) (period int) {
	for _, old := range slices.Backward(*r) {
		if (s.cols-old.cols)%step == 0 && old.equal(s) {
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
