package connected

import (
	"context"
	"fmt"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

const (
	// MaxHeight is the largest height whose valid classes are counted.
	MaxHeight = 24
	// MaxEngineHeight is the largest height of an engine: what a border has room for.
	MaxEngineHeight = MaxPoints
)

// Engine counts on boards of one height, which is the length of the border; time and memory grow
// about 5.4 and 4.5 times with every point of it, time in proportion to the width. An engine may be
// used by several goroutines.
type Engine struct {
	height int
	levels []*step // before the points of the first column, then those of all other columns
}

// fits returns an error if there is no engine of a height, or not the memory for a board.
func fits(height, width int, need func() result.Bytes, ceiling result.Bytes) error {
	if height < 1 || height > MaxEngineHeight {
		return fmt.Errorf("connected: height %d is not in 1..%d", height, MaxEngineHeight)
	}
	if ceiling <= 0 || need() <= ceiling {
		return nil
	}
	return &result.MemoryError{Of: fmt.Sprintf("board %dx%d", height, width), Need: need(), Ceiling: ceiling, Given: true}
}

// New returns an engine for boards of the given height, from 1 to [MaxEngineHeight].
func New(ctx context.Context, height, threads int) (*Engine, error) {
	if err := fits(height, 1, nil, 0); err != nil {
		return nil, err
	}
	numberings := make([]*numbering, height)
	if err := par.For(ctx, threads, height, func(y int) { numberings[y] = newNumbering(height, y) }); err != nil {
		return nil, err
	}
	levels, listed := newFirst(height, numberings[0]), listsSteps(height)
	for y, n := range numberings {
		s, err := newStep(ctx, n, numberings[(y+1)%height], threads)
		if err != nil {
			return nil, err
		}
		if listed {
			s.list()
		}
		levels = append(levels, s)
	}
	return &Engine{height, levels}, nil
}

// level returns the number of the level of the states before a point.
func (e *Engine) level(point int) int {
	if point < e.height {
		return point
	}
	return e.height + point%e.height
}

func (e *Engine) at(point int) *step { return e.levels[e.level(point)] }

// State returns the number of a border before a point. It must be valid.
func (e *Engine) State(point int, w Word) int { return e.at(point).from.number(w) }

// Last sets values to those after the last point of a board: 1 for states without needy stones.
func (e *Engine) Last(v *Values) {
	n := e.at(e.height).from
	v.resize(n.size, 1)
	n.each(func(number int, w Word) {
		v.Words[number] = 0
		if w.Settled() {
			v.Words[number] = 1
		}
	})
}

// listsSteps reports whether steps are listed.
func listsSteps(height int) bool { return Steps(height, 2) <= maxListed }

// Before sets values to those before a point, of some limbs each, from those after it.
func (e *Engine) Before(ctx context.Context, point, limbs int, v, next *Values, threads int) error {
	return e.before(ctx, arithmetic{}, point, limbs, v, next, threads)
}

// rowsPerTask is the number of rows that a goroutine takes at once.
const rowsPerTask = 16

func (e *Engine) before(ctx context.Context, a arithmetic, point, limbs int, v, next *Values, threads int) error {
	s := e.at(point)
	v.resize(s.from.size, limbs)
	rows, buffers := len(s.from.rows), make([]successors, threads)
	return par.Workers(ctx, threads, (rows+rowsPerTask-1)/rowsPerTask, func(goroutine, task int) {
		to := &buffers[goroutine]
		for row := task * rowsPerTask; row < min((task+1)*rowsPerTask, rows); row++ {
			a.gather(v, s.from.rows[row].first, next, s.successors(row, to))
		}
	})
}
