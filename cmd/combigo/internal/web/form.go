package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
)

// maxSide is the largest side of a board that is drawn.
const maxSide = 25

// form reads what a request says, and keeps the first thing that is wrong.
type form struct {
	*http.Request
	options Options
	err     error // an [InputError]
}

// An InputError is about what was typed: its page shows it again, with what would be right.
type InputError struct{ Err error }

func (e InputError) Error() string { return e.Err.Error() }

func (e InputError) Unwrap() error { return e.Err }

// A refusal is about a request that can be read, with the status of the page that says so.
type refusal struct {
	status int
	text   string
}

func (e refusal) Error() string { return e.text }

// forbidden is about a move or a position that the rules of the game forbid: nothing is wrong with
// the request.
func forbidden(format string, args ...any) error {
	return refusal{http.StatusOK, fmt.Sprintf(format, args...)}
}

// missing returns an error of status 404.
func missing(text string) error { return refusal{http.StatusNotFound, text} }

// refuse keeps an error, if there is one and none was kept.
func (f *form) refuse(err error) {
	if f.err == nil && err != nil {
		f.err = InputError{err}
	}
}

// isOwn tells whether a page of this site makes the request, by a link, a form or the script, or
// the user, who types the address or keeps it as a bookmark. A browser says so; what says nothing
// may be anybody's.
func (f *form) isOwn() bool {
	site := f.Header.Get("Sec-Fetch-Site")
	return f.Method == http.MethodPost || site == "same-origin" || site == "none"
}

// limit is how long an answer may take: less if anybody may have made the browser ask.
func (f *form) limit() time.Duration {
	if f.isOwn() {
		return f.options.PageTime
	}
	return f.options.visitTime()
}

// patience is how long a request waits for an answer. What others ask for is waited for once, since
// a page that asks again by itself would ask for this site.
func (f *form) patience() time.Duration {
	if f.isOwn() {
		return f.options.patience
	}
	return max(f.options.patience, 2*f.options.visitTime())
}

// await asks for an answer that a page waits for. If a form has to ask for the answer, slow says
// so, and there is no error.
func await[K comparable, V any](f *form, m *memo[K, V], key K) (value V, slow string, err error) {
	value, err = m.ask(f.Context(), key, f.patience(), f.limit())
	if !f.isOwn() && errors.As(err, new(*pendingError)) {
		err = &slowError{f.limit()}
	}
	if slow = f.options.slowVisit(err); slow != "" {
		err = nil
	}
	return value, slow, err
}

// whole reads a whole number of something within bounds. What is not said, or is wrong, is
// otherwise.
func (f *form) whole(name, of string, low, high, otherwise int) int {
	text := f.FormValue(name)
	if text == "" {
		return otherwise
	}
	n, err := parseWhole(name, of, text, low, high)
	if f.refuse(err); err != nil {
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

// size reads the size of a board.
func (f *form) size(largest, otherwise int) board.Size {
	return board.Size{Rows: f.whole("rows", "", 1, largest, otherwise), Cols: f.whole("cols", "", 1, largest, otherwise)}
}

// position reads the position that the request is about, an empty board of the size asked for if it
// has none, and an empty 9x9 board if it has one that cannot be read.
func (f *form) position() *goban.Position {
	if text := f.FormValue("p"); text != "" {
		p, err := parsePositionText(text)
		if f.refuse(err); err != nil {
			return emptyBoard(9, 9)
		}
		return p
	}
	size := f.size(maxSide, f.whole("size", "", 1, maxSide, 9))
	return emptyBoard(size.Rows, size.Cols)
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

// sizeOf returns the size of the board of a position.
func sizeOf(p *goban.Position) board.Size { return board.Size{Rows: p.Rows(), Cols: p.Cols()} }

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
	const maxQuoted = 40
	if len(text) > maxQuoted {
		return strconv.Quote(text[:maxQuoted]) + "..."
	}
	return strconv.Quote(text)
}

// pagePath is the address of a page or a file with pairs of names and values.
func pagePath(path string, pairs ...string) string {
	query := url.Values{}
	for pair := range slices.Chunk(pairs, 2) {
		query.Set(pair[0], pair[1])
	}
	return path + "?" + query.Encode()
}

// positionPath is the address of a page or a file that is about a position.
func positionPath(path string, p *goban.Position) string {
	return pagePath(path, "p", positionText(p))
}

// borderPath is the address of a cut of a position.
func borderPath(p *goban.Position, filled int) string {
	return pagePath("/border", "p", positionText(p), "n", strconv.Itoa(filled))
}

// link is a choice on a page.
type link struct {
	Name, Path string
	Chosen     bool
}

// choice is an entry of a list to choose from.
type choice struct {
	Name, Text string
	Chosen     bool
}

// choose marks one of several choices.
func choose(all []choice, name string) []choice {
	marked := slices.Clone(all)
	for i := range marked {
		marked[i].Chosen = marked[i].Name == name
	}
	return marked
}

// words are choices that say themselves what they are.
func words(names ...string) (all []choice) {
	for _, name := range names {
		all = append(all, choice{Name: name, Text: name})
	}
	return all
}
