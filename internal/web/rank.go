package web

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
)

const (
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

// parseNumber reads the number of a position; digits may be grouped.
func parseNumber(text string) (*big.Int, error) {
	digits := strings.NewReplacer(" ", "", ",", "", "\u00a0", "", "\u2009", "").Replace(text)
	if digits == "" || len(digits) > maxRankDigits || strings.Trim(digits, "0123456789") != "" {
		return nil, fmt.Errorf("number %s: want a whole number from 0 on, of at most %d digits", shortened(text), maxRankDigits)
	}
	n, _ := new(big.Int).SetString(digits, 10)
	return n, nil
}
