package sequence

import (
	"context"
	"fmt"
	"math/big"
	"strconv"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/count/fewest"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/length"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry"
)

// fewestLiberties is the least number of liberties that black has after n moves on 19x19, without
// passes, suicide and repetition.
//
// After a move of black's his last string has one. So from 5 moves on nothing is less than n modulo
// 2, and games in which black goes round the edge reach that. Before that black has one or two
// stones, with a neighbour more than stones at least, in a corner, and white may hold as many of
// the neighbours as she has stones. If she has captured one of two, in a corner, her stones there
// leave the other one two liberties or more.
func fewestLiberties(_ context.Context, n int, _ par.Options) (*big.Int, error) {
	if n < 5 {
		return big.NewInt(int64((n+1)/2 + 1 - n/2)), nil
	}
	return big.NewInt(int64(n % 2)), nil
}

// computations make what computes the terms of a sequence, by the first word of its field term, of
// the words after it.
var computations = map[string]func(words []string) termFunc{
	"legal":     legal,
	"symmetry":  upToSymmetry,
	"stones":    byStones,
	"liberties": ofString,
	"record":    record,
	"games":     games,
	"moves":     moves,
	"all-games": func([]string) termFunc { return allGames },
	"fewest":    func([]string) termFunc { return fewestOnGraphs() },
	"corner":    func([]string) termFunc { return fewestLiberties },
	"eye":       func([]string) termFunc { return bigEye },
}

// found returns a number of what was computed without an error.
func found[R any](r R, err error, number func(R) *big.Int) (*big.Int, error) {
	if err != nil {
		return nil, err
	}
	return number(r), nil
}

// must returns a value of the catalog, which is part of the program.
func must[T any](x T, err error) T {
	if err != nil {
		panic("sequence: catalog.txt: " + err.Error())
	}
	return x
}

// size returns a board that depends on n, by the words "square", "almost-square" (n x (n+1)),
// "antidiagonal" and "triangle" (the place that term n has if the boards are read by antidiagonals:
// (1,1), (1,2), (2,1), (1,3), ..., or those with at most as many columns as rows by rows), or
// "rows" and their number.
func size(words []string) func(n int) board.Size {
	switch words[0] {
	case "square":
		return func(n int) board.Size { return board.Size{Rows: n, Cols: n} }
	case "almost-square":
		return func(n int) board.Size { return board.Size{Rows: n, Cols: n + 1} }
	case "rows":
		rows := must(strconv.Atoi(words[1]))
		return func(n int) board.Size { return board.Size{Rows: rows, Cols: n} }
	}
	return func(n int) board.Size {
		k := 1
		for ; n > k; k++ {
			n -= k
		}
		if words[0] == "antidiagonal" {
			return board.Size{Rows: n, Cols: k + 1 - n}
		}
		return board.Size{Rows: k, Cols: n}
	}
}

// legal is the number of legal positions of a board, "lattice" and "colors" may follow on which.
func legal(words []string) termFunc {
	size, v := variant(words)
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		r, err := count.Legal(ctx, size(n), count.Options{Variant: v, Options: o})
		return found(r, err, func(r *result.Result) *big.Int { return r.Value })
	}
}

// legalFits tells whether a term of [legal] will be refused.
func legalFits(words []string) func(n int, o par.Options) error {
	size, v := variant(words)
	return func(n int, o par.Options) error { return count.Check(size(n), count.Options{Variant: v, Options: o}) }
}

// variant is the boards of a sequence, and what is counted on them.
func variant(words []string) (of func(n int) board.Size, v count.Variant) {
	for i, word := range words {
		switch word {
		case "lattice":
			v.Lattice = must(lattice.ParseKind(words[i+1]))
		case "colors":
			v.Colors = must(strconv.Atoi(words[i+1]))
		}
	}
	return size(words), v
}

// fewestOnGraphs is the minimum number of legal positions of a connected graph with n vertices.
// Terms go on from those before.
func fewestOnGraphs() termFunc {
	var s fewest.Search
	return func(ctx context.Context, n int, _ par.Options) (*big.Int, error) {
		positions, _, err := s.Positions(ctx, n)
		return positions, err
	}
}

// upToSymmetry is the number of legal positions of n x n up to the "motions" of the board, or the
// "motions-and-colours".
func upToSymmetry(words []string) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		r, err := symmetry.Count(ctx, board.Size{Rows: n, Cols: n}, symmetry.Options{Options: o})
		return found(r, err, func(r *symmetry.Result) *big.Int {
			if words[0] == "motions" {
				return r.Orbits
			}
			return r.OrbitsColored
		})
	}
}

// byStones is the number of legal positions of n x n with "equal" numbers of stones, or
// "alternating" ones.
func byStones(words []string) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		t, err := count.Stones(ctx, board.Size{Rows: n, Cols: n}, count.Options{Options: o})
		return found(t, err, func(t *count.StoneTable) *big.Int {
			if words[0] == "equal" {
				return t.WithDifference(0)
			}
			return t.Alternating()
		})
	}
}

// ofString is the "maximum" number of liberties of one string on n x n, proved, or an upper
// "bound".
func ofString(words []string) termFunc {
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		if words[0] == "bound" {
			return big.NewInt(int64(liberties.AtMost(n, n))), nil
		}
		b, err := liberties.OnBoard(ctx, n, n, liberties.Options{Options: o})
		if err == nil && b.Proof == liberties.Unproved {
			err = fmt.Errorf("%d liberties are reached, but that there are no more is not proved", b.Liberties)
		}
		return found(b, err, func(b *liberties.Board) *big.Int { return big.NewInt(int64(b.Liberties)) })
	}
}

// record is the maximum of a quantity on n x n.
func record(words []string) termFunc {
	of := must(records.ParseQuantity(words[0]))
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		r, err := records.Find(ctx, of, board.Size{Rows: n, Cols: n}, o)
		if err == nil && r.Position == nil {
			err = fmt.Errorf("%d %s are quoted, not computed", r.Value, of)
		}
		return found(r, err, func(r *records.Record) *big.Int { return big.NewInt(int64(r.Value)) })
	}
}

// games is the number of games of n moves on a square board, by the rules of A048289; "summed", of
// at most n moves.
func games(words []string) termFunc {
	side := must(strconv.Atoi(words[0]))
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		sum, k := new(big.Int), n
		if words[1] == "summed" {
			k = 0
		}
		for ; k <= n; k++ {
			r, err := length.Count(ctx, side, side, k, length.Options{Rules: length.Published, Options: par.Options{Threads: o.Threads, Progress: o.Progress}})
			if err != nil {
				return nil, err
			}
			sum.Add(sum, r.Value)
		}
		return sum, nil
	}
}

func graph(s board.Size) (*lattice.Graph, error) {
	return lattice.New(lattice.Square, s.Rows, s.Cols, lattice.Options{})
}

// moves is the number of edges of the game graph of a board.
func moves(words []string) termFunc {
	size := size(words)
	return func(ctx context.Context, n int, o par.Options) (*big.Int, error) {
		g, err := graph(size(n))
		if err != nil {
			return nil, err
		}
		s, err := game.Summarize(ctx, g, game.Rules{}, game.Effort{}, o)
		return found(s, err, func(s *game.Summary) *big.Int { return big.NewInt(s.Degrees.Edges) })
	}
}

// allGames is the number of games on n x n, with suicide and positional superko. On a board without
// points there is one: two passes.
func allGames(ctx context.Context, n int, o par.Options) (*big.Int, error) {
	if n == 0 {
		return big.NewInt(1), nil
	}
	g, err := graph(board.Size{Rows: n, Cols: n})
	if err != nil {
		return nil, err
	}
	r, err := game.Count(ctx, g, game.Rules{}, o)
	return found(r, err, func(r *game.Games) *big.Int { return r.Value })
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
