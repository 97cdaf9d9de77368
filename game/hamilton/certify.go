package hamilton

import (
	"context"
	"fmt"
	"slices"

	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

// A CoverReport says what a cover was seen to be.
type CoverReport struct {
	Points    int
	Positions int64 `json:"positions"` // that are covered: all but the empty one
	Cycles    int64 `json:"cycles"`
	Longest   int64 `json:"longest_cycle"`          // positions of the longest cycle
	Symmetric int64 `json:"color_symmetric_cycles"` // cycles that are colour-symmetric; the others come in pairs
}

// Certify goes around every cycle of the cover, backward, and checks that each step is a move, that
// no position comes twice, that exchanging the colours of a step makes a step, and that all legal
// positions but the empty one are there. It takes a time proportional to the number of positions
// times that of points, and a bit for each position. The visitor, if there is one, gets the
// positions of each cycle, as texts, in the order of moves.
//
// The error is a *result.MemoryError, the cause of the context's end, the visitor's, or a
// *result.InternalError that says why the cover is none.
func (c *RowCover) Certify(ctx context.Context, opt par.Options, visit func(cycle []string) error) (*CoverReport, error) {
	k := &certifier{RowCover: c, ctx: ctx, ways: fillings(c.n), visit: visit}
	k.report.Points = c.n
	legal := k.ways[c.n-1][afterEmpty] - 1 + 2*k.ways[c.n-1][afterWaiting] // but the empty one
	if need := result.Bytes(legal/8 + 8); opt.Memory > 0 && need > opt.Memory {
		return nil, &result.MemoryError{Of: fmt.Sprintf("the cover of 1x%d", c.n), Need: need, Ceiling: opt.Memory, Given: true}
	}
	k.marks = make([]uint64, legal/64+1)
	for start := range legalRows(c.n) {
		if start == 0 || !k.mark(start) {
			continue
		}
		if err := k.around(start); err != nil {
			return &k.report, err
		}
		if k.report.Cycles%64 == 0 && opt.Progress != nil {
			opt.Progress(float64(k.report.Positions) / float64(legal))
		}
	}
	if k.report.Positions != legal {
		return &k.report, k.errorf("it has %d of %d positions", k.report.Positions, legal)
	}
	return &k.report, nil
}

// A certifier goes around the cycles of a cover.
type certifier struct {
	*RowCover
	ctx    context.Context
	ways   [][3]int64
	marks  []uint64 // of positions that were met, two bits for each pair
	report CoverReport
	visit  func(cycle []string) error
}

// mark marks a legal position, and reports whether it was not.
func (k *certifier) mark(r row) bool {
	at := 2 * uint64(r.pairNumber(k.n, k.ways))
	if r.blackFirst() {
		at++
	}
	if k.marks[at/64]>>(at%64)&1 != 0 {
		return false
	}
	k.marks[at/64] |= 1 << (at % 64)
	return true
}

// errorf returns the error of a cover that is none.
func (k *certifier) errorf(format string, args ...any) error {
	return result.InternalErrorf("the cover", format, args...)
}

// around goes once around the cycle of a position that has just been marked.
func (k *certifier) around(start row) error {
	length, symmetric := int64(0), false
	var cycle []string
	for q := start; ; {
		if length++; length%(1<<16) == 0 && k.ctx.Err() != nil {
			return context.Cause(k.ctx)
		}
		if k.visit != nil {
			cycle = append(cycle, q.text(k.n))
		}
		p := k.before(q)
		switch {
		case !p.leadsTo(q, k.n):
			return k.errorf("no move leads from %s to %s", p.text(k.n), q.text(k.n))
		case k.before(q.swapped()) != p.swapped():
			return k.errorf("the step from %s to %s is not made with exchanged colours", p.text(k.n), q.text(k.n))
		case p == start:
			k.report.Cycles++
			k.report.Positions += length
			k.report.Longest = max(k.report.Longest, length)
			if symmetric {
				k.report.Symmetric++
			}
			if k.visit != nil {
				slices.Reverse(cycle)
				return k.visit(cycle)
			}
			return nil
		case p == 0 || !p.legal(k.n) || !k.mark(p):
			return k.errorf("%s comes twice, or is no position to be covered", p.text(k.n))
		}
		symmetric = symmetric || p == start.swapped()
		q = p
	}
}
