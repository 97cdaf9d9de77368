package records

import (
	"context"
	"slices"

	"combigo.dev/combigo/internal/states/connected"
)

// strips returns the numbers of rows of the two strips of a board.
func strips(rows int) [2]int { return [2]int{rows / 2, rows - rows/2} }

// bounded is a search for a position with some losses. It keeps the frontiers from which the bounds
// of the strips allow them, the best ones if there are many. If it kept all and finds no position,
// there is none.
type bounded struct {
	problem lossProblem
	grid    grid
	strips  []*strip
	ceiling int // on states, 0 if there is none
	stats   Stats

	now, next, rest *layer // whose gains are losses, negative
	bounds          []int  // of the states of next: the least losses of a whole position
	trace           [][]step
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

// The first search keeps firstStates after each point, each further one moreStates times as many.
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

// find looks for a position within the losses, and reports whether it kept all states for one.
func (b *bounded) find(ctx context.Context, losses, width int) (choices []uint8, all bool, err error) {
	all, b.trace = true, b.trace[:0]
	b.now.clear()
	b.now.offer(0, 0, 0)
	for col := range b.grid.cols {
		for row := range b.grid.rows {
			if err := b.point(ctx, row, col, losses); err != nil {
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

// point fills a point of all states, as far as the losses can be kept.
func (b *bounded) point(ctx context.Context, row, col, losses int) error {
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

// bound returns the least loss to come after some rows of a column.
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

// trim keeps a number of states with the least bounds, and reports whether these are all.
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
