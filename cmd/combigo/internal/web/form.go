package web

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/goban"
)

// maxSide is the largest side of a board that is drawn.
const maxSide = 25

// form reads what a request says, and keeps the first thing that is wrong.
type form struct {
	*http.Request
	err error // an [InputError]
}

// refuse keeps an error, if there is one and none was kept.
func (f *form) refuse(err error) {
	if f.err == nil && err != nil {
		f.err = InputError{err}
	}
}

// whole reads a whole number of something within bounds. What is not said, or is wrong, is
// otherwise.
func (f *form) whole(name, of string, low, high, otherwise int) int {
	text := f.FormValue(name)
	if text == "" {
		return otherwise
	}
	n, err := parseWhole(name, of, text, low, high)
	if err != nil {
		f.refuse(err)
		return otherwise
	}
	return n
}

// parseWhole reads a whole number of something within bounds.
func parseWhole(name, of, text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("%s %s: want a number%s from %d to %d", name, shortened(text), of, low, high)
	}
	return n, nil
}

// word reads one of a few words; what is not said is empty.
func (f *form) word(name string, words ...string) string {
	text := f.FormValue(name)
	if text != "" && !slices.Contains(words, text) {
		f.refuse(fmt.Errorf("%s %s: want one of %s", name, shortened(text), strings.Join(words, ", ")))
		return ""
	}
	return text
}

// position reads the position that the request is about, an empty board of the size asked for if it
// has none, and an empty 9x9 board if it has one that cannot be read.
func (f *form) position() *goban.Position {
	if text := f.FormValue("p"); text != "" {
		p, err := parsePositionText(text)
		if err != nil {
			f.refuse(err)
			return emptyBoard(9, 9)
		}
		return p
	}
	size := f.whole("size", "", 1, maxSide, 9)
	return emptyBoard(f.whole("rows", "", 1, maxSide, size), f.whole("cols", "", 1, maxSide, size))
}

// point reads the number of a point of a board, -1 if there is none.
func (f *form) point(p *goban.Position, name string) int {
	return f.whole(name, " of a point", 0, p.Rows()*p.Cols()-1, -1)
}

// emptyBoard is a board of a size that is known to be right.
func emptyBoard(rows, cols int) *goban.Position {
	p, err := goban.New(rows, cols)
	if err != nil {
		panic("web: " + err.Error())
	}
	return p
}

// pointAt is the point of a number, row by row.
func pointAt(p *goban.Position, n int) goban.Point {
	return goban.Point{Row: n / p.Cols(), Col: n % p.Cols()}
}

// numberOf is the number of a point.
func numberOf(p *goban.Position, at goban.Point) int { return at.Row*p.Cols() + at.Col }

// positionText writes a position for the address of a page: its rows, top first,
// with a dash between them.
func positionText(p *goban.Position) string { return strings.ReplaceAll(p.String(), "\n", "-") }

// parsePositionText reads what [positionText] writes.
func parsePositionText(text string) (*goban.Position, error) {
	rows := strings.Split(text, "-")
	if len(rows) > maxSide || len(rows[0]) > maxSide || rows[0] == "" {
		return nil, fmt.Errorf("a board has 1 to %d rows and columns", maxSide)
	}
	p := emptyBoard(len(rows), len(rows[0]))
	for i, row := range rows {
		if len(row) != p.Cols() {
			return nil, fmt.Errorf("row %d has %d points, the first one %d", i+1, len(row), p.Cols())
		}
		for j := range row {
			c := strings.IndexByte(".XO", row[j])
			if c < 0 {
				return nil, fmt.Errorf("row %d has %q: want . X and O only", i+1, row[j])
			}
			p.Set(i, j, goban.Color(c))
		}
	}
	return p, nil
}

// shortened quotes what was asked for, cut short if it is long.
func shortened(text string) string {
	const most = 40
	if len(text) > most {
		return strconv.Quote(text[:most]) + "..."
	}
	return strconv.Quote(text)
}

// An InputError is about what was typed: its page shows it again, with what would be right.
type InputError struct{ Err error }

func (e InputError) Error() string { return e.Err.Error() }

func (e InputError) Unwrap() error { return e.Err }

// ruleError is about a move that the rules of the game forbid: nothing is wrong with the request.
type ruleError string

func (e ruleError) Error() string { return string(e) }

// positionPath is the address of a page or a file that is about a position.
func positionPath(path string, p *goban.Position) string {
	return path + "?" + url.Values{"p": {positionText(p)}}.Encode()
}

// borderPath is the address of a cut of a position.
func borderPath(p *goban.Position, filled int) string {
	return "/border?" + url.Values{"p": {positionText(p)}, "n": {strconv.Itoa(filled)}}.Encode()
}
