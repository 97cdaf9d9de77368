package published_test

import (
	"testing"

	"combigo.dev/combigo/internal/published"
)

// The table is symmetric, its rules give its values, and no column repeats before
// the rule holds by more than a period.
func TestLibertyRows(t *testing.T) {
	rows := published.LibertyRows()
	if len(rows) != 24 {
		t.Fatalf("%d rows", len(rows))
	}
	for i, r := range rows {
		if r.Height != i+1 || len(r.Values) != len(rows) || r.Repeat < 1 {
			t.Errorf("row %d: %+v", i+1, r)
		}
		for j, value := range r.Values {
			if value != rows[j].Values[i] {
				t.Errorf("%dx%d: %d and %d", i+1, j+1, value, rows[j].Values[i])
			}
			if width := j + 1; width > r.From && value-r.Values[j-1] != r.Steps[(width-r.From-1)%len(r.Steps)] {
				t.Errorf("%dx%d: %d is not what the rule says", i+1, width, value)
			}
		}
	}
	for height, repeat := range map[int]int{1: 4, 7: 7, 19: 18, 24: 27} {
		if row, ok := published.LibertyRowOf(height); !ok || row.Repeat != repeat {
			t.Errorf("height %d: repeat %d, want %d", height, row.Repeat, repeat)
		}
	}
	if _, ok := published.LibertyRowOf(25); ok {
		t.Error("25 rows are in print")
	}
}
