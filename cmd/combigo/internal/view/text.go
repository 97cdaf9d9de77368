package view

import (
	"cmp"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

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

// exponent returns the length of the exponent that a text begins with: a number, a name, what is in
// parentheses, or a name with something in parentheses.
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
