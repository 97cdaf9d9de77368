package web

import (
	"context"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/records"
)

// maxRecords is how many records are kept.
const maxRecords = 100

// recordHeights are the shorter sides up to which a record takes a moment.
var recordHeights = map[records.Quantity]int{
	records.Strings: 10, records.Neighbors: 7, records.Pseudoliberties: 9, records.Liberties: 12,
}

// recordKey is what a record is of.
type recordKey struct {
	of   records.Quantity
	size board.Size
}

// record is the most that a position can have, with one that has it.
type record struct {
	value    int
	position *goban.Position
	checks   []string
}

func newRecords(ctx context.Context, opt Options) *memo[recordKey, *record] {
	return newMemo(ctx, pageQueue(maxRecords), func(ctx context.Context, key recordKey, progress func(float64)) (*record, error) {
		r, err := records.Find(ctx, key.of, key.size, par.Options{Threads: opt.Threads, Memory: opt.recordMemory(), Progress: progress})
		if err != nil {
			return nil, err
		}
		return &record{r.Value, r.Position, r.Checks}, nil
	})
}
