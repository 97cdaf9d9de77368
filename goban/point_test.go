package goban

import "testing"

func TestColumnLabel(t *testing.T) {
	for col, want := range map[int]string{-1: "", 0: "A", 7: "H", 8: "J", 18: "T", 24: "Z", 25: "AA", 26: "BB", 33: "JJ", 49: "ZZ", 50: "AAA", 51: "BBB"} {
		if got := ColumnLabel(col); got != want {
			t.Errorf("ColumnLabel(%d) = %s, want %s", col, got, want)
		}
	}
}

func TestLabelsAreUniqueAndReadBack(t *testing.T) {
	p, err := New(3, 120)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for row := range 3 {
		for col := range 120 {
			label := p.Label(Point{row, col})
			if seen[label] {
				t.Errorf("two points are called %s", label)
			}
			seen[label] = true
			if at, err := p.ParsePoint(label); err != nil || at != (Point{row, col}) {
				t.Errorf("ParsePoint(%s) = %v, %v", label, at, err)
			}
		}
	}
}

func TestParsePointErrors(t *testing.T) {
	p := read(t, "...\n...")
	for label, want := range map[string]string{
		"":                      `"" is not a point: expected a column and a row, such as A1`,
		"A":                     `"A" is not a point: expected a column and a row, such as A1`,
		"1":                     `"1" is not a point: expected a column and a row, such as A1`,
		"I1":                    `"I1" is not a point: expected a column and a row, such as A1`,
		"AB1":                   `"AB1" is not a point: expected a column and a row, such as A1`,
		"D1":                    `point "D1" is not on the 2x3 board: expected A1 to C2`,
		"A0":                    `point "A0" is not on the 2x3 board: expected A1 to C2`,
		"A3":                    `point "A3" is not on the 2x3 board: expected A1 to C2`,
		"A99999999999999999999": `"A99999999999999999999" is not a point: expected a column and a row, such as A1`,
	} {
		if at, err := p.ParsePoint(label); err == nil || err.Error() != want {
			t.Errorf("ParsePoint(%q) = %v, %v, want %s", label, at, err, want)
		}
	}
	if at, err := p.ParsePoint("b2"); err != nil || at != (Point{0, 1}) {
		t.Errorf("ParsePoint(b2) = %v, %v", at, err)
	}
}
