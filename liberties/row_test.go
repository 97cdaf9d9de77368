package liberties

import (
	"testing"
)

// The table of Go::CountLiberties, section Results: the widths from 1 to 24.
var published = map[int][24]int{
	1:  {0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2},
	2:  {1, 2, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24},
	3:  {2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 46, 48},
	4:  {2, 4, 8, 9, 11, 14, 16, 18, 21, 23, 25, 28, 30, 32, 35, 37, 39, 42, 44, 46, 49, 51, 53, 56},
	5:  {2, 5, 10, 11, 14, 18, 20, 23, 27, 29, 32, 36, 38, 41, 45, 47, 50, 54, 56, 59, 63, 65, 68, 72},
	6:  {2, 6, 12, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50, 54, 58, 62, 66, 70, 74, 78, 82, 86, 90, 94},
	7:  {2, 7, 14, 16, 20, 26, 29, 33, 39, 42, 46, 52, 55, 59, 65, 68, 72, 78, 81, 85, 91, 94, 98, 104},
	8:  {2, 8, 16, 18, 23, 30, 33, 38, 45, 48, 53, 60, 63, 68, 75, 78, 83, 90, 93, 98, 105, 108, 113, 120},
	9:  {2, 9, 18, 21, 27, 34, 39, 45, 51, 57, 63, 69, 75, 81, 87, 93, 99, 105, 111, 117, 123, 129, 135, 141},
	10: {2, 10, 20, 23, 29, 38, 42, 48, 57, 61, 67, 76, 80, 86, 95, 99, 105, 114, 118, 124, 133, 137, 143, 152},
	11: {2, 11, 22, 25, 32, 42, 46, 53, 63, 67, 74, 84, 88, 95, 105, 109, 116, 126, 130, 137, 147, 151, 158, 168},
	12: {2, 12, 24, 28, 36, 46, 52, 60, 69, 76, 84, 92, 100, 108, 116, 124, 132, 140, 148, 156, 164, 172, 180, 188},
	15: {2, 15, 30, 35, 45, 58, 65, 75, 87, 95, 105, 116, 125, 135, 145, 155, 165, 175, 185, 195, 205, 215, 225, 235},
	18: {2, 18, 36, 42, 54, 70, 78, 90, 105, 114, 126, 140, 150, 162, 175, 186, 198, 210, 222, 234, 246, 258, 270, 282},
}

// publishedRules is from the same table: the width from which on the rule
// holds, and the rule.
var publishedRules = map[int]string{
	1: "for width >= 3: 2 [+0]", 2: "for width >= 4: 4 [+1]", 3: "for width >= 1: 2 [+2]",
	4: "for width >= 4: 9 [+2 +3 +2]", 5: "for width >= 4: 11 [+3 +4 +2]", 6: "for width >= 4: 14 [+4]",
	7: "for width >= 4: 16 [+4 +6 +3]", 8: "for width >= 4: 18 [+5 +7 +3]", 9: "for width >= 7: 39 [+6]",
	10: "for width >= 4: 23 [+6 +9 +4]", 11: "for width >= 4: 25 [+7 +10 +4]", 12: "for width >= 10: 76 [+8]",
	15: "for width >= 13: 125 [+10]", 18: "for width >= 16: 186 [+12]",
}

func testRow(t *testing.T, height int, o Options) *Row {
	t.Helper()
	row, err := ForHeight(t.Context(), height, 24, o)
	if err != nil {
		t.Fatalf("height %d: %v", height, err)
	}
	for i, want := range published[height] {
		if c := row.Columns[i]; c.Liberties != want || c.Differs() {
			t.Errorf("%dx%d: %d liberties, the formula %d, want %d", height, i+1, c.Liberties, c.Formula, want)
		}
	}
	if got, want := row.Rule.String(), publishedRules[height]; got != want {
		t.Errorf("height %d: the rule is %q, want %q", height, got, want)
	}
	return row
}

func TestPlainTable(t *testing.T) {
	highest := 8
	if testing.Short() {
		highest = 6
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
	heights := []int{5, 6, 7, 8, 9, 10, 12, 15, 18}
	if testing.Short() {
		heights = []int{5, 6, 7, 9, 12}
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
