package liberties

import "testing"

// The constructed groups have the liberties of the formula, for every board.
func TestConstruct(t *testing.T) {
	for rows := 1; rows <= 32; rows++ {
		for cols := 1; cols <= 40; cols++ {
			g := Construct(rows, cols)
			liberties, err := g.Check()
			if err != nil || g.Rows() != rows || g.Cols() != cols || liberties != Formula(rows, cols) {
				t.Errorf("%dx%d: a group on %dx%d with %d liberties, %v, want %d",
					rows, cols, g.Rows(), g.Cols(), liberties, err, Formula(rows, cols))
			}
		}
	}
}

// No group of a small board has more liberties than the bound; on three rows it is met.
func TestAtMost(t *testing.T) {
	for rows := 1; rows <= 6; rows++ {
		for cols := 1; cols <= 6; cols++ {
			if most := Formula(rows, cols); most > AtMost(rows, cols) || rows == 3 && cols > 1 && most != AtMost(rows, cols) {
				t.Errorf("%dx%d: %d liberties, at most %d", rows, cols, most, AtMost(rows, cols))
			}
		}
	}
	if AtMost(7, 7) != 33 || AtMost(19, 19) != 241 {
		t.Error(AtMost(7, 7), AtMost(19, 19))
	}
}
