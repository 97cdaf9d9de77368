package extremal

import (
	"math/bits"
	"slices"
)

// chunkRows is the number of rows that a filter looks at together.
const chunkRows = 5

// An opposite is a right part that a left part may meet at a kink: its front,
// turned to face the left part, with its number of whole columns. Its cost is
// relative, and the threshold of the board of both is taken off.
type opposite struct {
	front
	cols int
}

// opposites is all right parts at a kink, with filters: for each few rows of
// the left part, the least cost of any right part with the seam along them.
type opposites struct {
	height, kink int
	fronts       []opposite // by cost
	filters      [][]int8
}

func newOpposites(fronts []opposite, kink, height int) *opposites {
	o := &opposites{height: height, kink: kink, fronts: fronts}
	slices.SortFunc(fronts, func(f, g opposite) int {
		if f.cost != g.cost {
			return int(f.cost - g.cost)
		}
		return compareFronts(f.front, g.front)
	})
	if len(fronts) > 0 {
		for low := 0; low < height; low += chunkRows {
			o.filters = append(o.filters, o.filter(low, min(low+chunkRows, height)))
		}
	}
	return o
}

const noOpposite = 127

// filter returns the least cost by the stones and liberties of a left part in
// some rows.
func (o *opposites) filter(low, high int) []int8 {
	rows := high - low
	mask := uint32(1)<<rows - 1
	least := map[[2]uint32]int32{}
	for _, f := range o.fronts {
		key := [2]uint32{f.stone >> low & mask, f.above &^ f.stone >> low & mask}
		if old, ok := least[key]; !ok || f.cost < old {
			least[key] = f.cost
		}
	}
	filter := make([]int8, 1<<(2*rows))
	for i := range filter {
		left := front{stone: uint32(i) & mask, above: uint32(i) >> rows}
		filter[i] = noOpposite
		if left.stone&left.above != 0 {
			continue
		}
		for key, cost := range least {
			// The two points that touch along the column, at the kink, are
			// left to the full seam: they lower the cost by 2 at most.
			extra, _ := localSeam(left, front{stone: key[0], above: key[1]}, 0, rows)
			if low <= o.kink && o.kink <= high && o.kink < o.height {
				extra = max(0, extra-2)
			}
			filter[i] = min(filter[i], int8(min(cost+extra, noOpposite-1)))
		}
	}
	return filter
}

// meets reports whether a left part can meet one of the right parts so that the
// group costs no more than the budget, and returns the first such right part.
func (o *opposites) meets(left front, budget int32) (right opposite, ok bool) {
	if len(o.fronts) == 0 || o.fronts[0].cost > budget {
		return right, false
	}
	low := 0
	wet := left.above &^ left.stone
	for _, filter := range o.filters {
		rows := bits.TrailingZeros(uint(len(filter))) / 2
		mask := uint32(1)<<rows - 1
		if int32(filter[left.stone>>low&mask|wet>>low&mask<<rows]) > budget {
			return right, false
		}
		low += rows
	}
	for _, right := range o.fronts {
		if right.cost > budget {
			break
		}
		extra, ok := seam(left, right.front, o.kink, o.height)
		if ok && right.cost+extra <= budget && connected(left, right.front, o.kink, o.height) {
			return right, true
		}
	}
	return right, false
}
