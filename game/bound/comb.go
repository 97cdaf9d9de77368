package bound

import "combigo.dev/combigo/goban"

// Combs returns a partition with as many points between as two combs leave: one of black stones
// with its back on the left edge and one of white stones with its back on the right, whose teeth
// alternate in every other row, or the same with rows and columns exchanged. Every stone that need
// not be one is taken away. On a square board whose side leaves 3 when divided by 4 these are the
// combs of Figure 14 (Combinatorics of Go, Corollary 7), with n-1 + (n-2)(n+1)/4 points of either
// colour.
//
// The result is not proved to be the best, but it is on all boards that all partitions of have been
// tried. It is nil for the board 1x1, which has no partition.
func Combs(rows, cols int) *Partition {
	if rows*cols < 2 {
		return nil
	}
	best, turned := combs(rows, cols), combs(cols, rows)
	if rows != cols && turned.better(best) {
		best = &Partition{grid: newGrid(rows, cols), points: make([]goban.Color, rows*cols)}
		for i, c := range turned.points {
			best.points[i%rows*cols+i/rows] = c
		}
	}
	return best
}

// combs returns combs whose teeth are rows. If the number of rows is even, the last tooth is two
// rows thick; of fewer than three rows, or columns, the halves of the board are all there is.
func combs(rows, cols int) *Partition {
	p := &Partition{grid: newGrid(rows, cols), points: make([]goban.Color, rows*cols)}
	for i := range p.points {
		row, col := i/cols, i%cols
		tooth := row
		if row == rows-1 && rows%2 == 0 {
			tooth--
		}
		color := goban.Empty
		switch {
		case rows == 1 && 2*col < cols-1 || rows > 1 && cols < 3 && 2*row < rows-rows%2 || rows == 2 && row == 0:
			color = goban.Black
		case min(rows, cols) < 3:
			color = goban.White
		case col == 0 || col < cols-1 && tooth%4 == 0:
			color = goban.Black
		case col == cols-1 || tooth%4 == 2:
			color = goban.White
		}
		p.points[i] = color
	}
	for _, backs := range []bool{true, false} { // first the ends of the backs, as in the figure
		for i := range p.points {
			if back := i%cols == 0 || i%cols == cols-1; back == backs {
				p.remove(i)
			}
		}
	}
	return p
}

// remove makes a stone a point between, if that leaves a partition.
func (p *Partition) remove(i int) {
	c := p.points[i]
	if !p.touches(i, goban.Black) || !p.touches(i, goban.White) {
		return
	}
	if p.points[i] = goban.Empty; p.check() != nil {
		p.points[i] = c
	}
}

// better reports whether p gives more games than q: the number of points between counts first, and
// then how far the numbers of black and white points are apart.
func (p *Partition) better(q *Partition) bool {
	if between, other := p.Count(goban.Empty), q.Count(goban.Empty); between != other {
		return between > other
	}
	return Lower(p).Log2.Low.Cmp(Lower(q).Log2.High) > 0
}
