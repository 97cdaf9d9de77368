package transfer_test

import (
	"context"
	"math/bits"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

func noRow(t testing.TB, g transfer.RowGame) (int64, transfer.Stats) {
	t.Helper()
	ev, err := transfer.NewIntegers(0, 3)
	if err != nil {
		t.Fatal(err)
	}
	n, stats, err := transfer.NoRow(context.Background(), g, ev, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return n.Int64(), stats
}

func TestNoRowEnumerated(t *testing.T) {
	most := 8
	if longtests.Wanted() {
		most = 10
	}
	for rows := 1; rows <= 4; rows++ {
		for cols := 1; rows*cols <= most; cols++ {
			for length := 2; length <= 5; length++ {
				g := transfer.RowGame{Rows: rows, Columns: cols, Length: length}
				if got, _ := noRow(t, g); got != enumerateNoRow(g) {
					t.Errorf("%v: %d, want %d", g, got, enumerateNoRow(g))
				}
			}
		}
	}
}

// Boards that are too large for enumeration, by inclusion and exclusion over the sets of lines that
// are rows: lines that share a point have the same colour, and all other points are free.
func TestNoRowInclusionExclusion(t *testing.T) {
	for _, g := range []transfer.RowGame{{5, 5, 5}, {5, 6, 5}, {2, 8, 5}, {4, 5, 4}} {
		if got, _ := noRow(t, g); got != excludeRows(g) {
			t.Errorf("%v: %d, want %d", g, got, excludeRows(g))
		}
	}
}

func excludeRows(g transfer.RowGame) int64 {
	points := g.Rows * g.Columns
	total := int64(0)
	// part is points that are joined by lines, as a set
	var exclude func(lines []uint64, parts []uint64, sign int64)
	exclude = func(lines, parts []uint64, sign int64) {
		if len(lines) == 0 {
			covered := 0
			for _, p := range parts {
				covered += bits.OnesCount64(p)
			}
			total += sign << len(parts) * power(3, points-covered)
			return
		}
		exclude(lines[1:], parts, sign)
		joined, others := lines[0], []uint64(nil)
		for _, p := range parts {
			if p&lines[0] != 0 {
				joined |= p
			} else {
				others = append(others, p)
			}
		}
		exclude(lines[1:], append(others, joined), -sign)
	}
	exclude(linesOf(g), nil, 1)
	return total
}

// linesOf returns the points of all places for a row of just Length stones.
func linesOf(g transfer.RowGame) (lines []uint64) {
	for y := range g.Rows {
		for x := range g.Columns {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {-1, 1}} {
				endY, endX := y+(g.Length-1)*d[0], x+(g.Length-1)*d[1]
				if endY < 0 || endY >= g.Rows || endX >= g.Columns {
					continue
				}
				line := uint64(0)
				for i := range g.Length {
					line |= 1 << ((y+i*d[0])*g.Columns + x + i*d[1])
				}
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func power(x int64, n int) int64 {
	y := int64(1)
	for range n {
		y *= x
	}
	return y
}

func TestNoRowErrors(t *testing.T) {
	for _, g := range []transfer.RowGame{{0, 5, 5}, {5, 0, 5}, {5, 5, 1}, {5, 5, -1}, {30, 5, 5}, {1 << 62, 1 << 62, 5}} {
		if _, _, err := transfer.NoRow(t.Context(), g, integers(t, 2), par.Options{}); err == nil {
			t.Errorf("%+v: no error", g)
		}
	}
}

// enumerateNoRow looks at all positions.
func enumerateNoRow(g transfer.RowGame) int64 {
	board := make([]int, g.Rows*g.Columns)
	var total int64
	for {
		if !hasRow(g, board) {
			total++
		}
		i := 0
		for ; i < len(board) && board[i] == 2; i++ {
			board[i] = 0
		}
		if i == len(board) {
			return total
		}
		board[i]++
	}
}

func hasRow(g transfer.RowGame, board []int) bool {
	at := func(y, x int) int {
		if y < 0 || y >= g.Rows || x < 0 || x >= g.Columns {
			return 0
		}
		return board[y*g.Columns+x]
	}
	for y := range g.Rows {
		for x := range g.Columns {
			for _, d := range [][2]int{{0, 1}, {1, 0}, {1, 1}, {-1, 1}} {
				n := 0
				for c := at(y, x); c != 0 && at(y+n*d[0], x+n*d[1]) == c; {
					n++
				}
				if n >= g.Length {
					return true
				}
			}
		}
	}
	return false
}
