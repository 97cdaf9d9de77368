package published

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/interval"
)

// The lengths of the numbers as Table 3 prints them.
func TestSquaresHaveTheirLengths(t *testing.T) {
	digits := []int{1, 2, 5, 8, 12, 17, 23, 30, 39, 47, 57, 68, 80, 93, 107, 121, 137, 153, 171}
	for i, want := range digits {
		e, ok := Legal(board.Size{Rows: i + 1, Cols: i + 1})
		if !ok || len(e.Printed) != want || e.Int() == nil {
			t.Errorf("%dx%[1]d: %d digits, want %d", i+1, len(e.Printed), want)
		}
	}
}

func TestLegalEitherWayRound(t *testing.T) {
	upright, _ := Legal(board.Size{Rows: 7, Cols: 8})
	lying, ok := Legal(board.Size{Rows: 8, Cols: 7})
	if !ok || upright != lying || upright.Symbol != "L(7,8)" || upright.Source() != "Combinatorics of Go, Table 5" {
		t.Errorf("%+v and %+v", upright, lying)
	}
	if e, ok := Legal(board.Size{Rows: 7, Cols: 9}); ok {
		t.Errorf("L(7,9) is not in print, but %+v", e)
	}
}

// Every line of the table is an entry with an id of its own, whose cells are as the package comment
// says.
func TestEntries(t *testing.T) {
	lines := Cells(paper)
	if len(lines) < 100 || len(lines) != len(entries()) {
		t.Fatalf("%d lines and %d entries", len(lines), len(entries()))
	}
	for _, cells := range lines {
		e, ok := Find(cells[0])
		if !ok || len(cells) != 5 || slices.Contains(cells, "") || !isPositive(e.Printed) {
			t.Errorf("%q: %+v", cells, e)
		}
		if !slices.Contains([]Kind{Exact, Rounded, Sampled}, e.Kind) || (e.Kind == Exact) != (e.Int() != nil) {
			t.Errorf("the kind of %+v", e)
		}
		if strings.ToLower(e.ID) != e.ID || strings.ContainsAny(e.ID, " \t") {
			t.Errorf("the id %q is not plain", e.ID)
		}
	}
	if e, _ := Find("base-18"); e.Decimals() != 23 {
		t.Errorf("Table 6 has 23 decimals at n = 18, not %d", e.Decimals())
	}
}

// isPositive reports whether a text is a positive number.
func isPositive(text string) bool {
	x, ok := new(big.Rat).SetString(text)
	return ok && x.Sign() > 0
}

// A number agrees with one in print if that is rounded or cut off.
func TestAgrees(t *testing.T) {
	entry := Entry{Kind: Rounded, Printed: "2.345"}
	for text, want := range map[string]bool{"2.3459": true, "2.3446": true, "2.3441": false, "2.3461": false, "2.34": false} {
		x, err := interval.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		if entry.Agrees(x) != want {
			t.Errorf("%s and 2.345: %v", text, !want)
		}
	}
}
