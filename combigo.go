// Package combigo answers the questions about the game of Go that are asked most: how many legal
// positions a board has, whether a position is legal, what a random legal position looks like, and
// which number a position has among all.
//
// Each function is a few lines on top of a package that can do more:
//
//	Count         package count: methods, checks, progress, tables, other lattices and graphs
//	Check         package goban: strings and liberties, moves, games replayed, diagrams and SGF
//	Random        package sampling/uniform: any number of positions, two methods
//	Rank, Unrank  package ranking: many positions with one table
//
// The folder examples has programs that use these packages, docs/architecture.md lists the others.
package combigo

import (
	"context"
	"errors"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling/uniform"
)

// Count returns the number of legal positions of a board, and how the number was got. If the board
// does not fit in memory, but its number is in print, the number is that, and the result has
// [result.Quoted] as its basis. The errors are those of [count.Legal]: a *[count.LargeError], for
// one, if the number is not in print either.
func Count(ctx context.Context, size board.Size) (*result.Result, error) {
	r, err := count.Legal(ctx, size, count.Options{})
	if large := (*count.LargeError)(nil); errors.As(err, &large) {
		if quoted := large.Quoted(); quoted != nil {
			return quoted, nil
		}
	}
	return r, err
}

// Check reads a text with one position, a diagram or SGF, and returns the position. The error is a
// *[goban.SyntaxError] if the text is not a position. It is a *[ranking.IllegalError] if the
// position is not legal; it has the strings without a liberty.
func Check(text string) (*goban.Position, error) {
	p, err := goban.ParsePosition(text)
	if err != nil {
		return nil, err
	}
	if strings := p.Illegal(); len(strings) > 0 {
		return p, &ranking.IllegalError{Position: p, Strings: strings}
	}
	return p, nil
}

// Random returns a legal position of a board; each legal position has the same probability. The
// seed decides which. The errors are those of [uniform.New].
func Random(ctx context.Context, size board.Size, seed uint64) (*goban.Position, error) {
	sampler, err := uniform.New(ctx, size, uniform.Options{Seed: seed})
	if err != nil {
		return nil, err
	}
	positions, err := sampler.Draw(ctx, 1)
	if err != nil {
		return nil, err
	}
	return positions[0], nil
}

// Rank returns the number of a legal position among all of its board, from 0, in the order of
// package ranking. The errors are those of [ranking.New] and [ranking.Table.Rank].
func Rank(ctx context.Context, p *goban.Position) (*big.Int, error) {
	table, err := ranking.New(ctx, board.Size{Rows: p.Rows(), Cols: p.Cols()}, par.Options{})
	if err != nil {
		return nil, err
	}
	ranks, err := table.Rank(ctx, []*goban.Position{p})
	if err != nil {
		return nil, err
	}
	return ranks[0], nil
}

// Unrank returns the legal position of a board that has a number, from 0. The errors are those of
// [ranking.New] and [ranking.Table.Unrank].
func Unrank(ctx context.Context, size board.Size, rank *big.Int) (*goban.Position, error) {
	table, err := ranking.New(ctx, size, par.Options{})
	if err != nil {
		return nil, err
	}
	positions, err := table.Unrank(ctx, []*big.Int{rank})
	if err != nil {
		return nil, err
	}
	return positions[0], nil
}
