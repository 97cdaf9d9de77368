package liberties

import (
	"context"
	"sync/atomic"
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

// forget keeps only what there is to tell of a sweep.
func (s *sweep) forget() { s.ends, s.history = nil, nil }

// A visitor is told of a sweep. Each may be nil; both are called by many
// goroutines at once.
type visitor struct {
	// fronts is told of some of the fronts at a kink of the column, of each
	// once. Where only one of each border and its mirror image is kept at the
	// end of a column, it may be told of that one twice.
	fronts func(kink int, fronts []front)
	// over is told of a front outside the window, and says whether it stays in
	// the sweep all the same
	over func(kink int, f front) (stays bool)
}

// bytesOfFront is what a front takes with its share of the memory for steps.
const bytesOfFront = 64

// column takes the sweep through one more column. If that is interrupted, the
// sweep is what it was; if it takes too much memory, it is good for nothing.
func (s *sweep) column(ctx context.Context, v visitor) error {
	start := time.Now()
	s.team.takeCounts()
	p := &sweptPoint{sweep: s, visitor: v, limit: s.window + s.rate*int32(s.cols+1)}
	packed := s.packEnds()
	l, err := s.team.rows(ctx, s.ends, wholeColumn(s.height, packed != nil), p)
	if err != nil {
		if packed != nil {
			packed.unpack()
			s.ends = packed.ends
		}
		return err
	}
	if p.full.Load() {
		return memoryError(s.height, s.ceiling, s.ceiling, true)
	}
	counts, outside := s.team.takeCounts()
	if s.upside {
		l = s.team.merge(l)
		counts[s.height-1] = int64(l.len())
	}
	s.ends = l
	s.cols++
	for _, n := range counts {
		s.peak = max(s.peak, int(n))
		s.steps += n
	}
	s.outside += outside
	s.columns = append(s.columns, columnState{l.len(), time.Since(start), result.PeakMemory()})
	return nil
}

// packEnds returns the snapshot of the fronts at the end of the last column,
// packed, so that these can be used up, or nil if there is none. Where groups
// are cut in halves, these fronts are needed later.
func (s *sweep) packEnds() *snapshot {
	n := len(s.history)
	if n == 0 || s.inHalves() || s.history[n-1].cols != s.cols {
		return nil
	}
	s.history[n-1].pack()
	return s.history[n-1]
}

// A sweptPoint is what becomes of the fronts of a sweep.
type sweptPoint struct {
	*sweep
	visitor
	limit int32
	seen  [MaxHeight]atomic.Int64 // fronts by row
	full  atomic.Bool             // there were too many: they are not taken further
}

func (p *sweptPoint) add(to *worker, row int, fronts []front) {
	if p.full.Load() {
		return
	}
	stone, empty := p.allows(row, true), p.allows(row, false)
	for _, f := range fronts {
		if stone {
			p.keep(to, row, f.placeStone(row, p.height))
		}
		if empty {
			if g, ok := f.placeEmpty(row); ok {
				p.keep(to, row, g)
			}
		}
	}
}

// keep puts a front that stays in the sweep.
func (p *sweptPoint) keep(to *worker, row int, f front) {
	if f.cost > p.limit {
		to.outside++
		if p.over == nil || !p.over(row+1, f) {
			return
		}
	}
	if p.upside && row == p.height-1 {
		f = f.upside(p.height)
	}
	to.put(f)
}

func (p *sweptPoint) see(row int, fronts []front) {
	seen := p.seen[row].Add(int64(len(fronts)))
	if p.ceiling > 0 && result.Bytes(seen)*bytesOfFront > p.ceiling {
		p.full.Store(true)
	}
	if p.fronts != nil {
		p.fronts(row+1, fronts)
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
