package view

import (
	"encoding/csv"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"combigo/board"
	"combigo/goban"
	"combigo/records"
	"combigo/result"
)

func writeRecordsCSV(w io.Writer, found []*recordDocument) error {
	rows := [][]string{{"of", "rows", "cols", "value", "diagram"}}
	for _, d := range found {
		rows = append(rows, []string{d.Of, strconv.Itoa(d.Rows), strconv.Itoa(d.Cols), strconv.Itoa(d.Value), strings.Join(d.Diagram, "/")})
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func writeRecordsBFile(w io.Writer, boards board.Range, found []*recordDocument) error {
	index, err := bfileIndex(boards)
	if err != nil {
		return err
	}
	var terms []result.Term
	for _, d := range found {
		terms = append(terms, result.Term{Index: index(d.record.Board), Value: big.NewInt(int64(d.Value))})
	}
	return result.BFile(w, terms)
}

// writeRecordsTable writes a line for each board with a column for each quantity.
func writeRecordsTable(w io.Writer, of []records.Quantity, found []*recordDocument) error {
	t := newTable()
	header, columns := table.Row{"board"}, []table.ColumnConfig{}
	for i, q := range of {
		header = append(header, q)
		columns = append(columns, right(i+2))
	}
	t.AppendHeader(header)
	t.SetColumnConfigs(columns)
	for len(found) > 0 {
		row := table.Row{found[0].record.Board}
		for _, d := range found[:len(of)] {
			row = append(row, d.Value)
		}
		t.AppendRow(row)
		found = found[len(of):]
	}
	var b strings.Builder
	for _, q := range of {
		fmt.Fprintf(&b, "%-17s%s\n", q, q.Question())
	}
	fmt.Fprintf(&b, "\n%s\n", t.Render())
	_, err := io.WriteString(w, b.String())
	return err
}

// writeRecords writes the records of one board with their positions.
func writeRecords(w io.Writer, found []*recordDocument) error {
	for i, d := range found {
		if i > 0 {
			if _, err := fmt.Fprintln(w); err != nil {
				return err
			}
		}
		if err := writeRecord(w, d); err != nil {
			return err
		}
	}
	return nil
}

func writeRecord(w io.Writer, d *recordDocument) error {
	var b strings.Builder
	question := d.record.Of.Question()
	fmt.Fprintf(&b, "%s on the %s board: %d\n\n", strings.ToUpper(question[:1])+question[1:], d.record.Board, d.Value)
	if err := goban.WriteDiagram(&b, d.record.Position); err != nil {
		return err
	}
	b.WriteString("\n")
	b.WriteString(item("rule", ruleText(d)))
	b.WriteString(item("search", fmt.Sprintf("at most %d states behind a point, %d in all", d.States, d.StateSteps)))
	for _, check := range d.Checks {
		b.WriteString(item("checks", check))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ruleText says what holds for all boards of the height of a record, and why; nothing if no rule was looked for.
func ruleText(d *recordDocument) string {
	switch r := d.Rule; {
	case r == nil:
		return ""
	case r.Proved:
		return fmt.Sprintf("%s, %s; proved: the states behind column %d are those behind column %d",
			plural(int64(r.Height), "row"), r.Text, r.Second, r.First)
	default:
		return r.Text + ": --widths can be set higher"
	}
}
