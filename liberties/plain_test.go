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
