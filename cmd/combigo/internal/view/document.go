package view

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"html"
	"html/template"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/cmd/combigo/internal/drawing"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enum"
	"combigo.dev/combigo/result"
)

// A Style is how a document is written as text. The zero value is that of a pipe: lines of 80
// columns, and letters for stones.
type Style struct {
	Width    int  // columns of the lines; 0 for 80
	Terminal bool // stones are round
	Color    bool // boards are of wood
}

// width returns the number of columns of a line.
func (s Style) width() int { return cmp.Or(s.Width, 80) }

// Colours of a terminal: the wood with black and with white stones, and the end of these.
const (
	blackOnWood = "\x1b[48;5;179;38;5;16m"
	whiteOnWood = "\x1b[48;5;179;38;5;231m"
	plainColor  = "\x1b[0m"
)

// diagram draws a position with coordinates, and marks on points without a stone.
func (s Style) diagram(p *goban.Position, marks map[goban.Point]string) string {
	var b strings.Builder
	numbers, letters := len(fmt.Sprint(p.Rows())), len(goban.ColumnLabel(p.Cols()-1))
	b.WriteString(strings.Repeat(" ", numbers))
	for col := range p.Cols() {
		fmt.Fprintf(&b, " %*s", letters, goban.ColumnLabel(col))
	}
	b.WriteByte('\n')
	for row := range p.Rows() {
		fmt.Fprintf(&b, "%*d", numbers, p.Rows()-row)
		for col := range p.Cols() {
			point := cmp.Or(marks[goban.Point{Row: row, Col: col}], s.stone(p.At(row, col)))
			b.WriteString(s.wood(p.At(row, col)) + strings.Repeat(" ", letters) + point)
		}
		if s.Color {
			b.WriteString(" " + plainColor)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// wood returns what colours a point.
func (s Style) wood(c goban.Color) string {
	switch {
	case !s.Color:
		return ""
	case c == goban.White:
		return whiteOnWood
	}
	return blackOnWood
}

func (s Style) stone(c goban.Color) string { return s.stones(".XO"[c:][:1]) }

// stones replaces the letters of diagrams on a terminal.
func (s Style) stones(text string) string {
	if s.Terminal {
		return strings.NewReplacer(".", "·", "X", "●", "O", "○").Replace(text)
	}
	return text
}

// sheet is small diagrams of one size side by side, in as many columns as fit.
func (s Style) sheet(diagrams []string) string {
	lines := strings.Split(diagrams[0], "\n")
	gap := strings.Repeat(" ", min(len(lines), 2))
	across := max(1, (s.width()+len(gap))/(len(lines[0])+len(gap)))
	var b strings.Builder
	for group := range slices.Chunk(diagrams, across) {
		for row := range lines {
			parts := make([]string, len(group))
			for i, diagram := range group {
				parts[i] = strings.Split(diagram, "\n")[row]
			}
			b.WriteString(s.stones(strings.Join(parts, gap)) + "\n")
		}
		if len(lines) > 1 {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// mapSlice returns what is said of each item, such as its number.
func mapSlice[T, V any](items []T, of func(T) V) []V {
	var all []V
	for _, item := range items {
		all = append(all, of(item))
	}
	return all
}

// Plural is [enum.Plural].
func Plural[N int | int64](n N, noun string) string { return enum.Plural(n, noun) }

// Roughly writes a time that is only guessed, with a digit or two that may mean something.
func Roughly(t time.Duration) string {
	for _, unit := range []struct {
		size time.Duration
		name string
	}{{24 * time.Hour, "day"}, {time.Hour, "hour"}, {time.Minute, "minute"}, {time.Second, "second"}} {
		if t >= 2*unit.size {
			return Plural(int64(t.Round(unit.size)/unit.size), unit.name)
		}
	}
	return fmt.Sprintf("%.1f seconds", t.Seconds())
}

// OneLine replaces what would break the line, or the terminal: an error may
// quote an argument as it came.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, text)
}

// Capital begins a sentence.
func Capital(text string) string {
	first, n := utf8.DecodeRuneInString(text)
	if n == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + text[n:]
}

// wrap breaks lines that are longer than a width between words, and numbers that are longer between
// groups of digits.
func wrap(text string, width int) []string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(line) <= width {
			lines = append(lines, line)
			continue
		}
		var words []string
		for _, word := range strings.Fields(line) {
			if len(word) > width && digits.MatchString(word) {
				word = result.Groups(word)
			}
			words = append(words, strings.Fields(word)...)
		}
		lines = append(lines, wrapWords(words, width, 0)...)
	}
	return lines
}

// digits is a number that may be broken between groups of digits.
var digits = regexp.MustCompile(`^[-+]?[\d.]{22,}$`)

// wrapWords puts words in lines of a width, the first of which is shorter; a longer word has a line
// for itself.
func wrapWords(words []string, width, shorter int) []string {
	lines, room := []string{""}, width-shorter
	for i, word := range words {
		last := &lines[len(lines)-1]
		switch {
		case i == 0:
			*last = word
		case len(*last)+1+len(word) <= room:
			*last += " " + word
		default:
			lines, room = append(lines, word), width
		}
	}
	return lines
}

var wholeNumber = regexp.MustCompile(`^\d+$`)

// cell is a number in groups, or typeset text.
func cell(text string) string {
	if wholeNumber.MatchString(text) {
		return Grouped(text)
	}
	if name, value, ok := strings.Cut(text, " = "); ok && wholeNumber.MatchString(value) {
		return Typeset(name) + " = " + Grouped(value)
	}
	return Typeset(text)
}

// Grouped puts spaces between groups of three digits, that do not break the line unless the number
// is long.
func Grouped(digits string) string {
	const short, long = 5, 24
	space := "\u202f" // narrow, no break
	switch {
	case len(digits) < short:
		return digits
	case len(digits) > long:
		space = " "
	}
	first := (len(digits)-1)%3 + 1
	groups := []string{digits[:first]}
	for at := first; at < len(digits); at += 3 {
		groups = append(groups, digits[at:at+3])
	}
	return strings.Join(groups, space)
}

var typesetting = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`(\d)e\+?0*(\d+)\b`), "$1 x 10^$2"},
	{regexp.MustCompile(`(\d)e-0*(\d+)\b`), "$1 x 10^-$2"},
	{regexp.MustCompile(`\b(\d+|[mn])x(\d+|[mn])\b`), "$1\u202f×\u202f$2"},
	{regexp.MustCompile(`\b(\d+|[mn]) x (\d+|[mn])\b`), "$1\u202f×\u202f$2"},
	{regexp.MustCompile(`\blambda`), "λ"},
	{regexp.MustCompile(`\+- ?`), "±\u202f"},
	{regexp.MustCompile(`>=`), "≥"},
	{regexp.MustCompile(`<=`), "≤"},
}

// Typeset returns a line of text for people as HTML, with powers and indices raised and lowered,
// and signs for times, lambda and others.
func Typeset(text string) string {
	for _, t := range typesetting {
		text = t.from.ReplaceAllString(text, t.to)
	}
	return raised(text)
}

var index = regexp.MustCompile(`(^|[^\pL\d])(λ|[A-Za-z])_(\d+|[a-z])\b`)

// raised writes exponents and indices.
func raised(text string) string {
	before, after, found := strings.Cut(text, "^")
	escaped := index.ReplaceAllString(html.EscapeString(before), "$1$2<sub>$3</sub>")
	if !found {
		return escaped
	}
	n := canvas.Exponent(after)
	if n == 0 {
		return escaped + "^" + raised(after)
	}
	power := after[:n]
	if strings.HasPrefix(power, "(") {
		power = power[1 : n-1]
	}
	return escaped + "<sup>" + strings.ReplaceAll(raised(power), "-", "−") + "</sup>" + raised(after[n:])
}

const (
	labelWidth = 12
	hugeNumber = 10_000 // digits above which the middle of a number is left out of a text
	hugeLines  = 5      // that are left of it at either end
)

// A Document is an answer for people. Each part of it is written in two forms, neither of which is
// made from the other: text in lines of the width of a terminal, and HTML for pages that may be as
// narrow as a phone. HTML says nothing of flags.
//
// The text has a blank line between parts of different kinds, but none after a heading.
//
// The zero Document is empty.
type Document struct {
	parts   []part
	apart   bool   // whether a blank line stands before the next text in any case
	labels  int    // width of the labels of facts; 0 for labelWidth
	section string // of the page, what its title says
	grids   []*grid
}

// A part is a piece of a document, as text and on a page; one of the two may be missing.
type part struct {
	kind  kind
	fact  bool // whether the page has the part in a list of facts
	apart bool
	text  func(Style) string
	page  func() string
}

// A kind is a kind of text. Parts of different kinds have a blank line between them.
type kind int

const (
	heading kind = iota
	sentences
	entries // facts, and lines that are not broken
	formulas
	tables
	drawings
)

// newDocument returns a document that begins with a sentence, which says what the document is
// about.
func newDocument(layout string, args ...any) *Document {
	d := &Document{}
	d.line(layout, args...)
	d.gap()
	return d
}

func (d *Document) writeLaTeX(w io.Writer) error {
	if len(d.grids) == 0 {
		return errors.New("there is no table to be written for LaTeX")
	}
	_, err := io.WriteString(w, strings.Join(mapSlice(d.grids, (*grid).latex), ""))
	return err
}

// Text writes the form for the command line.
func (d *Document) Text(w io.Writer, style Style) error {
	var before *part
	for _, p := range d.parts {
		if p.text == nil {
			continue
		}
		text := p.text(style)
		if before != nil && (p.apart || before.kind != heading && before.kind != p.kind) {
			text = "\n" + text
		}
		if _, err := io.WriteString(w, text); err != nil {
			return err
		}
		before = &p
	}
	return nil
}

// HTML returns the form for pages.
func (d *Document) HTML() template.HTML {
	var page strings.Builder
	listed := false // whether the page is within a list of facts
	for _, p := range d.parts {
		if listed && (p.apart || p.page != nil && !p.fact) {
			page.WriteString("</dl>\n")
			listed = false
		}
		if p.page == nil {
			continue
		}
		if p.fact && !listed {
			page.WriteString("<dl class=\"facts\">\n")
			listed = true
		}
		page.WriteString(p.page())
	}
	if listed {
		page.WriteString("</dl>\n")
	}
	return template.HTML(page.String())
}

func (d *Document) put(p part) {
	if p.text != nil {
		p.apart, d.apart = d.apart, false
	}
	d.parts = append(d.parts, p)
}

func (d *Document) add(k kind, text func(Style) string, page string) {
	d.put(part{kind: k, text: text, page: func() string { return page }})
}

func (d *Document) addText(k kind, text func(Style) string) { d.put(part{kind: k, text: text}) }

func (d *Document) addPage(page string) { d.put(part{page: func() string { return page }}) }

// verbatim returns a text whose lines are not broken.
func verbatim(text string) func(Style) string { return func(Style) string { return text } }

// wrapped returns sentences in lines of the width of a terminal.
func wrapped(text string) func(Style) string {
	return func(s Style) string { return strings.Join(wrap(text, s.width()), "\n") + "\n" }
}

// gap adds a blank line before the next text, whatever that is.
func (d *Document) gap() { d.apart = true }

// hint adds a sentence that only the command line says, such as what its flags do.
func (d *Document) hint(text string) { d.addText(sentences, wrapped(text)) }

// pageHeading adds a heading to the page alone: the command line needs none there.
func (d *Document) pageHeading(text string) {
	d.section = text
	d.addPage("<h2>" + Typeset(text) + "</h2>\n")
}

// line adds a sentence.
func (d *Document) line(layout string, args ...any) { d.hinted(fmt.Sprintf(layout, args...), "") }

// hinted adds a sentence, to which the command line adds a hint.
func (d *Document) hinted(sentence, hint string) {
	d.add(sentences, wrapped(sentence+hint), "<p>"+Typeset(Capital(sentence))+"</p>\n")
}

// record adds a line for people and for programs such as grep: it is not broken. A document may
// have a million of them.
func (d *Document) record(layout string, args ...any) {
	text := fmt.Sprintf(layout, args...)
	d.put(part{
		kind: entries, text: func(Style) string { return text + "\n" },
		page: func() string { return "<p>" + Typeset(strings.TrimSpace(text)) + "</p>\n" },
	})
}

// command adds a command to be copied: it is not broken.
func (d *Document) command(label, command string) {
	d.add(sentences, verbatim(label+": "+command+"\n"), "<p>"+Typeset(Capital(label))+"</p>\n<pre>"+html.EscapeString(command)+"</pre>\n")
}

// script adds lines to be copied.
func (d *Document) script(text string) {
	d.add(sentences, verbatim(text), "<pre>"+html.EscapeString(text)+"</pre>\n")
}

// heading adds a heading.
func (d *Document) heading(layout string, args ...any) {
	text := fmt.Sprintf(layout, args...)
	d.section = Capital(strings.TrimSuffix(text, ":"))
	d.add(heading, wrapped(text), "<h2>"+Typeset(d.section)+"</h2>\n")
}

// formula adds the left side of an equation, if there is one, and terms, between which lines are
// broken.
func (d *Document) formula(left string, terms ...string) {
	d.add(formulas, func(s Style) string { return equation(left, terms, s.width()) },
		"<p class=\"formula\">"+cell(left+strings.Join(terms, " "))+"</p>\n")
}

// equation returns a formula in lines of a width.
func equation(left string, terms []string, width int) string {
	margin := strings.Repeat(" ", max(2, len(left)))
	lines := wrapWords(terms, width-len(margin), 2+len(left)-len(margin))
	return "  " + left + strings.Join(lines, "\n"+margin) + "\n"
}

// number adds a whole number of any length, in groups of digits if it is long.
func (d *Document) number(left, digits string) {
	page := "<p class=\"formula\">" + cell(left+digits) + "</p>\n"
	if result.Long(digits) {
		page = "<p class=\"digits\">" + Grouped(digits) + "</p>\n"
		if left != "" {
			page = "<p class=\"formula\">" + cell(strings.TrimSpace(left)) + "</p>\n" + page
		}
	}
	d.add(formulas, func(s Style) string { return numberText(left, digits, s.width()) }, page)
}

// numberText returns a number in lines of a width, without its middle if it is huge.
func numberText(left, digits string, width int) string {
	lines := result.Group(digits, width-2)
	if len(lines) == 1 {
		return equation(left, lines, width)
	}
	text := ""
	if left != "" {
		text = equation("", []string{strings.TrimSpace(left)}, width)
	}
	if len(digits) > hugeNumber {
		last := lines[len(lines)-hugeLines:]
		more := fmt.Sprintf("(%d digits more; --quiet prints all)", (len(lines)-2*hugeLines)*result.GroupedDigits(width-2))
		lines = append(append(lines[:hugeLines:hugeLines], more), last...)
	}
	return text + "  " + strings.Join(lines, "\n  ") + "\n"
}

// fact adds a label with its texts, unless all of these are empty.
func (d *Document) fact(label string, texts ...string) {
	for _, text := range texts {
		if text != "" {
			d.factVariants(label, text, text)
			label = ""
		}
	}
}

// factVariants adds a fact that a page says in other words, or not at all.
func (d *Document) factVariants(label, text, page string) {
	width := cmp.Or(d.labels, labelWidth)
	p := part{kind: entries, fact: true, text: func(s Style) string {
		margin := strings.Repeat(" ", width)
		lines := margin + strings.Join(wrap(text, s.width()-width), "\n"+margin) + "\n"
		if len(label) >= width {
			return label + "\n" + lines
		}
		return label + lines[len(label):]
	}}
	if page != "" {
		entry := "<dd>" + cell(page) + "</dd>\n"
		if label != "" {
			entry = "<dt>" + Typeset(strings.TrimSpace(label)) + "</dt>" + entry
		}
		p.page = func() string { return entry }
	}
	d.put(p)
}

// diagram adds a position, and marks on points without a stone.
func (d *Document) diagram(p *goban.Position, marks map[goban.Point]string) {
	d.add(drawings, func(s Style) string { return s.diagram(p, marks) },
		"<div class=\"diagram\">"+drawing.Board(p, drawing.BoardOptions{Wood: true, Marks: marks}).SVG()+"</div>\n")
}

// picture adds a drawing to the page alone.
func (d *Document) picture(c *canvas.Canvas) {
	d.addPage("<div class=\"spans\">" + c.SVG() + "</div>\n")
}

// plots adds drawings to the page alone. A mark that is pointed at says below its drawing what it
// is.
func (d *Document) plots(draw func() []*canvas.Canvas) {
	d.put(part{page: func() string {
		page := ""
		for _, c := range draw() {
			page += "<figure class=\"plot\"><div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Plot\">" + c.SVG() +
				"</div><figcaption class=\"told\" role=\"status\" hidden>Point at a mark, tap it, or move along a line with the arrow keys: " +
				"its size, number and error are shown here.</figcaption></figure>\n"
		}
		return page
	}})
}

// squarePage returns where the marks of plots lead to: the estimate of a square board.
func squarePage(n int) string { return fmt.Sprintf("/numbers/estimate?board=%dx%[1]d", n) }

// table adds a table, whose rows may be added later.
func (d *Document) table(names ...any) *grid {
	t := newTable(names...)
	d.show(t)
	return t
}

// show adds a table.
func (d *Document) show(t *grid) {
	section := d.section
	d.grids = append(d.grids, t)
	d.put(part{kind: tables, text: func(s Style) string { return t.text(s.width()) }, page: func() string { return t.html(section) }})
}

// A grid is a table that is written as text and as HTML. Rows may end early.
type grid struct {
	header, body, foot [][]string
	right              []int // columns whose cells are right-aligned
}

// newTable returns a table with a header, if there are names of columns. A name that begins with >
// is the name of a right-aligned column.
func newTable(names ...any) *grid {
	t := &grid{}
	if len(names) == 0 {
		return t
	}
	t.header = [][]string{written(names)}
	for i, name := range t.header[0] {
		if plain, right := strings.CutPrefix(name, ">"); right {
			t.header[0][i], t.right = plain, append(t.right, i)
		}
	}
	return t
}

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

// sections returns the rows of the header, of the body and at the foot, all with as many cells as
// the longest one.
func (t *grid) sections() (all [3][][]string) {
	columns := 0
	for _, row := range slices.Concat(t.header, t.body, t.foot) {
		columns = max(columns, len(row))
	}
	for i, rows := range [][][]string{t.header, t.body, t.foot} {
		for _, row := range rows {
			all[i] = append(all[i], slices.Concat(row, make([]string, columns-len(row))))
		}
	}
	return all
}

// gutter is the number of spaces between two columns.
const gutter = 2

// text is the table in lines of a width. Columns that are too wide are broken into several lines,
// and what is still too wide into several tables, each of which begins with the first column.
func (t *grid) text(width int) string {
	sections := t.sections()
	rows := slices.Concat(sections[:]...)
	widths := columnWidths(rows, width)
	var b strings.Builder
	for from := 0; from < len(widths); {
		columns, room := []int(nil), width+gutter
		if from > 0 {
			columns, room = []int{0}, room-widths[0]-gutter
			b.WriteByte('\n')
		}
		for first := from; from < len(widths) && (from == first || room >= widths[from]+gutter); from++ {
			columns, room = append(columns, from), room-widths[from]-gutter
		}
		for _, row := range rows {
			t.writeRow(&b, row, columns, widths)
		}
	}
	return b.String()
}

// columnWidths returns the widths of the columns: the widest ones are narrowed as far as the width
// of a line asks for it and their words allow it.
func columnWidths(rows [][]string, width int) (wide []int) {
	if len(rows) == 0 {
		return nil
	}
	total, least := -gutter, []int(nil)
	for column := range rows[0] {
		w, narrow := 0, 0
		for _, row := range rows {
			w = max(w, min(utf8.RuneCountInString(row[column]), width))
			narrow = max(narrow, narrowest(row[column]))
		}
		wide, least, total = append(wide, w), append(least, narrow), total+w+gutter
	}
	for ; total > width; total-- {
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
	var cells [][]string
	height := 1
	for _, column := range columns {
		lines := wrap(row[column], widths[column])
		cells, height = append(cells, lines), max(height, len(lines))
	}
	for line := range height {
		text := ""
		for i, column := range columns {
			part := ""
			if line < len(cells[i]) {
				part = cells[i][line]
			}
			pad := strings.Repeat(" ", widths[column]-utf8.RuneCountInString(part))
			if slices.Contains(t.right, column) && len(cells[i]) == 1 {
				part, pad = pad+part, ""
			}
			text += part + pad + strings.Repeat(" ", gutter)
		}
		b.WriteString(strings.TrimRight(text, " ") + "\n")
	}
}

// html is the table as an element of a page, with right-aligned numbers. Its aria-label is the
// section that it is in.
func (t *grid) html(section string) string {
	var b strings.Builder
	b.WriteString("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"" + html.EscapeString(cmp.Or(section, "Table")) + "\"><table>\n")
	sections := t.sections()
	for i, rows := range sections {
		name, element := []string{"thead", "tbody", "tfoot"}[i], []string{"th", "td", "td"}[i]
		if len(rows) == 0 {
			continue
		}
		b.WriteString("<" + name + ">")
		for _, row := range rows {
			b.WriteString("<tr>")
			for column, text := range row {
				class := ""
				if !slices.ContainsFunc(sections[1], func(r []string) bool { return !numeric.MatchString(r[column]) }) {
					class = ` class="number"`
				}
				fmt.Fprintf(&b, "<%s%s>%s</%[1]s>", element, class, cell(text))
			}
			b.WriteString("</tr>\n")
		}
		b.WriteString("</" + name + ">\n")
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
	kinds, text := []byte(nil), ""
	for _, rows := range t.sections() {
		for _, row := range rows {
			kinds = bytes.Repeat([]byte("l"), len(row))
			for i := range row {
				row[i] = latexSigns.Replace(row[i])
			}
			text += strings.Join(row, " & ") + ` \\` + "\n"
		}
		if len(rows) > 0 {
			text += "\\hline\n"
		}
	}
	for _, column := range t.right {
		kinds[column] = 'r'
	}
	return fmt.Sprintf("\\begin{tabular}{%s}\n\\hline\n%s\\end{tabular}\n", kinds, text)
}

// csv writes the names of the columns and the rows for spreadsheets.
func (t *grid) csv(w io.Writer) error {
	return csv.NewWriter(w).WriteAll(slices.Concat(t.header, t.body))
}
