package goban

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// unicodePoints are the signs of other diagrams with the sign of this package that they stand for.
// Lines between the points of a drawn board are blanks.
var unicodePoints = func() map[rune]byte {
	signs := map[rune]byte{}
	for sign, runes := range map[byte]string{
		'X': "●⚫⬤", 'O': "○⚪◯", '.': "┌┬┐├┼┤└┴┘╋╬·•・．＋", ' ': "─━\uFE0E\uFE0F\u3000\u00a0", '|': "│┃",
	} {
		for _, r := range runes {
			signs[r] = sign
		}
	}
	return signs
}()

// senseiPoints are the signs of diagrams of Sensei's Library: stones and empty points with marks,
// letters and moves.
var senseiPoints = func() map[rune]byte {
	signs := map[rune]byte{}
	for sign, runes := range map[byte]string{'X': "BYZ#", 'O': "WQP@", '.': "CSTM?_abcdefghijklmnpqrstuvwyz"} {
		for _, r := range runes {
			signs[r] = sign
		}
	}
	return signs
}()

// plain returns a line with the signs of this package in the place of those of Unicode diagrams,
// character by character, so that columns stay as they are.
func plain(line string) string {
	if utf8.RuneCountInString(line) == len(line) {
		return line
	}
	return strings.Map(func(r rune) rune {
		if sign, ok := unicodePoints[r]; ok {
			return rune(sign)
		}
		return r
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
	if sign, ok := senseiPoints[c]; ok {
		return rune(sign)
	}
	return c
}

// WriteSensei writes the position as a diagram of Sensei's Library, with a title, which may be
// empty. Star points are not marked.
func WriteSensei(w io.Writer, p *Position, title string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "$$c %s\n", title)
	side := "$$ " + strings.Repeat("-", 2*p.cols+3) + "\n"
	b.WriteString(side)
	for row := range p.rows {
		b.WriteString("$$ |")
		for _, c := range p.row(row) {
			fmt.Fprintf(&b, " %c", c.symbol())
		}
		b.WriteString(" |\n")
	}
	b.WriteString(side)
	_, err := io.WriteString(w, strings.ReplaceAll(b.String(), " \n", "\n"))
	return err
}

// WriteUnicode writes the position with ● for black, ○ for white and the lines of the board between
// them.
func WriteUnicode(w io.Writer, p *Position) error {
	var b strings.Builder
	for row := range p.rows {
		for col, c := range p.row(row) {
			if col > 0 {
				b.WriteRune('─')
			}
			switch c {
			case Black:
				b.WriteRune('●')
			case White:
				b.WriteRune('○')
			default:
				b.WriteRune(crossing(row, p.rows, col, p.cols))
			}
		}
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// crossing is the crossing of two lines: at the upper and left side, within the board, or at the
// lower and right side.
func crossing(row, rows, col, cols int) rune {
	part := func(i, n int) int {
		switch i {
		case 0:
			return 0
		case n - 1:
			return 2
		}
		return 1
	}
	return [3][3]rune{{'┌', '┬', '┐'}, {'├', '┼', '┤'}, {'└', '┴', '┘'}}[part(row, rows)][part(col, cols)]
}
