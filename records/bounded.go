package records

import (
	"context"
	"slices"

	"combigo.dev/combigo/internal/states/connected"
)

// strips returns the numbers of rows of the two strips of a board.
func strips(rows int) [2]int { return [2]int{rows / 2, rows - rows/2} }

// A bounded search looks for a position with at most some losses: a beam search. It drops the
// frontiers that need more losses by the bounds of the strips, and keeps the best of the others, at
// most a width of them. If it never had to drop another one and finds no position, there is none.
type bounded struct {
	problem lossProblem
	grid    grid
	strips  []*strip
	ceiling int // on the number of states; 0 for none
	stats   Stats

	now, next, rest *layer   // a gain is a loss so far, with the sign changed
	bounds          []int    // by state of next, a lower bound on the losses of a whole position
	trace           [][]step // the steps of each layer so far
}

// newBounded returns a search that has not begun, with the tables of its strips.
func newBounded(p lossProblem, g grid, ceiling int) *bounded {
	b := &bounded{problem: p, grid: g, ceiling: ceiling, now: new(layer), next: new(layer), rest: new(layer)}
	first := 0
	for _, rows := range strips(g.rows) {
		b.strips = append(b.strips, newStrip(p, g, first, rows))
		first += rows
	}
	return b
}

// The width of the first search is firstStates; each further search has moreStates times that.
const (
	firstStates = 1000
	moreStates  = 30
)

// best returns the largest value up to some value, with the choices of a position that has it.
func (b *bounded) best(ctx context.Context, value int) (int, []uint8, error) {
	for ; ; value-- {
		for width := firstStates; ; width *= moreStates {
			choices, all, err := b.find(ctx, b.problem.losses(b.grid.rows*b.grid.cols, value), width)
			if err != nil || choices != nil {
				return value, choices, err
			}
			if all {
				break
			}
		}
	}
}

// find looks for a position within the losses. all says that the width made it drop no state.
func (b *bounded) find(ctx context.Context, losses, width int) (choices []uint8, all bool, err error) {
	all, b.trace = true, b.trace[:0]
	b.now.clear()
	b.now.offer(0, 0, 0)
	for col := range b.grid.cols {
		for row := range b.grid.rows {
			if err := b.addPoint(ctx, row, col, losses); err != nil {
				return nil, false, err
			}
			all = b.trim(width) && all
			b.trace = append(b.trace, append([]step(nil), b.now.steps...))
		}
	}
	for n, w := range b.now.states.Members() {
		if f := unpack(w, b.grid.rows, b.problem.connected()); f.oneString() {
			return backtrack(b.trace, n), all, nil
		}
	}
	return nil, all, nil
}

// addPoint extends the states by a point, and drops those that need more losses.
func (b *bounded) addPoint(ctx context.Context, row, col, losses int) error {
	b.next.clear()
	b.bounds = b.bounds[:0]
	for n, w := range b.now.states.Members() {
		if n%checkEvery == 0 {
			if err := checkLimits(ctx, max(len(b.now.gains), len(b.next.gains)), b.ceiling); err != nil {
				return err
			}
		}
		f := unpack(w, b.grid.rows, b.problem.connected())
		before := f.corner(b.grid, row, col)
		for choice := range b.problem.choices() {
			c, g := before, f
			here, loss, ok := b.problem.fill(&c, choice)
			if !ok || !g.put(row, here, c.above) {
				continue
			}
			lost := loss - int(b.now.gains[n])
			least := lost + b.bound(&g, row+1, col)
			if least > losses {
				continue
			}
			b.offer(g.pack(b.grid.rows), lost, least, newStep(n, choice))
		}
	}
	b.stats.note(len(b.next.gains))
	return nil
}

// bound returns a lower bound on the losses after some rows of a column.
func (b *bounded) bound(f *frontier, rows, col int) (least int) {
	for _, s := range b.strips {
		loss := s.bound(f, rows, col)
		if loss == never {
			return never << 8
		}
		least += loss
	}
	return least
}

// offer keeps a path to a state of the next layer, and the least bound on the losses through that
// state.
func (b *bounded) offer(w connected.Word, lost, least int, s step) {
	known := len(b.next.gains)
	n := b.next.offer(w, int32(-lost), s)
	if n == known {
		b.bounds = append(b.bounds, least)
	}
	b.bounds[n] = min(b.bounds[n], least)
}

// trim keeps width states with the least bounds, and reports whether it dropped none.
func (b *bounded) trim(width int) bool {
	b.now, b.next = b.next, b.now
	if len(b.bounds) <= width {
		return true
	}
	sorted := slices.Sorted(slices.Values(b.bounds))
	limit := sorted[width]
	b.rest.clear()
	for n, w := range b.now.states.Members() {
		if b.bounds[n] < limit || b.bounds[n] == limit && len(b.rest.gains) < width {
			b.rest.offer(w, b.now.gains[n], b.now.steps[n])
		}
	}
	b.now, b.rest = b.rest, b.now
	return false
}
