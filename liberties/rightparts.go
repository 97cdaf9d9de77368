package liberties

import (
	"cmp"
	"slices"
	"sync"
)

// An opposite is a right part that a left part may meet at a kink: its frontier,
// turned to face the left part, with its number of whole columns. Its cost is
// relative, and the threshold of the board of both is taken off.
type opposite struct {
	frontier
	cols int
}

// minTabled is the fewest right parts for which tables are worth their time.
const minTabled = 64

const (
	oppositeRows    = 9       // of which a table of opposites looks at all
	oppositeEntries = 1 << 15 // of such a table
)

// chunkRows is the number of rows of which the states of all points are one
// number, a chunk. chunkBits is two bits a row.
const (
	chunkRows = 5
	chunkBits = 2 * chunkRows
)

// opposites is all right parts at a kink, as a tree by chunks from the top, so
// that a left part passes over all at once that do not go with its upper rows.
type opposites struct {
	height, kink int
	frontiers    []opposite // in the order of the tree
	levels       []level
	tables       []*boundTable
}

// A level is the nodes of one depth. A node stands for the right parts that
// begin with the same chunks.
type level struct {
	chunk []uint16 // the last of these chunks
	least []int32  // the least cost of these right parts
	first []int32  // their first children; at the deepest level the first of them; and one more, the end
}

// chunkCosts is what chunks cost that face each other, by the left one, then
// the right one.
var chunkCosts = sync.OnceValue(func() *[1 << chunkBits][1 << chunkBits]uint8 {
	var costs [1 << chunkBits][1 << chunkBits]uint8
	for left := range costs {
		for right := range costs[left] {
			for row := range chunkRows {
				l, r := left>>(2*row)&3, right>>(2*row)&3
				if l < states && r < states {
					costs[left][right] += joinCosts[l][r]
				}
			}
		}
	}
	return &costs
})

// chunk returns the states of the points of some rows, from the given one on.
// Rows below the board are dominated, on both sides, and cost nothing.
func (f frontier) chunk(row, height int) uint16 {
	const mask = 1<<chunkRows - 1
	dominated := f.above&^f.stone | ^uint32(0)<<height
	return uint16(spread[f.stone>>row&mask]<<1 | spread[dominated>>row&mask])
}

// spread puts a zero before each bit.
var spread = func() (spread [1 << chunkRows]uint32) {
	for x := range spread {
		for row := range chunkRows {
			spread[x] |= uint32(x) >> row & 1 << (2 * row)
		}
	}
	return spread
}()

// newOpposites returns the frontiers in order. Tables of the shapes are made if there are many
// frontiers.
func newOpposites(frontiers []opposite, kink, height int, shapes *shapes) *opposites {
	o := &opposites{height: height, kink: kink, frontiers: frontiers}
	if len(frontiers) >= minTabled {
		o.tables = newTables(kink, shapes)
		for _, v := range o.tables {
			for _, f := range frontiers {
				v.add(f.frontier, f.cost)
			}
			v.transform()
		}
	}
	for row := 0; row < height; row += chunkRows {
		o.levels = append(o.levels, level{})
	}
	slices.SortFunc(frontiers, func(f, g opposite) int {
		for row := 0; row < height; row += chunkRows {
			if order := cmp.Compare(f.chunk(row, height), g.chunk(row, height)); order != 0 {
				return order
			}
		}
		return compareFrontiers(f.frontier, g.frontier)
	})
	for i, f := range frontiers {
		o.add(i, f)
	}
	for depth := range o.levels {
		end := len(frontiers)
		if depth+1 < len(o.levels) {
			end = len(o.levels[depth+1].chunk)
		}
		o.levels[depth].first = append(o.levels[depth].first, int32(end))
	}
	return o
}

// add adds the nodes of a right part that the one before does not have.
func (o *opposites) add(i int, f opposite) {
	same := i > 0
	for depth := range o.levels {
		l := &o.levels[depth]
		chunk := f.chunk(depth*chunkRows, o.height)
		same = same && l.chunk[len(l.chunk)-1] == chunk
		if same {
			l.least[len(l.least)-1] = min(l.least[len(l.least)-1], f.cost)
			continue
		}
		first := i
		if depth+1 < len(o.levels) {
			first = len(o.levels[depth+1].chunk)
		}
		l.chunk = append(l.chunk, chunk)
		l.least = append(l.least, f.cost)
		l.first = append(l.first, int32(first))
	}
}

// meets reports whether a left part can meet one of the right parts so that the
// group costs no more than the budget, and returns such a right part.
func (o *opposites) meets(left frontier, budget int32) (right opposite, ok bool) {
	if len(o.frontiers) == 0 {
		return right, false
	}
	if !bounded(o.tables, left, budget) {
		return right, false
	}
	q := query{opposites: o, left: left, budget: budget, loose: budget}
	if 0 < o.kink && o.kink < o.height {
		q.loose += kinkDiscount
	}
	ok = q.descend(0, 0, int32(len(o.levels[0].chunk)), 0, &right)
	return right, ok
}

// A query is a left part that looks for right parts.
type query struct {
	*opposites
	left   frontier
	budget int32
	loose  int32 // the budget with what the kink may take off
}

// descend looks at some nodes of one depth, whose upper rows cost so much.
func (q *query) descend(depth int, first, last, cost int32, right *opposite) bool {
	l := &q.levels[depth]
	costs := &chunkCosts()[q.left.chunk(depth*chunkRows, q.height)]
	least := l.least[first:last]
	for i, chunk := range l.chunk[first:last] {
		with := cost + int32(costs[chunk&(1<<chunkBits-1)])
		if with+least[i] > q.loose {
			continue
		}
		begin, end := l.first[int(first)+i], l.first[int(first)+i+1]
		if depth+1 < len(q.levels) {
			if q.descend(depth+1, begin, end, with, right) {
				return true
			}
		} else if q.leaf(begin, end, right) {
			return true
		}
	}
	return false
}

// leaf looks at right parts with the same states of all points.
func (q *query) leaf(first, last int32, right *opposite) bool {
	for _, f := range q.frontiers[first:last] {
		extra, ok := joinCost(q.left, f.frontier, q.kink, q.height)
		if ok && f.cost+extra <= q.budget && connected(q.left, f.frontier, q.kink, q.height) {
			*right = f
			return true
		}
	}
	return false
}
