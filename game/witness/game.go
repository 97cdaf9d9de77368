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
package witness

import (
	"fmt"
	"iter"
	"math/rand/v2"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/goban"
)

// A Game is a game that the proof of a lower bound speaks of.
type Game struct {
	Source string       // the theorem
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
	n := size.Points()
	switch {
	case max(size.Rows, size.Cols) > bound.MaxSide:
		return nil, fmt.Errorf("board %v: want at most %d rows and columns", size, bound.MaxSide)
	case n == 1:
		return nil, fmt.Errorf("board %v: its only game has no moves: want two points or more", size)
	case size.Short() == 1:
		moves, err := Row(n, func(int) bool { return draw != nil && draw.IntN(2) == 1 })
		if size.Cols == 1 {
			moves = downwards(moves)
		}
		return &Game{"Theorem 9", bound.LowerRow(n), moves}, err
	}
	p, order := bound.Combs(size.Rows, size.Cols), InOrder
	if draw != nil {
		order = draw.Perm
	}
	moves, err := GrayCode(p, order)
	return &Game{"Theorem 8", bound.Lower(p), moves}, err
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
