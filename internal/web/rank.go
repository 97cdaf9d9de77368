package web

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/result"
)

const (
	// maxTable bounds the memory of a table of completion counts.
	maxTable = 160 * result.Bytes(1<<20)
	// maxTables is how many are kept.
	maxTables = 2
	// maxRankDigits bounds a number that is read: no board here has a number of positions with more
	// digits.
	maxRankDigits = 400
	// maxDrawTime is the most that the drawing of a position may take.
	maxDrawTime = 5 * time.Second
)

// rankTable is a table that many requests use, one after the other.
type rankTable struct {
	mu sync.Mutex
	*ranking.Table
}

func newRankTables(ctx context.Context, opt Options) *memo[board.Size, *rankTable] {
	what := func(size board.Size) string {
		return fmt.Sprintf("The table of completion counts of the %s board is being made.", size)
	}
	return newMemo(ctx, pageQueue(maxTables), what, func(ctx context.Context, size board.Size, progress func(float64)) (*rankTable, error) {
		table, err := ranking.New(ctx, size, par.Options{Threads: opt.Threads, Memory: opt.tableMemory(), Progress: progress})
		return &rankTable{Table: table}, err
	})
}

func sizeOf(p *goban.Position) board.Size { return board.Size{Rows: p.Rows(), Cols: p.Cols()} }

// numbered tells whether the table of the board of a position is not too large.
func (s *server) numbered(p *goban.Position) bool {
	need, err := ranking.Need(sizeOf(p))
	return err == nil && need <= s.options.tableMemory()
}

// numberFact says which number a position has, or how to find it.
func (s *server) numberFact(ctx context.Context, p *goban.Position, t tool) fact {
	f := fact{Name: "number"}
	if !p.Legal() {
		f.Value = "none: only legal positions have one"
		return f
	}
	if !s.numbered(p) {
		f.Value = "too many positions for this page"
		return f
	}
	table, err := s.tables.ask(ctx, sizeOf(p), s.options.patience)
	if err == nil {
		table.mu.Lock()
		defer table.mu.Unlock()
		var numbers []*big.Int
		if numbers, err = table.CheckedRank(ctx, []*goban.Position{p}); err == nil {
			last := table.Total()
			f.Value = fmt.Sprintf("%v, of 0 to %v", numbers[0], last.Sub(last, big.NewInt(1)))
			return f
		}
	}
	f.Value, f.Path = "find it", "/rank?"+url.Values{"p": {positionText(p)}, "tool": {t.String()}}.Encode()
	f.Again = errors.As(err, new(*findingError))
	return f
}

// withTable leads to the position that is found with the table of a board, which may have to be
// made first. What is wrong is shown on the page of the board.
func (s *server) withTable(w http.ResponseWriter, r *http.Request, p *goban.Position, err error, find func(*rankTable) (*goban.Position, error)) {
	if err == nil && !s.numbered(p) {
		err = badInput(fmt.Errorf("the table of %s takes more memory than this page may use, %s: combigo rank and combigo unrank have no such limit", sizeOf(p), s.options.tableMemory()))
	}
	var table *rankTable
	if err == nil {
		table, err = s.tables.ask(r.Context(), sizeOf(p), s.options.patience)
	}
	if errors.As(err, new(*findingError)) {
		s.show(w, r, "wait", page{Here: "/board"}, err)
		return
	}
	if err == nil {
		table.mu.Lock()
		p, err = find(table)
		table.mu.Unlock()
	}
	if beyond := (*ranking.RangeError)(nil); errors.As(err, &beyond) {
		err = badInput(err)
	}
	if err != nil {
		s.showBoard(w, r, nil, -1, err)
		return
	}
	http.Redirect(w, r, boardPath(p, requestedTool(r)), http.StatusSeeOther)
}

// rank makes the table of a board, which the board's page then uses.
func (s *server) rank(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	p := f.position()
	if !p.Legal() {
		f.refuse(errors.New("this position is not legal: only legal positions have a number"))
	}
	s.withTable(w, r, p, f.err, func(*rankTable) (*goban.Position, error) { return p, nil })
}

// unrank shows the position that has a number.
func (s *server) unrank(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	p := f.position() // empty
	number, err := parseNumber(f.FormValue("number"))
	f.refuse(err)
	s.withTable(w, r, p, f.err, func(table *rankTable) (*goban.Position, error) {
		found, err := table.CheckedUnrank(r.Context(), []*big.Int{number})
		if err != nil {
			return nil, err
		}
		return found[0], nil
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
	f := &form{Request: r}
	p, err := f.position(), f.err
	if err == nil {
		p, err = s.drawLegal(r.Context(), sizeOf(p), rand.Uint32())
	}
	if err != nil {
		s.showBoard(w, r, nil, -1, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	http.Redirect(w, r, boardPath(p, requestedTool(r)), http.StatusSeeOther)
}

// drawLegal draws by rejection, which needs no table.
func (s *server) drawLegal(ctx context.Context, size board.Size, seed uint32) (*goban.Position, error) {
	command := []string{"random", "--method=rejection", fmt.Sprintf("--seed=%d", seed), "--", size.String()}
	answer, err := s.answers.ask(ctx, strings.Join(command, separator), maxDrawTime)
	if err != nil {
		return nil, err
	}
	return goban.ParsePosition(answer.SGF)
}
