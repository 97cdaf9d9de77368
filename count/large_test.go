package count_test

import (
	"errors"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// Boards that are too large are refused before anything is counted, with the number in print and
// what a count on disk takes.
func TestLargeBoards(t *testing.T) {
	for _, c := range []struct {
		size      board.Size
		published string // id of the entry
		oeis      string
		residues  int // on disk
	}{
		{board.Size{Rows: 19, Cols: 19}, "legal-19x19", "A094777", 18},
		{board.Size{Rows: 17, Cols: 16}, "legal-16x17", "A356049", 14},
		{board.Size{Rows: 18, Cols: 20}, "", "", 18},
		{board.Size{Rows: 30, Cols: 26}, "", "", 0},
	} {
		err := count.Check(c.size, count.Options{Options: par.Options{Memory: 1 << 30}})
		var large *count.LargeError
		if !errors.As(err, &large) {
			t.Fatalf("%v: %v", c.size, err)
		}
		text := err.Error()
		if large.Residues != c.residues || (large.Each > 0) != (c.residues > 0) || strings.Contains(text, "\n") {
			t.Errorf("%v: %d residues with %v, %s", c.size, large.Residues, large.Each, text)
		}
		entry, ok := published.Find(c.published)
		if ok != (large.Published != "") {
			t.Fatalf("%v: a published number: %v", c.size, large.Published)
		}
		if ok && (!strings.Contains(text, " = "+entry.Printed+" (Combinatorics of Go, Table ") || !strings.Contains(large.Source, c.oeis)) {
			t.Errorf("%v: %s", c.size, text)
		}
	}
	if err := count.Check(board.Size{Rows: 9, Cols: 9}, count.Options{}); err != nil {
		t.Error(err)
	}
}

// The first terms of the sequences are the numbers that are counted.
func TestOEIS(t *testing.T) {
	terms := map[string]string{"A094777": "1 57 12675 24318165", "A102620": "1 5 15 41", "A266278": "5 57 489 4125", "A327821": "5 19 57 161"}
	for _, c := range []struct {
		boards, oeis string
		variant      count.Variant
	}{
		{"1-4 1-4", "", count.Variant{}},
		{"1-4", "A094777", count.Variant{}},
		{"1 1-4", "A102620", count.Variant{}},
		{"1-4 2", "A266278", count.Variant{}},
		{"3 1-4", "", count.Variant{}},
		{"1-3", "", count.Variant{Colors: 3}},
		{"1 2-5", "A327821", count.Variant{Lattice: lattice.Cycle}},
	} {
		boards, err := board.ParseRange(strings.Fields(c.boards)...)
		if err != nil {
			t.Fatal(err)
		}
		if got := count.OEISOf(boards, c.variant); got != c.oeis {
			t.Fatalf("%s: %q, want %q", c.boards, got, c.oeis)
		}
		results, err := count.Table(t.Context(), boards, count.Options{Variant: c.variant})
		if err != nil {
			t.Fatal(err)
		}
		var numbers []string
		for _, r := range results {
			numbers = append(numbers, r.Value.String())
		}
		if want := terms[c.oeis]; want != "" && strings.Join(numbers, " ") != want {
			t.Errorf("%s has the terms %v, want %s", c.oeis, numbers, want)
		}
	}
	three := board.Range{Rows: board.Span{First: 3, Last: 3}, Cols: board.Span{First: 1, Last: 1}}
	if got := count.OEISOf(three, count.Variant{}); got != "A102620" {
		t.Errorf("three rows of one column: %s, want A102620", got)
	}
	for size, want := range map[board.Size]string{{Rows: 2, Cols: 5}: "A266278", {Rows: 4, Cols: 1}: "A102620", {Rows: 3, Cols: 4}: "A356049"} {
		if got := count.OEIS(size, count.Variant{}); got != want {
			t.Errorf("%v: %s, want %s", size, got, want)
		}
	}
}
