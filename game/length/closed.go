package length

import (
	"cmp"
	"context"
	"math/bits"
	"slices"

	"combigo.dev/combigo/lattice"
)

// maxPoints is the greatest number of points of a closed set that a game can touch.
const maxPoints = MaxMoves

// meets reports whether two sets have a point in common.
func (s *pointSet) meets(t *pointSet) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// within reports whether a set is a part of another one.
func (s *pointSet) within(t *pointSet) bool {
	for i := range s {
		if s[i]&^t[i] != 0 {
			return false
		}
	}
	return true
}

// union returns the points of both sets.
func (s *pointSet) union(t *pointSet) pointSet {
	all := *s
	for i := range t {
		all[i] |= t[i]
	}
	return all
}

// size returns the number of points.
func (s *pointSet) size() int {
	n := 0
	for _, word := range s {
		n += bits.OnesCount64(word)
	}
	return n
}

// A shape is the graph that the closed sets of one class have in common: the points, and the edges
// with an inner point at one end or both. A point is inner if all its neighbours belong to the set.
type shape struct {
	size  int
	inner uint16
	near  [maxPoints]uint16
	twin  [maxPoints]int // an earlier point with the same neighbours, or -1: exchanging twins is an automorphism
}

// around returns the points next to points of a set; points of the set may be among them.
func (s *shape) around(set uint16) uint16 {
	var all uint16
	for ; set != 0; set &= set - 1 {
		all |= s.near[bits.TrailingZeros16(set)]
	}
	return all
}

// stringAt returns the string through a stone of a player.
func (s *shape) stringAt(stone, player uint16) uint16 {
	for str := stone; ; {
		grown := str | s.around(str)&player
		if grown == str {
			return str
		}
		str = grown
	}
}

// hasLiberty reports whether a string has a liberty. A stone on a point that is not inner has one
// outside the set.
func (s *shape) hasLiberty(str, occupied uint16) bool {
	return str&^s.inner != 0 || s.around(str)&^occupied != 0
}

// beside returns the disjoint union of two shapes.
func (s *shape) beside(t *shape) *shape {
	both := *s
	both.size += t.size
	both.inner |= t.inner << s.size
	for i := range t.size {
		both.near[s.size+i] = t.near[i] << s.size
	}
	return &both
}

// findTwins sets the twin of each point.
func (s *shape) findTwins() {
	for point := range s.size {
		s.twin[point] = -1
		for p := range point {
			if s.near[p] == s.near[point] && (s.inner>>p^s.inner>>point)&1 == 0 {
				s.twin[point] = p
			}
		}
	}
}

// A linked set is a closed set that is a union of closed neighbourhoods of which each, in some
// order, overlaps one before.
type linked struct {
	points, inner pointSet
	around        pointSet // the points, and those next to them
	size, class   int
}

// closedSets finds the sets of points of a board that are unions of closed neighbourhoods: those of
// a point and its neighbours.
type closedSets struct {
	*problem
	board   *lattice.Graph
	closed  []pointSet // the closed neighbourhood of each point
	shapes  []*shape   // of the linked sets, by class
	classes map[string]int
	linked  []linked // by size
	places  map[tuple]int64
}

// A tuple has the classes of the linked parts of a closed set, in order, each plus 1.
type tuple [maxPoints / 2]int32

// A closed class has all closed sets of one shape.
type closedClass struct {
	*shape
	places int64
}

// closedSets returns the closed sets of at most as many points as there are moves, the empty one
// among them, by shape.
func (p *problem) closedSets(ctx context.Context) ([]closedClass, error) {
	c := &closedSets{problem: p, board: p.board(), classes: map[string]int{}, places: map[tuple]int64{}}
	for point := range c.board.Len() {
		var closed pointSet
		closed.add(point)
		for _, b := range c.board.Neighbors(point) {
			closed.add(b)
		}
		c.closed = append(c.closed, closed)
	}
	if err := c.link(ctx); err != nil {
		return nil, err
	}
	if err := c.join(ctx, 0, tuple{}, 0, &linked{}); err != nil {
		return nil, err
	}
	var all []closedClass
	for parts, places := range c.places {
		s := &shape{}
		for _, class := range parts {
			if class > 0 {
				s = s.beside(c.shapes[class-1])
			}
		}
		s.findTwins()
		all = append(all, closedClass{s, places})
	}
	return all, nil
}

// link finds the linked sets: the closed neighbourhoods of single points, and the union of each
// linked set with each closed neighbourhood that overlaps it.
func (c *closedSets) link(ctx context.Context) error {
	seen := map[pointSet]bool{}
	add := func(points pointSet) {
		if size := points.size(); size <= c.moves && !seen[points] {
			seen[points] = true
			c.linked = append(c.linked, linked{points: points, size: size})
		}
	}
	for _, closed := range c.closed {
		add(closed)
	}
	for i := 0; i < len(c.linked); i++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		s := c.linked[i]
		for point := range s.points.all() {
			s.around = s.around.union(&c.closed[point])
			if c.closed[point].within(&s.points) {
				s.inner.add(point)
			}
		}
		s.class = c.class(&s)
		c.linked[i] = s
		for point := range s.around.all() {
			if !s.inner.has(point) {
				add(s.points.union(&c.closed[point]))
			}
		}
	}
	slices.SortStableFunc(c.linked, func(a, b linked) int { return cmp.Compare(a.size, b.size) })
	return nil
}

// canonicalText returns the points of a set by their rows and columns, the inner ones marked, after
// one of the eight motions of the square, as a text that does not depend on the place.
func (c *closedSets) canonicalText(s *linked, motion int) string {
	type marked struct {
		row, col int
		inner    bool
	}
	var all []marked
	for point := range s.points.all() {
		row, col, _ := c.board.Place(point)
		m := marked{row, col, s.inner.has(point)}
		if motion&4 != 0 {
			m.row, m.col = m.col, m.row
		}
		if motion&1 != 0 {
			m.row = -m.row
		}
		if motion&2 != 0 {
			m.col = -m.col
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b marked) int { return cmp.Or(cmp.Compare(a.row, b.row), cmp.Compare(a.col, b.col)) })
	left := all[0].col
	for _, m := range all {
		left = min(left, m.col)
	}
	var text []byte
	for _, m := range all {
		text = append(text, byte(m.row-all[0].row), byte(m.col-left)<<1)
		if m.inner {
			text[len(text)-1]++
		}
	}
	return string(text)
}

// class returns the class of a linked set. Sets are in one class if a motion of the square, which
// maps inner points to inner points, maps one to a translate of the other.
func (c *closedSets) class(s *linked) int {
	key := c.canonicalText(s, 0)
	if class, ok := c.classes[key]; ok {
		return class
	}
	for motion := range 8 {
		c.classes[c.canonicalText(s, motion)] = len(c.shapes)
	}
	sh, index := &shape{}, map[int]int{}
	for point := range s.points.all() {
		index[point] = sh.size
		sh.size++
	}
	for point, i := range index {
		if !s.inner.has(point) {
			continue
		}
		sh.inner |= 1 << i
		for _, b := range c.board.Neighbors(point) {
			sh.near[i] |= 1 << index[b]
			sh.near[index[b]] |= 1 << i
		}
	}
	c.shapes = append(c.shapes, sh)
	return len(c.shapes) - 1
}

// join counts the closed sets that consist of the chosen linked sets and of linked sets from an
// index on. n is the number of chosen sets, and parts has their classes.
func (c *closedSets) join(ctx context.Context, from int, parts tuple, n int, chosen *linked) error {
	if n <= 2 {
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	sorted := parts
	slices.Sort(sorted[:n])
	c.places[sorted]++
	for i := from; i < len(c.linked); i++ {
		s := &c.linked[i]
		if chosen.size+s.size > c.moves {
			break
		}
		if chosen.points.meets(&s.points) {
			continue
		}
		both := linked{
			points: chosen.points.union(&s.points), inner: chosen.inner.union(&s.inner),
			around: chosen.around.union(&s.around), size: chosen.size + s.size,
		}
		if chosen.around.meets(&s.points) && c.links(&both) {
			continue
		}
		parts[n] = int32(s.class) + 1
		if err := c.join(ctx, i+1, parts, n+1, &both); err != nil {
			return err
		}
	}
	return nil
}

// links reports whether a union has an inner point that none of its parts has. Such a union is no
// combination of separate parts.
func (c *closedSets) links(s *linked) bool {
	for point := range s.points.all() {
		if !s.inner.has(point) && c.closed[point].within(&s.points) {
			return true
		}
	}
	return false
}
