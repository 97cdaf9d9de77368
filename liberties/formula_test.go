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
