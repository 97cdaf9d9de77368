package length

import (
	"cmp"
	"context"
	"fmt"
	"slices"
)

// A shape is a connected set of cells in order, moved so that its first row and column are 0.
type shape []cell

// compareCells orders cells row by row.
func compareCells(a, b cell) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) }

// normalize sorts the cells and moves them to row and column 0.
func (s shape) normalize() shape {
	row, col := s[0].row, s[0].col
	for _, c := range s {
		row, col = min(row, c.row), min(col, c.col)
	}
	for i := range s {
		s[i].row -= row
		s[i].col -= col
	}
	slices.SortFunc(s, compareCells)
	return s
}

// extent returns the numbers of rows and columns.
func (s shape) extent() (rows, cols int) {
	for _, c := range s {
		rows, cols = max(rows, c.row+1), max(cols, c.col+1)
	}
	return rows, cols
}

// shapes returns all fixed shapes (polyominoes) that fit on the board, by size from 1 to size.
// Every connected set of points has a point without which it is connected, so each size comes from
// the one before.
func shapes(ctx context.Context, rows, cols, size int) ([][]shape, error) {
	bySize := [][]shape{{}, {{{0, 0}}}}
	for n := 2; n <= size; n++ {
		seen := map[string]bool{}
		var larger []shape
		for _, s := range bySize[n-1] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, grown := range s.grow() {
				h, w := grown.extent()
				if key := fmt.Sprint(grown); h <= rows && w <= cols && !seen[key] {
					seen[key] = true
					larger = append(larger, grown)
				}
			}
		}
		bySize = append(bySize, larger)
	}
	return bySize, nil
}

// grow returns the shapes with one more cell.
func (s shape) grow() []shape {
	var all []shape
	for _, c := range s {
		for _, b := range c.beside() {
			if !slices.Contains(s, b) {
				all = append(all, append(slices.Clone(s), b).normalize())
			}
		}
	}
	return all
}

// sides says which edges of the board a shape touches.
type sides struct{ top, bottom, left, right bool }

// placement is a kind of place of a shape on the board: which edges it touches, and the top left
// corners of all such places.
type placement struct {
	sides   sides
	corners []cell
}

// placements returns where a shape fits on the board, by the edges that it touches.
func (s shape) placements(rows, cols int) []placement {
	h, w := s.extent()
	index := map[sides]int{}
	var all []placement
	for row := range rows - h + 1 {
		for col := range cols - w + 1 {
			at := sides{row == 0, row+h == rows, col == 0, col+w == cols}
			i, ok := index[at]
			if !ok {
				i = len(all)
				index[at] = i
				all = append(all, placement{sides: at})
			}
			all[i].corners = append(all[i].corners, cell{row, col})
		}
	}
	return all
}

// off reports whether a cell beside the shape is off the board.
func (at sides) off(c cell, rows, cols int) bool {
	return at.top && c.row < 0 || at.bottom && c.row >= rows || at.left && c.col < 0 || at.right && c.col >= cols
}

// cluster returns the shape as a cluster, and the number of points of the board beside it.
func (s shape) cluster(at sides) (cluster, int) {
	c := cluster{size: len(s)}
	rows, cols := s.extent()
	rim := map[cell]bool{}
	for i, from := range s {
		for _, b := range from.beside() {
			k := slices.Index(s, b)
			switch {
			case k >= 0:
				c.next[i] |= 1 << k
			case !at.off(b, rows, cols):
				c.open |= 1 << i
				rim[b] = true
			}
		}
	}
	return c, len(rim)
}

// eventful reports whether a stone in the cluster can ever be without a liberty: only if some point
// has all its neighbours in the cluster. Otherwise the cluster has no excess and nothing vanishes
// from it.
func (c *cluster) eventful() bool { return c.open != 1<<c.size-1 }

// key is the same for clusters that a symmetry of the square moves into each other.
func (s shape) key(c *cluster) string {
	least := ""
	for turn := range 8 {
		type marked struct {
			cell
			open bool
		}
		moved := make([]marked, len(s))
		row, col := 0, 0
		for i, from := range s {
			to := from.turned(turn)
			moved[i] = marked{to, c.open>>i&1 != 0}
			row, col = min(row, to.row), min(col, to.col)
		}
		slices.SortFunc(moved, func(a, b marked) int { return compareCells(a.cell, b.cell) })
		text := make([]byte, 0, 3*len(s))
		for _, m := range moved {
			mark := byte('.')
			if m.open {
				mark = 'o'
			}
			text = append(text, byte('a'+m.row-row), byte('a'+m.col-col), mark)
		}
		if turn == 0 || string(text) < least {
			least = string(text)
		}
	}
	return least
}
