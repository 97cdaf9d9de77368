package view

import (
	"fmt"
	"io"
	"math/big"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"combigo/result"
)

// newTable returns a table without rules between columns, with a header if there are names of columns.
func newTable(header ...any) table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.Style().Format.Header = text.FormatDefault
	t.Style().Format.Footer = text.FormatDefault
	t.Style().Box.PaddingLeft = ""
	t.Style().Box.PaddingRight = "  "
	t.SuppressTrailingSpaces()
	if len(header) > 0 {
		t.AppendHeader(header)
	}
	return t
}

// right is columns of right-aligned numbers.
func right(numbers ...int) []table.ColumnConfig {
	var columns []table.ColumnConfig
	for _, number := range numbers {
		columns = append(columns, table.ColumnConfig{
			Number: number, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight,
		})
	}
	return columns
}

// wrapped is a column of text in lines of a width.
func wrapped(number, width int) table.ColumnConfig {
	return table.ColumnConfig{Number: number, WidthMax: width, WidthMaxEnforcer: text.WrapSoft}
}

// digits is a column of numbers that may be broken into lines of a width.
func digits(number, width int) table.ColumnConfig {
	return table.ColumnConfig{Number: number, WidthMax: width, WidthMaxEnforcer: text.WrapHard}
}

// valueWidth is what the other columns of the result table leave of 80 columns:
// enough for L(11,11).
const valueWidth = 57

// Results writes a line for each result, and below them what it took.
func Results(w io.Writer, results []*result.Result) error {
	t := newTable("board", "digits", "share", results[0].Quantity)
	t.SetColumnConfigs(append(right(2, 3), digits(4, valueWidth)))
	for _, r := range results {
		t.AppendRow(table.Row{r.Board, r.Digits(), roundPercent(r.Share()), r.Value})
	}
	for _, c := range caption(results) {
		if _, err := fmt.Fprintf(w, "%s\n\n", c); err != nil {
			return err
		}
	}
	_, err := fmt.Fprintf(w, "%s\n\n%s\n", t.Render(), tableSummary(results))
	return err
}

// caption says which boards the table is of, if they are not plain.
func caption(results []*result.Result) []string {
	if results[0].Where == "" {
		return nil
	}
	return []string{"From " + results[0].Where + " to " + results[len(results)-1].Where}
}

func roundPercent(share *big.Rat) string {
	percent, _ := new(big.Rat).Mul(share, big.NewRat(100, 1)).Float64()
	return fmt.Sprintf("%.3f%%", percent)
}

func tableSummary(results []*result.Result) string {
	var wall time.Duration
	checks := 0
	for _, r := range results {
		wall += r.Wall
		checks += len(r.Checks)
	}
	return fmt.Sprintf("%d numbers, %s of computing, %d checks passed (--json lists them)",
		len(results), wall.Round(time.Millisecond), checks)
}
