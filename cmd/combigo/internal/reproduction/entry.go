package reproduction

import (
	"context"
	"slices"
	"sync"
	"time"

	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/result"
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
	compute  func(*work)
}

// Source returns where the entry is printed, such as "Combinatorics of Go, Table 3".
func (e *Entry) Source() string { return string(e.Document) + ", " + e.Place }

// Recompute computes the entry. The error is the cause of the context's end, or an internal error.
func (e *Entry) Recompute(ctx context.Context, b Budget) (*Outcome, error) {
	if b.Time == 0 {
		b.Time = DefaultTime
	}
	w := &work{entry: e.ID, ctx: ctx, budget: b, basis: result.TwoWays, functions: functions, out: &Outcome{}}
	err := caught(func() { e.compute(w) })
	for _, f := range fields("notes.tsv", 2) {
		if f[0] == e.ID {
			w.note(f[1])
		}
	}
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
		cost, err := time.ParseDuration(f[4])
		require(err == nil, "a cost of %q", f[4])
		compute, known := computations[f[0]]
		if !known {
			compute = (*work).formulas
		}
		all = append(all, &Entry{f[0], Kind(f[1]), published.Document(f[2]), f[3], f[5], cost, compute})
	}
	return all
})

// computations are what the entries compute that are more than their lines of data/formulas.tsv.
var computations = map[string]func(*work){
	"ternary":            abstractNumber,
	"fig-1":              func(w *work) { w.gameGraph(1, 2) },
	"fig-2":              func(w *work) { w.gameGraph(1, 3) },
	"fig-3":              figure3,
	"fig-4":              figure4,
	"game-graphs":        gameGraphs,
	"fig-5":              figure5,
	"fig-6":              figure6,
	"table-1":            table1,
	"states":             stateCounts,
	"lemma-5":            lemma5,
	"fig-7":              figure7,
	"fig-8":              figure8,
	"fig-9":              figure9,
	"lemma-6":            lemma6,
	"lemma-7":            lemma7,
	"lemma-10":           lemma10,
	"corollary-3":        corollary3,
	"map-reduce":         mapReduce,
	"stratifier":         stratifier,
	"lemma-12":           lemma12,
	"recurrence-1":       recurrence1,
	"recurrence-2":       recurrence2,
	"recurrence-3":       func(w *work) { w.equation(3) },
	"table-2":            table2,
	"markov":             markov,
	"fig-10":             figure10,
	"state-bytes":        stateBytes,
	"table-3":            func(w *work) { w.legal(0) },
	"factors":            factors,
	"table-4":            table4,
	"fig-11":             figure11,
	"table-5":            func(w *work) { w.legal(1) },
	"fig-12":             figure12,
	"other-games":        otherGames,
	"table-7":            table7,
	"table-8":            table8,
	"games-conjecture":   gamesConjecture,
	"theorem-8":          theorem8,
	"fig-13":             figure13,
	"fig-14":             figure14,
	"corollary-8":        corollary8,
	"theorem-9":          theorem9,
	"fig-15":             figure15,
	"hamiltonian-cycles": hamiltonianCycles,
	"fig-16":             figure16,
	"lemma-18":           lemma18,
	"fs-table-1":         latticeTable1,
	"fs-table-2":         latticeTable2,
	"fs-table-3":         latticeTable3,
	"fs-section-7":       latticeRemarks,
	"liberties-table":    libertiesTable,
	"liberties-rules":    libertiesRules,
	"liberties-19":       liberties19,
	"liberties-output":   libertiesOutput,
	"patterns":           patternCounts,
	"openings":           openings,
}
