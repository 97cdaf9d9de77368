package web

import (
	"html/template"
	"math/big"
	"net/http"
	"sync"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/view"
)

// home is the numbers and the board of the first page.
type home struct {
	Legal, Positions, Source string
	Board                    template.HTML
}

var homeView = sync.OnceValue(func() home {
	const side = 19
	h := home{Positions: view.Grouped(new(big.Int).Exp(big.NewInt(3), big.NewInt(side*side), nil).String()), Board: drawPosition(emptyBoard(side, side), nil)}
	if entry, ok := published.Legal(board.Size{Rows: side, Cols: side}); ok {
		h.Legal, h.Source = view.Grouped(entry.Printed), entry.Source()
	}
	return h
})

func (s *server) home(w http.ResponseWriter, r *http.Request) {
	s.show(w, r, "home", page{Title: "combigo", Here: "/", Body: homeView()}, nil)
}
