package sequence

import (
	"context"
	"fmt"
	"math/big"

	"combigo/board"
	"combigo/count"
	"combigo/count/fewest"
	"combigo/game"
	"combigo/game/length"
	"combigo/internal/par"
	"combigo/lattice"
	"combigo/liberties"
	"combigo/records"
	"combigo/symmetry"
)

// A termFunc returns a(n).
type termFunc = func(ctx context.Context, n int, o par.Options) (*big.Int, error)

// legal is the number of legal positions of a board that depends on n.
func legal(size func(n int) (rows, cols int), v count.Variant) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		rows, cols := size(n)
		r, err := count.Legal(ctx, rows, cols, count.Options{Variant: v, Threads: o.Threads, Memory: o.Memory, Progress: o.Progress})
		if err != nil {
			return nil, err
		}
		return r.Value, nil
	}
}

func square(n int) (rows, cols int) { return n, n }

func rows(m int) func(n int) (rows, cols int) {
	return func(n int) (int, int) { return m, n }
}

// antidiagonal returns the place in a square array that term n has if the array is read by antidiagonals:
// (1,1), (1,2), (2,1), (1,3), ...
func antidiagonal(n int) (rows, cols int) {
	d := 1
	for ; n > d; d++ {
		n -= d
	}
	return n, d + 1 - n
}

// ofCycle is the number of legal positions of a cycle of n points.
func ofCycle(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	return legal(rows(1), count.Variant{Lattice: lattice.Cycle})(ctx, n, o)
}

// fewestOnGraphs is the minimum number of legal positions of a connected graph with n vertices. Terms go on from those before.
func fewestOnGraphs() termFunc {
	var s fewest.Search
	return func(ctx context.Context, n int, _ par.Options) (*big.Int, error) {
		positions, _, err := s.Positions(ctx, n)
		return new(big.Int).SetUint64(positions), err
	}
}

// upToSymmetry is the number of legal positions of n x n up to the motions of the board.
func upToSymmetry(value func(*symmetry.Result) *big.Int) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		size := board.Size{Rows: n, Cols: n}
		r, err := symmetry.Count(ctx, size, symmetry.Options{Threads: o.Threads, Memory: o.Memory, Progress: o.Progress})
		if err != nil {
			return nil, err
		}
		return value(r), nil
	}
}

// byStones is a number that the table of positions by stones of n x n has.
func byStones(value func(*count.StoneTable) *big.Int) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		size := board.Size{Rows: n, Cols: n}
		t, err := count.Stones(ctx, size, count.Options{Threads: o.Threads, Memory: o.Memory, Progress: o.Progress})
		if err != nil {
			return nil, err
		}
		return value(t), nil
	}
}

// maxLiberties is the maximum number of liberties of one string on n x n, proved.
func maxLiberties(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	b, err := liberties.OnBoard(ctx, n, n, liberties.Options{Threads: o.Threads, Memory: o.Memory, Progress: o.Progress})
	if err != nil {
		return nil, err
	}
	if b.Proof == liberties.Unproved {
		return nil, fmt.Errorf("%d liberties are reached, but that there are no more is not proved", b.Liberties)
	}
	return big.NewInt(int64(b.Liberties)), nil
}

// record is the maximum of a quantity on n x n.
func record(of records.Quantity) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		size := board.Size{Rows: n, Cols: n}
		r, err := records.Find(ctx, of, size, records.Options(o))
		if err != nil {
			return nil, err
		}
		return big.NewInt(int64(r.Value)), nil
	}
}

// games is the number of games of n moves on a square board, by the rules of A048289.
func games(side int) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		r, err := length.Count(ctx, side, side, n, length.Options{Rules: length.Published, Threads: o.Goroutines(), Progress: o.Progress})
		if err != nil {
			return nil, err
		}
		return r.Games, nil
	}
}

// upTo sums the terms a(0) to a(n) of another sequence.
func upTo(term termFunc) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		sum := new(big.Int)
		for k := range n + 1 {
			x, err := term(ctx, k, o)
			if err != nil {
				return nil, err
			}
			sum.Add(sum, x)
		}
		return sum, nil
	}
}

// moves is the number of edges of the game graph of a board that depends on n.
func moves(size func(n int) (rows, cols int)) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		rows, cols := size(n)
		g, err := lattice.New(lattice.Square, rows, cols, lattice.Options{})
		if err != nil {
			return nil, err
		}
		s, err := game.Summarize(ctx, g, game.Rules{}, game.Effort{}, o)
		if err != nil {
			return nil, err
		}
		return big.NewInt(s.Degrees.Edges), nil
	}
}
