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
	tables map[*column]*columnTables // nil before they are needed
}

// columnTables are the tables of the two phases of a column.
type columnTables struct {
	prefix, suffix *phaseTables
	joinFactors    func() *kinds[joinFactors] // of the words with which the prefix phase begins
}

// New returns an engine without tables: [Engine.Divide] makes them when it is first called.
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

// prepare makes the tables of all columns, unless they have been made.
func (e *Engine) prepare(ctx context.Context, opt par.Options) error {
	e.lock.Lock()
	defer e.lock.Unlock()
	if e.tables != nil {
		return nil
	}
	all := make(map[*column]*columnTables)
	for _, c := range e.columns {
		if all[c] == nil {
			t := &columnTables{prefix: c.newPhaseTables(true), suffix: c.newPhaseTables(false)}
			t.joinFactors = sync.OnceValue(func() *kinds[joinFactors] { return newKinds(t.prefix, prefixFactors, e.idleFactors(suffixFactors)) })
			all[c] = t
		}
	}
	for c, t := range all {
		if c.nextColumn == nil {
			continue
		}
		if err := t.prefix.build(ctx, opt.Goroutines(), t.suffix); err != nil {
			return err
		}
		if err := t.suffix.build(ctx, opt.Goroutines(), all[c.nextColumn].prefix); err != nil {
			return err
		}
	}
	e.tables = all
	return nil
}

// idleFactors returns the factors of an idle word: its norm counts all words that differ from it by
// a recolouring, for which the word stands.
func (s *shape) idleFactors(of func(crossing, *word) joinFactors) func(crossing, *word) joinFactors {
	return func(k crossing, w *word) joinFactors {
		x := of(k, w)
		x.norm.num *= s.recolouringCount(s.colourOrderOf(k, w).n)
		return x
	}
}
