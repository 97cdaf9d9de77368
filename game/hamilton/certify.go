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

// positionMarks are marks of the positions of a row but the empty one, two bits for each pair.
type positionMarks struct {
	words  []uint64
	points int
	ways   [][3]int64
}

// mark marks a legal position, and reports whether it was not.
func (m *positionMarks) mark(r row) bool {
	at := 2 * uint64(r.pairNumber(m.points, m.ways))
	if r.blackFirst() {
		at++
	}
	if m.words[at/64]>>(at%64)&1 != 0 {
		return false
	}
	m.words[at/64] |= 1 << (at % 64)
	return true
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
	marks := &positionMarks{points: c.n, ways: fillings(c.n)}
	legal := marks.ways[c.n-1][afterEmpty] - 1 + 2*marks.ways[c.n-1][afterWaiting] // but the empty one
	if need := result.Bytes(legal/8 + 8); opt.Memory > 0 && need > opt.Memory {
		return nil, &result.MemoryError{Of: fmt.Sprintf("the cover of 1x%d", c.n), Need: need, Ceiling: opt.Memory, Given: true}
	}
	marks.words = make([]uint64, legal/64+1)
	report := &CoverReport{Points: c.n}
	var failed error
	for start := range legalRows(c.n) {
		if start == 0 || !marks.mark(start) {
			continue
		}
		if failed = c.around(ctx, start, marks, report, visit); failed != nil {
			break
		}
		if report.Cycles%64 == 0 && opt.Progress != nil {
			opt.Progress(float64(report.Positions) / float64(legal))
		}
	}
	if failed == nil && report.Positions != legal {
		failed = c.errorf("it has %d of %d positions", report.Positions, legal)
	}
	return report, failed
}

// errorf returns the error of a cover that is none.
func (c *RowCover) errorf(format string, args ...any) error {
	return result.InternalErrorf("the cover", format, args...)
}

// around goes once around the cycle of a position that has just been marked.
func (c *RowCover) around(ctx context.Context, start row, marks *positionMarks, report *CoverReport, visit func([]string) error) error {
	length, symmetric := int64(0), false
	var cycle []string
	for q := start; ; {
		if length++; length%(1<<16) == 0 && ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if visit != nil {
			cycle = append(cycle, q.text(c.n))
		}
		p := c.before(q)
		switch {
		case !p.leadsTo(q, c.n):
			return c.errorf("no move leads from %s to %s", p.text(c.n), q.text(c.n))
		case c.before(q.swapped()) != p.swapped():
			return c.errorf("the step from %s to %s is not made with exchanged colours", p.text(c.n), q.text(c.n))
		case p == start:
			report.Cycles++
			report.Positions += length
			report.Longest = max(report.Longest, length)
			if symmetric {
				report.Symmetric++
			}
			if visit != nil {
				slices.Reverse(cycle)
				return visit(cycle)
			}
			return nil
		case p == 0 || !p.legal(c.n) || !marks.mark(p):
			return c.errorf("%s comes twice, or is no position to be covered", p.text(c.n))
		}
		symmetric = symmetric || p == start.swapped()
		q = p
	}
}
