package web

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http"
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
	f.Value, f.Path, f.Again = "find it", boardPath(p, t), errors.As(err, new(*findingError))
	return f
}

// unrank leads to the position that has a number, by a table that may have to be made first. What
// is wrong is shown on the page of the board.
func (s *server) unrank(w http.ResponseWriter, r *http.Request) {
	f := &form{Request: r}
	p := f.position() // empty
	number, err := parseNumber(f.FormValue("number"))
	if f.refuse(err); !s.numbered(p) {
		f.refuse(fmt.Errorf("the table of %s takes more memory than this page may use, %s: combigo unrank has no such limit", sizeOf(p), s.options.tableMemory()))
	}
	if err = f.err; err == nil {
		p, err = s.findNumbered(r.Context(), sizeOf(p), number)
	}
	switch {
	case errors.As(err, new(*findingError)):
		s.show(w, r, "wait", page{Here: "/board"}, err)
	case errors.As(err, new(*ranking.RangeError)):
		s.showBoard(w, r, nil, -1, badInput(err))
	case err != nil:
		s.showBoard(w, r, nil, -1, err)
	default:
		http.Redirect(w, r, boardPath(p, requestedTool(r)), http.StatusSeeOther)
	}
}

// findNumbered returns the position of a board that has a number.
func (s *server) findNumbered(ctx context.Context, size board.Size, number *big.Int) (*goban.Position, error) {
	table, err := s.tables.ask(ctx, size, s.options.patience)
	if err != nil {
		return nil, err
	}
	table.mu.Lock()
	defer table.mu.Unlock()
	found, err := table.CheckedUnrank(ctx, []*big.Int{number})
	if err != nil {
		return nil, err
	}
	return found[0], nil
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
