// Package witness writes down games that proofs of lower bounds speak of, move by move.
//
// A game is a sequence of stones without passes: colours out of turn stand for a pass of the other
// player before them, which goban.WithPasses puts in. That the games are legal is not assumed
// anywhere; goban.Replay tells.
//
// GrayCode is a game of Theorem 8 of Tromp and Farnebäck, "Combinatorics of Go": it goes through
// all subsets of the points between two combs in the order of the reflected Gray code. Row is a
// game of Theorem 9: it follows two branches of the left-capturing tree of a row of points, in
// which every position counts one up in binary.
//
// NewRooms makes a game through the states of rooms between walls ([bound.Rooms]), NewHalves one
// through the numbers of two halves ([bound.Halves]). The proofs are in docs/games-bounds.md.
package witness

import (
	"context"
	"fmt"
	"iter"
	"math/rand/v2"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
)

// A Game is a game that the proof of a lower bound speaks of.
type Game struct {
	Source string       // the theorem or the construction
	Bound  *bound.Bound // how many such games there are, at least
	stones iter.Seq[goban.Move]
}

// Moves returns the moves of the game, the passes among them.
func (g *Game) Moves() iter.Seq[goban.Move] { return goban.WithPasses(g.stones) }

// New returns a game on a board: on a single row or column that of Theorem 9, else that of Theorem
// 8 with the best partition that is known. The choices that the proofs leave are drawn at random,
// or if draw is nil are such that nothing is left out and points are filled row by row.
//
// It fails if the board has one point, on which there are no moves, or if the game would be too
// long.
func New(size board.Size, draw *rand.Rand) (*Game, error) {
	if size.Rows > bound.MaxSide || size.Cols > bound.MaxSide {
		return nil, fmt.Errorf("board %v: want at most %d rows and columns", size, bound.MaxSide)
	}
	if size.Rows*size.Cols == 1 {
		return nil, fmt.Errorf("board %v: its only game has no moves: want two points or more", size)
	}
	if min(size.Rows, size.Cols) == 1 {
		return newRow(size, draw)
	}
	p := bound.Combs(size.Rows, size.Cols)
	moves, err := GrayCode(p, ordered(draw))
	if err != nil {
		return nil, err
	}
	return &Game{Source: "Theorem 8", Bound: bound.Lower(p), stones: moves}, nil
}

// NewRooms returns a game through the states of rooms that package bound finds, with stones in its
// order, or in orders drawn at random. It fails if the board is too small for rooms, or if there
// are too many states for a game.
func NewRooms(ctx context.Context, size board.Size, draw *rand.Rand) (*Game, error) {
	b, err := bound.LayRooms(ctx, size.Rows, size.Cols)
	if err != nil {
		return nil, err
	}
	lower, err := bound.LowerRooms(ctx, b, par.Options{})
	if err != nil {
		return nil, err
	}
	if lower == nil {
		return nil, fmt.Errorf("board %v: the rooms have too few states: want a larger board", size)
	}
	moves, err := rooms(b, ordered(draw))
	if err != nil {
		return nil, err
	}
	return &Game{Source: "rooms", Bound: lower, stones: moves}, nil
}

// NewHalves returns a game of the main scheme on the halves of a square board ([bound.Halves]),
// with numbers and stones in their order, or in orders drawn at random. It fails if the board has
// none, or if there are too many numbers for a game.
func NewHalves(ctx context.Context, size board.Size, draw *rand.Rand) (*Game, error) {
	h, err := bound.NewHalves(size)
	if err != nil {
		return nil, err
	}
	moves, all, err := halves(h, ordered(draw), maxNumbers)
	if err != nil {
		return nil, err
	}
	if !all {
		return nil, fmt.Errorf("board %v: the game of its halves goes through more than %d numbers: want 5x5", size, maxNumbers)
	}
	lower, err := bound.LowerHalves(ctx, h, 0)
	return &Game{Source: "halves", Bound: lower, stones: moves}, err
}

// ordered returns the orders to choose.
func ordered(draw *rand.Rand) Order {
	if draw == nil {
		return InOrder
	}
	return draw.Perm
}

// newRow returns a game on a row or a column.
func newRow(size board.Size, draw *rand.Rand) (*Game, error) {
	n := size.Rows * size.Cols
	choices := func(int) bool { return draw != nil && draw.IntN(2) == 1 }
	moves, err := Row(n, choices)
	if err != nil {
		return nil, err
	}
	if size.Cols == 1 {
		moves = downwards(moves)
	}
	return &Game{Source: "Theorem 9", Bound: bound.LowerRow(n), stones: moves}, nil
}

// downwards turns a row into a column.
func downwards(moves iter.Seq[goban.Move]) iter.Seq[goban.Move] {
	return func(yield func(goban.Move) bool) {
		for m := range moves {
			if !yield(goban.Stone(m.Color, goban.Point{Row: m.Point.Col})) {
				return
			}
		}
	}
}
