package liberties

import (
	"math/bits"
)

// The states of a point in a frontier.
const (
	isUndominated = iota
	isDominated
	isStone
	states
)

// joinCost returns what must be added to the costs of a left and a right part that meet at a kink,
// if together they are connected: the cost of liberties and of points that are none, and of cycles.
// The rows above the kink have one more point in the left part. It is not ok if there are too few
// links between the parts to connect their components.
func joinCost(left, right frontier, kink, height int) (cost int32, ok bool) {
	cost, links := localJoinCost(left, right, kink, height)
	cycles := links - int32(left.components()+right.components()-1)
	return cost + 2*cycles, cycles >= 0
}

// localJoinCost returns the cost of the points along the join, and the number of
// pairs of stones that touch across it.
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
		cost += oneMoreBeside(dominatedLeft&upper != 0, right.stone&upper != 0)
	case upperStone:
		cost += oneMoreBeside(dominatedRight&lower != 0, left.stone&lower != 0)
	}
	return cost, links
}

// oneMoreBeside returns the change of cost of an empty point by one more stone next to it.
func oneMoreBeside(dominated, otherStone bool) int32 {
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
		l, r = left.whole(l|r&left.stone), right.whole(r|l&right.stone)
	}
	return l|r != 0 && l == left.stone && r == right.stone
}

// whole returns all stones of the components of some of them.
func (f frontier) whole(some uint32) uint32 {
	for rest := some; rest != 0; rest &= rest - 1 {
		bit := f.first(bits.TrailingZeros32(rest))
		for some |= bit; f.below&bit != 0; some |= bit {
			bit = f.nextMate(bits.TrailingZeros32(bit))
		}
	}
	return some
}
