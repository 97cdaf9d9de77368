package sequence

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/count/fewest"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/symmetry"
)

// A termFunc returns a(n).
type termFunc = func(ctx context.Context, n int, o par.Options) (*big.Int, error)

// legal is the number of legal positions of a board that depends on n.
func legal(size func(n int) (rows, cols int), v count.Variant) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		rows, cols := size(n)
		r, err := count.Legal(ctx, board.Size{Rows: rows, Cols: cols}, count.Options{Variant: v, Options: o})
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

// antidiagonal returns the place in a square array that term n has if the array is read by
// antidiagonals: (1,1), (1,2), (2,1), (1,3), ...
func antidiagonal(n int) (rows, cols int) {
	d := 1
	for ; n > d; d++ {
		n -= d
	}
	return n, d + 1 - n
}

// almostSquare is n x (n+1).
func almostSquare(n int) (rows, cols int) { return n, n + 1 }

// triangle returns the place that term n has if the triangle of boards with at most as many columns
// as rows is read by rows: (1,1), (2,1), (2,2), (3,1), ...
func triangle(n int) (rows, cols int) {
	for rows = 1; n > rows; rows++ {
		n -= rows
	}
	return rows, n
}

// ofCycle is the number of legal positions of a cycle of n points.
func ofCycle(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	return legal(rows(1), count.Variant{Lattice: lattice.Cycle})(ctx, n, o)
}

// fewestOnGraphs is the minimum number of legal positions of a connected graph with n vertices.
// Terms go on from those before.
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
		r, err := symmetry.Count(ctx, size, symmetry.Options{Options: o})
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
		t, err := count.Stones(ctx, size, count.Options{Options: o})
		if err != nil {
			return nil, err
		}
		return value(t), nil
	}
}

// maxLiberties is the maximum number of liberties of one string on n x n, proved.
func maxLiberties(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	b, err := liberties.OnBoard(ctx, n, n, liberties.Options{Options: o})
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
		r, err := records.Find(ctx, of, size, par.Options(o))
		if err != nil {
			return nil, err
		}
		return big.NewInt(int64(r.Value)), nil
	}
}

// games is the number of games of n moves on a square board, by the rules of A048289.
func games(side int) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		r, err := length.Count(ctx, side, side, n, length.Options{Rules: length.Published, Options: par.Options{Threads: o.Goroutines(), Progress: o.Progress}})
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

// allGames is the number of games on n x n, with suicide and positional superko. On a board without
// points there is one: two passes.
func allGames(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	if n == 0 {
		return big.NewInt(1), nil
	}
	g, err := lattice.New(lattice.Square, n, n, lattice.Options{})
	if err != nil {
		return nil, err
	}
	r, err := game.Count(ctx, g, game.Rules{}, o)
	if err != nil {
		return nil, err
	}
	return r.Value, nil
}

// libertyBound is an upper bound for the liberties of a string on n x n.
func libertyBound(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	return big.NewInt(int64(liberties.AtMost(n, n))), nil
}

// bigEye is by how many moves the opponent of a string must be ahead to capture it if its only
// liberties are the n points of one eye. Nothing in it captures the string before the eye is full
// but for a point. Then the string may capture what is in the eye, for a move, and has an eye of a
// point less.
func bigEye(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	ahead := int64(1)
	for k := int64(2); k <= int64(n); k++ {
		ahead = max(k, k-1-1+ahead)
	}
	return big.NewInt(ahead), nil
}
