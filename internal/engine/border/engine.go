package border

import (
	"context"
	"fmt"
	"sync"

	"combigo.dev/combigo/par"
)

// MaxHeight is the largest height of an [Engine].
const MaxHeight = 24

// An Engine counts on boards of one height, which is the length of the border; time and memory grow
// more than four times with every point of it, and time in proportion to the width. Several
// goroutines may use it at the same time.
type Engine struct {
	*shape
	lock   sync.Mutex
	tables map[*column]*tables // nil before they are needed
}

// tables are the phases of a column.
type tables struct {
	prefix, suffix *phase
	weights        func() *kinds[weight] // of the words before the prefix phase
}

// New returns an engine. The first run makes its tables.
func New(b Board) (*Engine, error) {
	if b.Height < 1 || b.Height > MaxHeight {
		return nil, fmt.Errorf("border: height %d, want 1 to %d", b.Height, MaxHeight)
	}
	if b.Colours < 1 || b.Colours > MaxColours {
		return nil, fmt.Errorf("border: %d colours, want 1 to %d", b.Colours, MaxColours)
	}
	if len(b.Columns) < 2 && (b.Columns != nil || b.Weighted) {
		return nil, fmt.Errorf("border: %d columns, want those of the board and one more", len(b.Columns))
	}
	for j, points := range b.Columns {
		if len(points) != b.Height {
			return nil, fmt.Errorf("border: %d points in column %d, want %d", len(points), j, b.Height)
		}
	}
	return &Engine{shape: newShape(b)}, nil
}

// prepare makes the tables, if they are not there.
func (e *Engine) prepare(ctx context.Context, opt par.Options) error {
	e.lock.Lock()
	defer e.lock.Unlock()
	if e.tables != nil {
		return nil
	}
	all := make(map[*column]*tables)
	for _, c := range e.columns {
		if all[c] == nil {
			t := &tables{prefix: c.newPhase(true), suffix: c.newPhase(false)}
			t.weights = sync.OnceValue(func() *kinds[weight] { return newKinds(t.prefix, prefixWeight, e.idleWeight(suffixWeight)) })
			all[c] = t
		}
	}
	for c, t := range all {
		if c.then == nil {
			continue
		}
		if err := t.prefix.fill(ctx, opt.Goroutines(), t.suffix); err != nil {
			return err
		}
		if err := t.suffix.fill(ctx, opt.Goroutines(), all[c.then].prefix); err != nil {
			return err
		}
	}
	e.tables = all
	return nil
}

// idleWeight is the weight of an idle word, which stands for all words that it becomes by
// recolouring.
func (s *shape) idleWeight(of func(crossing, *word) weight) func(crossing, *word) weight {
	return func(k crossing, w *word) weight {
		x := of(k, w)
		x.norm.num *= s.recolourings(s.colourOrderOf(k, w).n)
		return x
	}
}
