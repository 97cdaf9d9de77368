package bound

import "combigo/goban"

// Combs returns the partition of Figure 14 (Combinatorics of Go, Corollary 7), for a square board whose side leaves 3
// when divided by 4, else nil: two combs of stones, one with its back on the left edge and one on the right, whose teeth
// alternate in every other row; the points between are the rows without teeth, and the two ends of the backs that are
// not needed. With n rows it has n-1 + (n-2)(n+1)/4 points of either colour.
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
