package goban

import "testing"

func TestColumnLabel(t *testing.T) {
	for col, want := range map[int]string{-1: "", 0: "A", 7: "H", 8: "J", 18: "T", 24: "Z", 25: "AA", 26: "BB", 33: "JJ", 49: "ZZ", 50: "AAA", 51: "BBB"} {
		if got := ColumnLabel(col); got != want {
			t.Errorf("ColumnLabel(%d) = %s, want %s", col, got, want)
		}
	}
}

func TestLabelsAreUnique(t *testing.T) {
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
		}
	}
}

// labelled returns the point with a label.
func labelled(t *testing.T, p *Position, label string) Point {
	t.Helper()
	for row := range p.Rows() {
		for col := range p.Cols() {
			if at := (Point{row, col}); p.Label(at) == label {
				return at
			}
		}
	}
	t.Fatalf("no point is called %s", label)
	return Point{}
}
