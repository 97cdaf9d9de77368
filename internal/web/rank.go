package web

import (
	"context"
	"math/big"
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
		table, err := ranking.New(ctx, size, par.Options{Threads: opt.Threads, Memory: opt.tableMemory(), Progress: progress})
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

func (o Options) tableMemory() result.Bytes { return min(maxTable, o.Memory/4/(maxTables+1)) }
