package liberties

// Lanes are eight small numbers, of 0 to 127, in the bytes of one word, the
// first in the lowest. The top bit of each byte is free, so that what is done
// to one lane carries into no other.
type lanes uint64

const (
	laneShift = 3
	laneCount = 1 << laneShift // lanes of a word
	laneBits  = 64 / laneCount

	eachLane lanes = 0x0101010101010101
	laneTops       = eachLane << (laneBits - 1)
)

// plus adds a number to each lane; the sums must be of 0 to 127.
func (x lanes) plus(n int32) lanes { return x + eachLane*lanes(n) }

// min returns the lesser of each two lanes: x less what it has more than y.
func (x lanes) min(y lanes) lanes {
	more := (x | laneTops) - y // with the top bit where x is not less than y
	top := more & laneTops
	return x - more&(top-top>>(laneBits-1))
}

// lowerLanes are the lanes, all bits of them, in whose numbers the bit of a step
// is 0.
var lowerLanes = [laneCount]lanes{1: 0x00ff00ff00ff00ff, 2: 0x0000ffff0000ffff, 4: 0x00000000ffffffff}

// swapped exchanges the lanes whose numbers differ by a step alone, which is 1, 2
// or 4.
func (x lanes) swapped(step int) lanes {
	lower, shift := lowerLanes[step], step*laneBits&63
	return x>>shift&lower | x&lower<<shift
}

// lane returns the number in a lane.
func (x lanes) lane(i int) int32 { return int32(x >> (i % laneCount * laneBits) & 0xff) }

// with returns the lanes with another number in one of them.
func (x lanes) with(i int, n int32) lanes {
	shift := i % laneCount * laneBits
	return x&^(0xff<<shift) | lanes(n)<<shift
}
