package web

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/canvas"
	"combigo.dev/combigo/internal/view"
)

// maxSide is the largest side of a board that is drawn.
const maxSide = 25

// tool says what a click on a point does.
type tool string

const (
	cycle tool = "cycle" // empty, black, white, empty
	black tool = "black" // a move, with captures
	white tool = "white"
)

var toolNames = []struct {
	tool tool
	name string
}{{cycle, "Edit"}, {black, "Black plays"}, {white, "White plays"}}

// positionText writes a position for the address of a page: its rows, top first,
// with a dash between them.
func positionText(p *goban.Position) string {
	var b strings.Builder
	for row := range p.Rows() {
		if row > 0 {
			b.WriteByte('-')
		}
		for col := range p.Cols() {
			b.WriteByte(".XO"[p.At(row, col)])
		}
	}
	return b.String()
}

// parsePositionText reads what [positionText] writes.
func parsePositionText(text string) (*goban.Position, error) {
	rows := strings.Split(text, "-")
	cols := len(rows[0])
	if len(rows) > maxSide || cols > maxSide || cols < 1 {
		return nil, fmt.Errorf("a board has 1 to %d rows and columns", maxSide)
	}
	p, err := goban.New(len(rows), cols)
	if err != nil {
		return nil, err
	}
	for i, row := range rows {
		if len(row) != cols {
			return nil, fmt.Errorf("row %d has %d points, the first one %d", i+1, len(row), cols)
		}
		for j := range cols {
			c := strings.IndexByte(".XO", row[j])
			if c < 0 {
				return nil, fmt.Errorf("row %d has %q: want . X and O only", i+1, row[j])
			}
			p.Set(i, j, goban.Color(c))
		}
	}
	return p, nil
}

// boardPath is the address of a position.
func boardPath(p *goban.Position, t tool) string {
	query := url.Values{"p": {positionText(p)}}
	if t != cycle {
		query.Set("tool", string(t))
	}
	return "/board?" + query.Encode()
}

// side reads a side of a board from a form.
func side(r *http.Request, name string, otherwise int) (int, error) {
	text := r.FormValue(name)
	if text == "" {
		return otherwise, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 || n > maxSide {
		return 0, fmt.Errorf("%s %q: want a number from 1 to %d", name, text, maxSide)
	}
	return n, nil
}

// requested reads the position that a request is about.
func requested(r *http.Request) (*goban.Position, error) {
	if text := r.FormValue("p"); text != "" {
		return parsePositionText(text)
	}
	size, err := side(r, "size", 9)
	if err != nil {
		return nil, err
	}
	rows, err := side(r, "rows", size)
	if err != nil {
		return nil, err
	}
	cols, err := side(r, "cols", size)
	if err != nil {
		return nil, err
	}
	return goban.New(rows, cols)
}

// maxClicks is how many clicks can be taken back.
const maxClicks = 300

// press is a click on a point: what it did, and where.
type press struct {
	tool  tool
	point int
}

// sitting is a position with the clicks that led to it, some of which may be taken back.
type sitting struct {
	start   *goban.Position
	presses []press
	shown   int // clicks that are not taken back
	tool    tool
}

// tools are the letters of tools in addresses.
var tools = map[tool]byte{cycle: 'e', black: 'b', white: 'w'}

// path is the address of a sitting of which some clicks are shown.
func (k *sitting) path(shown int, t tool) string {
	query := url.Values{"p": {positionText(k.start)}}
	if len(k.presses) > 0 {
		query.Set("m", k.clicks())
		query.Set("n", strconv.Itoa(shown))
	}
	if t != cycle {
		query.Set("tool", string(t))
	}
	return "/board?" + query.Encode()
}

func (k *sitting) clicks() string {
	words := make([]string, len(k.presses))
	for i, m := range k.presses {
		words[i] = fmt.Sprintf("%c%d", tools[m.tool], m.point)
	}
	return strings.Join(words, "-")
}

// position is the one that is shown, with what each click did on the way, and where the last one
// was, if it played a stone that is there.
func (k *sitting) position() (p *goban.Position, told []string, last int) {
	p, last = k.start.Clone(), -1
	shown := p
	for i, m := range k.presses {
		at := goban.Point{Row: m.point / p.Cols(), Col: m.point % p.Cols()}
		text := click(p, at, m.tool)
		told = append(told, text)
		if i+1 == k.shown {
			if shown = p.Clone(); m.tool != cycle && p.At(at.Row, at.Col).IsStone() {
				last = m.point
			}
		}
	}
	if k.shown == 0 {
		shown = k.start.Clone()
	}
	return shown, told, last
}

// add clicks a point. What was taken back is gone; clicks beyond those that can be taken back
// become part of the start.
func (k *sitting) add(p *goban.Position, point int) (refused string) {
	at := goban.Point{Row: point / p.Cols(), Col: point % p.Cols()}
	if k.tool != cycle {
		if _, err := p.Clone().Play(players[k.tool], at, goban.SuicideAllowed); err != nil {
			return err.Error()
		}
	}
	if k.presses = append(k.presses[:k.shown], press{k.tool, point}); len(k.presses) > maxClicks {
		first := k.presses[0]
		click(k.start, goban.Point{Row: first.point / p.Cols(), Col: first.point % p.Cols()}, first.tool)
		k.presses = k.presses[1:]
	}
	k.shown = len(k.presses)
	if k.tool != cycle {
		k.tool = opponents[k.tool]
	}
	return ""
}

var (
	players   = map[tool]goban.Color{black: goban.Black, white: goban.White}
	opponents = map[tool]tool{black: white, white: black}
)

// emptyBoard is a board of a size that is known to be right.
func emptyBoard(rows, cols int) *goban.Position {
	p, err := goban.New(rows, cols)
	if err != nil {
		panic("web: " + err.Error())
	}
	return p
}

// requestedTool reads what a click is to do.
func requestedTool(r *http.Request) tool {
	if t := tool(r.FormValue("tool")); t == black || t == white {
		return t
	}
	return cycle
}

// pointNumber reads the number of a point of a board.
func pointNumber(p *goban.Position, name, text string) (int, error) {
	i, err := strconv.Atoi(text)
	if err != nil || i < 0 || i >= p.Rows()*p.Cols() {
		return 0, fmt.Errorf("%s %s: want a number of a point, 0 to %d", name, shortened(text), p.Rows()*p.Cols()-1)
	}
	return i, nil
}

// click changes a position at a point, and returns what it did.
func click(p *goban.Position, at goban.Point, t tool) string {
	if t == cycle {
		p.Set(at.Row, at.Col, (p.At(at.Row, at.Col)+1)%3)
		return fmt.Sprintf("%s %v", p.Label(at), p.At(at.Row, at.Col))
	}
	return play(p, players[t], at)
}

// play makes a move, and returns what it did.
func play(p *goban.Position, player goban.Color, at goban.Point) string {
	outcome, err := p.Play(player, at, goban.SuicideAllowed)
	if err != nil {
		return fmt.Sprintf("not played: %v", err)
	}
	return playedText(p, player, at, outcome)
}

// playedText says what a move did.
func playedText(p *goban.Position, player goban.Color, at goban.Point, outcome goban.Outcome) string {
	text := fmt.Sprintf("%v %s", player, p.Label(at))
	switch {
	case len(outcome.Captured) > 0:
		return fmt.Sprintf("%s captures %d", text, len(outcome.Captured))
	case len(outcome.Suicide) > 0:
		return fmt.Sprintf("%s is suicide of %d", text, len(outcome.Suicide))
	}
	return text
}

// shortened quotes what was asked for, cut short if it is long.
func shortened(text string) string {
	const most = 40
	if len(text) > most {
		return strconv.Quote(text[:most]) + "..."
	}
	return strconv.Quote(text)
}

// boardFiles are the files that a position is sent as.
var boardFiles = map[string]struct {
	kind  string
	write func(w io.Writer, p *goban.Position) error
}{
	"sgf":         {"application/x-go-sgf", func(w io.Writer, p *goban.Position) error { return goban.WriteSGF(w, p) }},
	"txt":         {"text/plain; charset=utf-8", goban.WriteDiagram},
	"sensei.txt":  {"text/plain; charset=utf-8", func(w io.Writer, p *goban.Position) error { return goban.WriteSensei(w, p, "") }},
	"unicode.txt": {"text/plain; charset=utf-8", goban.WriteUnicode},
	"svg":         {canvas.SVG.MIME(), writeBoard(canvas.SVG)},
	"pdf":         {canvas.PDF.MIME(), writeBoard(canvas.PDF)},
	"png":         {canvas.PNG.MIME(), writeBoard(canvas.PNG)},
}

// writeBoard draws a position as a picture.
func writeBoard(format canvas.Format) func(io.Writer, *goban.Position) error {
	return func(w io.Writer, p *goban.Position) error {
		drawn, err := view.BoardPlot(p).Encode(canvas.Output{Format: format})
		if err == nil {
			_, err = w.Write(drawn)
		}
		return err
	}
}
