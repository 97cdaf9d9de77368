package web

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"net/http"
	"net/url"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/result"
)

// numberFact says which number a position has, or how to find it.
func (s *server) numberFact(ctx context.Context, p *goban.Position, t tool) fact {
	const name = "number"
	size := board.Size{Rows: p.Rows(), Cols: p.Cols()}
	if !p.Legal() {
		return fact{Name: name, Value: "none: only legal positions have one"}
	}
	if _, ok := s.tableNeed(size); !ok {
		return fact{Name: name, Value: "too many positions for this page"}
	}
	table, _, finding := s.tables.ask(ctx, size, s.options.patience)
	if finding == nil {
		if number, total, err := table.rank(ctx, p); err == nil {
			return fact{Name: name, Value: fmt.Sprintf("%v, of 0 to %v", number, total.Sub(total, big.NewInt(1)))}
		}
	}
	query := url.Values{"p": {positionText(p)}, "tool": {string(t)}}
	return fact{Name: name, Value: "find it", Path: "/rank?" + query.Encode(), Again: errors.Is(finding, errFinding)}
}

// tableNeed returns the memory of the table of a board, and whether it is not too much.
func (s *server) tableNeed(size board.Size) (result.Bytes, bool) {
	need, err := ranking.Need(size)
	return need, err == nil && need <= s.options.tableMemory()
}

// wait says that an answer is being found; the page asks again by itself.
func (s *server) wait(w http.ResponseWriter, here, what string, share float64) {
	s.pages.render(w, http.StatusOK, "wait", page{Title: "A moment", Here: here, Body: waitView{what, share, fmt.Sprintf("%.0f %%", 100*share)}})
}

type waitView struct {
	What    string
	Share   float64
	Percent string
}
