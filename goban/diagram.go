package goban

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"iter"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// unicodePoints are the signs of other diagrams with the sign of this package that they stand for.
// Lines between the points of a drawn board are blanks.
var unicodePoints = signs(map[rune]string{
	'X': "●⚫⬤", 'O': "○⚪◯", '.': "┌┬┐├┼┤└┴┘╋╬·•・．＋", ' ': "─━\uFE0E\uFE0F\u3000\u00a0", '|': "│┃",
})

// senseiPoints are the signs of diagrams of Sensei's Library: stones and empty points with marks,
// letters and moves.
var senseiPoints = signs(map[rune]string{'X': "BYZ#", 'O': "WQP@", '.': "CSTM?_abcdefghijklmnopqrstuvwxyz"})

// signs returns what each rune stands for.
func signs(of map[rune]string) map[rune]rune {
	all := map[rune]rune{}
	for sign, runes := range of {
		for _, r := range runes {
			all[r] = sign
		}
	}
	return all
}

// plainSigns returns a line with the signs of this package in the place of those of Unicode
// diagrams, character by character, so that columns stay as they are.
func plainSigns(line string) string {
	if utf8.RuneCountInString(line) == len(line) {
		return line
	}
	return strings.Map(func(r rune) rune {
		return cmp.Or(unicodePoints[r], r)
	}, line)
}

// senseiReader turns the lines of a diagram of Sensei's Library, which begin with $$, into lines of
// this package.
type senseiReader struct {
	inside     bool
	whiteFirst bool // whether move 1 is white's
}

// line returns a line as this package has it, and whether it belongs to the board. Columns stay as
// they are.
func (r *senseiReader) line(text string) (string, bool) {
	rest, ok := strings.CutPrefix(text, "$$")
	if !ok {
		r.inside = false
		return text, true
	}
	first := !r.inside
	r.inside = true
	trimmed := strings.TrimLeft(rest, " \t")
	if header := len(rest) > 0 && rest[0] != ' ' && rest[0] != '\t'; first && (header || trimmed == "") {
		r.whiteFirst = rest != "" && rest[0] == 'W'
		return "", false
	}
	if trimmed == "" || trimmed[0] == '{' || trimmed[0] == '[' {
		return "", false // arrows, links
	}
	if trimmed[0] == '-' {
		return " +" + rest, true // a side of the frame
	}
	return "  " + strings.Map(r.sign, rest), true
}

// sign turns one sign. Moves are 1 to 9, and 0 for the tenth.
func (r *senseiReader) sign(c rune) rune {
	if c >= '0' && c <= '9' {
		if odd := (c-'0')%2 == 1; odd != r.whiteFirst {
			return 'X'
		}
		return 'O'
	}
	return cmp.Or(senseiPoints[c], c)
}

// WriteSensei writes the position as a diagram of Sensei's Library without a title. Star points are
// not marked.
func WriteSensei(w io.Writer, p *Position) error {
	side := "$$ " + strings.Repeat("-", 2*p.cols+3) + "\n"
	b := bytes.NewBufferString("$$c\n" + side)
	for row := range p.rows {
		b.WriteString("$$ |")
		for _, c := range p.row(row) {
			fmt.Fprintf(b, " %c", c.symbol())
		}
		b.WriteString(" |\n")
	}
	b.WriteString(side)
	_, err := b.WriteTo(w)
	return err
}

// WriteUnicode writes the position with ● for black, ○ for white and the lines of the board between
// them.
func WriteUnicode(w io.Writer, p *Position) error {
	part := func(i, n int) int { // of a side: the begin, the middle or the end
		if i > 0 && i == n-1 {
			return 2
		}
		return min(i, 1)
	}
	var b bytes.Buffer
	for row := range p.rows {
		for col, c := range p.row(row) {
			if col > 0 {
				b.WriteRune('─')
			}
			crossing := []rune("┌┬┐├┼┤└┴┘")[3*part(row, p.rows)+part(col, p.cols)]
			b.WriteRune([]rune{Empty: crossing, Black: '●', White: '○'}[c])
		}
		b.WriteByte('\n')
	}
	_, err := b.WriteTo(w)
	return err
}

// WriteDiagram writes the position with column letters above and below and row numbers at both
// sides, as programs print it.
func WriteDiagram(w io.Writer, p *Position) error {
	digits, cell := len(strconv.Itoa(p.rows)), len(ColumnLabel(p.cols-1))+1
	letters := strings.Repeat(" ", digits)
	for col := range p.cols {
		letters += fmt.Sprintf("%*s", cell, ColumnLabel(col))
	}
	b := bytes.NewBufferString(letters + "\n")
	for row := range p.rows {
		fmt.Fprintf(b, "%*d", digits, p.rows-row)
		for _, c := range p.row(row) {
			fmt.Fprintf(b, "%*c", cell, c.symbol())
		}
		fmt.Fprintf(b, " %*d\n", digits, p.rows-row)
	}
	b.WriteString(letters + "\n")
	_, err := b.WriteTo(w)
	return err
}

const (
	// diagramPoints are the characters that stand for a point.
	diagramPoints = ".+,XxOo#@"
	// diagramBlanks may stand between points; parentheses and brackets mark the last move.
	diagramBlanks = " \t()[]"
)

// rowSyntax is [number] [|] points [|] [number]. KataGo, which puts a blank after a point, puts a
// number there after the last three moves.
var rowSyntax = func() *regexp.Regexp {
	point, between := "["+diagramPoints+"]", regexp.QuoteMeta(diagramBlanks)
	blanks := "[" + between + "]*"
	points := "((?:" + point + "[ 123])*" + point + "[123]?$|[" + diagramPoints + between + "]*)"
	side, number := "\\|?"+blanks, "([0-9]*)"+blanks
	return regexp.MustCompile("^" + blanks + number + side + points + side + number)
}()

// programCaption is a line that a program prints above or below its board: KataGo, Leela Zero,
// Pachi and GNU Go, or as a reply to a command (GTP).
var programCaption = regexp.MustCompile(`^(?:=\d*)?\s*(?:=\d*|(?:MoveNum|HASH|Next player|Rules|[BW] stones captured|Move|Passes|Hash|Game len|Leela|Last move|(?:Black|White) (?:time|Passes)):.*|(?:Black|White) \([XO]\) (?:to move|has captured).*)?$`)

// textLine is a line of text with its number, from 1.
type textLine struct {
	number int
	text   string
}

// errorAt returns an error at a byte of the line.
func (l textLine) errorAt(name string, offset int, format string, args ...any) error {
	column := utf8.RuneCountInString(l.text[:offset]) + 1
	return &SyntaxError{Name: name, Line: l.number, Column: column, Msg: fmt.Sprintf(format, args...)}
}

// maxBlock is the most lines that a block is kept with: boards that a border of stars surrounds may
// stand one below the other.
const maxBlock = 16 * MaxSide

// blocks splits a text at its blank lines, and where a reply begins. Captions of programs alone are
// no block. After a block of more than maxBlock lines nothing more comes.
func blocks(text string) iter.Seq[[]textLine] {
	return func(yield func([]textLine) bool) {
		var block []textLine
		var sensei senseiReader
		number, board := 0, false
		end := func() bool {
			last, isBoard := block, board
			block, board = nil, false
			return !isBoard || yield(last)
		}
		for line := range strings.Lines(text) {
			number++
			line, ok := sensei.line(strings.TrimRight(plainSigns(line), " \t\r\n"))
			if !ok {
				continue
			}
			caption := line == "" || programCaption.MatchString(line)
			if line != "" && (line[0] != '=' || !caption) {
				block, board = append(block, textLine{number, line}), board || !caption
			} else if !end() {
				return
			}
			if len(block) > maxBlock {
				yield(block)
				return
			}
		}
		end()
	}
}

// diagram is what the lines of one block say.
type diagram struct {
	name    string
	rows    []diagramRow
	letters []textLine
	closed  bool // the border below the rows has begun
}

// diagramRow is a row of points as it stands in the text.
type diagramRow struct {
	line        textLine
	points      []int // offsets of the points in the line
	left, right int   // the row number next to the points, 0 if there is none
}

// parseDiagram turns a block of lines into a position.
func parseDiagram(name string, block []textLine) (Record, error) {
	d := diagram{name: name}
	for _, line := range block {
		if err := d.add(line); err != nil {
			return Record{}, err
		}
	}
	if err := d.check(block[0]); err != nil {
		return Record{}, err
	}
	p, err := d.position()
	if err != nil {
		return Record{}, block[0].errorAt(name, 0, "%v", err)
	}
	return Record{Position: p, Line: block[0].number}, nil
}

// add takes one more line: column letters, a part of the frame, or a row.
func (d *diagram) add(line textLine) error {
	trimmed := strings.TrimLeft(line.text, " \t")
	isLetters := trimmed[0] == 'A' || trimmed[0] == 'a'
	if isLetters {
		d.letters = append(d.letters, line)
	}
	if isLetters || isFrame(trimmed) || programCaption.MatchString(line.text) {
		d.closed = len(d.rows) > 0
		return nil
	}
	if d.closed {
		return line.errorAt(d.name, 0, "a row below the border of the diagram: expected a blank line before the next diagram")
	}
	if len(d.rows) == MaxSide {
		return line.errorAt(d.name, 0, "more than %d rows: expected at most that many", MaxSide)
	}
	row, err := parseRow(d.name, line)
	d.rows = append(d.rows, row)
	return err
}

// isFrame tells the upper or lower side of a frame, such as +-----+, from a row of points.
func isFrame(text string) bool {
	return text[0] == '+' && strings.Contains(text, "-") && strings.Trim(text, "+- ") == ""
}

// parseRow reads a row of points, with any remark after it if there are numbers at both sides.
func parseRow(name string, line textLine) (diagramRow, error) {
	row, at := diagramRow{line: line}, rowSyntax.FindStringSubmatchIndex(line.text)
	number := func(from, to int) (n int, ok bool) {
		n, err := strconv.Atoi("0" + line.text[from:to])
		return n, err == nil && n <= MaxSide
	}
	var ok bool
	if row.left, ok = number(at[2], at[3]); !ok {
		return row, line.unexpected(name, at[2])
	}
	for i := at[4]; i < at[5]; i++ {
		if strings.IndexByte(diagramPoints, line.text[i]) < 0 {
			continue
		}
		if len(row.points) == MaxSide {
			return row, line.errorAt(name, i, "a row of more than %d points: expected at most that many", MaxSide)
		}
		row.points = append(row.points, i)
	}
	if len(row.points) == 0 {
		return row, line.unexpected(name, at[5])
	}
	if row.right, ok = number(at[6], at[7]); !ok {
		return row, line.unexpected(name, at[6])
	}
	if (row.left == 0 || row.right == 0) && at[1] < len(line.text) {
		return row, line.unexpected(name, at[1])
	}
	return row, nil
}

// unexpected says that the character at a byte of a row has no place there.
func (l textLine) unexpected(name string, at int) error {
	if at == len(l.text) {
		return l.errorAt(name, at, "no points on this line: expected . (empty), X or # (black), O or @ (white)")
	}
	c, _ := utf8.DecodeRuneInString(l.text[at:])
	if unicode.IsDigit(c) {
		return l.errorAt(name, at, "a number among the points: moves with numbers are read in diagrams of Sensei's Library, which begin with $$")
	}
	return l.errorAt(name, at, "unexpected %q: expected . (empty), X or # (black), O or @ (white)", c)
}

// check makes sure that rows, row numbers and column letters agree.
func (d *diagram) check(first textLine) error {
	if len(d.rows) == 0 {
		return first.errorAt(d.name, 0, "a border without a board: expected rows of points")
	}
	width := len(d.rows[0].points)
	for i, row := range d.rows {
		if found := len(row.points); found != width {
			offset := row.points[min(found, width+1)-1]
			if found < width {
				offset++
			}
			return row.line.errorAt(d.name, offset, "ragged rows: found %d points, expected %d as on line %d",
				found, width, d.rows[0].line.number)
		}
		want := len(d.rows) - i
		for _, number := range []int{row.left, row.right} {
			if number != 0 && number != want {
				return row.line.errorAt(d.name, 0, "row number %d: expected %d, since rows count from 1 at the bottom", number, want)
			}
		}
	}
	for _, line := range d.letters {
		if err := d.checkLetters(line, width); err != nil {
			return err
		}
	}
	return nil
}

// checkLetters compares a line of column letters with the labels that this package uses, up to Z:
// beyond it programs differ.
func (d *diagram) checkLetters(line textLine, width int) error {
	want := columnLetters[:min(width, len(columnLetters))]
	letters, _, _ := strings.Cut(line.text, "Last move:") // GNU Go says it beside the letters
	found := strings.ToUpper(strings.Join(strings.Fields(letters), ""))
	// Pachi prints a second board beside.
	if found == want || found == want+want || width > len(columnLetters) && strings.HasPrefix(found, want) {
		return nil
	}
	return line.errorAt(d.name, 0, "column letters %s: expected %s for %d columns", found, want, width)
}

// position puts the stones on a board. @ is white, unless the diagram has O for white and no other
// sign for black.
func (d *diagram) position() (*Position, error) {
	p, err := New(len(d.rows), len(d.rows[0].points))
	if err != nil {
		return nil, err
	}
	var count [edge]int
	for _, at := range []Color{Empty, White} {
		if at == White && count[White] > 0 && count[Black] == 0 {
			at = Black
		}
		for row, r := range d.rows {
			for col, offset := range r.points {
				c := colorOf(r.line.text[offset], at)
				p.Set(row, col, c)
				count[c]++
			}
		}
	}
	return p, nil
}

// colorOf returns the colour that a character of a diagram stands for, given what @ does.
func colorOf(symbol byte, at Color) Color {
	switch symbol {
	case 'X', 'x', '#':
		return Black
	case 'O', 'o':
		return White
	case '@':
		return at
	}
	return Empty
}
