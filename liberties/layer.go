package liberties

import (
	"encoding/binary"
	"math/bits"
)

// A layer is a set of fronts at one kink, each once with its least cost, in
// blocks. Which block a front is in, and the order inside, mean nothing.
type layer [][]front

func (l layer) len() (n int) {
	for _, block := range l {
		n += len(block)
	}
	return n
}

// least returns the least cost of a front, if that is below 0.
func (l layer) least() (least int32) {
	for _, block := range l {
		for _, f := range block {
			least = min(least, f.cost)
		}
	}
	return least
}

// A packing is how the fronts of a list are saved: each as one number, the
// stones from bit 0 on, the planes above and below from bit height and 2 height
// on, then the cost less the least of the list, in as many bytes as that takes,
// the low ones first.
type packing struct {
	height int
	least  int32
	bits   int // of a cost
}

const (
	mostCostBits = 32
	mostPacked   = (3*MaxHeight + mostCostBits) / 8 // bytes of a front
	packedChunk  = 1 << 14                          // bytes that are packed or unpacked at once
)

// packingOf returns that of a list, of one front at least. It is not ok if they
// have rows beyond the height.
func packingOf(height int, fronts []front) (p packing, ok bool) {
	least, most := fronts[0].cost, fronts[0].cost
	rows := uint32(0)
	for _, f := range fronts {
		least, most = min(least, f.cost), max(most, f.cost)
		rows |= f.stone | f.above | f.below
	}
	return packing{height, least, bits.Len32(uint32(most - least))}, rows>>height == 0
}

// size returns the bytes of a front.
func (p packing) size() int { return (3*p.height + p.bits + 7) / 8 }

// put packs a front. It writes over mostPacked bytes.
func (p packing) put(to []byte, f front) {
	h := uint(p.height)
	below, cost := uint64(f.below), uint64(uint32(f.cost-p.least))
	low := uint64(f.stone) | uint64(f.above)<<h | below<<(2*h) | cost<<(3*h)
	high := beyond(below, 2*h) | beyond(cost, 3*h)
	binary.LittleEndian.PutUint64(to, low)
	binary.LittleEndian.PutUint64(to[8:], high)
}

// beyond returns the bits of x, shifted to the left, from bit 64 on. A shift by
// 64 or more leaves nothing, and so does one by less than 0, which is more.
func beyond(x uint64, by uint) uint64 { return x>>(64-by) | x<<(by-64) }

// get unpacks what put packed. It reads over mostPacked bytes.
func (p packing) get(from []byte) front {
	h := uint(p.height)
	low, high := binary.LittleEndian.Uint64(from), binary.LittleEndian.Uint64(from[8:])
	plane := uint32(1<<h - 1)
	return front{
		stone: uint32(low) & plane,
		above: uint32(low>>h) & plane,
		below: uint32(from64(low, high, 2*h)) & plane,
		cost:  p.least + int32(from64(low, high, 3*h)&(1<<p.bits-1)),
	}
}

// from64 returns 64 bits of a number of 128, from one of them on.
func from64(low, high uint64, first uint) uint64 {
	return low>>first | high<<(64-first) | high>>(first-64)
}

// packedFronts is a list of fronts, packed.
type packedFronts struct {
	packing
	fronts int
	bytes  []byte
}

// packFronts packs a list, of one front at least, without rows beyond the height.
func packFronts(height int, fronts []front) packedFronts {
	p, _ := packingOf(height, fronts)
	size := p.size()
	bytes := make([]byte, len(fronts)*size+mostPacked)
	for i, f := range fronts {
		p.put(bytes[i*size:], f)
	}
	return packedFronts{p, len(fronts), bytes}
}

func (p packedFronts) get(i int) front { return p.packing.get(p.bytes[i*p.size():]) }

func (p packedFronts) unpack() (fronts []front) {
	fronts = make([]front, p.fronts)
	for i := range fronts {
		fronts[i] = p.get(i)
	}
	return fronts
}
