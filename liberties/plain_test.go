package liberties

import (
	"context"
	"slices"
	"testing"
)

// enumerate returns the most liberties of one group by looking at every set of
// points of a board, with a flood fill of its own.
func enumerate(rows, cols int) int {
	best := -1
	for stones := uint(1); stones < 1<<(rows*cols); stones++ {
		if n, connected := floodFill(rows, cols, stones); connected {
			best = max(best, n)
		}
	}
	return best
}

func floodFill(rows, cols int, stones uint) (liberties int, connected bool) {
	var seen, dominated uint
	var visit func(row, col int)
	visit = func(row, col int) {
		if row < 0 || row == rows || col < 0 || col == cols {
			return
		}
		bit := uint(1) << (row*cols + col)
		switch {
		case stones&bit == 0:
			if dominated&bit == 0 {
				liberties++
			}
			dominated |= bit
		case seen&bit == 0:
			seen |= bit
			visit(row-1, col)
			visit(row+1, col)
			visit(row, col-1)
			visit(row, col+1)
		}
	}
	for i := range rows * cols {
		if stones>>i&1 != 0 {
			visit(i/cols, i%cols)
			break
		}
	}
	return liberties, seen == stones
}

func TestPlainAgreesWithEnumeration(t *testing.T) {
	for rows := 1; rows <= 12; rows++ {
		p, pruned := newPlain(rows), newPlain(rows)
		for cols := 1; rows*cols <= 12; cols++ {
			if err := p.addColumn(context.Background()); err != nil {
				t.Fatal(err)
			}
			want := enumerate(rows, cols)
			if p.best.liberties != want {
				t.Errorf("%dx%d: %d liberties, want %d", rows, cols, p.best.liberties, want)
			}
			if err := pruned.addColumn(context.Background()); err != nil {
				t.Fatal(err)
			}
			if pruned.best.liberties != want {
				t.Errorf("%dx%d: %d liberties with pruning, want %d", rows, cols, pruned.best.liberties, want)
			}
			pruned.prune()
			checked, err := p.group(cols).Check()
			if err != nil || checked != want {
				t.Errorf("%dx%d: the group has %d liberties, %v", rows, cols, checked, err)
			}
		}
	}
}

// borderOf returns the border that stones leave in the last column, and the points that are
// liberties; it is not ok if a component of stones is cut off from others by points that are empty.
// It shares nothing with the program but the symbols.
func borderOf(rows, cols int, stones uint) (border string, liberties int, ok bool) {
	at := func(row, col int) bool {
		return row >= 0 && row < rows && col >= 0 && col < cols && stones>>(row*cols+col)&1 != 0
	}
	component := make([]int, rows*cols)
	var spread func(row, col, name int)
	spread = func(row, col, name int) {
		if !at(row, col) || component[row*cols+col] != 0 {
			return
		}
		component[row*cols+col] = name
		spread(row-1, col, name)
		spread(row+1, col, name)
		spread(row, col-1, name)
		spread(row, col+1, name)
	}
	names := 0
	points := make([]byte, rows)
	for row := range rows {
		if at(row, cols-1) && component[row*cols+cols-1] == 0 {
			names++
			spread(row, cols-1, names)
		}
	}
	inBorder := names
	for row := range rows {
		for col := range cols {
			if at(row, col) && component[row*cols+col] == 0 {
				names++
				spread(row, col, names)
			}
			beside := at(row-1, col) || at(row+1, col) || at(row, col-1) || at(row, col+1)
			if !at(row, col) && beside {
				liberties++
			}
			if col == cols-1 {
				if at(row, col) {
					points[row] = firstLabel - 1 + byte(component[row*cols+col])
				} else if beside {
					points[row] = dominated
				}
			}
		}
	}
	if inBorder == 0 && names == 1 {
		return plainDone, liberties, true
	}
	return string(points), liberties, names == inBorder
}

// The states after a column are those of some stones, with the most liberties that stones of such a
// border have.
func TestBordersAgreeWithEnumeration(t *testing.T) {
	for rows := 1; rows <= 6; rows++ {
		p := newPlain(rows)
		for cols := 1; rows*cols <= 15; cols++ {
			if err := p.addColumn(t.Context()); err != nil {
				t.Fatal(err)
			}
			most := map[string]int{}
			for stones := range uint(1) << (rows * cols) {
				if border, liberties, ok := borderOf(rows, cols, stones); ok {
					most[border] = max(most[border], liberties)
				}
			}
			if cols == 1 && len(most) != len(p.states) {
				t.Errorf("%d rows: %d states after one column, want %d", rows, len(p.states), len(most))
			}
			if p.prune(); len(p.states) == 0 {
				t.Errorf("%dx%d: no states", rows, cols)
			}
			for border, state := range p.states {
				if want, found := most[border]; !found || state.liberties != want {
					t.Errorf("%dx%d: border %q with %d liberties, want %d", rows, cols, border, state.liberties, want)
				}
			}
		}
	}
}

// Of many best groups it is always the same one that is found.
func TestPlainGroupIsTheSame(t *testing.T) {
	var first []bool
	for range 10 {
		p := newPlain(4)
		for range 6 {
			if err := p.addColumn(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		g := p.group(6)
		if first == nil {
			first = g.stones
		}
		if !slices.Equal(g.stones, first) {
			t.Fatalf("another group:\n%v\n%v", first, g.stones)
		}
	}
}
