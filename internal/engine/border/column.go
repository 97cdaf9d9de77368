package border

import (
	"fmt"
	"slices"
	"sync"
)

// A Point is a set of flags: the neighbours of a point, and whether it is safe or a hole.
type Point uint8

// The flags of a point. A point names its neighbours above and to the left; the neighbours below
// and to the right name this point.
const (
	Above    Point = 1 << iota // the point above is a neighbour
	Left                       // the point to the left is a neighbour
	Diagonal                   // so is the point below the left one; needs Above and Left, where there are such points
	Safe                       // an empty point beyond the board is a neighbour: no stone here is bad
	Hole                       // the board has no point here; no other flag is set
)

// A Board describes boards of one height.
type Board struct {
	Height, Colours int
	// Columns has the points of each column, and of one column more, after the board: its flags say
	// which points of the last column stay on the border. Nil: the square lattice, of any width.
	Columns [][]Point
	// Weighted: the colours have weights of their own, see CountWeighted of package stages.
	Weighted bool
}

// A shape is what all engines and columns know of a [Board]. Its border has letters 0 to height-1,
// one for each row, and an edge at both ends: letters -1 and height.
type shape struct {
	height        int
	colours       int
	weighted      bool
	square        bool      // the square lattice: all columns are alike, and half of a board mirrors the other
	classes       class     // the number of classes, with that of the edge
	columns       []*column // of the square lattice only one, whose nextColumn is the column itself
	separateSigns bool      // crossings that differ in their sign never share a block; for tests

	limitOnce    sync.Once // guards limitFactors
	limitFactors []float64 // see [shape.limitFactor]; for 1 column, 2 columns and so on
}

// A column is the border while the points of one column are added, from the top. The kink is the
// number of points that have been added: the letters above the kink are points of this column,
// those from the kink on are points of the column before. A point of the border without further
// neighbours is written as an empty point.
type column struct {
	*shape
	before, points, after []Point  // of the column before, of this one, and of the column after it
	sites                 [][]site // by kink, by letter
	split                 int      // the row before which the border is cut in two halves
	nextColumn            *column  // nil for the column after the board

	countOnce  sync.Once // guards wordCounts
	wordCounts []float64 // by kink, see wordsAt
}

// A site says which letters may stand at one place of the border, for one kink.
type site struct {
	first, end class // the classes are first to end-1
	safe       bool  // bad stones are left out
	joined     bool  // to the letter before; if not, the border is broken between them
	maxDepth   int   // of the stack after this letter
	// Two sites leave out words that vanish (docs/theory.md): after the point that was added last, the
	// crossing keeps the sign that begins its run; the next letter drops what vanishes with that sign.
	keepsBegin, dropsVanishing bool
}

// newShape makes the columns of a board, and chooses the cut of each.
func newShape(b Board) *shape {
	s := &shape{height: b.Height, colours: b.Colours, weighted: b.Weighted, square: b.Columns == nil, classes: free + 2*class(b.Colours)}
	if s.square {
		points := slices.Repeat([]Point{Above | Left}, b.Height)
		points[0] = Left
		c := s.newColumn(points, points, points)
		c.split, c.nextColumn = s.middleRow(), c
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
		case j < last: // the half of a suffix phase begins with the letter before its cut
			c.split = c.nearestCut(s.middleRow(), max(0, s.columns[j-1].split-1), s.height)
		default: // no point of the column after the board is added
			c.split = s.columns[j-1].split
		}
		c.markVanishing()
		s.columns = append(s.columns, c)
	}
	s.mergeEqualColumns()
	return s
}

// mergeEqualColumns makes one column of all columns that have equal points and equal cuts, and
// whose next columns have equal cuts.
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
		c.nextColumn = s.columns[j+1]
		key := fmt.Sprint(c.before, c.points, c.after, c.split, c.nextColumn.split, c.nextColumn.innerCutOf(true))
		if known[key] == nil {
			known[key] = c
		}
		s.columns[j] = known[key]
	}
}

// Turns reports whether boards of a width can be counted by half a turn, see turn.go.
func (s *shape) Turns(width int) bool { return s.square && s.height%2 == 0 && width%2 == 0 }

// column returns the i-th column of a board, counted from 0.
func (s *shape) column(i int) *column {
	if s.square {
		return s.columns[0]
	}
	return s.columns[i]
}

// middleRow returns the row at or near which the border is cut in two halves.
func (s *shape) middleRow() int { return s.height / 2 }

// hasNeighbourIn reports whether the point of a row has a neighbour in the column after it.
func hasNeighbourIn(row int, after []Point) bool {
	return after[row]&Left != 0 || row > 0 && after[row-1]&Diagonal != 0
}

// hasNeighbourBelow reports whether the point of a row and the point below it are neighbours.
func (c *column) hasNeighbourBelow(row int) bool {
	return row+1 < c.height && c.points[row+1]&Above != 0
}

// newColumn finds the sites of a column for each kink. Its cut and its next column are set later.
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
		boundDepths(sites)
		c.sites = append(c.sites, sites)
	}
	return c
}

// markVanishing makes the border between the two phases leave out words that vanish.
func (c *column) markVanishing() {
	if k := c.split; c.canVanish(k) {
		c.sites[k][k-1].keepsBegin, c.sites[k][k].dropsVanishing = true, true
	}
}

// canVanish reports whether words may vanish for a kink. The newest point is the one above the
// kink. Its left neighbour must be next to the letter at the kink; the point above the newest point
// must still be on the border, or be no neighbour of it.
func (c *column) canVanish(kink int) bool {
	return kink > 0 && kink < c.height && c.before[kink]&Above != 0 && hasNeighbourIn(kink, c.points) &&
		(c.points[kink-1]&Above == 0 || hasNeighbourIn(kink-2, c.after))
}

// takesStones reports whether there may be a stone.
func (s *site) takesStones() bool { return s.end > empty+1 }

// boundDepths sets the largest depth of the stack after each site: at the end of the border the
// stack is empty, and each later point takes at most two strands off.
func boundDepths(sites []site) {
	strands := 0
	for i := len(sites) - 1; i >= 0; i-- {
		sites[i].maxDepth = strands
		if sites[i].takesStones() {
			sites[i].maxDepth++
			strands += 2
		}
	}
}

// mirrored returns the sites of a border that is read from its other end.
func mirrored(sites []site) []site {
	n := len(sites) - 1 // the last site is the edge, which stays
	all := slices.Clone(sites)
	slices.Reverse(all[:n])
	for i := 1; i < n; i++ {
		all[i].joined = sites[n-i].joined
	}
	return all
}

// visitLetters visits the letters i of a border, for a kink, that can follow a crossing, each with
// the crossing that it leads to.
func (c *column) visitLetters(k crossing, kink, i int, visit func(letter, crossing)) {
	c.visitLettersAt(k, &c.sites[kink][i], visit)
}

// visitLettersAt visits the letters of a site that can follow a crossing, each with the crossing
// that it leads to.
func (s *shape) visitLettersAt(k crossing, at *site, visit func(letter, crossing)) {
	for x := at.first; x < at.end; x++ {
		if at.safe && x.bad() {
			continue
		}
		k.visitLettersOf(x, !at.joined, func(l letter, to crossing) {
			if to.depth() > at.maxDepth || at.dropsVanishing && k.vanishes(l) {
				return
			}
			if at.keepsBegin {
				to.begin = l.begin()
			}
			visit(l, to)
		})
	}
}

// canCutBefore reports whether a phase, or a part of one, may end before a row: the point above
// that row must stay on the border, or have no neighbour below it.
func (c *column) canCutBefore(row int) bool {
	return row == 0 || row == c.height || hasNeighbourIn(row-1, c.after) || !c.hasNeighbourBelow(row-1)
}

// nearestCut returns, of the rows first to last before which a phase may end, the one nearest to a
// row.
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

// innerCutOf returns the row before which the active half of a phase is cut into two parts. On the
// square lattice the part next to the edge is no shorter than the other one: that keeps programs
// few.
func (c *column) innerCutOf(prefix bool) int {
	if prefix {
		return c.nearestCut((c.split+1)/2, 0, c.split)
	}
	return c.nearestCut(c.split+(c.height-c.split)/2, c.split, c.height-1)
}
