package bounds

import (
	"context"
	"errors"
	"math"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// widerStates is about how many times as many states the matrix has for a strip that is wider by a
// point.
const widerStates = 5

// defaultStates is the size of matrix up to which widths go by themselves: a matter of some
// seconds.
const defaultStates = 100_000

// eachWidth collects what a function returns for widths first to last, besides the number of
// states. If last is 0, it stops before there are far more than defaultStates of them, or they do
// not fit in memory.
func eachWidth[T any](q Question, first, last int, opt par.Options, do func(int, par.Options) (T, int, error)) ([]T, error) {
	if err := check(q.Kind, q.Colors, max(last, first)); err != nil {
		return nil, err
	}
	var all []T
	for width := first; width <= MaxWidth && (last == 0 || width <= last); width++ {
		one, states, err := do(width, part(opt, first, last, width))
		if tooWide := new(result.MemoryError); last == 0 && errors.As(err, &tooWide) && len(all) > 0 {
			break
		}
		if err != nil {
			return nil, err
		}
		all = append(all, one)
		if last == 0 && states*widerStates > defaultStates {
			break
		}
	}
	return all, nil
}

// part returns options whose progress is that of one width among several: each takes as long as all
// narrower ones do, several times. Without a last width there is no telling.
func part(o par.Options, first, last, width int) par.Options {
	if last == 0 {
		return o.Between(0, 0)
	}
	end := math.Pow(widerStates, float64(width-last))
	if width == first {
		return o.Between(0, end)
	}
	return o.Between(end/widerStates, end)
}

// Brackets returns the brackets for widths first, first+1, ..., last. If last is 0, it stops before
// strips that would have far more than 100000 states, or do not fit in memory.
func (q Question) Brackets(ctx context.Context, first, last int, opt par.Options) ([]*Bracket, error) {
	return eachWidth(q, first, last, opt, func(width int, opt par.Options) (*Bracket, int, error) {
		b, err := q.Constant(ctx, width, opt)
		if err != nil {
			return nil, 0, err
		}
		return b, b.States(), nil
	})
}
