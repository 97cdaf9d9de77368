package web

import (
	"crypto/rand"
	"fmt"
	"net/http"

	"combigo.dev/combigo/goban"
)

// upload reads a position or a game from a form. If it cannot be read the page shows the board on
// which the text was typed, the text, to be corrected, and why.
func (s *server) upload(w http.ResponseWriter, r *http.Request) {
	text, path, status := "", "", http.StatusBadRequest
	err := r.ParseForm()
	if err != nil {
		err, status = fmt.Errorf("it is too long: want at most %d bytes", maxBody), http.StatusRequestEntityTooLarge
	} else {
		text = r.PostFormValue("text")
		path, err = s.keep(r, text, r.PostFormValue("as"))
	}
	if err == nil {
		http.Redirect(w, r, path, http.StatusSeeOther)
		return
	}
	k := &sitting{start: (&form{Request: r}).position()}
	v := newBoardView(k, -1)
	v.ReadText, v.ReadError = text, err.Error()
	s.pages.render(w, status, "board", page{Title: "Board", Here: "/board", Body: v, Position: k.start, request: r})
}

// keep reads a text as a game or as a position, and returns the address of what was read. A file is
// a game if it has moves.
func (s *server) keep(r *http.Request, text, as string) (path string, err error) {
	game, err := readGame(text)
	if as == "game" || as == "file" && err == nil && game.Len() > 0 {
		if err != nil {
			return "", err
		}
		u := upload{rand.Text(), game}
		_, err = s.games.ask(r.Context(), u, maxFindTime)
		return "/game/" + u.id, err
	}
	p, err := goban.ParsePosition(text)
	if err == nil && (p.Rows() > maxSide || p.Cols() > maxSide) {
		err = fmt.Errorf("the board is %dx%d: want at most %dx%d", p.Rows(), p.Cols(), maxSide, maxSide)
	}
	if err != nil {
		return "", err
	}
	return boardPath(p, cycle), nil
}

func (s *server) game(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	kept := s.games.get(func(u upload) bool { return u.id == id })
	if kept == nil {
		s.fail(w, http.StatusNotFound, "This game is not kept any more: upload it again.")
		return
	}
	game, err := s.games.ask(r.Context(), kept.key, maxFindTime)
	if err != nil {
		s.show(w, r, "game", page{}, err)
		return
	}
	f := &form{Request: r}
	step := f.whole("move", "", 0, game.Len(), 0)
	chosen, hidden := f.rules()
	v := &gameView{Game: game, Path: "/game/" + id, Hidden: hidden, Step: step, Steps: game.Len(), Remarks: game.Comments[step]}
	if err := v.judge(r.Context(), chosen); err != nil {
		return // nobody waits for the page
	}
	v.play()
	s.show(w, r, "game", page{Title: fmt.Sprintf("Move %d", v.Move), Here: "/board", Body: v}, f.err)
}
