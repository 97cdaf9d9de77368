package liberties

import (
	"context"
	"sync/atomic"
	"time"

	"combigo.dev/combigo/result"
)

// A sweep is the set of all left parts whose cost less rate times the columns, the unfinished one
// included, is at most the window after every point.
type sweep struct {
	target
	window     int32
	upToMirror bool // keep only one of each border and its mirror image at the ends of columns
	team       *workers
	cols       int   // columns that are done
	ends       layer // the frontiers after them
	peak       int   // the most frontiers of a layer so far
	steps      int64 // frontiers of all layers of these columns

	outside int64 // and those outside the window

	columns []columnState
	history recent
	witness *Group // if not nil, the only group whose parts are kept
	ceiling result.Bytes
}

// A columnState is what is reported of a column.
type columnState struct {
	Frontiers int // after it
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

func newSweep(t target, window int32, upside bool, team *workers) *sweep {
	return &sweep{target: t, window: window, upToMirror: upside, team: team, ends: layer{{edgeFrontier(t.height)}}}
}

// release keeps only what is reported of a sweep.
func (s *sweep) release() { s.ends, s.history = nil, nil }

// A visitor sees what a sweep does. Each may be nil; both are called by many goroutines at once.
type visitor struct {
	// frontiers gets some of the frontiers at a kink of the column, each once. Where only one of
	// each border and its mirror image is kept at the end of a column, it may get that one twice.
	frontiers func(kink int, frontiers []frontier)
	// over gets a frontier outside the window, and says whether it stays in the sweep all the same
	over func(kink int, f frontier) (stays bool)
}

// bytesOfFrontier is what a frontier takes with its share of the memory for steps.
const bytesOfFrontier = 64

// column adds a column. An interrupted sweep is what it was; one short of memory is invalid.
func (s *sweep) column(ctx context.Context, v visitor) error {
	start := time.Now()
	s.team.takeCounts()
	p := &sweptPoint{sweep: s, visitor: v, limit: s.window + s.rate*int32(s.cols+1)}
	l, err := s.team.rows(ctx, s.ends, wholeColumn(s.height, false), p)
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

// snapshot returns that of the frontiers after the last column.
func (s *sweep) snapshot() *snapshot {
	snap := &snapshot{cols: s.cols, rate: s.rate, ends: s.ends}
	snap.add()
	return snap
}

// period returns the period if the last frontiers repeat. Halves need old frontiers later.
func (s *sweep) period(step int) int {
	period, dropped := s.history.add(s.snapshot(), step)
	for _, block := range dropped {
		if !s.inHalves() {
			s.team.team[0].release(block)
		}
	}
	return period
}

// A sweptPoint is the step of a sweep to the next point.
type sweptPoint struct {
	*sweep
	visitor
	limit int32
	seen  [maxHeight]atomic.Int64 // frontiers by row
	full  atomic.Bool             // there were too many: they are not taken further
}

func (p *sweptPoint) add(to *worker, row int, frontiers []frontier) {
	if p.full.Load() {
		return
	}
	stone, empty := p.allows(row, true), p.allows(row, false)
	for _, f := range frontiers {
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

// keep puts a frontier that stays in the sweep.
func (p *sweptPoint) keep(to *worker, row int, f frontier) {
	if f.cost > p.limit {
		to.outside++
		if p.over == nil || !p.over(row+1, f) {
			return
		}
	}
	if p.upToMirror && row == p.height-1 {
		f = f.canonical(p.height)
	}
	to.insert(f)
}

func (p *sweptPoint) see(row int, frontiers []frontier) {
	seen := p.seen[row].Add(int64(len(frontiers)))
	if p.ceiling > 0 && result.Bytes(seen)*bytesOfFrontier > p.ceiling {
		p.full.Store(true)
	}
	if p.frontiers != nil {
		p.frontiers(row+1, frontiers)
	}
}

// allows reports whether the point of a row of the next column may be a stone, or empty.
func (s *sweep) allows(row int, stone bool) bool {
	return s.witness == nil || s.witness.Stone(row, s.cols) == stone
}
