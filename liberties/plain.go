package liberties

import (
	"context"
	"maps"
	"slices"
	"strings"
)

// MaxPlainHeight is the greatest height that the plain dynamic program takes:
// beyond it the states no longer fit in a few gigabytes.
const MaxPlainHeight = 12

// Border symbols of the plain program. Stones have the label of their
// component, from firstLabel on, in the order of first appearance.
const (
	dry        byte = iota // an empty point beside which there is no stone yet
	wet                    // a liberty, or a point off the board: no stone can make it one
	firstLabel             // a stone of the first component
)

// plainDone is the key of the states whose group no further stone can reach.
const plainDone = "done"

// A plainState is the best way to a border state: a chain of points, the last
// one first, with the liberties that they have.
type plainState struct {
	liberties int
	stone     bool
	before    *plainState
}

// plain is the plain dynamic program over border states, point by point down
// the columns, for boards of one height. It maximises liberties, knows no cost,
// no threshold and no formula, and shares no code with the engine that it is
// the oracle of.
type plain struct {
	height int
	states map[string]*plainState
	best   *plainState // the best group on the columns so far
}

func newPlain(height int) *plain {
	edge := strings.Repeat(string(rune(wet)), height)
	return &plain{height: height, states: map[string]*plainState{edge: {}}}
}

// addColumn takes the states through one more column, and finds the best group
// on the columns so far.
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

// keys returns the borders in order. Of ways to a border with as many liberties
// the first one is kept, so the order decides which group is found.
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

// move returns the border after the point of a row in the new column, and the
// number of points that became liberties. It is not ok if a component is cut
// off from the others.
func move(key string, row int, stone bool) (next string, gain int, ok bool) {
	border := []byte(key)
	left, above := border[row], wet
	if row > 0 {
		above = border[row-1]
	}
	if stone {
		return placeStone(border, row, left, above)
	}
	border[row] = dry
	if left >= firstLabel || above >= firstLabel {
		border[row], gain = wet, 1
	}
	if left < firstLabel || slices.Contains(border, left) {
		return canonical(border), gain, true
	}
	return plainDone, gain, components(string(border)) == 0
}

func placeStone(border []byte, row int, left, above byte) (next string, gain int, ok bool) {
	const fresh = 255
	border[row] = fresh
	for _, beside := range []byte{left, above} {
		if beside == dry {
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
	if above == dry {
		border[row-1] = wet
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
	most := firstLabel - 1
	for i := range len(border) {
		most = max(most, border[i])
	}
	return int(most) - int(firstLabel) + 1
}

// group returns the stones of the best group on the columns so far.
func (p *plain) group(cols int) *Group {
	g := newGroup(p.height, cols)
	for i, s := p.height*cols-1, p.best; i >= 0; i, s = i-1, s.before {
		g.set(i%p.height, i/p.height, s.stone)
	}
	return g
}
