package length

import (
	"slices"
)

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
