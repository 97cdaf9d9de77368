package bounds

import (
	"math/big"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// wholeBoard counts a board that is not cut, as the lattice makes it.
func wholeBoard(t *testing.T, kind lattice.Kind, size board.Size, colors int) *big.Int {
	t.Helper()
	g, err := lattice.New(kind, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ev, err := transfer.NewIntegers(colors, 1+colors)
	if err != nil {
		t.Fatal(err)
	}
	n, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), colors, ev, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestBoardIsBetween(t *testing.T) {
	for _, kind := range Lattices() {
		for i, sides := range [][2]int{{1, 5}, {4, 4}, {5, 3}, {3, 6}, {6, 5}} {
			if i > 2 && !longtests.Wanted() {
				break
			}
			size := board.Size{Rows: sides[0], Cols: sides[1]}
			n := wholeBoard(t, kind, size, 2)
			for _, d := range []Direction{Either, Rows, Columns} {
				for width := 1; width <= 4; width++ {
					if (width == 4 || d != Either) && width > 2 && !longtests.Wanted() {
						continue
					}
					checkBoard(t, Question{kind, 2, d}, size, width, n)
				}
			}
			checkBoard(t, Question{kind, 3, Either}, size, 2, wholeBoard(t, kind, size, 3))
		}
	}
}

// checkBoard compares the bounds of a board with its number.
func checkBoard(t *testing.T, q Question, size board.Size, width int, n *big.Int) {
	t.Helper()
	b, err := q.Board(t.Context(), size, width, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if b.Lower.Value.Cmp(n) > 0 || b.Upper.Value.Cmp(n) < 0 {
		t.Errorf("%+v %s, width %d: %v is not from %v to %v", q, size, width, n, b.Lower, b.Upper)
	}
	if whole := len(b.Lower.Strips) == 1; whole && !b.Exact() {
		t.Errorf("%+v %s, width %d: %v to %v", q, size, width, b.Lower, b.Upper)
	}
	for _, d := range []Division{b.Lower, b.Upper} {
		lines := size.Rows
		if d.Strips[0].Direction == Columns {
			lines = size.Cols
		}
		for _, s := range d.Strips {
			lines -= s.Width
		}
		if lines != 0 {
			t.Errorf("%s: strips %v", size, d.Strips)
		}
	}
}

// The best division is the best of all of them.
func TestBestDivision(t *testing.T) {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.SquareOctagonal} {
		b, err := Question{kind, 2, Rows}.Board(t.Context(), board.Size{Rows: 7, Cols: 4}, 3, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		lower, upper := allDivisions(t, kind, 7, 4, 3, 0)
		if b.Lower.Value.Cmp(lower) != 0 || b.Upper.Value.Cmp(upper) != 0 {
			t.Errorf("%v: %v to %v, want %v to %v", kind, b.Lower, b.Upper, lower, upper)
		}
	}
}

// allDivisions tries all divisions of the rows from first on.
func allDivisions(t *testing.T, kind lattice.Kind, rows, cols, width, first int) (lower, upper *big.Int) {
	t.Helper()
	if first == rows {
		return big.NewInt(1), big.NewInt(1)
	}
	for k := 1; k <= min(width, rows-first); k++ {
		low, high := allDivisions(t, kind, rows, cols, width, first+k)
		low.Mul(low, strip(t, kind, k, cols, lattice.Options{FirstRow: first}))
		high.Mul(high, strip(t, kind, k, cols, lattice.Options{
			FirstRow: first, SafeTop: first > 0, SafeBottom: first+k < rows,
		}))
		if lower == nil || low.Cmp(lower) > 0 {
			lower = low
		}
		if upper == nil || high.Cmp(upper) < 0 {
			upper = high
		}
	}
	return lower, upper
}

// strip counts a strip as the lattice makes it.
func strip(t *testing.T, kind lattice.Kind, rows, cols int, opts lattice.Options) *big.Int {
	t.Helper()
	g, err := lattice.New(kind, rows, cols, opts)
	if err != nil {
		t.Fatal(err)
	}
	ev, err := transfer.NewIntegers(2, 3)
	if err != nil {
		t.Fatal(err)
	}
	n, _, err := transfer.Legal(t.Context(), g, lattice.Order(g), 2, ev, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestProgressOfBoards(t *testing.T) {
	for _, side := range []int{3, 9} {
		last := 0.0
		opt := par.Options{Progress: func(share float64) {
			if share < last || share > 1 {
				t.Errorf("%v after %v", share, last)
			}
			last = share
		}}
		q := Question{Kind: lattice.Hexagonal, Colors: 2}
		if _, err := q.Board(t.Context(), board.Size{Rows: side, Cols: side}, 4, opt); err != nil {
			t.Fatal(err)
		}
		if last < 0.5 {
			t.Errorf("side %d: ends at %v", side, last)
		}
	}
}

// What does not fit in memory makes strips narrower, unless a width is asked for.
func TestBoardInLittleMemory(t *testing.T) {
	q, size := Question{Kind: lattice.Square, Colors: 2}, board.Size{Rows: 9, Cols: 9}
	b, err := q.Board(t.Context(), size, 0, par.Options{Memory: 50_000})
	if err != nil || b.Width > 5 {
		t.Errorf("%+v, error %v", b, err)
	}
	if _, err := q.Board(t.Context(), size, 6, par.Options{Memory: 50_000}); err == nil {
		t.Error("no error for width 6")
	}
}

func TestDefaultWidth(t *testing.T) {
	for _, kind := range Lattices() {
		for _, colors := range []int{1, 2, 3, 100} {
			for _, side := range []int{1, 2, 19, MaxSide} {
				q := Question{Kind: kind, Colors: colors}
				width := q.defaultWidth(board.Size{Rows: side, Cols: side})
				if width < 1 || width > MaxWidth || side == 19 && width < 3 {
					t.Errorf("%+v, %d: width %d", q, side, width)
				}
			}
		}
	}
}

func TestBoardErrors(t *testing.T) {
	q := Question{Kind: lattice.Square, Colors: 2}
	for _, size := range []board.Size{{}, {Rows: 3}, {Rows: MaxSide + 1, Cols: 2}} {
		if _, err := q.Board(t.Context(), size, 2, par.Options{}); err == nil {
			t.Errorf("%v: no error", size)
		}
	}
	if _, err := q.Board(t.Context(), board.Size{Rows: 3, Cols: 3}, -1, par.Options{}); err == nil {
		t.Error("no error for a negative width")
	}
	if _, err := (Strip{Kind: lattice.Square, Width: 2}).Count(t.Context(), 0, 2, par.Options{}); err == nil {
		t.Error("no error for a strip without points")
	}
}
