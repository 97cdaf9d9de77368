package liberties

import (
	"context"
	"sync/atomic"
	"time"

	"combigo.dev/combigo/result"
)

// A sweep is a breadth-first enumeration of the left parts that have been inside the window after
// every point: their cost less rate times the columns, the unfinished one included, is at most the
// window.
type sweep struct {
	target
	window     int32
	upToMirror bool // keep only one of each border and its mirror image at the ends of columns
	team       *workers
	cols       int   // columns that are done
	ends       layer // the frontiers after them
	peak       int   // the most frontiers of a layer so far
	steps      int64 // frontiers of all layers so far, each after one point
	outside    int64 // frontiers so far that were outside the window

	columns []columnState
	history recent
	witness *Group // if not nil, the only group whose parts are kept
	ceiling result.Bytes
}

// A columnState is what is reported of a column.
type columnState struct {
	Frontiers int // after the column
	Wall      time.Duration
	Memory    result.Bytes // the most that the process had so far
}

// wall returns the time that the sweep took, none if it has not begun.
func (s *sweep) wall() (wall time.Duration) {
	if s == nil {
		return 0
	}
	for _, c := range s.columns {
		wall += c.Wall
	}
	return wall
}

// newSweep returns a sweep before the first column.
func newSweep(t target, window int32, upToMirror bool, team *workers) *sweep {
	return &sweep{target: t, window: window, upToMirror: upToMirror, team: team, ends: layer{{edgeFrontier(t.height)}}}
}

// release keeps only what is reported of a sweep.
func (s *sweep) release() { s.ends, s.history = nil, nil }

// A visitor gets what a sweep finds. Each function may be nil; many goroutines call both.
type visitor struct {
	// frontiers gets some of the frontiers at a kink of the column, each once. Where only one of
	// each border and its mirror image is kept at the end of a column, it may get that one twice.
	frontiers func(kink int, frontiers []frontier)
	// outside gets a frontier outside the window, and says whether it stays in the sweep.
	outside func(kink int, f frontier) (stays bool)
}

// bytesOfFrontier is the memory for a frontier, tables and copies during a step included.
const bytesOfFrontier = 64

// addColumn extends the left parts by a column. If it is interrupted, the sweep is as before; if
// there is not enough memory, the sweep is invalid.
func (s *sweep) addColumn(ctx context.Context, v visitor) error {
	start := time.Now()
	s.team.takeCounts()
	p := &sweptPoint{sweep: s, visitor: v, limit: s.window + s.rate*int32(s.cols+1)}
	l, err := s.team.addPoints(ctx, s.ends, wholeColumn(s.height, false), p)
	if err != nil {
		return err
	}
	if p.full.Load() {
		return memoryError(s.height, s.ceiling, s.ceiling, true)
	}
	counts, outside := s.team.takeCounts()
	if s.upToMirror {
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

// snapshot returns a snapshot of the frontiers after the last column.
func (s *sweep) snapshot() *snapshot {
	snap := &snapshot{cols: s.cols, rate: s.rate, ends: s.ends}
	snap.summarize()
	return snap
}

// repetition returns the period if the frontiers after the last column are those after an earlier
// one, a multiple of step before it, or else 0. It frees old frontiers, unless joins in the middle
// of the board need them later.
func (s *sweep) repetition(step int) int {
	period, dropped := s.history.add(s.snapshot(), step)
	for _, block := range dropped {
		if !s.inHalves() {
			s.team.team[0].release(block)
		}
	}
	return period
}

// A sweptPoint extends the frontiers of a sweep by the next point: the [point] of a sweep.
type sweptPoint struct {
	sweep   *sweep
	visitor visitor
	limit   int32                   // the window, as a cost
	seen    [maxHeight]atomic.Int64 // frontiers by row
	full    atomic.Bool             // the frontiers need more memory than the ceiling: the step has failed
}

// add implements [point].
func (p *sweptPoint) add(to *worker, row int, frontiers []frontier) {
	if p.full.Load() {
		return
	}
	stone, empty := p.sweep.allows(row, true), p.sweep.allows(row, false)
	for _, f := range frontiers {
		if stone {
			p.keep(to, row, f.placeStone(row, p.sweep.height))
		}
		if empty {
			if g, ok := f.placeEmpty(row); ok {
				p.keep(to, row, g)
			}
		}
	}
}

// keep inserts a frontier after the point of a row, if it is inside the window or the visitor keeps
// it.
func (p *sweptPoint) keep(to *worker, row int, f frontier) {
	if f.cost > p.limit {
		to.outside++
		if p.visitor.outside == nil || !p.visitor.outside(row+1, f) {
			return
		}
	}
	if p.sweep.upToMirror && row == p.sweep.height-1 {
		f = f.canonical(p.sweep.height)
	}
	to.insert(f)
}

// see implements [point].
func (p *sweptPoint) see(row int, frontiers []frontier) {
	seen := p.seen[row].Add(int64(len(frontiers)))
	if p.sweep.ceiling > 0 && result.Bytes(seen)*bytesOfFrontier > p.sweep.ceiling {
		p.full.Store(true)
	}
	if p.visitor.frontiers != nil {
		p.visitor.frontiers(row+1, frontiers)
	}
}

// allows reports whether the witness, if there is one, has a stone (or none) at a row of the next
// column.
func (s *sweep) allows(row int, stone bool) bool {
	return s.witness == nil || s.witness.Stone(row, s.cols) == stone
}
