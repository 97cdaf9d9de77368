package transfer

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// newLegalLayout returns the layout of a board without signs, for a number of colours.
func newLegalLayout(g Graph, order []int, colors int) (*layout, error) {
	if colors != AnyColors && (colors < 0 || colors > MaxColors) {
		return nil, fmt.Errorf("transfer: %d colours are not in 0..%d", colors, MaxColors)
	}
	l, err := newLayout(g, order)
	if err == nil && l.signed() {
		return nil, errors.New("transfer: the board has edges between opposite stones: want LegalSigned")
	}
	return l, err
}

// Legal evaluates the legal positions of a board: those in which every string (a maximal connected
// set of stones of one colour) has an adjacent empty point or a safe one. Points are passed in the
// given order, which decides on the time and memory needed: see
// [combigo.dev/combigo/lattice.Order].
//
// The number of colours is one that is at least 0, and then the semiring's λ must be the same; or
// [AnyColors], and then λ is free and may be a symbol: the sum of the evaluated positions is Farr's
// Go polynomial Go#(G; λ). Choice 0 of a level is an empty point. A [SignedGraph] with edges
// between opposite stones is for [LegalSigned].
func Legal[T any](
	ctx context.Context, g Graph, order []int, colors int, ev Semiring[T], opt par.Options,
) (none T, _ Stats, _ error) {
	l, err := newLegalLayout(g, order, colors)
	if err != nil {
		return none, Stats{}, err
	}
	switch _, n := codec(l.width, frontierColors(l.width, colors)); n {
	case 1:
		return Run(ctx, newLegal[Word1](l, colors), ev, opt)
	case 2:
		return Run(ctx, newLegal[Word2](l, colors), ev, opt)
	default:
		return Run(ctx, newLegal[Word4](l, colors), ev, opt)
	}
}

// ExpectLegal estimates what [Legal] takes with values of a number of words at each level: the
// states after each level from 0, and the memory. The error is one with which [Legal] refuses to
// begin with that ceiling on memory, 0 for none.
func ExpectLegal(g Graph, order []int, colors int, words func(level int) int, ceiling result.Bytes) ([]float64, result.Bytes, error) {
	l, err := newLegalLayout(g, order, colors)
	if err != nil {
		return nil, 0, err
	}
	var o *outlook
	switch _, n := codec(l.width, frontierColors(l.width, colors)); n {
	case 1:
		o = newOutlook(newLegal[Word1](l, colors), words, ceiling)
	case 2:
		o = newOutlook(newLegal[Word2](l, colors), words, ceiling)
	default:
		o = newOutlook(newLegal[Word4](l, colors), words, ceiling)
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

// LegalSigned evaluates the legal positions of two colours on a board that may be a [SignedGraph];
// the semiring's λ must be 2. It does what [Legal] does, in more time, and says of every choice
// what a [StoneChoice] says.
func LegalSigned[T any](
	ctx context.Context, g Graph, order []int, ev Semiring[T], opt par.Options,
) (none T, _ Stats, _ error) {
	l, err := newLayout(g, order)
	if err != nil {
		return none, Stats{}, err
	}
	switch _, n := signedCodec(l.width); n {
	case 1:
		return Run(ctx, newSigned[Word1](l), ev, opt)
	case 2:
		return Run(ctx, newSigned[Word2](l), ev, opt)
	default:
		return Run(ctx, newSigned[Word4](l), ev, opt)
	}
}

// CountLegalSigned returns the number of legal positions of two colours: [LegalSigned] with
// [Integers].
func CountLegalSigned(ctx context.Context, g Graph, order []int, opt par.Options) (*big.Int, Stats, error) {
	integers, err := NewIntegers(2, 3)
	if err != nil {
		return nil, Stats{}, err
	}
	return LegalSigned(ctx, g, order, integers, opt)
}
