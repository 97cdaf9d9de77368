package ranking

import (
	"context"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A Table numbers the legal positions of a board. It is for one goroutine at a time, and uses
// several itself.
type Table struct {
	size      board.Size
	opt       par.Options
	automaton *automaton
	ends      []layer   // completion counts before each line, and after the last
	inside    [][]layer // of each line and kink, if they are kept
	buffers   []layer   // of each kink, if they are not
	total     *big.Int
	checks    []string
}

// searchShare is the share of the search in the work.
const searchShare = 0.4

// Size returns the board.
func (t *Table) Size() board.Size { return t.size }

// Total returns the number of legal positions of the board, L(m,n).
func (t *Table) Total() *big.Int { return new(big.Int).Set(t.total) }

// Checks says what the number of positions was compared with.
func (t *Table) Checks() []string { return t.checks }

// fill computes the completion counts from the last line to the first.
func (t *Table) fill(ctx context.Context) error {
	lines := t.size.Long()
	t.ends = make([]layer, lines+1)
	t.ends[lines] = t.automaton.last()
	for line := lines - 1; line >= 0; line-- {
		layers, err := t.compute(ctx, line)
		if err != nil {
			return err
		}
		t.ends[line] = layers[0]
		if t.inside != nil {
			t.inside[line] = layers
			t.buffers = nil
		}
		t.opt.Report(searchShare + (1-searchShare)*float64(lines-line)/float64(lines))
	}
	return nil
}

// compute returns the completion counts of all kinks of a line and of the next line's first, from
// the latter. Only that of the first kink is memory of its own.
func (t *Table) compute(ctx context.Context, line int) ([]layer, error) {
	width := t.size.Short()
	layers := make([]layer, width+1)
	layers[width] = t.ends[line+1]
	if t.buffers == nil {
		t.buffers = make([]layer, width)
	}
	for kink := width - 1; kink >= 0; kink-- {
		point := line*width + kink
		states, limbs := t.automaton.states(point), limbsFor(t.size.Points()-point)
		if kink == 0 {
			layers[0] = newLayer(states, limbs)
		} else {
			layers[kink] = t.buffers[kink].resized(states, limbs)
			t.buffers[kink] = layers[kink]
		}
		if err := layers[kink].before(ctx, t.automaton.at(point), layers[kink+1], t.opt.Goroutines()); err != nil {
			return nil, err
		}
	}
	return layers, nil
}

// line returns the completion counts of all kinks of a line and of the next line's first.
func (t *Table) line(ctx context.Context, line int) ([]layer, error) {
	if t.inside != nil {
		return t.inside[line], nil
	}
	return t.compute(ctx, line)
}

// checkPrime is the largest prime below 2^62.
const checkPrime = 4611686018427387847

// check compares the number of positions with that of another engine.
func (t *Table) check(ctx context.Context) error {
	engine, err := border.New(border.Board{Height: t.size.Short(), Colours: 2})
	if err != nil {
		return err
	}
	var residue uint64
	opt := par.Options{Threads: t.opt.Threads}
	err = engine.CountModulo(ctx, t.size.Long(), t.size.Long(), checkPrime, opt, func(_ int, r uint64) { residue = r })
	if err != nil {
		return err
	}
	own := new(big.Int).Mod(t.total, new(big.Int).SetUint64(checkPrime))
	if own.Uint64() != residue {
		return result.InternalErrorf("the numbering of board "+t.size.String(), "the number of positions is not that of another engine, modulo a prime")
	}
	t.checks = append(t.checks, "number of positions modulo the prime 4611686018427387847: equal to that of engine border")
	return nil
}
