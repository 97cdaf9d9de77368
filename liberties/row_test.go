package liberties

import (
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/published"
)

// testRow compares a row with the table of Go::CountLiberties, section Results.
func testRow(t *testing.T, height int, o Options) *Row {
	t.Helper()
	row, err := ForHeight(t.Context(), height, 24, o)
	if err != nil {
		t.Fatalf("height %d: %v", height, err)
	}
	printed, ok := published.LibertyRowOf(height)
	if !ok {
		t.Fatalf("height %d is not in print", height)
	}
	for i, want := range printed.Values {
		if c := row.Columns[i]; c.Liberties != want || c.Differs() {
			t.Errorf("%dx%d: %d liberties, the formula %d, want %d", height, i+1, c.Liberties, c.Formula, want)
		}
	}
	rule := Rule{From: printed.From, Start: printed.Values[printed.From-1], Steps: printed.Steps}
	if got, want := row.Rule.String(), rule.String(); got != want {
		t.Errorf("height %d: the rule is %q, want %q", height, got, want)
	}
	return row
}

func TestPlainTable(t *testing.T) {
	highest := 6
	if longtests.Wanted() {
		highest = 7
	}
	for height := 1; height <= highest; height++ {
		row := testRow(t, height, Options{Method: Plain})
		for _, c := range row.Columns {
			if c.Proof != ByPlain || c.Group == nil {
				t.Errorf("%dx%d: the proof is %q", height, c.Width, c.Proof)
			}
		}
	}
}

func TestWindowsTable(t *testing.T) {
	heights := []int{5, 6, 7, 9}
	if longtests.Wanted() {
		heights = []int{5, 6, 7, 8, 9, 10, 12, 15}
	}
	for _, height := range heights {
		row := testRow(t, height, Options{Method: Windows})
		for _, c := range row.Columns {
			if c.Proof == Unproved && (c.Width < 14 || c.Width > height) {
				t.Errorf("%dx%d: not proved", height, c.Width)
			}
		}
	}
}
