package connected

import (
	"context"
	"fmt"
	"sync"
)

// Engine counts on boards of one height, which is the length of the border;
// time grows about 5.4 times with every point of it, and in proportion to the
// width. An engine may be used by several goroutines, one run at a time each
// with a vector of its own.
type Engine struct {
	layout *layout
	mu     sync.Mutex
	tables bool // whether the layout has its tables
}

// New prepares an engine for boards of the given height, from 1 to [MaxHeight]. That takes 0.03 s
// for height 11 and 0.14 s for 13; the first run makes the tables, in twice that time.
func New(height int) (*Engine, error) {
	if height < 1 || height > MaxHeight {
		return nil, fmt.Errorf("border: height %d is not in 1..%d", height, MaxHeight)
	}
	return &Engine{layout: newLayout(height)}, nil
}

func (e *Engine) makeTables(ctx context.Context, threads int) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.tables {
		return nil
	}
	err := e.layout.makeTables(ctx, threads)
	e.tables = err == nil
	return err
}

func (e *Engine) checkWidths(first, last int) error {
	if first < 1 || first > last {
		return fmt.Errorf("border: widths %d to %d, want 1 or more, not backwards", first, last)
	}
	return nil
}

// exact is the arithmetic of exact completions of a given number of points.
func exact(points int) arithmetic { return exactArithmetic(wordsFor(points)) }
