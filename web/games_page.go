package web

import (
	"fmt"
	"html/template"
	"net/http"
	"strconv"

	"combigo/goban"
)

type gameView struct {
	Error                              string
	ID, Black, White, Result           string
	Move, Moves                        int
	Rows, Cols                         int
	Points                             []pointView
	Drawing                            template.HTML
	List                               []link
	Told                               string
	First, Previous, Next, Last, Board string
}

func (s *server) game(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	game, ok := s.games.get(id)
	if !ok {
		s.fail(w, http.StatusNotFound, "This game is not kept any more: upload it again.")
		return
	}
	move := 0
	var wrong error
	if text := r.FormValue("move"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 0 || n > len(game.Moves) {
			wrong = badInput(fmt.Errorf("move %s: want a number from 0 to %d", shortened(text), len(game.Moves)))
		} else {
			move = n
		}
	}
	v := newGameView(id, game, move)
	if wrong != nil {
		v.Error = wrong.Error()
	}
	s.pages.render(w, statusOf(wrong), "game", page{Title: fmt.Sprintf("Move %d", move), Here: "/board", Body: v})
}

func newGameView(id string, game *goban.Game, move int) *gameView {
	p := game.Start.Clone()
	told := "The board before the first move."
	var list []link
	path := func(n int) string { return fmt.Sprintf("/game/%s?move=%d", id, min(max(n, 0), len(game.Moves))) }
	for i, m := range game.Moves {
		name := "pass"
		if !m.Pass {
			name = p.Label(m.Point)
		}
		list = append(list, link{Name: fmt.Sprintf("%d %v %s", i+1, m.Color, name), Path: path(i + 1), Chosen: i+1 == move})
		if i < move {
			told = playTold(p, i+1, m)
		}
	}
	v := &gameView{
		ID: id, Black: game.Black, White: game.White, Result: game.Result, List: list,
		Move: move, Moves: len(game.Moves), Rows: p.Rows(), Cols: p.Cols(), Points: pointViews(p), Told: told,
		First: path(0), Previous: path(move - 1), Next: path(move + 1), Last: path(len(game.Moves)), Board: boardPath(p, cycle),
	}
	if move > 0 && !game.Moves[move-1].Pass {
		at := game.Moves[move-1].Point
		v.Points[at.Row*p.Cols()+at.Col].Last = true
	}
	v.Drawing = drawnPoints(p, v.Points)
	return v
}

// playTold plays a move and tells what it did.
func playTold(p *goban.Position, number int, m goban.Move) string {
	if m.Pass {
		return fmt.Sprintf("Move %d: %v passes.", number, m.Color)
	}
	return fmt.Sprintf("Move %d: %s.", number, play(p, m.Color, m.Point))
}
