package transfer

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// newLegal returns the rules of a board and a number of colours.
func newLegal(g Graph, order []int, colors int) (rules, error) {
	if colors != AnyColors && (colors < 0 || colors > MaxColors) {
		return rules{}, fmt.Errorf("transfer: %d colours are not in 0..%d", colors, MaxColors)
	}
	l, err := newLayout(g, order)
	if err != nil {
		return rules{}, err
	}
	if colors != 2 && l.signed() {
		return rules{}, errors.New("transfer: the board has edges between opposite stones: want two colours")
	}
	return newRules(l, colors), nil
}

// Legal evaluates the legal positions of a board: those in which every string (a maximal connected
// set of stones of one colour) has an adjacent empty point or a safe one. Points are passed in the
// given order, which decides on the time and memory needed: see
// [combigo.dev/combigo/lattice.Order].
//
// The number of colours is one that is at least 0, and then the semiring's λ must be the same; or
// [AnyColors], and then λ is free and may be a symbol: the sum of the evaluated positions is Farr's
// Go polynomial Go#(G; λ). A board that is a [SignedGraph] with edges between opposite stones has
// two colours. The choices are those of [StoneChoice].
func Legal[T any](
	ctx context.Context, g Graph, order []int, colors int, ev Semiring[T], opt par.Options,
) (none T, _ Stats, _ error) {
	if e, ok := any(ev).(interface{ colors() int64 }); ok && colors != AnyColors && e.colors() != int64(colors) {
		return none, Stats{}, fmt.Errorf("transfer: %d colours with a semiring of another λ: want the same number, or AnyColors", colors)
	}
	r, err := newLegal(g, order, colors)
	if err != nil {
		return none, Stats{}, err
	}
	switch r.words() {
	case 1:
		return Run(ctx, &legal[Word1]{r}, ev, opt)
	case 2:
		return Run(ctx, &legal[Word2]{r}, ev, opt)
	default:
		return Run(ctx, &legal[Word4]{r}, ev, opt)
	}
}

// ExpectLegal estimates what [Legal] takes with values of a number of words at each level: the
// states after each level from 0, and the memory. The error is one with which [Legal] refuses to
// begin with that ceiling on memory, 0 for none.
func ExpectLegal(g Graph, order []int, colors int, words func(level int) int, ceiling result.Bytes) ([]float64, result.Bytes, error) {
	r, err := newLegal(g, order, colors)
	if err != nil {
		return nil, 0, err
	}
	var o *memoryEstimate
	switch r.words() {
	case 1:
		o = newMemoryEstimate(&legal[Word1]{r}, words, ceiling)
	case 2:
		o = newMemoryEstimate(&legal[Word2]{r}, words, ceiling)
	default:
		o = newMemoryEstimate(&legal[Word4]{r}, words, ceiling)
	}
	return o.states, result.BytesOf(o.from(0, 1)), o.check(0, 1)
}

// CountLegal returns the number of legal positions of a number of colours: [Legal] with [Integers].
func CountLegal(ctx context.Context, g Graph, order []int, colors int, opt par.Options) (*big.Int, Stats, error) {
	integers, err := NewIntegers(colors, colors+1)
	if err != nil {
		return nil, Stats{}, err
	}
	return Legal(ctx, g, order, colors, integers, opt)
}
