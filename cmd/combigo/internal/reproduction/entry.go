package reproduction

import (
	"context"
	"slices"
	"sync"
	"time"

	"combigo.dev/combigo/internal/published"
)

// Kind is what an entry is in its paper.
type Kind string

// The kinds of entries.
const (
	Table   Kind = "table"
	Figure  Kind = "figure"
	Theorem Kind = "theorem"
	Number  Kind = "number" // a displayed number or formula
)

// Entry is a table, a figure, a theorem or a displayed number of a paper.
type Entry struct {
	ID       string             `json:"id"`
	Kind     Kind               `json:"kind"`
	Document published.Document `json:"document"`
	Place    string             `json:"place"` // where in the document
	Title    string             `json:"title"`
	Cost     time.Duration      `json:"cost_seconds"` // of the lines that are always computed, roughly, on a core
}

// Source returns where the entry is printed, such as "Combinatorics of Go, Table 3".
func (e *Entry) Source() string { return string(e.Document) + ", " + e.Place }

// Recompute computes the entry. The error is the cause of the context's end, or an internal error.
func (e *Entry) Recompute(ctx context.Context, b Budget) (*Outcome, error) {
	if b.Time == 0 {
		b.Time = DefaultTime
	}
	w := newWork(ctx, e.ID, b, functions)
	err := w.formulas()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	return w.out, nil
}

// All returns the entries, those of a paper one after the other; tables and figures stand where
// they are spoken of.
func All() []*Entry { return slices.Clone(entries()) }

// Find returns the entry with an id, nil if there is none.
func Find(id string) *Entry {
	i := slices.IndexFunc(entries(), func(e *Entry) bool { return e.ID == id })
	if i < 0 {
		return nil
	}
	return entries()[i]
}

var entries = sync.OnceValue(func() (all []*Entry) {
	for _, f := range fields("entries.tsv", 6) {
		cost, _ := time.ParseDuration(f[4]) // tests look at all
		all = append(all, &Entry{f[0], Kind(f[1]), published.Document(f[2]), f[3], f[5], cost})
	}
	return all
})
