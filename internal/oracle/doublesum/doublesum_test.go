package doublesum

import (
	"testing"

	"combigo/internal/oracle/hashed"
)

// All cuts and kinks give the number that a count of the whole board gives.
func TestCutsAndKinksAgree(t *testing.T) {
	for rows := 1; rows <= 4; rows++ {
		boards := New(rows)
		for columns := 1; columns <= 5; columns++ {
			want := hashed.Count(rows, columns)
			for cut := range columns + 1 {
				for kink := range rows {
					if cut == 0 && kink < rows || cut == columns && kink > 0 {
						continue // the border would be outside the board
					}
					if got := boards.Count(columns, cut, kink); got.Cmp(want) != 0 {
						t.Errorf("%dx%d cut at column %d, kink %d: %v, want %v", rows, columns, cut, kink, got, want)
					}
				}
			}
		}
	}
}
