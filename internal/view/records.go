package view

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
)

// RecordsCSV writes a line for each record.
func RecordsCSV(w io.Writer, found []*records.Record) error {
	var rows [][]any
	for _, r := range found {
		rows = append(rows, []any{r.Of, r.Board.Rows, r.Board.Cols, r.Value, strings.ReplaceAll(r.Position.String(), "\n", "/")})
	}
	return writeCSV(w, rows, "of", "rows", "cols", "value", "diagram")
}

// RecordsTable has a line for each board with a column for each quantity.
func RecordsTable(of []records.Quantity, found []*records.Record) *Document {
	header, numbers := []any{"board"}, []int{}
	for i, q := range of {
		header = append(header, q)
		numbers = append(numbers, i+2)
	}
	t := newTable(header...)
	t.right = numbers
	for len(found) > 0 {
		row := []any{found[0].Board}
		for _, d := range found[:len(of)] {
			row = append(row, d.Value)
		}
		t.row(row...)
		found = found[len(of):]
	}
	d := &Document{labels: 17}
	for _, q := range of {
		d.fact(q.String(), q.Question())
	}
	d.gap()
	d.table(t)
	return d
}

// Records is the records of one board with their positions.
func Records(found []*records.Record) *Document {
	d := &Document{}
	for i, r := range found {
		if i > 0 {
			d.gap()
		}
		d.line("%s on the %s board: %d", Capital(r.Of.Question()), r.Board, r.Value)
		d.gap()
		d.diagram(r.Position, nil)
		d.gap()
		d.fact("rule", ruleText(r))
		d.fact("search", fmt.Sprintf("at most %d states after a point, %d in all", r.Stats.PeakStates, r.Stats.StateSteps))
		for _, check := range r.Checks {
			d.fact("checks", check)
		}
	}
	return d
}

// ruleText says what holds for all boards of the height of a record, and why; nothing if no rule
// was looked for.
func ruleText(d *records.Record) string {
	switch r := d.Rule; {
	case r == nil:
		return ""
	case r.Proved:
		return fmt.Sprintf("%s, %s; proved: the states after column %d are those after column %d",
			Plural(r.Height, "row"), r, r.Second, r.First)
	default:
		return r.String() + ": --widths can be set higher"
	}
}

// RecordsBFile writes the values of records of one quantity by the index of their boards.
func RecordsBFile(w io.Writer, found []*records.Record, index func(board.Size) int) error {
	var terms []result.Term
	for _, r := range found {
		terms = append(terms, result.Term{Index: index(r.Board), Value: big.NewInt(int64(r.Value))})
	}
	return result.BFile(w, terms)
}

// RecordsSGF writes the positions of records.
func RecordsSGF(w io.Writer, found []*records.Record) error {
	var positions []*goban.Position
	for _, r := range found {
		positions = append(positions, r.Position)
	}
	return goban.WriteSGF(w, positions...)
}
