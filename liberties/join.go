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

// joinCost returns what must be added to the costs of a left and a right part that
// meet at a kink, if together they are connected: the cost of liberties and of
// points that are none, and of cycles. The rows above the kink have one more
// point in the left part. It is not ok if there are too few links between the
// parts to connect their components.
func joinCost(left, right frontier, kink, height int) (cost int32, ok bool) {
	cost, links := localJoinCost(left, right, kink, height)
	cycles := links - int32(left.components()+right.components()-1)
	return cost + 2*cycles, cycles >= 0
}

// localJoinCost returns the cost of the points along the join, and the number of
// pairs of stones that touch across it.
//
// An undominated point stays undominated for 2 or becomes the liberty of its first stone for
// nothing; each further stone beside a liberty costs 1.
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

// oneMoreBeside returns by how much the cost of an empty point changes with one
// more stone beside it.
func oneMoreBeside(dominated, otherStone bool) int32 {
	if dominated || otherStone {
		return 1
	}
	return -2
}

// connected reports whether the components of a left and a right part that meet
// at a kink are all connected.
func connected(left, right frontier, kink, height int) bool {
	var parent [2 * maxHeight]uint8
	link(&parent, left, 0, height)
	link(&parent, right, maxHeight, height)
	for row := range height {
		if left.stone&right.stone>>row&1 != 0 {
			unite(&parent, row, maxHeight+row)
		}
	}
	if 0 < kink && kink < height && left.stone>>(kink-1)&1 != 0 && right.stone>>kink&1 != 0 {
		unite(&parent, kink-1, maxHeight+kink)
	}
	groups := 0
	for row := range height {
		if left.stone>>row&1 != 0 && int(parent[row]) == row {
			groups++
		}
		if right.stone>>row&1 != 0 && int(parent[maxHeight+row]) == maxHeight+row {
			groups++
		}
	}
	return groups == 1
}

// link makes trees of the components of a frontier. Stones of a component are
// matched like brackets.
func link(parent *[2 * maxHeight]uint8, f frontier, base, height int) {
	var open []int // the latest stones of the components that go on below
	for row := range height {
		parent[base+row] = uint8(base + row)
		bit := uint32(1) << row
		if f.stone&bit == 0 {
			continue
		}
		if f.above&bit != 0 {
			unite(parent, open[len(open)-1], base+row)
			open = open[:len(open)-1]
		}
		if f.below&bit != 0 {
			open = append(open, base+row)
		}
	}
}

func unite(parent *[2 * maxHeight]uint8, i, j int) {
	parent[root(parent, i)] = uint8(root(parent, j))
}

func root(parent *[2 * maxHeight]uint8, i int) int {
	for int(parent[i]) != i {
		i = int(parent[i])
	}
	return i
}
