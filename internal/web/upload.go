package web

import (
	"fmt"
	"net/http"

	"combigo.dev/combigo/goban"
)

// upload reads a position or a game from a form.
func (s *server) upload(w http.ResponseWriter, r *http.Request) {
	if err := r.ParseForm(); err != nil {
		s.refuseText(w, r, http.StatusRequestEntityTooLarge, "", fmt.Errorf("it is too long: want at most %d bytes", maxBody))
		return
	}
	text := r.PostFormValue("text")
	if as := r.PostFormValue("as"); as == "game" || as == "file" && hasMoves(text) {
		s.uploadGame(w, r, text)
		return
	}
	p, err := goban.ParsePosition(text)
	if err == nil && (p.Rows() > maxSide || p.Cols() > maxSide) {
		err = fmt.Errorf("the board is %dx%d: want at most %dx%d", p.Rows(), p.Cols(), maxSide, maxSide)
	}
	if err != nil {
		s.refuseText(w, r, http.StatusBadRequest, text, err)
		return
	}
	http.Redirect(w, r, boardPath(p, cycle), http.StatusSeeOther)
}

// hasMoves tells whether a text is a game, not only a position.
func hasMoves(text string) bool {
	game, err := readGame(text)
	return err == nil && game.Len() > 0
}

// uploadGame keeps the first game of a text and shows its beginning.
func (s *server) uploadGame(w http.ResponseWriter, r *http.Request, text string) {
	game, err := readGame(text)
	if err != nil {
		s.refuseText(w, r, http.StatusBadRequest, text, err)
		return
	}
	http.Redirect(w, r, "/game/"+s.games.add(game), http.StatusSeeOther)
}

// refuseText shows the board on which a text was typed, the text, to be corrected, and why it
// cannot be read.
func (s *server) refuseText(w http.ResponseWriter, r *http.Request, status int, text string, err error) {
	p, wrong := requested(r)
	if wrong != nil {
		p = emptyBoard(9, 9)
	}
	v := newBoardView(&sitting{start: p, tool: cycle}, -1)
	v.ReadText, v.ReadError = text, err.Error()
	s.pages.render(w, status, "board", page{Title: boardTitle(p), Here: "/board", Body: v, Position: p})
}
