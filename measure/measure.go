// Package measure says of one legal position what it has, which number it has among the legal
// positions of its board, and how unusual it is: how much of each quantity the legal positions with
// as many stones have, each of which is as probable as any other.
//
// What the position itself has is exact. Numbers of positions are exact where that takes seconds:
// the number in the order of a dictionary on boards whose completion counts are small (package
// ranking), and how many positions have as many stones on boards of up to 36 points (package
// count). Elsewhere they are estimated with 95% intervals, by weighted random walks
// ([sampling.Walk]), as are all means and shares; on boards of more than [sampling.MaxWalk] points
// there is nothing to compare with.
//
// [Kos] counts all positions of a board by their ko captures.
package measure

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/ranking"
	"combigo.dev/combigo/records"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
)

// Options says what to compare with.
type Options struct {
	Runs int    // random positions, 0: [DefaultRuns]
	Seed uint64 // of the random positions
	par.Options
}

// DefaultRuns is how many random positions a position is compared with.
const DefaultRuns = 2000

// A Measure is what was found of a position.
type Measure struct {
	Position   *goban.Position
	Board      board.Size
	Stones     int `json:"stones"`
	Strings    []goban.String
	Quantities []Quantity
	Number     Number
	Alike      Alike
	Runs       int    `json:"runs"` // random positions that were drawn for each estimate, 0 if the board is too large
	Seed       uint64 `json:"seed"`
	// Effective is how many positions drawn without weights would say as much as the random
	// positions with as many stones.
	Effective float64 `json:"effective_runs"`
}

// A Quantity is something that positions have more or less of.
type Quantity struct {
	Name  string
	Value int
	// Of the legal positions with as many stones: what they have, and the shares of those that have
	// no more and no less. Nothing is known without random positions.
	Others          sampling.Summary
	AtMost, AtLeast sampling.Summary
	// Record is the most that a legal position of the board has; nil if this is no quantity of
	// package records, or if the record takes long.
	Record *records.Record
}

// IsRecord tells whether no legal position of the board has more.
func (q *Quantity) IsRecord() bool { return q.Record != nil && q.Value == q.Record.Value }

// A Number is the number of a position in the order of package ranking.
type Number struct {
	Exact  *big.Int     // nil if the table of the board is too large
	Total  *big.Int     // of positions, nil if it is not known
	Source string       // where Total is printed, if it was not computed
	Need   result.Bytes // of memory for that table, 0 if there is none at all
	// If Exact is nil and the board is not too large: about how many positions come before, and how
	// many there are in all.
	Before, All sampling.Range
}

// Alike is how many legal positions have as many stones. The probability of each of them, among
// them, is 1 divided by that.
type Alike struct {
	Exact    *big.Int // nil if it is estimated
	Estimate sampling.Range
}

const (
	// maxTable is the memory of a table that takes a few seconds.
	maxTable = 128 * result.Bytes(1<<20)
	// maxCounted is the most points of a board whose positions are counted by their stones.
	maxCounted = 36
	// maxParts is of how many parts an estimated number is put together: those before the position
	// have its colours up to a point, and there an earlier one. Each part is about a third of the
	// part before, or less.
	maxParts = 16
	// maxRecordSide is the longest side of a board whose records are searched.
	maxRecordSide = 52
)

// Of measures a position. The error is a [*ranking.IllegalError] if it is not legal, or the cause
// of the context's end.
func Of(ctx context.Context, p *goban.Position, opt Options) (*Measure, error) {
	if opt.Runs == 0 {
		opt.Runs = DefaultRuns
	}
	m := &Measure{Position: p, Board: board.Size{Rows: p.Rows(), Cols: p.Cols()}, Strings: p.Strings(), Seed: opt.Seed}
	if dead := p.Illegal(); len(dead) > 0 {
		return nil, &ranking.IllegalError{Position: p, Strings: dead}
	}
	m.Stones = p.Features()[goban.Stones]
	if m.Board.Points() <= sampling.MaxWalk {
		m.Runs = opt.Runs
	}
	for i, value := range values(p) {
		m.Quantities = append(m.Quantities, Quantity{Name: names[i], Value: value})
	}
	finds := []func(context.Context, Options) error{m.compare, m.number, m.records}
	for i, find := range finds {
		part := opt
		part.Options = opt.Between(float64(i)/float64(len(finds)), float64(i+1)/float64(len(finds)))
		if err := find(ctx, part); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// quantities are those of package records, in their order.
var quantities = []records.Quantity{records.Strings, records.Liberties, records.Pseudoliberties, records.Neighbors}

// compared are the features of package goban that positions with as many stones differ in.
var compared = []goban.Feature{goban.Eyes, goban.AreaScore, goban.Kos}

// names are those of the quantities. Most means: of any string of the position.
var names = []string{
	"strings", "most liberties", "most pseudoliberties", "most enemy strings",
	goban.Eyes.String(), goban.AreaScore.String(), goban.Kos.String(),
}

// values are in the order of names.
func values(p *goban.Position) (all []int) {
	for _, q := range quantities {
		all = append(all, q.Measure(p))
	}
	features := p.Features()
	for _, feature := range compared {
		all = append(all, features[feature])
	}
	return all
}

// compare looks at random positions with as many stones, and finds how many there are.
func (m *Measure) compare(ctx context.Context, opt Options) error {
	if m.Board.Points() <= maxCounted && m.Board.Short()*m.Board.Short() <= maxCounted {
		table, err := count.Stones(ctx, m.Board, count.Options{Options: par.Options{Threads: opt.Threads, Memory: opt.Memory}})
		if err != nil {
			return err
		}
		m.Alike.Exact = table.Total()[m.Stones]
	}
	if m.Runs == 0 {
		return nil
	}
	walks, err := sampling.Walk(ctx, m.Board, sampling.Kind{Stones: m.Stones}, m.Runs, opt.Seed, opt.Options)
	if err != nil {
		return err
	}
	others := make([][]int, len(walks.Colors))
	err = opt.Each(ctx, len(others), func(i int) { others[i] = values(m.position(walks.Colors[i])) })
	if err != nil {
		return err
	}
	m.Effective = walks.Effective()
	if m.Alike.Exact == nil {
		m.Alike.Estimate = walks.Number(func(int) bool { return true })
	}
	for k := range m.Quantities {
		q := &m.Quantities[k]
		q.Others = walks.Of(func(i int) float64 { return float64(others[i][k]) })
		q.AtMost = walks.Of(func(i int) float64 { return one(others[i][k] <= q.Value) })
		q.AtLeast = walks.Of(func(i int) float64 { return one(others[i][k] >= q.Value) })
	}
	return nil
}

func one(holds bool) float64 {
	if holds {
		return 1
	}
	return 0
}

// point is point i of the order of package ranking, which is that of walks.
func (m *Measure) point(i int) goban.Point {
	at := goban.Point{Row: i / m.Board.Short(), Col: i % m.Board.Short()}
	if m.Board.Cols > m.Board.Rows {
		at.Row, at.Col = at.Col, at.Row
	}
	return at
}

// position is a position of the board whose colours come in the order of package ranking.
func (m *Measure) position(colors []uint8) *goban.Position {
	p, err := goban.New(m.Board.Rows, m.Board.Cols)
	if err != nil {
		panic(err) // there is a position of this size
	}
	for i, c := range colors {
		at := m.point(i)
		p.Set(at.Row, at.Col, goban.Color(c))
	}
	return p
}

func (m *Measure) number(ctx context.Context, opt Options) error {
	need, err := ranking.Need(m.Board)
	if err == nil {
		m.Number.Need = need
	}
	if err == nil && need <= maxTable && (opt.Memory <= 0 || need <= opt.Memory) {
		table, err := ranking.New(ctx, m.Board, opt.Options)
		if err != nil {
			return err
		}
		ranks, err := table.CheckedRank(ctx, []*goban.Position{m.Position})
		if err != nil {
			return err
		}
		m.Number.Exact, m.Number.Total = ranks[0], table.Total()
		return nil
	}
	if printed, ok := published.Legal(m.Board); ok {
		m.Number.Total, m.Number.Source = printed.Int(), printed.Source()
	}
	if m.Runs == 0 {
		return nil
	}
	seed := opt.Seed
	walks := func(begin []uint8) (sampling.Range, error) {
		seed++ // so that the parts are independent
		w, err := sampling.Walk(ctx, m.Board, sampling.Kind{Stones: -1, Begin: begin}, m.Runs, seed, opt.Options)
		if err != nil {
			return sampling.Range{}, err
		}
		return w.Number(func(int) bool { return true }), nil
	}
	if m.Number.All, err = walks(nil); err != nil {
		return err
	}
	var own []uint8
	for parts := 0; parts < maxParts && len(own) < m.Board.Points(); {
		at := m.point(len(own))
		color := uint8(m.Position.At(at.Row, at.Col))
		for before := range color {
			part, err := walks(append(slices.Clone(own), before))
			if err != nil {
				return err
			}
			m.Number.Before, parts = m.Number.Before.Plus(part), parts+1
		}
		own = append(own, color)
	}
	return nil
}

// records finds the records that take a moment.
func (m *Measure) records(ctx context.Context, opt Options) error {
	for i, q := range quantities {
		if m.Board.Short() > q.QuickSide() || m.Board.Long() > maxRecordSide {
			continue
		}
		r, err := records.Find(ctx, q, m.Board, par.Options{Threads: opt.Threads, Memory: opt.Memory})
		if err != nil && !errors.As(err, new(*result.MemoryError)) {
			return err
		}
		m.Quantities[i].Record = r
	}
	return nil
}
