package length

import (
	"context"
	"fmt"
	"math/big"
	"slices"
)

// CountUpToSymmetry returns what [Count] does with games that a motion of the board turns into each other counted once.
//
// By Burnside's lemma it is the mean, over the motions, of the number of games that a motion leaves as they are. A motion other than
// the identity does so if it leaves each stone where it is. Its fixed points are a middle line, a diagonal or the centre of the
// board, and each has a neighbour that is not fixed, and so stays empty: nothing is ever captured, and the games are the
// sequences of different fixed points.
func CountUpToSymmetry(ctx context.Context, rows, cols, moves int, o Options) (*Result, error) {
	r, err := Count(ctx, rows, cols, moves, o)
	if err != nil {
		return nil, err
	}
	sum, all := new(big.Int).Set(r.Games), motions(rows, cols)
	for _, m := range all[1:] {
		fixed := 0
		for point, image := range m {
			if point == image {
				fixed++
			}
		}
		for _, w := range words(moves, o.NoPasses) {
			if w.len <= fixed {
				sum.Add(sum, falling(fixed, w.len))
			}
		}
	}
	rest := new(big.Int)
	sum.QuoRem(sum, big.NewInt(int64(len(all))), rest)
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("%d moves on %dx%d: the games that motions fix are not a multiple of %d in all: this is a mistake of the program",
			moves, rows, cols, len(all))
	}
	r.Games = sum
	return r, nil
}

// motions returns the motions of a board as maps of its points, the identity first, each once.
func motions(rows, cols int) [][]int {
	var all [][]int
	for turned := range 2 {
		if turned == 1 && rows != cols {
			break
		}
		for flips := range 4 {
			m := make([]int, rows*cols)
			for point := range m {
				row, col := point/cols, point%cols
				if flips&1 != 0 {
					row = rows - 1 - row
				}
				if flips&2 != 0 {
					col = cols - 1 - col
				}
				if turned == 1 {
					row, col = col, row
				}
				m[point] = row*cols + col
			}
			if !slices.ContainsFunc(all, func(known []int) bool { return slices.Equal(known, m) }) {
				all = append(all, m)
			}
		}
	}
	return all
}
