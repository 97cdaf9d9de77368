package count

import (
	"math"

	"combigo.dev/combigo/internal/border"
	"combigo.dev/combigo/lattice"
)

// A grid is a board as package border sees it.
type grid struct {
	border.Board
	width  int
	turned bool // the rows of the board are its columns
}

// onGrid lays the board so that there are few words of the border: the shorter side of a square
// lattice is the border, and of other lattices the side that takes fewer steps. Stones of either
// colour may have weights.
func (in *instance) onGrid(weighted bool) (grid, error) {
	if in.variant.halves() && !weighted {
		return grid{border.Board{Height: in.size.Short(), Colours: in.colors()}, in.size.Long(), false}, nil
	}
	var best grid
	least := math.Inf(1)
	for _, turned := range []bool{false, true} {
		g, err := in.laid(turned)
		if err != nil {
			return grid{}, err
		}
		g.Weighted = weighted
		if e, err := border.New(g.Board); err == nil && e.Steps(g.width, 1) < least {
			best, least = g, e.Steps(g.width, 1)
		}
	}
	return best, nil
}

// laid lays the board. One column more than it has says what would be next to the last one.
func (in *instance) laid(turned bool) (grid, error) {
	rows, cols := in.size.Rows, in.size.Cols
	if turned {
		rows++
	} else {
		cols++
	}
	g, err := lattice.New(in.variant.kind(), rows, cols, lattice.Options{})
	if err != nil {
		return grid{}, err
	}
	// A vertex by its place on the grid.
	down, right := 1, rows
	if turned {
		rows, cols, down, right = cols, rows, right, down
	}
	place := func(i, j int) int { return i*down + j*right }
	all := make([][]border.Point, cols)
	for j := range all {
		for i := range rows {
			point := border.Point(0)
			next := func(to border.Point, i2, j2 int) {
				if i2 >= 0 && i2 < rows && j2 >= 0 && g.Adjacent(place(i, j), place(i2, j2)) {
					point |= to
				}
			}
			next(border.Above, i-1, j)
			next(border.Left, i, j-1)
			next(border.Diagonal, i+1, j-1)
			row := i
			if turned {
				row = j
			}
			if in.variant.SafeTop && row == 0 || in.variant.SafeBottom && row == in.size.Rows-1 {
				point |= border.Safe
			}
			all[j] = append(all[j], point)
		}
	}
	return grid{border.Board{Height: rows, Colours: in.colors(), Columns: all}, cols - 1, turned}, nil
}
