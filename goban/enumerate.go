package goban

import (
	"context"
	"fmt"
	"iter"
)

// MaxBrute is the number of points beyond which CountLegal refuses: 16 points have 3^16, 43
// million, colourings.
const MaxBrute = 16

// CountLegal returns the number of legal positions L(rows, cols) of a board of at most MaxBrute
// points, by looking at every colouring of its points. It returns early with the context's error
// when that is done.
func CountLegal(ctx context.Context, rows, cols int) (uint64, error) {
	p, err := New(rows, cols)
	if err != nil {
		return 0, err
	}
	if rows*cols > MaxBrute {
		return 0, fmt.Errorf("board %s has %d points: counting one by one takes at most %d", p.size(), rows*cols, MaxBrute)
	}
	var legal uint64
	for tried := 0; ; tried++ {
		if tried%(1<<16) == 0 && ctx.Err() != nil {
			return 0, context.Cause(ctx)
		}
		if p.Legal() {
			legal++
		}
		if !p.advance() {
			return legal, nil
		}
	}
}

// All visits every legal position of a board once. Counted as a number in base 3, empty 0, black 1
// and white 2, with the top left point as the lowest digit, each colouring comes after all smaller
// ones. The position that is handed out belongs to All, which changes it for the next one: Clone it
// to keep it.
func All(rows, cols int) (iter.Seq[*Position], error) {
	if _, err := New(rows, cols); err != nil {
		return nil, err
	}
	return func(yield func(*Position) bool) {
		p, _ := New(rows, cols)
		for more := true; more; more = p.advance() {
			if p.Legal() && !yield(p) {
				return
			}
		}
	}, nil
}

// advance turns the position into the next colouring, as a counter in base 3 does, and reports
// false when it is back at the empty one.
func (p *Position) advance() bool {
	for row := range p.rows {
		digits := p.row(row)
		for col, digit := range digits {
			if digit != White {
				digits[col]++
				return true
			}
			digits[col] = Empty
		}
	}
	return false
}
