package patterns

import (
	"context"
	"errors"
	"fmt"
	"math"
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
	Board   board.Size
	Legal   bool
	Motions []symmetry.Motion
	Values  []Value // by meaning, then by stones
	Threads int
	Wall    time.Duration
	Checks  []string
}

// counter counts on one board.
type counter struct {
	Options
	motions []symmetry.Motion
	threads int
	checks  []string
	// fixed returns the patterns that a motion, given by its number, leaves as they are.
	fixed func(motion int, exchange bool, meaning Meaning, stones int) *big.Int
}

func (c *counter) internal(format string, args ...any) error {
	return result.InternalErrorf("a number computed for board "+c.Board.String(), format, args...)
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
	for _, meaning := range opt.meanings() {
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

// values counts for one meaning and all numbers of stones.
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
		return v, c.internal("%v of %d stones: the sum of Burnside's lemma leaves %v", meaning, stones, rest)
	}
	return v, nil
}

// fixedByCycles counts without regard to liberties.
func (c *counter) fixedByCycles(motion int, exchange bool, meaning Meaning, stones int) *big.Int {
	of := cyclesOf(c.motions[motion].Points)
	switch {
	case meaning == Sequences:
		return falling(of.ones, stones)
	case meaning == Sets:
		return of.positions(stones, 0)
	case exchange:
		return of.exchanged(stones / 2)
	default:
		return of.positions((stones+1)/2, stones/2)
	}
}

// treeValues counts leaves, as far as there are not too many boards to describe.
func (c *counter) treeValues(ctx context.Context, meaning Meaning) ([]Value, error) {
	budget := c.TreeBoards
	if budget == 0 {
		budget = DefaultTreeBoards
	}
	var values []Value
	for stones := c.First; stones <= c.Last; stones++ {
		c.reportTree(meaning, stones)
		v := Value{Stones: stones, Meaning: meaning}
		if n := len(values); n == 0 || values[n-1].Number != nil { // deeper trees have more boards
			t := newTree(c.motions, c.Board.Points(), meaning == ColorTree, budget)
			number, err := t.count(ctx, stones)
			if errors.Is(err, errUneven) {
				return nil, c.internal("%v", err)
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

// reportTree tells the progress before a tree of a depth. A stone more takes about four times the
// time, and colours in sight do, too.
func (c *counter) reportTree(meaning Meaning, stones int) {
	if c.Progress == nil {
		return
	}
	const growth, colored = 4, 0.8 // the share of the trees with colours
	share := math.Pow(growth, float64(stones-c.Last-1))
	if meaning == ColorTree {
		c.Progress(1 - colored + colored*share)
	} else {
		c.Progress((1 - colored) * share)
	}
}

// check compares the meanings with each other.
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
		compared, err := r.compare(pair[0], pair[1])
		if err != nil {
			return err
		}
		if compared {
			r.Checks = append(r.Checks, fmt.Sprintf("%v: at most as many as %v", pair[0], pair[1]))
		}
	}
	return r.checkComplements()
}

// compare checks that one meaning has no more patterns than another, and reports whether there was
// anything to compare.
func (r *Result) compare(less, more Meaning) (compared bool, err error) {
	for _, v := range r.Values {
		if v.Meaning != less || v.Number == nil {
			continue
		}
		w, found := r.find(more, v.Stones)
		if !found || w.Number == nil {
			continue
		}
		compared = true
		if v.Number.Cmp(w.Number) > 0 {
			return true, result.InternalErrorf("a number computed for board "+r.Board.String(), "%v %v of %d stones, but %v %v", v.Number, less, v.Stones, w.Number, more)
		}
	}
	return compared, nil
}

// checkComplements checks that there are as many sets of n points as of all others.
func (r *Result) checkComplements() error {
	points := r.Board.Points()
	compared := false
	for _, v := range r.Values {
		if v.Meaning != Sets {
			continue
		}
		sum := new(big.Int)
		for _, m := range r.Motions {
			sum.Add(sum, cyclesOf(m.Points).positions(points-v.Stones, 0))
		}
		if sum.Cmp(new(big.Int).Mul(v.Number, big.NewInt(int64(len(r.Motions))))) != 0 {
			return result.InternalErrorf("a number computed for board "+r.Board.String(), "sets of %d points are not as many as of all others", v.Stones)
		}
		compared = true
	}
	if compared {
		r.Checks = append(r.Checks, "sets of points are as many as their complements")
	}
	return nil
}

// find returns the value of a meaning for a number of stones.
func (r *Result) find(m Meaning, stones int) (Value, bool) {
	i := slices.IndexFunc(r.Values, func(v Value) bool { return v.Meaning == m && v.Stones == stones })
	if i < 0 {
		return Value{}, false
	}
	return r.Values[i], true
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
			f, err := fold(g, m.Points, k)
			if err != nil {
				return nil, err
			}
			table, err := c.countFold(ctx, f, opt)
			if err != nil {
				return nil, result.WithSubject(err, fmt.Sprintf("board %s, %s", c.Board, m.Name))
			}
			t[k] = append(t[k], table)
		}
	}
	return t, t.check(ctx, c)
}

// check compares the sum of all positions with what another engine counts.
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
		return c.internal("%v legal positions of all numbers of stones, want %v", sum, legal.Value)
	}
	c.checks = append(c.checks, "legal positions of all numbers of stones: as many as "+legal.Symbol)
	return nil
}

// countFold counts the legal positions of a fold by their stones.
func (c *counter) countFold(ctx context.Context, f *folded, opt par.Options) ([][]*big.Int, error) {
	if f.plain == nil || f.plain.Len() == 0 {
		return [][]*big.Int{{big.NewInt(1)}}, nil
	}
	order := lattice.Order(f.plain)
	weights := make([]transfer.Weight, len(order))
	for i, v := range order {
		weights[i] = f.weights[v]
	}
	ev, err := transfer.NewStones(weights)
	if err != nil {
		return nil, err
	}
	if err := checkFrontier(f.plain, order, ev, opt.Memory); err != nil {
		return nil, err
	}
	table, stats, err := transfer.Legal(ctx, f.graph, order, 2, ev, opt)
	c.threads = max(c.threads, stats.Threads)
	return table, err
}
