package patterns

import (
	"context"
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/memory"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry"
	"combigo.dev/combigo/transfer"
)

// A legalTable has, for each motion, the legal positions that it leaves as they are, by their
// stones.
type legalTable struct {
	same      [][][]*big.Int // by motion, black stones and white stones
	exchanged [][][]*big.Int
	points    [][][]*big.Int // legal positions with stones on fixed points of the motion only
}

// newLegalTable counts the legal positions for all motions and what the meanings need of them.
func newLegalTable(ctx context.Context, c *counter) (*legalTable, error) {
	t := &legalTable{}
	g, err := lattice.New(lattice.Square, c.Board.Rows, c.Board.Cols, lattice.Options{})
	if err != nil {
		return nil, err
	}
	e := &legalEngine{c: c, opt: par.Options{Threads: c.Threads, Memory: c.Memory}}
	if c.Memory == 0 {
		e.opt.Memory = memory.Available() / 2 // layers that are done are garbage, not collected at once
	}
	for i, m := range c.motions {
		for k, fold := range []func(*lattice.Graph, lattice.Permutation) (*folded, error){foldSame, foldExchanged, foldPoints} {
			if c.Progress != nil {
				c.Progress(float64(3*i+k) / float64(3*len(c.motions)))
			}
			f, err := fold(g, m.Points)
			if err != nil {
				return nil, err
			}
			table, err := e.count(ctx, f)
			if err != nil {
				return nil, result.WithSubject(err, fmt.Sprintf("board %s, %s", c.Board, m.Name))
			}
			switch k {
			case 0:
				t.same = append(t.same, table)
			case 1:
				t.exchanged = append(t.exchanged, table)
			default:
				t.points = append(t.points, table)
			}
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
	for _, row := range t.same[0] { // the identity's
		for _, n := range row {
			sum.Add(sum, n)
		}
	}
	if sum.Cmp(legal.Value) != 0 {
		return result.InternalErrorf("a number computed for board "+c.Board.String(), "%v legal positions of all numbers of stones, want %v", sum, legal.Value)
	}
	c.checks = append(c.checks, "legal positions of all numbers of stones: as many as "+legal.Symbol)
	return nil
}

// fixed returns the patterns that a motion leaves as they are. The sequences that lead to a
// position are the ways to put its black stones in order, times those for the white ones.
func (t *legalTable) fixed(motion int, exchange bool, meaning Meaning, stones int) *big.Int {
	black, white := (stones+1)/2, stones/2
	switch {
	case meaning == Sequences:
		product := entryOf(t.points[motion], black, white)
		product.Mul(product, new(big.Int).MulRange(1, int64(black)))
		return product.Mul(product, new(big.Int).MulRange(1, int64(white)))
	case exchange:
		return entryOf(t.exchanged[motion], black, white)
	default:
		return entryOf(t.same[motion], black, white)
	}
}

// entryOf returns the number of positions with a given number of stones.
func entryOf(table [][]*big.Int, black, white int) *big.Int {
	if black >= len(table) || white >= len(table[black]) {
		return new(big.Int)
	}
	return new(big.Int).Set(table[black][white])
}

// folded is a board of which each vertex stands for some points.
type folded struct {
	graph   transfer.Graph
	plain   *lattice.Graph
	weights []transfer.Weight
}

// foldSame is for positions that a motion leaves as they are: it puts stones of one colour on all
// points of an orbit.
func foldSame(g *lattice.Graph, motion lattice.Permutation) (*folded, error) {
	return foldWith(g, motion, false, func(size int) transfer.Weight { return transfer.Weight{Own: size} })
}

// foldExchanged is for positions that a motion turns into their exchange: half of the stones of an
// orbit have the other colour.
func foldExchanged(g *lattice.Graph, motion lattice.Permutation) (*folded, error) {
	return foldWith(g, motion, true, func(size int) transfer.Weight { return transfer.Weight{Own: size / 2, Other: size / 2} })
}

func foldWith(g *lattice.Graph, motion lattice.Permutation, exchange bool, weight func(size int) transfer.Weight) (*folded, error) {
	q, err := symmetry.Fold(g, motion, exchange)
	if err != nil {
		return nil, err
	}
	f := &folded{graph: q.Graph, plain: q.Plain}
	for _, size := range q.Sizes {
		f.weights = append(f.weights, weight(size))
	}
	return f, nil
}

// foldPoints is for positions with stones on the fixed points of a motion only: these points, each
// safe if it has a neighbour that is none of them.
func foldPoints(g *lattice.Graph, motion lattice.Permutation) (*folded, error) {
	number := make([]int, g.Len())
	fixed := 0
	for v, image := range motion {
		number[v] = -1
		if v == image {
			number[v] = fixed
			fixed++
		}
	}
	if fixed == 0 {
		return &folded{}, nil
	}
	var edges [][2]int
	var safe []int
	for v := range g.Len() {
		for _, u := range g.Neighbors(v) {
			switch {
			case number[v] < 0:
			case number[u] < 0:
				safe = append(safe, number[v])
			case u < v:
				edges = append(edges, [2]int{number[u], number[v]})
			}
		}
	}
	q, err := lattice.FromEdges(fixed, edges)
	if err != nil {
		return nil, err
	}
	if q, err = q.WithSafe(safe...); err != nil {
		return nil, err
	}
	f := &folded{graph: q, plain: q, weights: make([]transfer.Weight, fixed)}
	for i := range f.weights {
		f.weights[i].Own = 1
	}
	return f, nil
}

// legalEngine counts on folded boards.
type legalEngine struct {
	c   *counter
	opt par.Options
}

func (e *legalEngine) count(ctx context.Context, f *folded) ([][]*big.Int, error) {
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
	if err := e.checkFrontier(f.plain, order, ev); err != nil {
		return nil, err
	}
	table, stats, err := transfer.LegalSigned(ctx, f.graph, order, ev, e.opt)
	e.c.threads = max(e.c.threads, stats.Threads)
	return table, err
}

// The states of a frontier, as measured on the boards from 6x6 to 8x8, and the levels in memory:
// the largest, the next one, and room to grow.
const (
	firstStates    = 0.4
	statesPerPoint = 4.2
	layers         = 3
)

// checkFrontier refuses a board that is not likely to fit, at the last of its widest frontiers.
func (e *legalEngine) checkFrontier(g *lattice.Graph, order []int, ev *transfer.Stones) error {
	width, last := 0, 0
	for i, size := range lattice.Profile(g, order) {
		if size >= width {
			width, last = size, i+1
		}
	}
	const wordBytes = 8
	need := layers * wordBytes * firstStates * math.Pow(statesPerPoint, float64(width)) * float64(ev.Words(last))
	if ceiling := e.opt.Memory; ceiling > 0 && need > float64(ceiling) {
		return &result.MemoryError{Of: "the table by stones", Need: result.BytesOf(need), Ceiling: ceiling, Given: true}
	}
	return nil
}
