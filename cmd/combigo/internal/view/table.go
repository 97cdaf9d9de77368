package view

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A grid is a table that is written as text and as HTML. Rows may end early.
type grid struct {
	head, body, foot [][]string
	right            []int // columns whose cells are to the right
}

// newTable returns a table with a header, if there are names of columns. A name that begins with >
// is that of a column to the right.
func newTable(names ...any) *grid {
	t := &grid{}
	if len(names) == 0 {
		return t
	}
	t.head = [][]string{written(names)}
	for i, name := range t.head[0] {
		if plain, right := strings.CutPrefix(name, ">"); right {
			t.head[0][i], t.right = plain, append(t.right, i)
		}
	}
	return t
}

// row adds a row.
func (t *grid) row(cells ...any) { t.body = append(t.body, written(cells)) }

// total adds a row below all others.
func (t *grid) total(cells ...any) { t.foot = append(t.foot, written(cells)) }

func written(cells []any) []string {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = fmt.Sprint(cell)
	}
	return row
}

// gutter is the number of spaces between two columns.
const gutter = 2

// text is the table in lines of a width. Columns that are too wide are broken into several lines,
// and what is still too wide into several tables, each of which begins with the first column.
func (t *grid) text(width int) string {
	widths := t.widths(width)
	var b strings.Builder
	for from := 0; from < len(widths) || from == 0; {
		columns, room := []int{}, width+gutter
		if from > 0 {
			columns, room = append(columns, 0), room-widths[0]-gutter
			b.WriteByte('\n')
		}
		for first := from; from < len(widths) && (from == first || room >= widths[from]+gutter); from++ {
			columns, room = append(columns, from), room-widths[from]-gutter
		}
		for _, row := range slices.Concat(t.head, t.body, t.foot) {
			t.writeRow(&b, row, columns, widths)
		}
		if len(widths) == 0 {
			break
		}
	}
	return b.String()
}

// widths returns the widths of the columns: the widest ones are narrowed as far as the width of a
// line asks for it and their words allow it.
func (t *grid) widths(width int) []int {
	var wide, least []int
	for _, row := range slices.Concat(t.head, t.body, t.foot) {
		for column, cell := range row {
			if column == len(wide) {
				wide, least = append(wide, 0), append(least, 0)
			}
			wide[column] = max(wide[column], min(utf8.RuneCountInString(cell), width))
			least[column] = max(least[column], narrowest(cell))
		}
	}
	total := -gutter
	for _, w := range wide {
		total += w + gutter
	}
	for total > width {
		widest := -1
		for column, w := range wide {
			if w > least[column] && (widest < 0 || w > wide[widest]) {
				widest = column
			}
		}
		if widest < 0 {
			break
		}
		wide[widest]--
		total--
	}
	return wide
}

// Columns are not made narrower than this, so that lines have some words, or a few groups of
// digits.
const (
	fewWords  = 16
	fewDigits = 21
)

// narrowest is the least width of a cell.
func narrowest(cell string) int {
	if digits.MatchString(cell) {
		return min(len(cell), fewDigits)
	}
	least := min(utf8.RuneCountInString(cell), fewWords)
	for _, word := range strings.Fields(cell) {
		least = max(least, utf8.RuneCountInString(word))
	}
	return least
}

// writeRow writes some columns of a row, in as many lines as the longest cell takes.
func (t *grid) writeRow(b *strings.Builder, row []string, columns, widths []int) {
	cells, height := make([][]string, len(columns)), 1
	for i, column := range columns {
		cells[i] = wrap(at(row, column), widths[column])
		height = max(height, len(cells[i]))
	}
	for line := range height {
		text := ""
		for i, column := range columns {
			part := at(cells[i], line)
			pad := strings.Repeat(" ", widths[column]-utf8.RuneCountInString(part))
			if slices.Contains(t.right, column) && len(cells[i]) == 1 {
				part, pad = pad+part, ""
			}
			text += part + pad + strings.Repeat(" ", gutter)
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}

// at returns a cell of a row, which may end early.
func at(row []string, column int) string {
	if column < len(row) {
		return row[column]
	}
	return ""
}

// html is the table as an element of a page, with columns of numbers to the right. It is called by
// the section that it is in.
func (t *grid) html(section string) string {
	columns := 0
	for _, row := range slices.Concat(t.head, t.body) {
		columns = max(columns, len(row))
	}
	var b strings.Builder
	b.WriteString("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + html.EscapeString(cmp.Or(section, "Table")) + "\"><table>\n")
	for _, part := range []struct {
		name, cell string
		rows       [][]string
	}{{"thead", "th", t.head}, {"tbody", "td", t.body}, {"tfoot", "td", t.foot}} {
		if len(part.rows) == 0 {
			continue
		}
		b.WriteString("<" + part.name + ">")
		for _, row := range part.rows {
			b.WriteString("<tr>")
			for column := range columns {
				class := ""
				if !slices.ContainsFunc(t.body, func(r []string) bool { return !numeric.MatchString(at(r, column)) }) {
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

// latexSigns are signs that LaTeX reads otherwise.
var latexSigns = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "^", `\^{}`, "~", `\~{}`,
	">=", `$\geq$`, "<=", `$\leq$`)

// latex is the table as LaTeX writes it, without the lines between columns.
func (t *grid) latex() string {
	columns := 0
	for _, row := range slices.Concat(t.head, t.body, t.foot) {
		columns = max(columns, len(row))
	}
	kinds := strings.Split(strings.Repeat("l", columns), "")
	for _, column := range t.right {
		kinds[column] = "r"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "\\begin{tabular}{%s}\n\\hline\n", strings.Join(kinds, ""))
	for _, part := range [][][]string{t.head, t.body, t.foot} {
		for _, row := range part {
			cells := make([]string, columns)
			for i := range cells {
				cells[i] = latexSigns.Replace(at(row, i))
			}
			b.WriteString(strings.Join(cells, " & ") + ` \\` + "\n")
		}
		if len(part) > 0 {
			b.WriteString("\\hline\n")
		}
	}
	return b.String() + "\\end{tabular}\n"
}

// csv writes the names of the columns and the rows for spreadsheets.
func (t *grid) csv(w io.Writer) error {
	return csv.NewWriter(w).WriteAll(slices.Concat(t.head, t.body))
}
