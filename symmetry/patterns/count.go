package patterns

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/transfer"
)

// A Result is a table of patterns.
type Result struct {
	Board   board.Size        `json:",inline"`
	Legal   bool              `json:"legal"`
	Motions []symmetry.Motion `json:"motions"`
	Values  []Value           `json:"patterns"` // by meaning, then by stones
	Threads int               `json:"threads"`
	Wall    time.Duration     `json:"wall_seconds"`
	Checks  []string          `json:"checks"`
}

// A counter counts patterns on one board.
type counter struct {
	Options
	motions []symmetry.Motion
	threads int
	checks  []string
	// fixed returns the patterns that a motion, given by its number, leaves as they are.
	fixed func(motion int, exchange bool, meaning Meaning, stones int) *big.Int
}

// internalf returns an error about a number of a board that fails a check.
func internalf(size board.Size, check string, args ...any) error {
	return result.InternalErrorf("a number computed for board "+size.String(), check, args...)
}

// Count counts patterns.
//
// The error is a [result.MemoryError] if memory is too short for legal patterns, a
// [result.InternalError] if a number failed a check, the cause of the context's end if that came
// first, and otherwise says what makes no sense.
func Count(ctx context.Context, opt Options) (*Result, error) {
	start := time.Now()
	if err := opt.Validate(); err != nil {
		return nil, err
	}
	c := &counter{Options: opt, motions: symmetry.Motions(opt.Board)}
	c.fixed = c.fixedByCycles
	if opt.Legal {
		table, err := newLegalTable(ctx, c)
		if err != nil {
			return nil, err
		}
		c.fixed = table.fixed
	}
	r := &Result{Board: opt.Board, Legal: opt.Legal, Motions: c.motions, Threads: max(1, c.threads), Checks: c.checks}
	meanings := opt.meanings()
	for i, meaning := range meanings {
		if !opt.Legal { // else the tables were what takes time
			c.Report(float64(i) / float64(len(meanings)))
		}
		values, err := c.values(ctx, meaning)
		if err != nil {
			return nil, err
		}
		r.Values = append(r.Values, values...)
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	r.Wall = time.Since(start)
	return r, nil
}

// values counts patterns of one meaning, for all numbers of stones.
func (c *counter) values(ctx context.Context, meaning Meaning) (values []Value, err error) {
	if meaning.IsTree() {
		return c.treeValues(ctx, meaning)
	}
	for stones := c.First; stones <= c.Last && err == nil; stones++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		var v Value
		v, err = c.orbits(meaning, stones)
		values = append(values, v)
	}
	return values, err
}

// orbits counts by Burnside's lemma.
func (c *counter) orbits(meaning Meaning, stones int) (Value, error) {
	v, sum := Value{Stones: stones, Meaning: meaning}, new(big.Int)
	for _, exchange := range []bool{false, true} {
		if exchange && (meaning != PositionsExchanged || stones%2 != 0) {
			continue
		}
		for m := range c.motions {
			term := c.fixed(m, exchange, meaning, stones)
			v.Terms = append(v.Terms, term)
			sum.Add(sum, term)
		}
	}
	rest := new(big.Int)
	if v.Number, rest = sum.QuoRem(sum, big.NewInt(int64(len(v.Terms))), rest); rest.Sign() != 0 {
		return v, internalf(c.Board, "%v of %d stones: the sum of Burnside's lemma leaves %v", meaning, stones, rest)
	}
	return v, nil
}

// fixedByCycles is counter.fixed for patterns that need not be legal.
func (c *counter) fixedByCycles(motion int, exchange bool, meaning Meaning, stones int) *big.Int {
	of := cyclesOf(c.motions[motion].Points)
	switch {
	case meaning == Sequences:
		return falling(of[1], stones)
	case meaning == Sets:
		return of.positions(4, stones, 0)
	case exchange:
		return of.exchanged(stones / 2)
	default:
		return of.positions(4, (stones+1)/2, stones/2)
	}
}

// treeValues counts leaves, as far as there are not too many boards to describe.
func (c *counter) treeValues(ctx context.Context, meaning Meaning) ([]Value, error) {
	budget := cmp.Or(c.TreeBoards, DefaultTreeBoards)
	var values []Value
	for stones := c.First; stones <= c.Last; stones++ {
		v := Value{Stones: stones, Meaning: meaning}
		if n := len(values); n == 0 || values[n-1].Number != nil { // deeper trees have more boards
			t := newTree(c.motions, c.Board.Points(), meaning == ColorTree, budget)
			number, err := t.count(ctx, stones)
			if errors.Is(err, errUneven) {
				return nil, internalf(c.Board, "%v", err)
			}
			if err != nil && !errors.Is(err, errTooMany) {
				return nil, err
			}
			v.Number = number
		}
		values = append(values, v)
	}
	return values, nil
}

// check compares meanings of which one has at most as many patterns as another.
func (r *Result) check() error {
	r.Checks = append(r.Checks, "all sums of Burnside's lemma are divisible by the orders of their groups")
	for _, pair := range [][2]Meaning{
		{Sets, PositionsExchanged},
		{PositionsExchanged, Positions},
		{Positions, Sequences},
		{Sets, Tree},
		{Tree, Sequences},
		{Tree, ColorTree},
		{ColorTree, Sequences},
		{Positions, ColorTree},
	} {
		compared := false
		for _, v := range r.Values {
			more, found := r.find(pair[1], v.Stones)
			if v.Meaning != pair[0] || !found || v.Number == nil || more.Number == nil {
				continue
			}
			compared = true
			if v.Number.Cmp(more.Number) > 0 {
				return internalf(r.Board,
					"%v %v of %d stones, but %v %v", v.Number, v.Meaning, v.Stones, more.Number, more.Meaning)
			}
		}
		if compared {
			r.Checks = append(r.Checks, fmt.Sprintf("%v: at most as many as %v", pair[0], pair[1]))
		}
	}
	return nil
}

// find returns the value of a meaning and a number of stones, if it was counted.
func (r *Result) find(m Meaning, stones int) (v Value, found bool) {
	i := slices.IndexFunc(r.Values, func(v Value) bool { return v.Meaning == m && v.Stones == stones })
	if i >= 0 {
		v = r.Values[i]
	}
	return v, i >= 0
}

// FallsShort returns the numbers of stones, among those counted, for which a tree has fewer leaves
// than there are sequences, in order.
func (r *Result) FallsShort(of Meaning) (stones []int) {
	for _, v := range r.Values {
		if v.Meaning != of || v.Number == nil {
			continue
		}
		if all, known := r.find(Sequences, v.Stones); known && v.Number.Cmp(all.Number) < 0 {
			stones = append(stones, v.Stones)
		}
	}
	return stones
}

// newLegalTable counts the legal positions for all motions and what the meanings need of them.
func newLegalTable(ctx context.Context, c *counter) (*legalTable, error) {
	t := &legalTable{}
	g, err := lattice.New(lattice.Square, c.Board.Rows, c.Board.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	opt := par.Options{Threads: c.Threads, Memory: c.Memory}
	if c.Memory == 0 {
		opt.Memory = memory.Available() / 2 // layers that are done are garbage, not collected at once
	}
	for i, m := range c.motions {
		for k := range kinds {
			c.Report(float64(int(kinds)*i+int(k)) / float64(int(kinds)*len(c.motions)))
			f, weights, err := fold(g, m.Points, k)
			if err != nil {
				return nil, err
			}
			table, err := c.countFold(ctx, f, weights, opt)
			if err != nil {
				return nil, result.WithSubject(err, fmt.Sprintf("board %s, %s", c.Board, m.Name))
			}
			t[k] = append(t[k], table)
		}
	}
	return t, t.check(ctx, c)
}

// check compares the sum over all numbers of stones with the number of legal positions.
func (t *legalTable) check(ctx context.Context, c *counter) error {
	legal, err := count.Legal(ctx, c.Board, count.Options{Options: par.Options{Threads: c.Threads, Memory: c.Memory}})
	if err != nil {
		return err
	}
	sum := new(big.Int)
	for _, row := range t[same][0] { // the identity's
		for _, n := range row {
			sum.Add(sum, n)
		}
	}
	if sum.Cmp(legal.Value) != 0 {
		return internalf(c.Board, "%v legal positions of all numbers of stones, want %v", sum, legal.Value)
	}
	c.checks = append(c.checks, "legal positions of all numbers of stones: as many as "+legal.Symbol)
	return nil
}

// countFold counts the legal positions of a fold by their black and white stones.
func (c *counter) countFold(ctx context.Context, f *symmetry.Folded, weights []transfer.Weight, opt par.Options) ([][]*big.Int, error) {
	if len(weights) == 0 {
		return [][]*big.Int{{big.NewInt(1)}}, nil
	}
	order := lattice.Order(f.Graph)
	var ordered []transfer.Weight
	for _, v := range order {
		ordered = append(ordered, weights[v])
	}
	ev, err := transfer.NewStones(ordered)
	if err != nil {
		return nil, err
	}
	table, stats, err := transfer.Legal(ctx, f, order, 2, ev, opt)
	c.threads = max(c.threads, stats.Threads)
	return table, err
}
