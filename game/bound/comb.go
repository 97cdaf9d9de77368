package bound

import (
	"combigo.dev/combigo/goban"
)

// Combs returns the partition of Figure 14 (Combinatorics of Go, Corollary 7), for a square board
// whose side leaves 3 when divided by 4, else nil: two combs of stones, one with its back on the
// left edge and one on the right, whose teeth alternate in every other row; the points between are
// the rows without teeth, and the two ends of the backs that are not needed. With n rows it has n-1
// + (n-2)(n+1)/4 points of either colour.
func Combs(n int) *Partition {
	if n < 3 || n%4 != 3 {
		return nil
	}
	p := &Partition{rows: n, cols: n, points: make([]goban.Color, n*n)}
	for row := range n {
		p.points[row*n] = goban.Black
		p.points[row*n+n-1] = goban.White
		for col := 1; col < n-1; col++ {
			switch row % 4 {
			case 0:
				p.points[row*n+col] = goban.Black
			case 2:
				p.points[row*n+col] = goban.White
			}
		}
	}
	p.points[n-1] = goban.Empty
	p.points[n*(n-1)] = goban.Empty
	return p
}

// transposed returns the partition of the board with rows and columns exchanged, nil for nil.
func (p *Partition) transposed() *Partition {
	if p == nil {
		return nil
	}
	q := &Partition{rows: p.cols, cols: p.rows, points: make([]goban.Color, len(p.points))}
	for i, c := range p.points {
		q.points[i%p.cols*p.rows+i/p.cols] = c
	}
	return q
}

// combs returns the same for any board of three rows and columns or more, else nil: teeth are rows,
// in every other row; if the number of rows is even, the last tooth is two rows thick. Then every
// stone that need not be one is taken away.
func combs(rows, cols int) *Partition {
	if min(rows, cols) < 3 {
		return nil
	}
	p := &Partition{rows: rows, cols: cols, points: make([]goban.Color, rows*cols)}
	for row := range rows {
		tooth := row
		if row == rows-1 && rows%2 == 0 {
			tooth--
		}
		for col := 1; col < cols-1; col++ {
			switch tooth % 4 {
			case 0:
				p.points[row*cols+col] = goban.Black
			case 2:
				p.points[row*cols+col] = goban.White
			}
		}
		p.points[row*cols] = goban.Black
		p.points[row*cols+cols-1] = goban.White
	}
	a := newAnnealing(p)
	for _, backs := range []bool{true, false} { // first the ends of the backs, as in the figure
		for i, c := range p.points {
			back := i%cols == 0 || i%cols == cols-1
			if back == backs && c != goban.Empty && a.removable(i) {
				a.change(i, goban.Empty)
			}
		}
	}
	return p
}
