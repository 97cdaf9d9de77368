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
	if rows == cols || !turned.better(best) {
		return best
	}
	for row := range rows {
		for col := range cols {
			best.Set(row, col, turned.At(col, row))
		}
	}
	return best
}

// combs returns combs whose teeth are rows. If the number of rows is even, the last tooth is two
// rows thick; of fewer than three rows, or columns, the halves of the board are all there is.
func combs(rows, cols int) *Partition {
	board, err := goban.New(rows, cols)
	if err != nil {
		panic(err) // bounds are for far smaller boards
	}
	p := &Partition{board}
	points := p.Of(goban.Empty)
	for _, at := range points {
		row, col, color := at.Row, at.Col, goban.Empty
		tooth := row
		if row == rows-1 && rows%2 == 0 {
			tooth--
		}
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
		p.Set(row, col, color)
	}
	for _, backs := range []bool{true, false} { // first the ends of the backs, as in the figure
		for _, at := range points {
			if back := at.Col == 0 || at.Col == cols-1; back == backs {
				p.remove(at)
			}
		}
	}
	return p
}

// remove makes a stone a point between, if that leaves a partition.
func (p *Partition) remove(at goban.Point) {
	c := p.At(at.Row, at.Col)
	if p.Set(at.Row, at.Col, goban.Empty); !p.valid() {
		p.Set(at.Row, at.Col, c)
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
