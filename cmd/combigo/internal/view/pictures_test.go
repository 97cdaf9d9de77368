package view

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/records"
)

// texts are those of a picture.
func texts(svg string) []string {
	var all []string
	for _, found := range regexp.MustCompile(`<text[^>]*>([^<]*)`).FindAllStringSubmatch(svg, -1) {
		all = append(all, found[1])
	}
	return all
}

// wantTexts wants numbers in the picture, besides those of the axes.
func wantTexts(t *testing.T, svg string, want ...string) {
	t.Helper()
	for _, text := range want {
		if !slices.Contains(texts(svg), text) {
			t.Errorf("the picture lacks %q; it has %q", text, texts(svg))
		}
	}
}

func findAll(t *testing.T, of []records.Quantity, boards board.Range) []*records.Record {
	t.Helper()
	var found []*records.Record
	for size := range boards.Sizes() {
		for _, q := range of {
			r, err := records.Find(t.Context(), q, size, par.Options{})
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, r)
		}
	}
	return found
}

// One position is drawn for one board, curves for squares and for one fixed side, and a table for
// rectangles.
func TestRecordsPlot(t *testing.T) {
	strings1, both := []records.Quantity{records.Strings}, []records.Quantity{records.Strings, records.Liberties}
	for _, c := range []struct {
		of      []records.Quantity
		boards  board.Range
		circles int // stones, or points and their marks in the legend
		squares int
		texts   string
	}{
		{strings1, board.Range{Rows: board.Span{First: 2, Last: 2}, Cols: board.Span{First: 2, Last: 2}, Square: true}, 2, 0, "A B 1 2"},
		{both, board.Range{Rows: board.Span{First: 1, Last: 3}, Cols: board.Span{First: 1, Last: 3}, Square: true}, 8, 0, "strings liberties 1 2 3"},
		{strings1, board.Range{Rows: board.Span{First: 2, Last: 2}, Cols: board.Span{First: 3, Last: 5}}, 4, 0, "strings 3 4 5"},
		{strings1, board.Range{Rows: board.Span{First: 3, Last: 5}, Cols: board.Span{First: 2, Last: 2}}, 4, 0, "strings 3 4 5"},
		{strings1, board.Range{Rows: board.Span{First: 2, Last: 3}, Cols: board.Span{First: 2, Last: 5}}, 0, 8, "2 3 4 5 7 8 11 rows columns"},
	} {
		if err := CheckRecordsPlot(c.of, c.boards); err != nil {
			t.Errorf("%v: %v", c.boards, err)
		}
		svg := recordsPlot(c.of, c.boards, findAll(t, c.of, c.boards)).SVG()
		wantTexts(t, svg, strings.Fields(c.texts)...)
		if n := strings.Count(svg, "<circle"); n != c.circles {
			t.Errorf("%v: %d circles, want %d", c.boards, n, c.circles)
		}
		if n := len(squares(svg)); c.squares > 0 && n != c.squares {
			t.Errorf("%v: %d squares, want %d", c.boards, n, c.squares)
		}
	}
	single, table := board.Range{Rows: board.Span{First: 3, Last: 3}, Cols: board.Span{First: 3, Last: 3}, Square: true}, board.Range{Rows: board.Span{First: 2, Last: 3}, Cols: board.Span{First: 2, Last: 5}}
	if CheckRecordsPlot(both, single) == nil || CheckRecordsPlot(both, table) == nil {
		t.Error("two pictures are one")
	}
}

// squares are the colours of the squares of a table.
func squares(svg string) []string {
	var all []string
	before, _, _ := strings.Cut(svg, "<text") // the scale comes after the numbers
	for _, found := range regexp.MustCompile(`<rect [^>]*height="[^"]*" fill="(#[0-9a-f]{6})"`).FindAllStringSubmatch(before, -1) {
		all = append(all, found[1])
	}
	return all
}

// A curve over widths has the bound next to it; a table has a square for each board, with its
// number, of the same colour for the board turned.
func TestLibertiesPlot(t *testing.T) {
	var rows []*liberties.Row
	for height := 1; height <= 4; height++ {
		row, err := liberties.ForHeight(t.Context(), height, 4, liberties.Options{Method: liberties.Auto, Alone: true})
		if err != nil {
			t.Fatal(err)
		}
		row.Columns = row.Columns[:4]
		rows = append(rows, row)
	}
	curve := libertiesPlot(rows[2:3]).SVG()
	wantTexts(t, curve, "most", "bound", "columns")
	if n := strings.Count(curve, "<circle"); n != 2*4+2 {
		t.Errorf("%d circles, want 10", n)
	}
	table := libertiesPlot(rows).SVG()
	colours := squares(table)
	if len(colours) != 16 {
		t.Fatalf("%d squares, want 16", len(colours))
	}
	for i := range 4 {
		for j := range 4 {
			wantTexts(t, table, strconv.Itoa(rows[i].Columns[j].Liberties))
			if colours[4*i+j] != colours[4*j+i] {
				t.Errorf("%dx%d and %[2]dx%[1]d have two colours", i+1, j+1)
			}
		}
	}
}
