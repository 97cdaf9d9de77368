package view

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/result"
)

// Liberties is the most liberties of one group, on one board or, if that is nil, on the boards of
// some heights.
type Liberties struct {
	Board     *liberties.Board
	Rows      []*liberties.Row
	Solutions bool // a group is shown for every width
}

// libertiesOn is the most liberties on the board with some rows and columns.
type libertiesOn struct {
	rows, cols int
	liberties.Column
}

// boards returns all boards whose numbers are known.
func (l *Liberties) boards() (all []libertiesOn) {
	if b := l.Board; b != nil {
		return []libertiesOn{{b.Rows, b.Cols, b.Column}}
	}
	for _, r := range l.Rows {
		for _, c := range r.Columns {
			all = append(all, libertiesOn{r.Height, c.Width, c})
		}
	}
	return all
}

// Warnings says of how many numbers there is no proof, and that the formula fails.
func (l *Liberties) Warnings() (warnings []string) {
	unproved, different, all := 0, 0, l.boards()
	for _, c := range all {
		if c.Proof == liberties.Unproved || c.Proof == liberties.ByException {
			unproved++
		}
		if c.Differs() {
			different++
		}
	}
	if unproved > 0 {
		warnings = append(warnings, fmt.Sprintf("NOT PROVED: %d of %d numbers are those of known groups", unproved, len(all)))
	}
	if different > 0 {
		warnings = append(warnings, fmt.Sprintf("FORMULA WRONG: %d of %d numbers differ from it", different, len(all)))
	}
	return warnings
}

// Document is one board with a group, one height with a line for every width and the rule, or a
// table of heights.
func (l *Liberties) Document() *Document {
	d := &Document{labels: 9}
	switch {
	case l.Board != nil:
		l.addBoard(d, l.Board)
	case len(l.Rows) > 1:
		l.addTable(d)
	default:
		l.addRow(d, l.Rows[0])
	}
	return d
}

func (l *Liberties) addBoard(d *Document, b *liberties.Board) {
	d.line("Most liberties of one group on the %dx%d board", b.Rows, b.Cols)
	d.gap()
	d.number("", strconv.Itoa(b.Liberties))
	d.gap()
	l.addWrong(d)
	if d.group(b.Group) {
		d.gap()
	}
	d.fact("status", proofWords(b.Proof))
	d.fact("formula", fmt.Sprintf("%d, the hypothesis of Go::CountLiberties", b.Formula))
	d.fact("range", fmt.Sprintf("%d to %d: the formula and 2(mn+1)/3", b.Formula, liberties.AtMost(b.Rows, b.Cols)))
	d.search(b.Method, b.Search, b.Resumed, b.Checks, b.Wall)
}

// addWrong says, loudly, where the formula fails.
func (l *Liberties) addWrong(d *Document) {
	for _, c := range l.boards() {
		if c.Differs() {
			d.record("FORMULA WRONG on %dx%d: a group has %d liberties, the formula of the hypothesis says %d", c.rows, c.cols, c.Liberties, c.Formula)
			d.gap()
		}
	}
}

// group draws a group, if there is one.
func (d *Document) group(g *liberties.Group) (drawn bool) {
	if g == nil {
		return false
	}
	p, err := g.Position()
	if err == nil {
		d.diagram(p, nil)
	}
	return err == nil
}

// proofWords says what the proof of a number is.
func proofWords(p liberties.Proof) string {
	switch p {
	case liberties.ByPlain:
		return "proved: the dynamic program looked at all groups"
	case liberties.ByWindows:
		return "proved: no group has more; the formula is right on all wider boards, too"
	case liberties.BySymmetry:
		return "proved for the board with rows and columns exchanged"
	case liberties.ByException:
		return "found by the search: a lower bound"
	}
	return "NOT PROVED: this group has that number; whether another has more was not searched"
}

// search says how the numbers were found. A file that the search went on from last says itself
// where it had gone on before.
func (d *Document) search(m liberties.Method, s *liberties.Certificate, resumed []liberties.Resumption, checks []string, wall time.Duration) {
	d.fact("method", libertiesMethod(m, s))
	if earlier := len(resumed) - 1; earlier >= 0 {
		last := resumed[earlier]
		d.fact("resumed", fmt.Sprintf("after %s from %s", last.After, last.File))
		if earlier > 0 {
			d.fact("", fmt.Sprintf("(%s before that: --json lists them)", Plural(earlier, "time")))
		}
		d.fact("SHA-256", last.SHA256)
	}
	d.fact("checks", checks...)
	d.fact("run", fmt.Sprintf("%s, %s of memory at the peak", duration(wall), result.PeakMemory()))
}

func libertiesMethod(m liberties.Method, s *liberties.Certificate) string {
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

// addRow adds a line for every width, as Go::CountLiberties does, and the rule.
func (l *Liberties) addRow(d *Document, r *liberties.Row) {
	d.line("Most liberties of one group on boards with %s", Plural(r.Height, "row"))
	d.gap()
	t := newTable("width", "liberties", "formula", "at most", "proof", "column states", "time", "memory")
	t.right = []int{1, 2, 3, 4, 6, 7, 8}
	for _, c := range r.Columns {
		states, memory, took := "", "", ""
		if c.States > 0 {
			states, memory, took = strconv.Itoa(c.States), c.Memory.String(), fmt.Sprintf("%.1f s", c.Wall.Seconds())
		}
		proof := string(c.Proof)
		if c.Proof == liberties.Unproved {
			proof = "NOT PROVED"
		}
		t.row(c.Width, c.Liberties, c.Formula, liberties.AtMost(r.Height, c.Width), proof, states, took, memory)
	}
	d.table(t)
	d.gap()
	l.addWrong(d)
	d.line("General rule %s", r.Rule)
	d.line("(%s)", ruleStatus(r))
	d.gap()
	if r.Proved > 0 && slices.ContainsFunc(r.Columns, func(c liberties.Column) bool { return c.Proof == liberties.Unproved }) {
		d.line("NOT PROVED: these widths are proved with other heights, by --upto %d", r.Height)
		d.gap()
	}
	d.search(r.Method, r.Search, r.Resumed, r.Checks, r.Wall)
	if l.Solutions {
		for _, c := range r.Columns {
			d.solution(r, c)
		}
	}
}

// ruleStatus says from which width on the rule is proved.
func ruleStatus(r *liberties.Row) string {
	if r.Proved == 0 {
		return "NOT PROVED: the formula's own rule"
	}
	status := fmt.Sprintf("proved for all widths >= %d; the states of column %d repeat in column %d",
		max(r.Proved, r.Rule.From), r.Since, r.Repeat)
	if r.Rule.From < r.Proved {
		status += "; below that width, as far as the table says"
	}
	return status
}

// solution draws the group of a width.
func (d *Document) solution(r *liberties.Row, c liberties.Column) {
	if c.Group == nil {
		return
	}
	d.gap()
	d.head("Solution %dx%d: %d liberties", r.Height, c.Width, c.Liberties)
	d.gap()
	d.group(c.Group)
	if widths := cutSolutions(r, c); len(widths) > 0 {
		d.gap()
		d.line("Extra solutions, its first columns: %s", strings.Join(widths, ", "))
	}
}

// cutSolutions returns the narrower boards for which the first columns of a group are a group with
// the most liberties, too.
func cutSolutions(r *liberties.Row, c liberties.Column) (boards []string) {
	if c.Group.Rows() != r.Height {
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

// addTable adds the values of all heights, as in the table of Go::CountLiberties.
func (l *Liberties) addTable(d *Document) {
	d.line("Most liberties of one group, by rows and columns")
	d.gap()
	names, wall, unproved := []any{""}, time.Duration(0), 0
	t := &grid{right: []int{1}}
	for _, c := range l.Rows[0].Columns {
		names, t.right = append(names, c.Width), append(t.right, c.Width+1)
	}
	n := len(names)
	t.right = append(t.right, n+1, n+3, n+4, n+5)
	for _, r := range l.Rows {
		line := []any{r.Height}
		for _, c := range r.Columns {
			text := strconv.Itoa(c.Liberties)
			if c.Proof == liberties.Unproved {
				text += "?"
				unproved++
			}
			line = append(line, text)
		}
		printed, _ := published.LibertyRowOf(r.Height)
		t.row(append(line, r.Rule.From, joinSteps(r.Rule.Steps), orEmpty(r.Since), orEmpty(r.Repeat), orEmpty(printed.Repeat))...)
		wall += r.Wall
	}
	t.head = [][]string{written(append(names, "from", "rule", "since", "repeat", "in print"))}
	d.table(t)
	d.gap()
	l.addWrong(d)
	if unproved > 0 {
		d.line("? NOT PROVED: a known group has that number (%d of the values)", unproved)
	}
	d.line("from: the width from which on the rule holds; since, repeat: the states after these two columns are the same; " +
		"in print: the column \"repeat\" of Go::CountLiberties, which is the first of the two in that program's own search.")
	d.line("%s, %s of memory at the peak", duration(wall), result.PeakMemory())
}

func joinSteps(steps []int) string {
	var texts []string
	for _, step := range steps {
		texts = append(texts, fmt.Sprintf("%+d", step))
	}
	return strings.Join(texts, ",")
}

// orEmpty returns a number that is known, nothing for 0.
func orEmpty(n int) string {
	if n == 0 {
		return ""
	}
	return strconv.Itoa(n)
}

// HTML writes the document as a page that stands alone: no script, no file beside it.
func (l *Liberties) HTML(w io.Writer) error {
	_, err := fmt.Fprintf(w, `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Most liberties of one group</title>
<style>
body { font-family: sans-serif; margin: 2em; }
table { border-collapse: collapse; }
th, td { border: 1px solid #bbb; padding: 0.2em 0.5em; text-align: right; }
.diagram svg { width: 30em; }
</style>
</head>
<body>
%s</body>
</html>
`, l.Document().HTML())
	return err
}

// Numbers writes one number a line, or those of a height if there are several heights.
func (l *Liberties) Numbers(w io.Writer) error {
	var lines []string
	for i, c := range l.boards() {
		if i > 0 && len(l.Rows) > 1 && c.cols > 1 {
			lines[len(lines)-1] += fmt.Sprint(" ", c.Liberties)
		} else {
			lines = append(lines, fmt.Sprint(c.Liberties))
		}
	}
	return Lines(w, lines...)
}

// CSV writes a line for each board.
func (l *Liberties) CSV(w io.Writer) error {
	var lines [][]any
	for _, c := range l.boards() {
		lines = append(lines, []any{c.rows, c.cols, c.Liberties, c.Formula, c.Proof, c.States, seconds(c.Wall), int64(c.Memory)})
	}
	return writeCSV(w, lines, "rows", "cols", "value", "formula", "proof", "column_states", "wall_seconds", "peak_memory_bytes")
}

// Borders writes the border states after each column, as CSV.
func (l *Liberties) Borders(w io.Writer) error {
	var lines [][]any
	for _, c := range l.boards() {
		for _, border := range c.Borders {
			lines = append(lines, []any{c.rows, c.cols, border.Points, border.Liberties})
		}
	}
	return writeCSV(w, lines, "rows", "cols", "border", "liberties")
}

// BFile writes the widths of one height, or the squares of many.
func (l *Liberties) BFile(w io.Writer) error {
	var terms []result.Term
	for _, c := range l.boards() {
		if len(l.Rows) == 1 || c.rows == c.cols {
			terms = append(terms, result.Term{Index: c.cols, Value: big.NewInt(int64(c.Liberties))})
		}
	}
	return result.BFile(w, terms)
}

// SGF writes the groups.
func (l *Liberties) SGF(w io.Writer) error {
	var positions []*goban.Position
	for _, c := range l.boards() {
		if c.Group == nil {
			continue
		}
		p, err := c.Group.Position()
		if err != nil {
			return err
		}
		positions = append(positions, p)
	}
	return goban.WriteSGF(w, positions...)
}

// JSON writes one board, or the heights.
func (l *Liberties) JSON(w io.Writer) error {
	if l.Board != nil {
		document, err := newMaxOnBoardDocument(l.Board)
		return cmp.Or(err, result.JSON(w, document))
	}
	return writeRowsJSON(w, l.Rows, l.Solutions)
}
