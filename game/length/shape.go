package length

import (
	"cmp"
	"context"
	"fmt"
	"math/bits"
	"slices"
)

// A shape is a connected set of cells in order, moved so that its first row and column are 0.
type shape []cell

// compareCells orders cells row by row.
func compareCells(a, b cell) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) }

// normalize sorts the cells and moves them to row and column 0.
func (s shape) normalize() shape {
	row, col := s[0].row, s[0].col
	for _, c := range s {
		row, col = min(row, c.row), min(col, c.col)
	}
	for i := range s {
		s[i].row -= row
		s[i].col -= col
	}
	slices.SortFunc(s, compareCells)
	return s
}

// extent returns the numbers of rows and columns.
func (s shape) extent() (rows, cols int) {
	for _, c := range s {
		rows, cols = max(rows, c.row+1), max(cols, c.col+1)
	}
	return rows, cols
}

// shapes returns all fixed shapes (polyominoes) that fit on the board, by size from 1 to size.
// Every connected set of points has a point without which it is connected, so each size comes from
// the one before.
func shapes(ctx context.Context, rows, cols, size int) ([][]shape, error) {
	bySize := [][]shape{{}, {{{0, 0}}}}
	for n := 2; n <= size; n++ {
		seen := map[string]bool{}
		var larger []shape
		for _, s := range bySize[n-1] {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, grown := range s.grow() {
				h, w := grown.extent()
				if key := fmt.Sprint(grown); h <= rows && w <= cols && !seen[key] {
					seen[key] = true
					larger = append(larger, grown)
				}
			}
		}
		bySize = append(bySize, larger)
	}
	return bySize, nil
}

// grow returns the shapes with one more cell.
func (s shape) grow() []shape {
	var all []shape
	for _, c := range s {
		for _, b := range c.beside() {
			if !slices.Contains(s, b) {
				all = append(all, append(slices.Clone(s), b).normalize())
			}
		}
	}
	return all
}

// placements returns the top left corners of all places of a shape on the board, those together
// that touch the same edges of the board.
func (p *problem) placements(s shape) (all [][]cell) {
	h, w := s.extent()
	index := map[[4]bool]int{}
	for row := range p.rows - h + 1 {
		for col := range p.cols - w + 1 {
			edges := [4]bool{row == 0, row+h == p.rows, col == 0, col+w == p.cols}
			i, ok := index[edges]
			if !ok {
				i = len(all)
				index[edges] = i
				all = append(all, nil)
			}
			all[i] = append(all[i], cell{row, col})
		}
	}
	return all
}

// cluster returns a shape at a place as a cluster, and the number of points of the board beside it.
func (p *problem) cluster(s shape, corner cell) (cluster, int) {
	c := cluster{size: len(s)}
	rim := map[cell]bool{}
	for i, from := range s {
		for _, b := range from.beside() {
			switch k := slices.Index(s, b); {
			case k >= 0:
				c.next[i] |= 1 << k
			case p.on(cell{b.row + corner.row, b.col + corner.col}):
				c.open |= 1 << i
				rim[b] = true
			}
		}
	}
	return c, len(rim)
}

// eventful reports whether a stone in the cluster can ever be without a liberty: only if some point
// has all its neighbours in the cluster. Otherwise the cluster has no excess and nothing vanishes
// from it.
func (c *cluster) eventful() bool { return c.open != 1<<c.size-1 }

// key is the same for clusters that a symmetry of the square moves into each other.
func (s shape) key(c *cluster) string {
	least := ""
	for turn := range 8 {
		type marked struct {
			cell
			open bool
		}
		moved := make([]marked, len(s))
		row, col := 0, 0
		for i, from := range s {
			to := from.turned(turn)
			moved[i] = marked{to, c.open>>i&1 != 0}
			row, col = min(row, to.row), min(col, to.col)
		}
		slices.SortFunc(moved, func(a, b marked) int { return compareCells(a.cell, b.cell) })
		text := make([]byte, 0, 3*len(s))
		for _, m := range moved {
			mark := byte('.')
			if m.open {
				mark = 'o'
			}
			text = append(text, byte('a'+m.row-row), byte('a'+m.col-col), mark)
		}
		if turn == 0 || string(text) < least {
			least = string(text)
		}
	}
	return least
}

// A cluster is a connected set of points, all of which some stones of a game touch and no others:
// the points around are empty for the whole game. So what happens in it depends on nothing but the
// stones that go there.
type cluster struct {
	size int
	next [maxCluster]uint16 // for each point, the points of the cluster next to it
	open uint16             // the points with an empty point outside the cluster next to them
}

// maxCluster is the greatest size of a cluster.
const maxCluster = MaxMoves

// state is what a cluster looks like: its black and white stones.
type state struct{ stones [2]uint16 }

// around returns the points next to a set of points, some of the set itself among them.
func (c *cluster) around(set uint16) uint16 {
	var all uint16
	for ; set != 0; set &= set - 1 {
		all |= c.next[bits.TrailingZeros16(set)]
	}
	return all
}

// stringAt returns the string through a stone, or the strings through some stones of a colour.
func (c *cluster) stringAt(stone, color uint16) uint16 {
	for found := stone; ; {
		grown := found | c.around(found)&color
		if grown == found {
			return found
		}
		found = grown
	}
}

// breathes reports whether a string has a liberty.
func (c *cluster) breathes(s uint16, now state) bool {
	return s&c.open != 0 || c.around(s)&^(now.stones[0]|now.stones[1]) != 0
}

// play puts a stone on an empty point. It returns the state after it, the number of stones removed,
// and false if the move is not legal; superko is not looked at, but for the suicide of one stone.
func (c *cluster) play(now state, point int, color uint32, rules Rules) (state, int, bool) {
	var (
		stone   = uint16(1) << point
		removed = 0
	)
	now.stones[color] |= stone
	for beside := c.next[point] & now.stones[1-color]; beside != 0; {
		s := c.stringAt(beside&-beside, now.stones[1-color])
		beside &^= s
		if !c.breathes(s, now) {
			now.stones[1-color] &^= s
			removed += bits.OnesCount16(s)
		}
	}
	own := c.stringAt(stone, now.stones[color])
	if c.breathes(own, now) {
		return now, removed, true
	}
	now.stones[color] &^= own
	size := bits.OnesCount16(own)
	return now, size, rules.suicideOf(size)
}

// An excess is how much the legal sequences of stones with some colours that touch all points of a
// cluster and no others outnumber the sequences of different points, which is what they would be if
// stones took no notice of each other.
type excess struct {
	word  word
	value int64
}

// excesses returns the excesses of a cluster other than zero, for all words of games of at most a
// given number of moves.
func (c *cluster) excesses(moves int, rules Rules) []excess {
	e := excessCounter{cluster: c, rules: rules, moves: moves}
	e.extend(word{}, 0, map[touched]int64{{}: 1})
	return e.found
}

// touched is a state and the points that were played on.
type touched struct {
	state
	points uint16
}

// excessCounter walks through all words, with the number of ways to come to each state.
type excessCounter struct {
	cluster *cluster
	rules   Rules
	moves   int
	found   []excess
}

// extend takes a word with the number of moves it costs, and the ways to play it.
func (e *excessCounter) extend(w word, spent int, ways map[touched]int64) {
	if w.len >= e.cluster.size {
		e.note(w, ways)
	}
	for color := range uint32(2) {
		after := spent + w.grow(color)
		if after > e.moves {
			continue
		}
		next := e.step(ways, color, e.moves-after)
		if len(next) > 0 || w.len < e.cluster.size { // where nothing is legal, all sequences of different points are missing
			e.extend(w.with(color), after, next)
		}
	}
}

// step plays one more stone. States with more untouched points than moves left lead nowhere.
func (e *excessCounter) step(ways map[touched]int64, color uint32, left int) map[touched]int64 {
	next := make(map[touched]int64, 2*len(ways))
	for now, count := range ways {
		empty := ^(now.stones[0] | now.stones[1])
		for point := range e.cluster.size {
			points := now.points | 1<<point
			if empty>>point&1 == 0 || e.cluster.size-bits.OnesCount16(points) > left {
				continue
			}
			if after, _, ok := e.cluster.play(now.state, point, color, e.rules); ok {
				next[touched{after, points}] += count
			}
		}
	}
	return next
}

// note notes the excess of a word.
func (e *excessCounter) note(w word, ways map[touched]int64) {
	var legal int64
	for now, count := range ways {
		if bits.OnesCount16(now.points) == e.cluster.size {
			legal += count
		}
	}
	if w.len == e.cluster.size {
		legal -= falling(w.len, w.len).Int64()
	}
	if legal != 0 {
		e.found = append(e.found, excess{w, legal})
	}
}
