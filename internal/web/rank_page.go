package web

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/sampling/uniform"
)

// withTable calls a function with the table of a board, or says how far it is.
func (s *server) withTable(w http.ResponseWriter, r *http.Request, size board.Size, use func(*rankTable) error) {
	if _, ok := s.tableNeed(size); !ok {
		s.showBoard(w, r, nil, -1, badInput(fmt.Errorf(
			"the table of %s takes more memory than this page may use, %s: combigo rank and combigo unrank have no such limit", size, s.options.tableMemory())))
		return
	}
	table, share, err := s.tables.ask(r.Context(), size, s.options.patience)
	if errors.Is(err, errFinding) {
		s.wait(w, "/board", fmt.Sprintf("The table of completion counts of the %s board is being made.", size), share)
		return
	}
	if err == nil {
		err = use(table)
	}
	var beyond *ranking.RangeError
	switch {
	case err == nil || errors.Is(err, context.Canceled):
	case errors.As(err, &beyond):
		s.showBoard(w, r, nil, -1, badInput(err))
	default:
		s.showBoard(w, r, nil, -1, err)
	}
}

// rank makes the table of a board, which the board's page then uses.
func (s *server) rank(w http.ResponseWriter, r *http.Request) {
	p, err := requested(r)
	if err == nil && !p.Legal() {
		err = errors.New("this position is not legal: only legal positions have a number")
	}
	if err != nil {
		s.showBoard(w, r, nil, -1, badInput(err))
		return
	}
	s.withTable(w, r, board.Size{Rows: p.Rows(), Cols: p.Cols()}, func(*rankTable) error {
		http.Redirect(w, r, boardPath(p, requestedTool(r)), http.StatusSeeOther)
		return nil
	})
}

// unrank shows the position that has a number.
func (s *server) unrank(w http.ResponseWriter, r *http.Request) {
	p, err := requested(r) // empty
	if err == nil {
		_, err = parseNumber(r.FormValue("number"))
	}
	if err != nil {
		s.showBoard(w, r, nil, -1, badInput(err))
		return
	}
	s.withTable(w, r, board.Size{Rows: p.Rows(), Cols: p.Cols()}, func(table *rankTable) error {
		number, err := parseNumber(r.FormValue("number"))
		if err != nil {
			return err
		}
		found, err := table.unrank(r.Context(), number)
		if err != nil {
			return err
		}
		http.Redirect(w, r, boardPath(found, requestedTool(r)), http.StatusSeeOther)
		return nil
	})
}

// parseNumber reads the number of a position; digits may be grouped.
func parseNumber(text string) (*big.Int, error) {
	digits := strings.NewReplacer(" ", "", ",", "", "\u00a0", "", "\u2009", "").Replace(text)
	if digits == "" || len(digits) > maxRankDigits || strings.Trim(digits, "0123456789") != "" {
		return nil, fmt.Errorf("number %s: want a whole number from 0 on, of at most %d digits", shortened(text), maxRankDigits)
	}
	n, _ := new(big.Int).SetString(digits, 10)
	return n, nil
}

// random leads to a legal position of a board, each with the same probability.
func (s *server) random(w http.ResponseWriter, r *http.Request) {
	p, err := requested(r)
	if err != nil {
		s.showBoard(w, r, nil, -1, badInput(err))
		return
	}
	select {
	case s.draws <- struct{}{}:
		defer func() { <-s.draws }()
	default:
		s.fail(w, http.StatusServiceUnavailable, "too many positions are drawn at once: try again in a moment")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), maxDrawTime)
	defer cancel()
	drawn, err := drawPosition(ctx, board.Size{Rows: p.Rows(), Cols: p.Cols()}, rand.Uint64())
	if errors.Is(err, context.DeadlineExceeded) {
		s.fail(w, http.StatusServiceUnavailable, fmt.Sprintf("no position was drawn within %s: try again in a moment", maxDrawTime))
		return
	}
	if err != nil {
		s.failFinding(w, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, boardPath(drawn, requestedTool(r)), http.StatusSeeOther)
}

// drawPosition draws by rejection, which needs no table.
func drawPosition(ctx context.Context, size board.Size, seed uint64) (*goban.Position, error) {
	sampler, err := uniform.New(ctx, size, uniform.Options{Method: uniform.Rejection, Seed: seed, Options: par.Options{Threads: 1}})
	if err != nil {
		return nil, err
	}
	positions, err := sampler.Draw(ctx, 1)
	if err != nil {
		return nil, err
	}
	if !positions[0].Legal() {
		return nil, errors.New("a position that was drawn is not legal: a fault of the program")
	}
	return positions[0], nil
}
