package bound

import (
	"context"
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// A Step is a part of a proof that a computation checks.
type Step struct {
	What  string
	Holds bool
}

// ProveConjecture checks the steps of the proof that there are fewer than (2mn/3)^L(m,n) games on
// every board of mn >= 3 points, as Tromp and Farnebäck conjecture (Combinatorics of Go, section
// 7.3). The file docs/games-bounds.md has what lies between them. All comparisons are of whole
// numbers or of intervals. It takes a second; it fails with the context's error.
func ProveConjecture(ctx context.Context, threads int) ([]Step, error) {
	p := &conjecture{ctx: ctx, threads: threads}
	p.each("L(m,n) >= 57^(mn/4) on 2x2, 2x3 and 3x3, and so on all boards of two rows and columns or more",
		blocks, p.atLeast(57, 4))
	p.large("two rows and columns or more, 9 points or more: (mean + 1) L^(1/L) < 2mn/3", lnBlocks, 9)
	p.each("L(1,n) >= 7^(n/2) for n = 8 to 15, and so for all n >= 8", rows(8, 15), p.atLeast(7, 2))
	p.large("rows of 12 points or more: (mean + 1) L^(1/L) < 2mn/3", lnRow, 12)
	p.each("1x4 to 1x11, 2x2, 2x3, 2x4: L times the product of r(outdegree + 1) < (2mn/3)^L",
		append(rows(4, 11), blocks[0], blocks[1], board.Size{Rows: 2, Cols: 4}), p.small)
	p.smallest(board.Size{Rows: 1, Cols: 3})
	return p.steps, p.err
}

// blocks make up all boards of two rows and columns or more.
var blocks = []board.Size{{Rows: 2, Cols: 2}, {Rows: 2, Cols: 3}, {Rows: 3, Cols: 3}}

// rows returns rows of a range of lengths.
func rows(from, to int) []board.Size {
	var all []board.Size
	for n := from; n <= to; n++ {
		all = append(all, board.Size{Rows: 1, Cols: n})
	}
	return all
}

// conjecture is a proof in the making.
type conjecture struct {
	ctx     context.Context
	threads int
	steps   []Step
	err     error // the first one; nothing is done after it
}

// addStep adds a step of the proof.
func (p *conjecture) addStep(what string, holds bool) { p.steps = append(p.steps, Step{what, holds}) }

// each checks something of all boards of a list.
func (p *conjecture) each(what string, sizes []board.Size, holds func(board.Size) (bool, error)) {
	all := true
	for _, size := range sizes {
		var one bool
		if p.err == nil {
			one, p.err = holds(size)
		}
		all = all && one
	}
	p.addStep(what, all)
}

// atLeast returns the check that L(m,n)^root >= base^mn.
func (p *conjecture) atLeast(base, root int64) func(board.Size) (bool, error) {
	return func(size board.Size) (bool, error) {
		legal, err := count.Legal(p.ctx, size, count.Options{Options: par.Options{Threads: p.threads}})
		if err != nil {
			return false, err
		}
		power := new(big.Int).Exp(legal.Value, big.NewInt(root), nil)
		return power.Cmp(new(big.Int).Exp(big.NewInt(base), big.NewInt(int64(size.Points())), nil)) >= 0, nil
	}
}

// lnRow is [lnBlocks] for a row of at least 8 points: n/2 ln 7.
func lnRow(points int) interval.Interval {
	return decimal.Quo(decimal.Mul(decimal.Ln(interval.Whole(7)), interval.Whole(int64(points))), interval.Whole(2))
}

// large checks boards of at least a number of points, all at once: since r(k) <= (k+1)/2, the bound
// of [meanPermanents] is at most (mean + 1) L^(1/L). Here mean <= e mn for a constant e, since ln L
// >= mn ln(base). So the bound, divided by mn, falls as mn grows:
//
//	(e + 1/mn) L^(1/L) < 2/3.
func (p *conjecture) large(what string, lnLegal func(points int) interval.Interval, least int) {
	empty := decimal.Add(meanEmpty(1, lnLegal(1)), decimal.Quo(interval.Whole(1), interval.Whole(int64(least))))
	ln := lnLegal(least)
	bound := decimal.Add(decimal.Ln(empty), decimal.Quo(ln, decimal.Exp(ln)))
	p.addStep(what, bound.High.Cmp(decimal.Ln(decimal.Quo(interval.Whole(2), interval.Whole(3))).Low) < 0)
}

// small checks a board by the outdegrees of its game graph.
func (p *conjecture) small(size board.Size) (bool, error) {
	degrees, err := outdegrees(p.ctx, size, p.threads)
	if err != nil {
		return false, err
	}
	nodes := int64(0)
	for _, n := range degrees {
		nodes += n
	}
	return BelowConjecture(permanentBounds(degrees).Log2, size.Points(), nodes), nil
}

// smallest checks a board by its number of games.
func (p *conjecture) smallest(size board.Size) {
	if p.err != nil {
		return
	}
	graph, err := lattice.New(lattice.Square, size.Rows, size.Cols, lattice.Options{})
	if err != nil {
		p.err = err
		return
	}
	games, err := game.Count(p.ctx, graph, game.Rules{}, par.Options{Threads: p.threads})
	if p.err = err; err == nil {
		log := log2(interval.Int(games.Value))
		p.addStep(fmt.Sprintf("%v: %v games, counted", size, games.Value), BelowConjecture(log, size.Rows*size.Cols, int64(games.Nodes)))
	}
}

// BelowConjecture reports whether a number is less than (2mn/3)^L(m,n), from its binary logarithm,
// mn and L(m,n).
func BelowConjecture(log interval.Interval, points int, legal int64) bool {
	base := decimal.Quo(interval.Whole(int64(2*points)), interval.Whole(3))
	return log.High.Cmp(decimal.Mul(log2(base), interval.Whole(legal)).Low) < 0
}
