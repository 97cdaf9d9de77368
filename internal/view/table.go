package view

import (
	"cmp"
	"fmt"
	"html"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// grid is a table that is written as text and as HTML.
type grid struct {
	table.Writer
	head, body, foot []table.Row
}

func (t *grid) AppendHeader(row table.Row, options ...table.RowConfig) {
	t.head = append(t.head, row)
	t.Writer.AppendHeader(row, options...)
}

func (t *grid) AppendRow(row table.Row, options ...table.RowConfig) {
	t.body = append(t.body, row)
	t.Writer.AppendRow(row, options...)
}

func (t *grid) AppendFooter(row table.Row, options ...table.RowConfig) {
	t.foot = append(t.foot, row)
	t.Writer.AppendFooter(row, options...)
}

// html is the table as an element of a page, with columns of numbers to the right. It is called by the section that it is in.
func (t *grid) html(section string) string {
	at := func(row table.Row, column int) string { // rows may end early
		if column < len(row) {
			return fmt.Sprint(row[column])
		}
		return ""
	}
	columns := 0
	for _, row := range slices.Concat(t.head, t.body) {
		columns = max(columns, len(row))
	}
	var b strings.Builder
	b.WriteString("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + html.EscapeString(cmp.Or(section, "Table")) + "\"><table>\n")
	for _, part := range []struct {
		name, cell string
		rows       []table.Row
	}{{"thead", "th", t.head}, {"tbody", "td", t.body}, {"tfoot", "td", t.foot}} {
		if len(part.rows) == 0 {
			continue
		}
		b.WriteString("<" + part.name + ">")
		for _, row := range part.rows {
			b.WriteString("<tr>")
			for column := range columns {
				class := ""
				if !slices.ContainsFunc(t.body, func(r table.Row) bool { return !numeric.MatchString(at(r, column)) }) {
					class = ` class="number"`
				}
				fmt.Fprintf(&b, "<%s%s>%s</%[1]s>", part.cell, class, cell(at(row, column)))
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</" + part.name + ">\n")
	}
	b.WriteString("</table></div>\n")
	return b.String()
}

// numeric is a cell that is a number, or empty.
var numeric = regexp.MustCompile(`^([-+]?[\d.]+(e[-+]?\d+)?%?)?$`)

// newTable returns a table without rules between columns, with a header if there are names of columns.
func newTable(header ...any) *grid {
	t := &grid{Writer: table.NewWriter()}
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

func roundPercent(share *big.Rat) string {
	percent, _ := new(big.Rat).Mul(share, big.NewRat(100, 1)).Float64()
	return fmt.Sprintf("%.3f%%", percent)
}
