package liberties

import (
	"cmp"
	"math/bits"
)

// maxHeight is the greatest height of a frontier.
const maxHeight = 32

// A frontier is the border state of a left part: of every row the last point that was placed, and
// the cost so far. The rows above the kink are in the new column, the others in the old one. Bit i
// of each plane is about row i.
//
// Components are the connected components of all stones placed so far. They do
// not cross in the border, so it is enough to know of each stone whether its
// component has another stone above it and below it in the border.
type frontier struct {
	stone uint32
	above uint32 // a stone: its component has a stone above it; an empty point: it has a stone beside it
	below uint32 // a stone: its component has a stone below it; an empty point: never
	cost  int32
}

// edgeFrontier returns the border before the first column. A stone next to the edge costs 1, as a
// stone next to a dominated point does; so the points before the first column are dominated.
func edgeFrontier(height int) frontier { return frontier{above: 1<<height - 1} }

// components returns the number of components: each has one topmost stone.
func (f frontier) components() int { return bits.OnesCount32(f.stone &^ f.above) }

// undominated returns the empty points without a stone next to them.
func (f frontier) undominated(height int) uint32 { return (1<<height - 1) &^ (f.stone | f.above) }

// placeEmpty adds an empty point in a row of the new column. It is not ok if
// that cuts a component off from the rest of the border.
//
// The cost: the point to the left, if undominated, stays so for good, 2; the new point
// is a liberty of two stones, 1.
func (f frontier) placeEmpty(row int) (frontier, bool) {
	bit := uint32(1) << row
	beside := f.stone & bit
	switch {
	case beside != 0:
		up, down := f.above&bit != 0, f.below&bit != 0
		switch {
		case !up && !down:
			return f, false
		case !up:
			f.above &^= f.nextInComponent(row)
		case !down:
			f.below &^= f.previousInComponent(row)
		}
		f.stone &^= bit
	case f.above&bit == 0:
		f.cost += 2
	}
	f.above &^= bit
	f.below &^= bit
	upper := bit >> 1 & f.stone
	if beside != 0 && upper != 0 {
		f.cost++
	}
	if beside != 0 || upper != 0 {
		f.above |= bit
	}
	return f, true
}

// placeStone adds a stone in a row of the new column.
//
// The cost: 1 for each liberty next to it, to the left or above, that already had a stone next to
// it; 1 for the top and the bottom edge; 2 if it closes a cycle.
func (f frontier) placeStone(row, height int) frontier {
	bit := uint32(1) << row
	if row == 0 {
		f.cost++
	}
	if row == height-1 {
		f.cost++
	}
	left := f.stone&bit != 0
	if !left && f.above&bit != 0 {
		f.cost++
	}
	if row == 0 {
		return f.placeBelowEmpty(bit, left)
	}
	upper := bit >> 1
	if f.stone&upper == 0 {
		if f.above&upper != 0 {
			f.cost++
		}
		f.above |= upper
		return f.placeBelowEmpty(bit, left)
	}
	if left {
		return f.joinBoth(row)
	}
	f.stone |= bit
	f.above |= bit
	if f.below&upper != 0 {
		f.below |= bit
	}
	f.below |= upper
	return f
}

// placeBelowEmpty changes the border for a stone that has no stone above it; left says whether it
// has one to its left. The cost is the caller's.
func (f frontier) placeBelowEmpty(bit uint32, left bool) frontier {
	if !left {
		f.stone |= bit
		f.above &^= bit
	}
	return f
}

// closesCycle reports whether a stone placed in a row would close a cycle: the points above it and
// to its left are stones of one component.
func (f frontier) closesCycle(row int) bool {
	bit := uint32(1) << row
	upper := bit >> 1
	return f.stone&bit != 0 && f.stone&upper != 0 && f.below&upper != 0 && f.above&bit != 0
}

// joinBoth places a stone between one above it and one to the left.
//
// Let X be the component of the stone above, Y that of the stone to the left.
// If X goes on below and Y above, they are one: else X and Y would cross.
func (f frontier) joinBoth(row int) frontier {
	bit := uint32(1) << row
	upper := bit >> 1
	down, up := f.below&upper != 0, f.above&bit != 0
	switch {
	case down && up:
		f.cost += 2
		return f
	case down: // Y lies between two stones of X
		f.below |= f.last(row)
	case up: // X lies between two stones of Y
		f.above |= f.first(row - 1)
	}
	f.below |= upper
	f.above |= bit
	return f
}

// nextInComponent returns the next stone below the stone in a row that is of its component. There
// must be one.
func (f frontier) nextInComponent(row int) uint32 {
	depth := 0
	for rest := f.stone & (f.above | f.below) &^ (2<<row - 1); ; rest &= rest - 1 {
		bit := rest & -rest
		switch {
		case f.above&bit == 0:
			depth++
		case depth == 0:
			return bit
		case f.below&bit == 0:
			depth--
		}
	}
}

// previousInComponent returns the next stone above the stone in a row that is of its component.
// There must be one.
func (f frontier) previousInComponent(row int) uint32 {
	depth := 0
	for rest := f.stone & (f.above | f.below) & (1<<row - 1); ; {
		bit := uint32(1) << (31 - bits.LeadingZeros32(rest))
		switch {
		case f.below&bit == 0:
			depth++
		case depth == 0:
			return bit
		case f.above&bit == 0:
			depth--
		}
		rest ^= bit
	}
}

// last returns the bottommost stone of the component of the stone in a row.
func (f frontier) last(row int) uint32 {
	bit := uint32(1) << row
	for f.below&bit != 0 {
		bit = f.nextInComponent(bits.TrailingZeros32(bit))
	}
	return bit
}

// first returns the topmost stone of the component of the stone in a row.
func (f frontier) first(row int) uint32 {
	bit := uint32(1) << row
	for f.above&bit != 0 {
		bit = f.previousInComponent(bits.TrailingZeros32(bit))
	}
	return bit
}

// mirrored returns the border upside down. A right part is swept as a left part after half a turn,
// which reverses its rows; mirrored gives it the rows of the left parts that it faces.
func (f frontier) mirrored(height int) frontier {
	turn := func(plane uint32) uint32 { return bits.Reverse32(plane) >> (32 - height) }
	return frontier{
		stone: turn(f.stone),
		above: turn(f.above&^f.stone | f.below),
		below: turn(f.above & f.stone),
		cost:  f.cost,
	}
}

// finished returns two costs of the whole group: atEdge if the border is the last column of the
// board, beforeEmpty if columns without a stone follow. It is not ok if the stones are not one
// component.
func (f frontier) finished(height int) (atEdge, beforeEmpty int32, ok bool) {
	if f.components() != 1 {
		return 0, 0, false
	}
	stones := int32(bits.OnesCount32(f.stone))
	undominated := int32(bits.OnesCount32(f.undominated(height)))
	return f.cost + stones + 2*undominated, f.cost + 2*undominated + 2*(int32(height)-stones), true
}

// sameState reports whether two frontiers differ at most in cost.
func sameState(f, g frontier) bool {
	return f.stone == g.stone && f.above == g.above && f.below == g.below
}

// hash spreads frontiers over tables and over the parts in which snapshots are compared, by its
// upper bits. Nothing else depends on it: frontiers are compared in full.
func (f frontier) hash() uint64 {
	h := (uint64(f.stone)<<32 | uint64(f.above)) * 0x9e3779b97f4a7c15
	h ^= h>>29 ^ uint64(f.below)*0xd6e8feb86659fd93
	return h * 0xbf58476d1ce4e5b9
}

// hashRows hashes the states of the points in some rows: frontiers that agree in these rows get
// into one shard.
func (f frontier) hashRows(rows uint32) uint64 {
	h := (uint64(f.stone&rows)<<32 | uint64(f.above&^f.stone&rows)) * 0xc2b2ae3d27d4eb4f
	h ^= h >> 31
	return h * 0x9fb21c651e98df25
}

// canonical returns the lesser of a border and its mirror image.
func (f frontier) canonical(height int) frontier {
	g := f.mirrored(height)
	if compareFrontiers(g, f) < 0 {
		return g
	}
	return f
}

// compareFrontiers orders frontiers by state, then by cost.
func compareFrontiers(f, g frontier) int {
	switch {
	case f.stone != g.stone:
		return cmp.Compare(f.stone, g.stone)
	case f.above != g.above:
		return cmp.Compare(f.above, g.above)
	}
	return cmp.Or(cmp.Compare(f.below, g.below), cmp.Compare(f.cost, g.cost))
}

// The states of a point in a frontier.
const (
	isUndominated = iota
	isDominated
	isStone
	states
)

// turnedKink returns the kink of a right part after half a turn, given the kink at which it meets a
// left part. It is its own inverse.
func turnedKink(kink, height int) int {
	if kink < height {
		return height - kink
	}
	return height
}

// joinCost returns the cost of a group less the costs of its left and its right part, which meet at
// a kink. In the rows above the kink the left part has one more point than below. It is not ok if
// too few pairs of stones touch for the parts to be connected.
func joinCost(left, right frontier, kink, height int) (cost int32, ok bool) {
	cost, links := localJoinCost(left, right, kink, height)
	cycles := links - int32(left.components()+right.components()-1)
	return cost + 2*cycles, cycles >= 0
}

// localJoinCost returns the part of the join cost that is a sum over the points along the join, and
// the number of links: pairs of stones that touch across the join.
//
// An undominated point stays undominated for 2 or becomes the liberty of its first stone for
// nothing; each further stone next to a liberty costs 1.
func localJoinCost(left, right frontier, kink, height int) (cost, links int32) {
	board := uint32(1)<<height - 1
	dominatedLeft, dominatedRight := left.above&^left.stone, right.above&^right.stone
	undominatedLeft, undominatedRight := board&^(left.stone|left.above), board&^(right.stone|right.above)
	cost = int32(bits.OnesCount32(dominatedLeft&right.stone) + bits.OnesCount32(dominatedRight&left.stone) +
		2*bits.OnesCount32(undominatedLeft&^right.stone) + 2*bits.OnesCount32(undominatedRight&^left.stone))
	links = int32(bits.OnesCount32(left.stone & right.stone))
	if kink == 0 || kink == height {
		return cost, links
	}
	// The lowest row above the kink and the one below it touch along the column.
	upper, lower := uint32(1)<<(kink-1), uint32(1)<<kink
	upperStone, lowerStone := left.stone&upper != 0, right.stone&lower != 0
	switch {
	case upperStone && lowerStone:
		links++
	case lowerStone:
		cost += extraStoneCost(dominatedLeft&upper != 0, right.stone&upper != 0)
	case upperStone:
		cost += extraStoneCost(dominatedRight&lower != 0, left.stone&lower != 0)
	}
	return cost, links
}

// extraStoneCost returns by how much the cost of an empty point changes if one more stone is next
// to it: from undominated to a liberty, or 1 more for a liberty that stones share.
func extraStoneCost(dominated, otherStone bool) int32 {
	if dominated || otherStone {
		return 1
	}
	return -2
}

// connected reports whether a left and a right part that meet at a kink are one component.
func connected(left, right frontier, kink, height int) bool {
	upper, lower := uint32(0), uint32(0) // stones that touch along the column
	if 0 < kink && kink < height && left.stone>>(kink-1)&1 != 0 && right.stone>>kink&1 != 0 {
		upper, lower = 1<<(kink-1), 1<<kink
	}
	l, r := left.stone&-left.stone, uint32(0)
	if l == 0 {
		r = right.stone & -right.stone
	}
	for reached := 0; reached < bits.OnesCount32(l)+bits.OnesCount32(r); {
		reached = bits.OnesCount32(l) + bits.OnesCount32(r)
		if l&upper|r&lower != 0 {
			l, r = l|upper, r|lower
		}
		l, r = left.componentsOf(l|r&left.stone), right.componentsOf(r|l&right.stone)
	}
	return l|r != 0 && l == left.stone && r == right.stone
}

// componentsOf returns all stones of the components of some stones.
func (f frontier) componentsOf(some uint32) uint32 {
	for rest := some; rest != 0; rest &= rest - 1 {
		bit := f.first(bits.TrailingZeros32(rest))
		for some |= bit; f.below&bit != 0; some |= bit {
			bit = f.nextInComponent(bits.TrailingZeros32(bit))
		}
	}
	return some
}
