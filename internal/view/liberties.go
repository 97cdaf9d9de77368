package view

import (
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"

	"combigo/goban"
	"combigo/liberties"
	"combigo/result"
)

// MaxOnBoard writes the most liberties on one board in a format: text, json, csv, html, quiet or sgf.
func MaxOnBoard(w io.Writer, b *liberties.Board, format string) error {
	switch format {
	case "json":
		document, err := newMaxOnBoardDocument(b)
		if err != nil {
			return err
		}
		return result.JSON(w, document)
	case "csv":
		return libertiesCSV(w, [][]any{csvOfColumn(b.Rows, b.Cols, b.Column)})
	case "html":
		return writeBoardHTML(w, b)
	case "quiet":
		return Lines(w, b.Liberties)
	case "sgf":
		return writeGroups(w, goban.WriteSGF, b.Group)
	}
	return writeMaxOnBoard(w, b)
}

// MaxForHeights writes the most liberties of heights, by widths, in a format: text, json, csv, bfile, html, quiet, sgf, or
// borders, a CSV of the border states after each column. Text and JSON have the groups if solutions is set.
func MaxForHeights(w io.Writer, rows []*liberties.Row, format string, solutions bool) error {
	switch format {
	case "json":
		return writeRowsJSON(w, rows, solutions)
	case "csv":
		return writeRowsCSV(w, rows)
	case "borders":
		return writeBordersCSV(w, rows)
	case "bfile":
		return writeRowsBFile(w, rows)
	case "html":
		return writeRowsHTML(w, rows)
	case "quiet":
		return writeRowsQuiet(w, rows)
	case "sgf":
		var groups []*liberties.Group
		for _, r := range rows {
			for _, c := range r.Columns {
				groups = append(groups, c.Group)
			}
		}
		return writeGroups(w, goban.WriteSGF, groups...)
	}
	if len(rows) > 1 {
		return writeTableText(w, rows)
	}
	return writeRowText(w, rows[0], solutions)
}

// MaxWarnings says of how many numbers there is no proof, and that the formula fails.
func MaxWarnings(columns []liberties.Column) (warnings []string) {
	unproved, different := 0, 0
	for _, c := range columns {
		if c.Proof == liberties.Unproved || c.Proof == liberties.ByException {
			unproved++
		}
		if c.Differs() {
			different++
		}
	}
	if unproved > 0 {
		warnings = append(warnings, fmt.Sprintf("NOT PROVED: %d of %d numbers are those of known groups", unproved, len(columns)))
	}
	if different > 0 {
		warnings = append(warnings, fmt.Sprintf("FORMULA WRONG: %d of %d numbers differ from it", different, len(columns)))
	}
	return warnings
}

func writeMaxOnBoard(w io.Writer, b *liberties.Board) error {
	fmt.Fprintf(w, "Most liberties of one group on the %dx%d board\n\n  %d\n\n", b.Rows, b.Cols, b.Liberties)
	if b.Differs() {
		fmt.Fprintln(w, wrong(b.Rows, b.Cols, b.Column))
	}
	if b.Group != nil {
		if err := writeGroups(w, goban.WriteDiagram, b.Group); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	fmt.Fprintf(w, "status   %s\n", proofWords(b.Proof))
	fmt.Fprintf(w, "formula  %d, the hypothesis of Go::CountLiberties\n", b.Formula)
	fmt.Fprintf(w, "range    %d to %d: the formula and 2(mn+1)/3\n", b.Formula, liberties.AtMost(b.Rows, b.Cols))
	fmt.Fprintf(w, "method   %s\n", methodWords(b.Method, b.Search))
	writeResumed(w, b.Resumed)
	writeChecks(w, b.Checks)
	_, err := fmt.Fprintf(w, "run      %s, %s of memory at the peak\n", roundDuration(b.Wall), result.PeakMemory())
	return err
}

// writeResumed writes from which file the search went on last. The file says itself
// where it had gone on before.
func writeResumed(w io.Writer, resumed []liberties.Resumption) {
	if len(resumed) == 0 {
		return
	}
	last := resumed[len(resumed)-1]
	fmt.Fprintf(w, "resumed  after %s from %s,\n         SHA-256 %s\n", last.After, last.File, last.SHA256)
	if earlier := len(resumed) - 1; earlier > 0 {
		fmt.Fprintf(w, "         (%s before that: --json lists them)\n", Plural(earlier, "time"))
	}
}

// The checks of a search stand in lines of a width, after a margin.
const (
	checksMargin = 9
	checksWidth  = 78
)

func writeChecks(w io.Writer, checks []string) {
	for i, check := range checks {
		label := "checks"
		if i > 0 {
			label = ""
		}
		for _, line := range wrap(check, checksWidth-checksMargin) {
			fmt.Fprintf(w, "%-*s%s\n", checksMargin, label, line)
			label = ""
		}
	}
}

func methodWords(m liberties.Method, s *liberties.Certificate) string {
	switch {
	case m == liberties.Plain:
		return "plain: dynamic programming over all border states"
	case s == nil:
		return "formula: no search (--method windows would search)"
	case s.Rate == 0:
		return fmt.Sprintf("windows: parts of cost at most %d from either side", s.Window)
	}
	return fmt.Sprintf("windows: parts of cost at most %d above 1 a column, which decreases by at most %d", s.Window, s.Decrease)
}

func roundDuration(d time.Duration) time.Duration {
	if d < time.Second {
		return d.Round(time.Millisecond)
	}
	return d.Round(100 * time.Millisecond)
}

// writeRowText writes a line for every width, as Go::CountLiberties does, and
// the rule.
func writeRowText(w io.Writer, r *liberties.Row, solutions bool) error {
	fmt.Fprintf(w, "Most liberties of one group on boards with %d rows\n\n", r.Height)
	t := newTable("width", "liberties", "formula", "at most", "proof", "column states", "time", "memory")
	for _, c := range r.Columns {
		states, memory, took := "", "", ""
		if c.States > 0 {
			states, memory, took = strconv.Itoa(c.States), c.Memory.String(), fmt.Sprintf("%.1f s", c.Wall.Seconds())
		}
		t.AppendRow(table.Row{c.Width, c.Liberties, c.Formula, liberties.AtMost(r.Height, c.Width), proofWord(c.Proof), states, took, memory})
	}
	t.SetColumnConfigs(right(1, 2, 3, 4, 6, 7, 8))
	fmt.Fprintf(w, "%s\n\n", t.Render())
	for _, c := range r.Columns {
		if c.Differs() {
			fmt.Fprint(w, wrong(r.Height, c.Width, c))
		}
	}
	fmt.Fprintf(w, "General rule %s\n%s\n\n", r.Rule, ruleStatus(r))
	if r.Proved > 0 && slices.ContainsFunc(r.Columns, func(c liberties.Column) bool { return c.Proof == liberties.Unproved }) {
		fmt.Fprintf(w, "NOT PROVED: these widths are proved with other heights, by --upto %d\n\n", r.Height)
	}
	fmt.Fprintf(w, "method   %s\n", methodWords(r.Method, r.Search))
	writeResumed(w, r.Resumed)
	writeChecks(w, r.Checks)
	fmt.Fprintf(w, "run      %s, %s of memory at the peak\n", roundDuration(r.Wall), result.PeakMemory())
	if !solutions {
		return nil
	}
	for _, c := range r.Columns {
		if c.Group == nil {
			continue
		}
		fmt.Fprintf(w, "\nSolution %dx%d: %d liberties\n\n", r.Height, c.Width, c.Liberties)
		if err := writeGroups(w, goban.WriteDiagram, c.Group); err != nil {
			return err
		}
		if widths := cutSolutions(r, c); len(widths) > 0 {
			fmt.Fprintf(w, "\nExtra solutions, its first columns: %s\n", strings.Join(widths, ", "))
		}
	}
	return nil
}

// cutSolutions returns the narrower boards for which the first columns of a group are a group with the most liberties, too.
func cutSolutions(r *liberties.Row, c liberties.Column) (boards []string) {
	if c.Group == nil || c.Group.Rows() != r.Height {
		return nil
	}
	for _, narrow := range r.Columns {
		if narrow.Width >= c.Width {
			continue
		}
		if n, err := c.Group.Cut(narrow.Width).Check(); err == nil && n == narrow.Liberties {
			boards = append(boards, fmt.Sprintf("%dx%d", r.Height, narrow.Width))
		}
	}
	return boards
}

// ruleStatus says from which width on the rule is proved.
func ruleStatus(r *liberties.Row) string {
	if r.Proved == 0 {
		return "(NOT PROVED: the formula's own rule)"
	}
	status := fmt.Sprintf("(proved for all widths >= %d; the states of column %d repeat in column %d",
		max(r.Proved, r.Rule.From), r.Since, r.Repeat)
	if r.Rule.From < r.Proved {
		status += ";\nbelow that width, as far as the table says"
	}
	return status + ")"
}

// writeTableText writes the values of all heights, as in the table of
// Go::CountLiberties.
func writeTableText(w io.Writer, rows []*liberties.Row) error {
	t := newTable()
	header := table.Row{""}
	numbers := []int{1}
	widths := len(rows[0].Columns)
	for width := 1; width <= widths; width++ {
		header = append(header, width)
		numbers = append(numbers, width+1)
	}
	t.AppendHeader(append(header, "from", "rule", "since", "repeat", "in print"))
	unproved := 0
	for _, r := range rows {
		line := table.Row{r.Height}
		for _, c := range r.Columns {
			text := strconv.Itoa(c.Liberties)
			if c.Proof == liberties.Unproved {
				text += "?"
				unproved++
			}
			line = append(line, text)
		}
		t.AppendRow(append(line, r.Rule.From, joinSteps(r.Rule.Steps), orEmpty(r.Since), orEmpty(r.Repeat), printedRepeat(r.Height)))
	}
	t.SetColumnConfigs(right(append(numbers, widths+2, widths+4, widths+5, widths+6)...))
	fmt.Fprintf(w, "Most liberties of one group, by rows and columns\n\n%s\n\n", t.Render())
	for _, r := range rows {
		for _, c := range r.Columns {
			if c.Differs() {
				fmt.Fprint(w, wrong(r.Height, c.Width, c))
			}
		}
	}
	if unproved > 0 {
		fmt.Fprintf(w, "? NOT PROVED: a known group has that number (%d of the values)\n", unproved)
	}
	var wall time.Duration
	for _, r := range rows {
		wall += r.Wall
	}
	_, err := fmt.Fprintf(w, "from: the width from which on the rule holds; since, repeat: the states after these\ntwo columns are the same; in print: the column \"repeat\" of Go::CountLiberties, which\nis the first of the two in that program's own search.\n%s, %s of memory at the peak\n",
		roundDuration(wall), result.PeakMemory())
	return err
}

func writeRowsQuiet(w io.Writer, rows []*liberties.Row) error {
	var lines []string
	for _, r := range rows {
		var values []string
		for _, c := range r.Columns {
			values = append(values, strconv.Itoa(c.Liberties))
		}
		if len(rows) == 1 {
			lines = values
		} else {
			lines = append(lines, strings.Join(values, " "))
		}
	}
	return Lines(w, lines...)
}

func csvOfColumn(rows, cols int, c liberties.Column) []any {
	return []any{rows, cols, c.Liberties, c.Formula, c.Proof, c.States, seconds(c.Wall), int64(c.Memory)}
}

func libertiesCSV(w io.Writer, lines [][]any) error {
	return writeCSV(w, lines, "rows", "cols", "value", "formula", "proof", "column_states", "wall_seconds", "peak_memory_bytes")
}

func writeRowsCSV(w io.Writer, rows []*liberties.Row) error {
	var lines [][]any
	for _, r := range rows {
		for _, c := range r.Columns {
			lines = append(lines, csvOfColumn(r.Height, c.Width, c))
		}
	}
	return libertiesCSV(w, lines)
}

func writeBordersCSV(w io.Writer, rows []*liberties.Row) error {
	var lines [][]any
	for _, r := range rows {
		for _, c := range r.Columns {
			for _, border := range c.Borders {
				lines = append(lines, []any{r.Height, c.Width, border.Points, border.Liberties})
			}
		}
	}
	return writeCSV(w, lines, "rows", "cols", "border", "liberties")
}

// writeRowsBFile writes the widths of one height, or the squares of many.
func writeRowsBFile(w io.Writer, rows []*liberties.Row) error {
	var terms []result.Term
	add := func(c liberties.Column) {
		terms = append(terms, result.Term{Index: c.Width, Value: big.NewInt(int64(c.Liberties))})
	}
	for _, r := range rows {
		if len(rows) > 1 {
			add(r.Columns[r.Height-1])
			continue
		}
		for _, c := range r.Columns {
			add(c)
		}
	}
	return result.BFile(w, terms)
}
