package liberties

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"combigo.dev/combigo/result"
)

// Border symbols of the plain program. Components have labels in the order of first appearance.
const (
	undominated byte = iota // an empty point next to which there is no stone yet
	dominated               // a liberty, or a point off the board: no stone can make it one
	firstLabel              // a stone of the first component
)

// plainDone is the key of the states whose group no further stone can reach.
const plainDone = "done"

// A plainState is the best way to a border state: its liberties and a chain of points.
type plainState struct {
	liberties int
	stone     bool
	before    *plainState
}

// plain is the plain dynamic program over border states, point by point down the columns. It
// maximises liberties, and shares no code with the engine that it is the oracle of.
type plain struct {
	height int
	states map[string]*plainState
	best   *plainState // the best group on the columns so far
}

func newPlain(height int) *plain {
	edge := strings.Repeat(string(rune(dominated)), height)
	return &plain{height: height, states: map[string]*plainState{edge: {}}}
}

// addColumn takes the states through one more column, and finds the best group so far.
func (p *plain) addColumn(ctx context.Context) error {
	for row := range p.height {
		if err := ctx.Err(); err != nil {
			return err
		}
		next := make(map[string]*plainState, 2*len(p.states))
		for _, key := range p.keys() {
			s := p.states[key]
			p.extend(next, key, s, row, false)
			p.extend(next, key, s, row, true)
		}
		p.states = next
	}
	p.best = nil
	for _, key := range p.keys() {
		s := p.states[key]
		if (key == plainDone || components(key) == 1) && (p.best == nil || s.liberties > p.best.liberties) {
			p.best = s
		}
	}
	return nil
}

// keys returns the borders in order. The first of equal ways is kept, so order decides the group.
func (p *plain) keys() []string { return slices.Sorted(maps.Keys(p.states)) }

// extend adds the point of a row in the new column to a state.
func (p *plain) extend(next map[string]*plainState, key string, s *plainState, row int, stone bool) {
	gain := 0
	switch {
	case key != plainDone:
		var ok bool
		if key, gain, ok = move(key, row, stone); !ok {
			return
		}
	case stone:
		return
	}
	liberties := s.liberties + gain
	if old := next[key]; old == nil || old.liberties < liberties {
		next[key] = &plainState{liberties, stone, s}
	}
}

// move returns the border after a point and the new liberties; not ok if a component is cut off.
func move(key string, row int, stone bool) (next string, gain int, ok bool) {
	border := []byte(key)
	left, above := border[row], dominated
	if row > 0 {
		above = border[row-1]
	}
	if stone {
		return placeStone(border, row, left, above)
	}
	border[row] = undominated
	if left >= firstLabel || above >= firstLabel {
		border[row], gain = dominated, 1
	}
	if left < firstLabel || slices.Contains(border, left) {
		return canonical(border), gain, true
	}
	return plainDone, gain, components(string(border)) == 0
}

// placeStone is move for a stone, with the states of the points to its left and above it.
func placeStone(border []byte, row int, left, above byte) (next string, gain int, ok bool) {
	const fresh = 255
	border[row] = fresh
	for _, beside := range []byte{left, above} {
		if beside == undominated {
			gain++
		}
		if beside < firstLabel {
			continue
		}
		for i, symbol := range border {
			if symbol == beside {
				border[i] = fresh
			}
		}
	}
	if above == undominated {
		border[row-1] = dominated
	}
	return canonical(border), gain, true
}

// canonical numbers the components in the order of their first stones.
func canonical(border []byte) string {
	var labels [256]byte
	next := firstLabel
	for i, symbol := range border {
		if symbol < firstLabel {
			continue
		}
		if labels[symbol] == 0 {
			labels[symbol] = next
			next++
		}
		border[i] = labels[symbol]
	}
	return string(border)
}

// components counts the components of a canonical border.
func components(border string) int {
	last := firstLabel - 1
	for i := range len(border) {
		last = max(last, border[i])
	}
	return int(last) - int(firstLabel) + 1
}

// group returns the stones of the best group on the columns so far.
func (p *plain) group(cols int) *Group {
	g := newGroup(p.height, cols)
	for i, s := p.height*cols-1, p.best; i >= 0; i, s = i-1, s.before {
		g.set(i%p.height, i/p.height, s.stone)
	}
	return g
}

// shownAgain is the columns in which what is repeated is seen once more.
const shownAgain = 3

// plain runs the plain program for all widths up to the given one, and further until its states
// repeat and what they repeat is seen once more.
func (r *Row) plain(ctx context.Context, widths int) error {
	p := newPlain(r.Height)
	var history []map[string]int
	var levels []int
	gain, last := 0, time.Now()
	for cols := 1; cols <= widths || r.Repeat == 0 || cols <= 2*r.Repeat-r.Since+shownAgain; cols++ {
		if err := p.addColumn(ctx); err != nil {
			return err
		}
		column := Column{
			Width: cols, Liberties: p.best.liberties, Formula: Formula(r.Height, cols), Proof: ByPlain,
			States: len(p.states), Memory: result.PeakMemory(), Group: p.group(cols),
		}
		level := p.prune()
		relative := p.relative(level)
		since := slices.IndexFunc(history, func(old map[string]int) bool { return maps.Equal(old, relative) })
		if since >= 0 && r.Repeat == 0 {
			r.Repeat, r.Since, gain = cols, since+1, level-levels[since]
		}
		history, levels = append(history, relative), append(levels, level)
		column.Wall = time.Since(last)
		r.Columns, last = append(r.Columns, column), time.Now()
	}
	r.Proved = 1
	r.Checks = append(r.Checks, fmt.Sprintf(
		"the states after column %d are those after column %d, each with %d more liberties: compared one by one",
		r.Repeat, r.Since, gain))
	return nil
}

// relative returns the liberties of each state less a level.
func (p *plain) relative(level int) map[string]int {
	relative := make(map[string]int, len(p.states))
	for key, s := range p.states {
		relative[key] = s.liberties - level
	}
	return relative
}

// prune drops states after a column that no wider board needs, and returns the
// level: what the best state has if the next column is filled with stones.
//
// Let t be that best state, j the last column, and s another state that goes on to some group on a
// wider board. Take t with column j+1 full of stones, and the columns from j+2 on as in that group.
// The full column connects all that is there, and every empty point of column j+2 is a liberty; so
// columns from j+2 on have as many liberties as before at least. In columns up to j+1 there are
// level many. The group of s has there, next to the liberties of s, at most one for each of the
// points of column j+1 but those that have a stone: a stone there for each component of s, which
// makes no point of column j a liberty, and one for each point of column j that becomes a liberty.
// So if
//
//	liberties(s) + height - components(s) <= level
//
// then s is not needed. If the group ends at column j instead, it gains one liberty for each stone
// of column j; if s has no stone yet, height is the most it gains, and if it starts later, the same
// holds then, since the level never decreases. A group that has ended before gains nothing.
func (p *plain) prune() (level int) {
	best := ""
	for key, s := range p.states {
		if key == plainDone || components(key) == 0 {
			continue
		}
		full := s.liberties + strings.Count(key, string(rune(undominated)))
		if best == "" || full > level || full == level && key < best {
			best, level = key, full
		}
	}
	for key, s := range p.states {
		if key != best && s.liberties+maxGain(key, p.height) <= level {
			delete(p.states, key)
		}
	}
	return level
}

// maxGain bounds the liberties that a state gains up to the end of the next column.
func maxGain(key string, height int) int {
	if key == plainDone {
		return 0
	}
	gain := height - components(key)
	if components(key) == 1 {
		gain = max(gain, strings.Count(key, string(rune(firstLabel))))
	}
	return gain
}
