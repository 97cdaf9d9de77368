package hamilton

import (
	"context"
	"fmt"

	"combigo.dev/combigo/game/certificate"
)

// MaxLong is the longest row of which LongCycle makes a cycle.
const MaxLong = 16

// LongCycle returns half of a colour-symmetric cycle through at least 0.45 of the positions of a
// row of 3 to MaxLong points, by a rule for every row (docs/rows.md, "Long cycles"). It takes a
// time and a memory proportional to the number of positions.
func LongCycle(ctx context.Context, n int) (*certificate.Certificate, error) {
	if n < 3 || n > MaxLong {
		return nil, fmt.Errorf("a row of %d points: want 3 to %d", n, MaxLong)
	}
	w := &walk{points: n}
	for size := 1; size <= n-2; size++ {
		w.beside = append(w.beside, (&walk{points: size, beside: w.beside}).besideBlack())
	}
	w.stages(0, 1, n-1, white)
	if n%2 == 0 {
		w.rows = w.rows[2:]
	}
	for s := 1; s <= n-2; s++ {
		w.add(stones(black, s))
		w.stages(stones(black, s), 1, n-1-s, white)
	}
	if n%2 == 1 {
		w.add(stones(black, n-1))
	}
	return trace(ctx, n, len(w.rows), func(i int) row { return w.rows[i] })
}

// A walk is the positions of a path, in the order of moves, as docs/rows.md builds it. The names
// are those of that document.
type walk struct {
	points int
	rows   []row
	beside [][]row // D(N), from N = 1 on
}

// add appends a position.
func (w *walk) add(r row) { w.rows = append(w.rows, r) }

// stones returns a string at the left end.
func stones(color row, n int) row { return color * evenBits & firsts(n) }

// blocks adds the first blocks c^t D(points-t) of a stage behind a prefix.
func (w *walk) blocks(prefix row, points, blocks int, c row) {
	for t := 1; t <= blocks; t++ {
		at := w.points - points
		for _, p := range w.beside[points-t-1] {
			if c == white {
				p = p.swapped()
			}
			w.add(prefix | stones(c, t)<<(2*at) | p<<(2*(at+t)))
		}
	}
}

// stages adds the stages of some numbers of points behind a prefix, the last one of a colour, and
// the others of both by turns.
func (w *walk) stages(prefix row, from, to int, last row) {
	for points := from; points <= to; points++ {
		c := last
		if (to-points)%2 == 1 {
			c = 3 - last
		}
		w.blocks(prefix, points, points-1, c)
		w.add(prefix | stones(c, points)<<(2*(w.points-points)))
	}
}

// besideBlack returns D(N), N being the points.
func (w *walk) besideBlack() []row {
	n, levels := w.points, max(0, (w.points-4)/3)
	if n < 3 {
		return []row{0, stones(white, 1) << 2}[:n]
	}
	jump := n - 1 - 2*levels - (n-1-levels)%2
	w.add(0)
	w.stages(0, 2*levels+1, n-1-levels, black)
	for s := levels; s >= 1; s-- {
		m := 2 * (levels - s)
		w.blocks(0, n-s, n-s-1-m, white)
		for i := s - 1; i >= 0; i-- {
			w.add(stones(white, n-i-1-m)<<(2*i) | stones(black, m)<<(2*(n-m)))
		}
		t := m + (n-1-s)%2
		for i := m; i <= t; i++ {
			w.add(stones(black, i+1) << (2 * (n - i - 1)))
		}
		for i := 1; i <= s; i++ {
			w.add(stones(white, i) | stones(black, t+1)<<(2*(n-t-1)))
		}
		w.stages(stones(white, s), t+2, n-1-s, white)
		w.stages(0, n-s, n-s, black)
	}
	for s := 1; s < jump; s++ {
		w.add(stones(white, s))
		w.stages(stones(white, s), max(0, 2*(levels-s))+1, n-1-s, black)
	}
	w.add(stones(white, jump))
	w.stages(0, n-jump, n-1-levels, white)
	for s := levels; s >= 1; s-- {
		w.add(stones(white, n-s) << (2 * s))
	}
	return w.rows
}
