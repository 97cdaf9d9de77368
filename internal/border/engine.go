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
	lock           sync.Mutex
	prefix, suffix *phase // nil before they are needed
	kinds          *kinds[weight]
}

// New returns an engine. The first run makes its tables.
func New(b Board) (*Engine, error) {
	if b.Height < 1 || b.Height > MaxHeight {
		return nil, fmt.Errorf("border: height %d, want 1 to %d", b.Height, MaxHeight)
	}
	if b.Colours < 1 || b.Colours > MaxColours {
		return nil, fmt.Errorf("border: %d colours, want 1 to %d", b.Colours, MaxColours)
	}
	return &Engine{shape: newShape(b)}, nil
}

// Height returns the height of the boards.
func (e *Engine) Height() int { return e.height }

// prepare makes the tables, if they are not there.
func (e *Engine) prepare(ctx context.Context, opt par.Options) error {
	e.lock.Lock()
	defer e.lock.Unlock()
	if e.kinds != nil {
		return nil
	}
	if !relations(pairAt) {
		return ErrCoefficients
	}
	// The first part of a phase is at the outer end of the border, and no shorter than the second
	// one: that keeps programs few.
	split := e.height / 2
	e.prefix = e.newPhase(true, split, (split+1)/2)
	e.suffix = e.newPhase(false, split, split+(e.height-split)/2)
	if err := e.prefix.fill(ctx, opt.Goroutines(), e.suffix); err != nil {
		return err
	}
	if err := e.suffix.fill(ctx, opt.Goroutines(), e.prefix); err != nil {
		return err
	}
	e.kinds = newKinds(e.prefix, prefixWeight, e.idleWeight(suffixWeight))
	return nil
}

// idleWeight is the weight of an idle word, which stands for all words that it becomes by
// recolouring.
func (s *shape) idleWeight(of func(crossing, *word) weight) func(crossing, *word) weight {
	return func(k crossing, w *word) weight {
		x := of(k, w)
		x.norm.num *= s.recolourings(orderOf(k, w).n)
		return x
	}
}

func (e *Engine) weights() *kinds[weight] { return e.kinds }

func (e *Engine) divide(prefixShares, suffixShares int) *division {
	return newDivision(e.prefix, e.suffix, prefixShares, suffixShares)
}
