package web

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"combigo/board"
	"combigo/goban"
	"combigo/internal/par"
	"combigo/ranking"
	"combigo/result"
	"combigo/sampling/uniform"
)

const (
	// maxTable bounds the memory of a table of completion counts.
	maxTable = 128 * result.Bytes(1<<20)
	// smallTable is the memory of one that is made without being asked for.
	smallTable = result.Bytes(1 << 20)
	// maxTables is how many are kept.
	maxTables = 3
	// maxRankDigits bounds a number that is read: no board here has a number of positions with more digits.
	maxRankDigits = 400
	// maxDraws is how many random positions may be drawn at once.
	maxDraws = 4
	// maxDrawTime is the most that one may take.
	maxDrawTime = 5 * time.Second
)

// rankTable is a table that many requests use, one after the other.
type rankTable struct {
	mu    sync.Mutex
	table *ranking.Table
}

func newRankTables(ctx context.Context, opt Options) *memo[board.Size, *rankTable] {
	return newMemo(ctx, pageQueue(maxTables), func(ctx context.Context, size board.Size, progress func(float64)) (*rankTable, error) {
		table, err := ranking.New(ctx, size, ranking.Options{Threads: opt.Threads, Memory: opt.tableMemory(), Progress: progress})
		return &rankTable{table: table}, err
	})
}

// rank returns the number of a legal position, and of how many, both exact. The way
// back is gone as well.
func (t *rankTable) rank(ctx context.Context, p *goban.Position) (number, total *big.Int, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	numbers, err := t.table.CheckedRank(ctx, []*goban.Position{p})
	if err != nil {
		return nil, nil, err
	}
	return numbers[0], t.table.Total(), nil
}

// unrank returns the position that has a number.
func (t *rankTable) unrank(ctx context.Context, number *big.Int) (*goban.Position, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	positions, err := t.table.CheckedUnrank(ctx, []*big.Int{number})
	if err != nil {
		return nil, err
	}
	return positions[0], nil
}

// numberFact says which number a position has, or how to find it.
func (s *server) numberFact(ctx context.Context, p *goban.Position, t tool) fact {
	const name = "number"
	size := board.Size{Rows: p.Rows(), Cols: p.Cols()}
	if !p.Legal() {
		return fact{Name: name, Value: "none: only legal positions have one"}
	}
	need, ok := s.tableNeed(size)
	if !ok {
		return fact{Name: name, Value: "too many positions for this page"}
	}
	table, ok := s.tables.kept(size)
	if !ok && need <= smallTable {
		var err error
		table, _, err = s.tables.ask(ctx, size, s.options.patience)
		ok = err == nil
	}
	if ok {
		if number, total, err := table.rank(ctx, p); err == nil {
			return fact{Name: name, Value: fmt.Sprintf("%v, of 0 to %v", number, total.Sub(total, big.NewInt(1)))}
		}
	}
	query := url.Values{"p": {positionText(p)}, "tool": {string(t)}}
	return fact{Name: name, Value: "find it", Path: "/rank?" + query.Encode()}
}

// tableNeed returns the memory of the table of a board, and whether it is not too much.
func (s *server) tableNeed(size board.Size) (result.Bytes, bool) {
	need, err := ranking.Need(size)
	return need, err == nil && need <= s.options.tableMemory()
}

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

// wait says that an answer is being found; the page asks again by itself.
func (s *server) wait(w http.ResponseWriter, here, what string, share float64) {
	s.pages.render(w, http.StatusOK, "wait", page{Title: "A moment", Here: here, Body: waitView{what, share, fmt.Sprintf("%.0f %%", 100*share)}})
}

type waitView struct {
	What    string
	Share   float64
	Percent string
}

// failFinding says why an answer was not found, if there is an error.
func (s *server) failFinding(w http.ResponseWriter, err error) {
	if err != nil && !errors.Is(err, context.Canceled) {
		s.fail(w, statusOf(err), err.Error())
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

// shortened quotes what was asked for, cut short if it is long.
func shortened(text string) string {
	const most = 40
	if len(text) > most {
		return strconv.Quote(text[:most]) + "..."
	}
	return strconv.Quote(text)
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
	drawn, err := drawPosition(ctx, board.Size{Rows: p.Rows(), Cols: p.Cols()})
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
func drawPosition(ctx context.Context, size board.Size) (*goban.Position, error) {
	sampler, err := uniform.New(ctx, size, uniform.Options{Method: uniform.Rejection, Seed: rand.Uint64(), Options: par.Options{Threads: 1}})
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
