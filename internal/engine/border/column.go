package border

import (
	"fmt"
	"slices"
	"sync"
)

// A Point is a set of flags: the neighbours of a point, and whether it is safe or a hole.
type Point uint8

// The neighbours of a point are the one above, the one to the left, and on the triangular lattice
// the one below that.
const (
	Above Point = 1 << iota
	Left
	Diagonal // only together with Above and Left, as far as these points are there
	Safe     // next to a point beyond the board that is empty
	Hole     // there is no point, and nothing else is said
)

// A Board describes boards of one height.
type Board struct {
	Height, Colours int
	// Columns has the points of each column, and of the column after the last one, which says what
	// would be next to the last one. No columns: the square lattice, of any width.
	Columns [][]Point
	// Weighted: the colours have weights of their own, see CountWeighted of package stages.
	Weighted bool
}

// A shape is the border of such boards: letters 0 to height-1, one for each row, and an edge at
// both ends, letters -1 and height.
type shape struct {
	height   int
	colours  int
	weighted bool
	square   bool      // half of a board is the mirror image of the other half
	classes  class     // the number of classes, that of the edge included
	columns  []*column // of the square lattice, one that follows itself
	apart    bool      // crossings that differ in their sign never share a block; for tests
	// excesses are those of [shape.excess], found when a limit is asked for first.
	bound    sync.Once // guards excesses
	excesses []float64
}

// A column is the border while the points of a column are added one by one, from above. The kink is
// the number of points that are there. A border point that has no neighbours left is written as an
// empty point.
type column struct {
	*shape
	before, points, after []Point   // of this column, and of those next to it
	sites                 [][]site  // by kink, by letter
	split                 int       // the row before which the border is cut in two halves
	then                  *column   // nil after the board
	count                 sync.Once // of words, when they are asked for first
	words                 []float64 // by kink, see wordsAt
}

// A site is what may be at a letter.
type site struct {
	first, end class // its classes: first to end-1
	safe       bool  // no bad stone
	joined     bool  // to the letter before: else the border is broken between them
	strands    int   // that the stack may have after it
	// Words that vanish are left out: newest is the point that was added last, if there are such
	// words, and next the letter after it.
	newest, next bool
}

func newShape(b Board) *shape {
	s := &shape{height: b.Height, colours: b.Colours, weighted: b.Weighted, square: b.Columns == nil, classes: free + 2*class(b.Colours)}
	if s.square {
		points := slices.Repeat([]Point{Above | Left}, b.Height)
		points[0] = Left
		c := s.newColumn(points, points, points)
		c.split, c.then = s.middleRow(), c
		c.markVanishing()
		s.columns = []*column{c}
		return s
	}
	last := len(b.Columns) - 1
	holes := slices.Repeat([]Point{Hole}, b.Height)
	for j, points := range b.Columns {
		before, after := holes, holes
		if j > 0 {
			before = b.Columns[j-1]
		}
		if j < last {
			after = b.Columns[j+1]
		}
		c := s.newColumn(before, points, after)
		switch {
		case j == 0:
			c.split = c.nearestCut(s.middleRow(), 0, s.height)
		case j < last:
			c.split = c.nearestCut(s.middleRow(), max(0, s.columns[j-1].split-1), s.height)
		default: // nothing goes on here
			c.split = s.columns[j-1].split
		}
		c.markVanishing()
		s.columns = append(s.columns, c)
	}
	s.mergeEqualColumns()
	return s
}

// mergeEqualColumns makes one column of columns that are equal, and go on equally.
func (s *shape) mergeEqualColumns() {
	last := len(s.columns) - 1
	for j := last - 1; j > 0; j-- {
		// Of the column after the board only the left side matters.
		if c, end := s.columns[j], s.columns[last]; c.split >= end.split-1 && slices.Equal(c.before, end.before) && slices.Equal(c.points, end.points) {
			s.columns[last] = c
			break
		}
	}
	known := make(map[string]*column)
	for j := last - 1; j >= 0; j-- {
		c := s.columns[j]
		c.then = s.columns[j+1]
		key := fmt.Sprint(c.before, c.points, c.after, c.split, c.then.split, c.then.innerCutOf(true))
		if known[key] == nil {
			known[key] = c
		}
		s.columns[j] = known[key]
	}
}

// Turns reports whether the number of a width can be had by half a turn.
func (s *shape) Turns(width int) bool { return s.square && s.height%2 == 0 && width%2 == 0 }

// column returns a column of a board, from 0.
func (s *shape) column(i int) *column {
	if s.square {
		return s.columns[0]
	}
	return s.columns[i]
}

// middleRow is the row before which the border is cut in two halves, or near to it.
func (s *shape) middleRow() int { return s.height / 2 }

// hasNeighbourIn reports whether the point of a row is next to one of the column after.
func hasNeighbourIn(row int, after []Point) bool {
	return after[row]&Left != 0 || row > 0 && after[row-1]&Diagonal != 0
}

// hasNeighbourBelow reports whether the point of a row is next to the one below.
func (c *column) hasNeighbourBelow(row int) bool {
	return row+1 < c.height && c.points[row+1]&Above != 0
}

func (s *shape) newColumn(before, points, after []Point) *column {
	c := &column{shape: s, before: before, points: points, after: after}
	for kink := range s.height + 1 {
		sites := make([]site, s.height+1)
		sites[s.height] = site{first: edge, end: empty}
		for i := range s.height {
			source, neighboursLeft, joined := before, hasNeighbourIn(i, points), before[i]&Above != 0
			switch {
			case i < kink:
				source, neighboursLeft, joined = points, hasNeighbourIn(i, after) || i == kink-1 && c.hasNeighbourBelow(i), points[i]&Above != 0
			case i == kink:
				joined = i > 0 && points[i-1]&Diagonal != 0
			}
			sites[i] = site{first: empty, end: empty + 1, safe: source[i]&Safe != 0}
			if neighboursLeft {
				sites[i].end = s.classes
			}
			sites[i].joined = joined && neighboursLeft && sites[i-1].takesStones()
		}
		boundStrands(sites)
		c.sites = append(c.sites, sites)
	}
	return c
}

// markVanishing marks the letters of words that vanish between the phases.
func (c *column) markVanishing() {
	if k := c.split; c.canVanish(k) {
		c.sites[k][k-1].newest, c.sites[k][k].next = true, true
	}
}

// canVanish reports whether words may vanish for a kink: the point left of the newest one is next
// to the letter at the kink, and the point above the newest one, if a neighbour, is a letter.
func (c *column) canVanish(kink int) bool {
	return kink > 0 && kink < c.height && c.before[kink]&Above != 0 && hasNeighbourIn(kink, c.points) &&
		(c.points[kink-1]&Above == 0 || hasNeighbourIn(kink-2, c.after))
}

func (s *site) takesStones() bool { return s.end > empty+1 }

// boundStrands sets how many strands the stack may have after each site: each later point takes at
// most two off.
func boundStrands(sites []site) {
	strands := 0
	for i := len(sites) - 1; i >= 0; i-- {
		sites[i].strands = strands
		if sites[i].takesStones() {
			sites[i].strands++
			strands += 2
		}
	}
}

// mirrored returns sites as they are seen from the other end of the border.
func mirrored(sites []site) []site {
	n := len(sites) - 1 // the edge stays
	all := slices.Clone(sites)
	slices.Reverse(all[:n])
	for i := 1; i < n; i++ {
		all[i].joined = sites[n-i].joined
	}
	return all
}

// next visits the letters that can follow a crossing, for a kink, and the crossings they lead to.
func (c *column) next(k crossing, kink, i int, visit func(letter, crossing)) {
	c.follow(k, &c.sites[kink][i], visit)
}

// follow visits the letters of a site that can follow a crossing.
func (s *shape) follow(k crossing, at *site, visit func(letter, crossing)) {
	for x := at.first; x < at.end; x++ {
		if at.safe && x.bad() {
			continue
		}
		k.next(x, !at.joined, func(l letter, to crossing) {
			if to.depth() > at.strands || at.next && k.vanishes(l) {
				return
			}
			if at.newest {
				to.begin = l.begin()
			}
			visit(l, to)
		})
	}
}

// canCutBefore reports whether a part of a phase may end before a row: the point above stays on the
// border.
func (c *column) canCutBefore(row int) bool {
	return row == 0 || row == c.height || hasNeighbourIn(row-1, c.after) || !c.hasNeighbourBelow(row-1)
}

// nearestCut returns the row nearest to the given one, within bounds, before which a part of a
// phase may end.
func (c *column) nearestCut(row, first, last int) int {
	best := first
	for r := first; r <= last; r++ {
		if c.canCutBefore(r) && (!c.canCutBefore(best) || abs(r-row) < abs(best-row)) {
			best = r
		}
	}
	return best
}

func abs(x int) int { return max(x, -x) }

// innerCutOf returns the row before which the second part of a phase begins. The first part is at
// the outer end of the border, and no shorter than the second one: that keeps programs few.
func (c *column) innerCutOf(prefix bool) int {
	if prefix {
		return c.nearestCut((c.split+1)/2, 0, c.split)
	}
	return c.nearestCut(c.split+(c.height-c.split)/2, c.split, c.height-1)
}
