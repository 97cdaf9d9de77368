package web

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"combigo/board"
	"combigo/goban"
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

func (s *server) board(w http.ResponseWriter, r *http.Request) {
	p, err := requested(r)
	if err != nil {
		s.fail(w, http.StatusBadRequest, err.Error())
		return
	}
	t := requestedTool(r)
	told := ""
	if at := r.FormValue("at"); at != "" {
		if t, told, err = click(p, at, t); err != nil {
			s.fail(w, http.StatusBadRequest, err.Error())
			return
		}
	}
	shown := -1
	if text := r.FormValue("show"); text != "" {
		if shown, err = pointNumber(p, "show", text); err != nil {
			s.fail(w, http.StatusBadRequest, err.Error())
			return
		}
	}
	v := newBoardView(p, t, told, shown)
	v.Facts = append(v.Facts, s.numberFact(r.Context(), p, t))
	_, v.Numbered = s.tableNeed(board.Size{Rows: p.Rows(), Cols: p.Cols()})
	s.pages.render(w, http.StatusOK, "board", page{
		Title: fmt.Sprintf("Board %dx%d", p.Rows(), p.Cols()), Here: "/board", Body: v,
	})
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

// click changes a position at a point. It returns the tool of the next click, and
// what is to be said about this one.
func click(p *goban.Position, at string, t tool) (next tool, told string, err error) {
	i, err := pointNumber(p, "at", at)
	if err != nil {
		return t, "", err
	}
	point := goban.Point{Row: i / p.Cols(), Col: i % p.Cols()}
	if t == cycle {
		p.Set(point.Row, point.Col, (p.At(point.Row, point.Col)+1)%3)
		return t, "", nil
	}
	player, next := goban.Black, white
	if t == white {
		player, next = goban.White, black
	}
	outcome, err := p.Play(player, point, goban.SuicideAllowed)
	switch {
	case err != nil:
		return t, err.Error(), nil
	case len(outcome.Captured) > 0:
		return next, fmt.Sprintf("%v at %s captures %d", player, p.Label(point), len(outcome.Captured)), nil
	case len(outcome.Suicide) > 0:
		return next, fmt.Sprintf("%v at %s is suicide of %d", player, p.Label(point), len(outcome.Suicide)), nil
	}
	return next, "", nil
}

func (s *server) boardSGF(w http.ResponseWriter, r *http.Request) {
	p, err := requested(r)
	if err != nil {
		s.fail(w, http.StatusBadRequest, err.Error())
		return
	}
	w.Header().Set("Content-Type", "application/x-go-sgf")
	w.Header().Set("Content-Disposition", `attachment; filename="position.sgf"`)
	_ = goban.WriteSGF(w, p) // boards of this size fit; a client that is gone needs no file
}

// refuseText shows a board page with a text that cannot be read, and why, to be corrected.
func (s *server) refuseText(w http.ResponseWriter, text string, err error) {
	p, wrong := goban.New(9, 9)
	if wrong != nil {
		s.fail(w, http.StatusInternalServerError, wrong.Error())
		return
	}
	v := newBoardView(p, cycle, "", -1)
	v.ReadText, v.ReadError = text, err.Error()
	s.pages.render(w, http.StatusBadRequest, "board", page{Title: "Board 9x9", Here: "/board", Body: v})
}

// upload reads a position or a game from a form.
func (s *server) upload(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.fail(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("the text is too long: want at most %d bytes", maxBody))
		return
	}
	text := r.PostFormValue("text")
	if r.PostFormValue("as") == "game" {
		s.uploadGame(w, r, text)
		return
	}
	p, err := goban.ParsePosition(text)
	if err == nil && (p.Rows() > maxSide || p.Cols() > maxSide) {
		err = fmt.Errorf("the board is %dx%d: want at most %dx%d", p.Rows(), p.Cols(), maxSide, maxSide)
	}
	if err != nil {
		s.refuseText(w, text, err)
		return
	}
	http.Redirect(w, r, boardPath(p, cycle), http.StatusSeeOther)
}
