package view

import (
	"fmt"
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"combigo/goban"
	"combigo/internal/drawing"
)

// HTML lays a text of this package out as a part of a page that may be as narrow as a phone: tables become tables, labelled
// lines lists of terms, lines that were broken whole again, numbers and formulas are typeset (see [Typeset]). What the text says
// of flags of the command line is left out, and positions that are written as words.
//
// A line that fills its width may go on in the next one, or not: items are known to begin lines of their own, such as the checks of
// a result.
func HTML(text string, items ...string) string {
	l := &layout{items: items}
	text = aboutFlags.ReplaceAllString(text, "")
	for block := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n\n") {
		if block = strings.Trim(block, "\n"); block != "" {
			l.block(strings.Split(block, "\n"))
		}
	}
	l.close()
	return l.b.String()
}

// aboutFlags is what a text says of flags of the command line.
var aboutFlags = regexp.MustCompile(` ?\(--[a-z]+ [^;)\n]*\)|(; |(?m:^ *(positions  )?))--[a-z]+ [^;)\n]*`)

// layout is a page that is being written.
type layout struct {
	b     strings.Builder
	open  string // the element of a list that more lines may belong to
	items []string
}

func (l *layout) add(layout string, args ...any) { fmt.Fprintf(&l.b, layout, args...) }

// list opens a list, unless it is open already.
func (l *layout) list(element, class string) {
	if l.open != element {
		l.close()
		l.add("<%s class=\"%s\">\n", element, class)
		l.open = element
	}
}

func (l *layout) close() {
	if l.open != "" {
		l.add("</%s>\n", l.open)
		l.open = ""
	}
}

var (
	diagramLine = regexp.MustCompile(`^ *[.XO?+]{2,}$`)
	termLine    = regexp.MustCompile(`^(-?\d+) (-?\d+)$`) // of a b-file
	wordsLine   = regexp.MustCompile(`^[.XO]{2,}( [.XO]{2,})*$`)
	firstDigits = regexp.MustCompile(`^ *(\d{10}(?: \d{10}){5}) +60$`) // a line of result.Group: groups of ten, with how many digits there are so far
	moreDigits  = regexp.MustCompile(`^ *(\d{1,10}(?: \d{1,10})*) +(\d+)$`)
	wholeNumber = regexp.MustCompile(`^\d+$`)
	numeric     = regexp.MustCompile(`^[-+]?[\d.]+(e[-+]?\d+)?%?$`)
	gap         = regexp.MustCompile(` {2,}`)
)

// all tells whether lines are all of a form.
func all(lines []string, form *regexp.Regexp) bool {
	for _, line := range lines {
		if !form.MatchString(line) {
			return false
		}
	}
	return true
}

// block lays out lines that stand together.
func (l *layout) block(lines []string) {
	switch {
	case len(lines) > 1 && all(lines, diagramLine):
		l.close()
		l.diagram(lines)
		return
	case all(lines, wordsLine): // positions as words: pages draw them
		return
	}
	for len(lines) > 0 && strings.HasPrefix(lines[0], "# ") { // a comment of a b-file
		l.comment(lines[0][2:])
		lines = lines[1:]
	}
	if len(lines) > 0 && all(lines, termLine) {
		l.table([][]string{{"n", "value"}}, terms(lines))
		return
	}
	for len(lines) > 0 {
		lines = lines[l.lines(lines):]
	}
	if l.open != "ul" { // checks go on from one block to the next
		l.close()
	}
}

func (l *layout) comment(text string) {
	l.close()
	if strings.HasPrefix(text, "https://") {
		l.add("<p class=\"alone\"><a href=\"%s\">%[1]s</a></p>\n", html.EscapeString(text))
		return
	}
	l.add("<p>%s</p>\n", Typeset(text))
}

func terms(lines []string) [][]string {
	var rows [][]string
	for _, line := range lines {
		rows = append(rows, termLine.FindStringSubmatch(line)[1:])
	}
	return rows
}

// diagram draws a position; signs that are no stones are shown as they are.
func (l *layout) diagram(lines []string) {
	text := strings.ReplaceAll(strings.Join(lines, "\n"), " ", "")
	p, err := goban.ParsePosition(text)
	if err != nil {
		l.add("<pre class=\"diagram\">%s</pre>\n", text)
		return
	}
	l.add("<div class=\"diagram\">%s</div>\n", drawing.Board(p, drawing.BoardOptions{Wood: true}))
}

// lines lays out the first one of several lines, with those that belong to it, and returns how many these are.
func (l *layout) lines(lines []string) int {
	line := lines[0]
	if digits, n := longNumber(lines); n > 0 {
		l.close()
		l.add("<p class=\"digits\">%s</p>\n", Grouped(digits))
		return n
	}
	if n := columnar(lines); n > 0 {
		l.columns(lines[:n])
		return n
	}
	n := 1
	for n < len(lines) && (l.broken(lines[n-1], lines[n]) || indent(line) > 0 && startsTerm(lines[n])) {
		n++
	}
	whole := strings.TrimSpace(line)
	for _, more := range lines[1:n] {
		whole += " " + strings.TrimSpace(more)
	}
	switch check, isCheck := strings.CutPrefix(whole, "check: "); {
	case isCheck:
		l.list("ul", "checks")
		l.add("<li>%s</li>\n", Typeset(check))
	case indent(line) > 0:
		l.close()
		l.add("<p class=\"formula\">%s</p>\n", cell(whole))
	case n < len(lines) && indent(lines[n]) > 0:
		l.close()
		l.add("<h3>%s</h3>\n", Typeset(Capital(strings.TrimSuffix(whole, ":"))))
	default:
		l.close()
		l.add("<p>%s</p>\n", Typeset(Capital(whole)))
	}
	return n
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// startsTerm tells whether a line goes on with the next term of a formula.
func startsTerm(line string) bool {
	line = strings.TrimLeft(line, " ")
	return strings.HasPrefix(line, "+ ") || strings.HasPrefix(line, "- ")
}

// broken tells whether a line goes on in the next one because the next word did not fit.
func (l *layout) broken(line, next string) bool {
	if slices.ContainsFunc(l.items, func(item string) bool { return strings.HasPrefix(item, strings.TrimSpace(next)) }) {
		return false
	}
	word, _, _ := strings.Cut(strings.TrimLeft(next, " "), " ")
	n := utf8.RuneCountInString(line)
	return n <= pageWidth && n+1+utf8.RuneCountInString(word) > pageWidth && word != "check:" && !startsTerm(next) && len(gap.Split(strings.TrimSpace(next), 2)) == 1
}

// longNumber returns the digits of the number that the first lines are, if they are one of [result.Group], and how many lines that are.
func longNumber(lines []string) (digits string, n int) {
	if !firstDigits.MatchString(lines[0]) {
		return "", 0
	}
	for _, line := range lines {
		m := moreDigits.FindStringSubmatch(line)
		if m == nil {
			break
		}
		more := digits + strings.ReplaceAll(m[1], " ", "")
		if m[2] != strconv.Itoa(len(more)) {
			break
		}
		digits, n = more, n+1
	}
	return digits, n
}

// columnar returns how many of the first lines are in columns: the first one has several, and the next ones have them too, or go
// on in the last.
func columnar(lines []string) int {
	second := secondColumn(lines[0])
	if second == 0 {
		return 0
	}
	n := 1
	for n < len(lines) && (secondColumn(lines[n]) > 0 || indent(lines[n]) >= second || beside(lines[n], second)) && (beside(lines[n], second) || len(cells(lines[:n+1])[0]) > 1) {
		n++
	}
	return n
}

// beside tells whether a line has a word that fills the first column but for a space.
func beside(line string, second int) bool {
	return second < len(line) && secondColumn(line) == 0 && line[second-1] == ' ' && !strings.Contains(strings.TrimSpace(line[:second]), " ") && indent(line) < second
}

// secondColumn is where the second column of a line begins, 0 if it has only one.
func secondColumn(line string) int {
	left := indent(line)
	if at := gap.FindStringIndex(line[left:]); at != nil {
		return left + at[1]
	}
	return 0
}

// columns lays out a table, or terms with what is said of them.
func (l *layout) columns(lines []string) {
	rows, second := cells(lines), secondColumn(lines[0])
	few := len(rows[0]) == 2 && !numeric.MatchString(rows[len(rows)-1][0]) && !numeric.MatchString(rows[len(rows)/2][0])
	besideOne := func(line string) bool { return beside(line, second) }
	uncut := func(line string) bool { return second >= len(line) || line[second-1] != ' ' }
	if slices.ContainsFunc(lines, besideOne) && !slices.ContainsFunc(lines, uncut) {
		few = true
		for i, line := range lines {
			rows[i] = []string{strings.TrimSpace(line[:second]), strings.TrimSpace(line[second:])}
		}
	}
	if few || len(lines) == 1 || len(lines) == 2 && !isHeader(rows[0]) && !numeric.MatchString(rows[0][0]) {
		l.list("dl", "facts")
		for i, row := range rows {
			value := strings.Join(row[1:], ", ")
			switch {
			case row[0] != "":
				if i > 0 {
					l.add("</dd>\n")
				}
				l.add("<dt>%s</dt><dd>%s", Typeset(row[0]), cell(value))
			case i == 0:
				l.add("<dd>%s", cell(value))
			case l.broken(lines[i-1], lines[i]):
				l.add(" %s", Typeset(value))
			default:
				l.add("</dd><dd>%s", Typeset(value))
			}
		}
		l.add("</dd>\n")
		return
	}
	if len(rows) > 2 && isHeader(rows[0]) {
		l.table(rows[:1], rows[1:])
		return
	}
	l.table(nil, rows)
}

// table writes a table, with a header if there is one.
func (l *layout) table(header, body [][]string) {
	l.close()
	number := make([]bool, len(body[0]))
	for c := range number {
		number[c] = !slices.ContainsFunc(body, func(row []string) bool { return row[c] != "" && !numeric.MatchString(row[c]) })
	}
	l.add("<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table\"><table>\n")
	for _, row := range header {
		l.add("<thead>")
		l.row(row, "th", number)
		l.add("</thead>\n")
	}
	l.add("<tbody>")
	for _, row := range body {
		l.row(row, "td", number)
	}
	l.add("</tbody></table></div>\n")
}

// isHeader tells whether a row has the names of the columns, or their numbers after an empty corner.
func isHeader(row []string) bool {
	if row[0] == "" {
		return true
	}
	for _, name := range row {
		if numeric.MatchString(name) {
			return false
		}
	}
	return true
}

func (l *layout) row(row []string, element string, number []bool) {
	l.add("<tr>")
	for c, text := range row {
		class := ""
		if number[c] {
			class = ` class="number"`
		}
		l.add("<%s%s>%s</%[1]s>", element, class, cell(text))
	}
	l.add("</tr>\n")
}

// cells cuts lines where all of them have two spaces or more.
func cells(lines []string) [][]string {
	width := 0
	for _, line := range lines {
		width = max(width, len(line))
	}
	blank := make([]bool, width+1)
	for i := range width {
		blank[i] = true
		for _, line := range lines {
			blank[i] = blank[i] && (i >= len(line) || line[i] == ' ')
		}
	}
	rows := make([][]string, len(lines))
	for from := 0; from < width; {
		for from < width && blank[from] {
			from++
		}
		to := from
		for to < width && (!blank[to] || !blank[to+1]) {
			to++
		}
		for i, line := range lines {
			rows[i] = append(rows[i], strings.TrimSpace(line[min(from, len(line)):min(to, len(line))]))
		}
		from = to
	}
	return rows
}

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

// Grouped puts spaces between groups of three digits, that do not break the line unless the number is long.
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
	{regexp.MustCompile(`\+- ?`), "± "},
	{regexp.MustCompile(`>=`), "≥"},
	{regexp.MustCompile(`<=`), "≤"},
}

// Typeset returns a line of text for people as HTML, with powers and indices raised and lowered, and signs for times, lambda and
// others.
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
	n := exponent(after)
	if n == 0 {
		return escaped + "^" + raised(after)
	}
	power := after[:n]
	if strings.HasPrefix(power, "(") {
		power = power[1 : n-1]
	}
	return escaped + "<sup>" + strings.ReplaceAll(raised(power), "-", "−") + "</sup>" + raised(after[n:])
}

var simpleExponent = regexp.MustCompile(`^(-?\d+(\.\d+)?|[A-Za-z]+)`)

// exponent returns the length of the exponent that a text begins with: a number, a name, what is in parentheses, or a name with
// something in parentheses.
func exponent(text string) int {
	n := len(simpleExponent.FindString(text))
	if n > 0 && text[n-1] <= '9' || n == len(text) || text[n] != '(' {
		return n
	}
	depth := 0
	for i, c := range text[n:] {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return n + i + 1
			}
		}
	}
	return n
}
