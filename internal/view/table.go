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

// newTable returns an empty table without rules between columns.
func newTable() table.Writer {
	t := table.NewWriter()
	t.SetStyle(table.StyleLight)
	t.Style().Options = table.OptionsNoBordersAndSeparators
	t.Style().Format.Header = text.FormatDefault
	t.Style().Format.Footer = text.FormatDefault
	t.Style().Box.PaddingLeft = ""
	t.Style().Box.PaddingRight = "  "
	t.SuppressTrailingSpaces()
	return t
}

// right is a column of right-aligned numbers.
func right(number int) table.ColumnConfig {
	return table.ColumnConfig{
		Number: number, Align: text.AlignRight, AlignHeader: text.AlignRight, AlignFooter: text.AlignRight,
	}
}

// valueWidth is what the other columns of the result table leave of 80 columns:
// enough for L(11,11).
const valueWidth = 57

// Results writes a line for each result, and below them what it took.
func Results(w io.Writer, results []*result.Result) error {
	t := newTable()
	t.AppendHeader(table.Row{"board", "digits", "share", results[0].Quantity})
	t.SetColumnConfigs([]table.ColumnConfig{
		right(2), right(3), {Number: 4, WidthMax: valueWidth, WidthMaxEnforcer: text.WrapHard},
	})
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
