package liberties

import (
	"encoding/binary"
	"math/bits"
	"slices"
)

// A layer is a set of frontiers at one kink, each once with its least cost, in
// blocks. Which block a frontier is in, and the order inside, mean nothing.
type layer [][]frontier

func (l layer) len() (n int) {
	for _, block := range l {
		n += len(block)
	}
	return n
}

// least returns the least cost of a frontier, if that is below 0.
func (l layer) least() (least int32) {
	for _, block := range l {
		for _, f := range block {
			least = min(least, f.cost)
		}
	}
	return least
}

// A packing is how the frontiers of a list are saved: each as one number, the
// stones from bit 0 on, the planes above and below from bit height and 2 height
// on, then the cost less the least of the list, in as many bytes as that takes,
// the low ones first.
type packing struct {
	height int
	least  int32
	bits   int // of a cost
}

const (
	maxCostBits = 32
	maxPacked   = (3*maxHeight + maxCostBits) / 8 // bytes of a frontier
	packedChunk = 1 << 14                         // bytes that are packed or unpacked at once
)

// packingOf returns that of a list, of one frontier at least. It is not ok if they
// have rows beyond the height.
func packingOf(height int, frontiers []frontier) (p packing, ok bool) {
	least, most := frontiers[0].cost, frontiers[0].cost
	rows := uint32(0)
	for _, f := range frontiers {
		least, most = min(least, f.cost), max(most, f.cost)
		rows |= f.stone | f.above | f.below
	}
	return packing{height, least, bits.Len32(uint32(most - least))}, rows>>height == 0
}

// size returns the bytes of a frontier.
func (p packing) size() int { return (3*p.height + p.bits + 7) / 8 }

// put packs a frontier. It writes over maxPacked bytes.
func (p packing) put(to []byte, f frontier) {
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

// get unpacks what put packed. It reads over maxPacked bytes.
func (p packing) get(from []byte) frontier {
	h := uint(p.height)
	low, high := binary.LittleEndian.Uint64(from), binary.LittleEndian.Uint64(from[8:])
	plane := uint32(1<<h - 1)
	return frontier{
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

// packedFrontiers is a list of frontiers, packed.
type packedFrontiers struct {
	packing
	frontiers int
	bytes     []byte
}

// packFrontiers packs a list, of one frontier at least, without rows beyond the height.
func packFrontiers(height int, frontiers []frontier) packedFrontiers {
	p, _ := packingOf(height, frontiers)
	size := p.size()
	bytes := make([]byte, len(frontiers)*size+maxPacked)
	for i, f := range frontiers {
		p.put(bytes[i*size:], f)
	}
	return packedFrontiers{p, len(frontiers), bytes}
}

func (p packedFrontiers) get(i int) frontier { return p.packing.get(p.bytes[i*p.size():]) }

func (p packedFrontiers) unpack() (frontiers []frontier) {
	frontiers = make([]frontier, p.frontiers)
	for i := range frontiers {
		frontiers[i] = p.get(i)
	}
	return frontiers
}

// A snapshot is the frontiers at the end of a column with their costs less rate
// times the columns. Equal snapshots have equal futures.
type snapshot struct {
	height    int
	cols      int
	rate      int32
	frontiers int
	sum       uint64 // tells most snapshots apart; it never decides that two are equal
	ends      layer  // nil once it is
	packed    []packedFrontiers
}

// add adds up the frontiers.
func (s *snapshot) add() {
	s.frontiers, s.sum = 0, 0
	s.each(func(f frontier) {
		s.frontiers++
		s.sum += f.hash() * uint64(2*f.cost+1)
	})
}

// each visits all frontiers, with relative costs.
func (s *snapshot) each(visit func(f frontier)) {
	relative := s.rate * int32(s.cols)
	for _, block := range s.ends {
		for _, f := range block {
			f.cost -= relative
			visit(f)
		}
	}
	for _, block := range s.packed {
		for i := range block.frontiers {
			f := block.get(i)
			f.cost -= relative
			visit(f)
		}
	}
}

// pack makes it half as large.
func (s *snapshot) pack() {
	for _, block := range s.ends {
		if len(block) > 0 {
			s.packed = append(s.packed, packFrontiers(s.height, block))
		}
	}
	s.ends = nil
}

// unpack undoes that.
func (s *snapshot) unpack() {
	for _, block := range s.packed {
		s.ends = append(s.ends, block.unpack())
	}
	s.packed = nil
}

// comparedFrontiers is how many frontiers of a snapshot are compared at once, about.
const comparedFrontiers = 1 << 20

// equal compares two snapshots in full.
func (s *snapshot) equal(t *snapshot) bool {
	return s.frontiers == t.frontiers && s.sum == t.sum && s.equalParts(t, uint64(s.frontiers/comparedFrontiers+1))
}

// equalParts compares the frontiers, in parts.
func (s *snapshot) equalParts(t *snapshot, parts uint64) bool {
	for part := range parts {
		if !slices.Equal(s.sorted(part, parts), t.sorted(part, parts)) {
			return false
		}
	}
	return true
}

// sorted returns one of the parts of the frontiers, in order.
func (s *snapshot) sorted(part, parts uint64) (some []frontier) {
	s.each(func(f frontier) {
		if f.hash()>>32%parts == part {
			some = append(some, f)
		}
	})
	slices.SortFunc(some, compareFrontiers)
	return some
}

// recent is the snapshots of the last columns, in which a repetition is looked
// for. All but the last are packed.
type recent []*snapshot

const maxPeriod = 3

// add adds a snapshot and returns the period if it repeats an earlier one, by a
// multiple of a step: that many columns are one period.
func (r *recent) add(s *snapshot, step int) (period int) {
	for _, old := range slices.Backward(*r) {
		if (s.cols-old.cols)%step == 0 && old.equal(s) {
			period = s.cols - old.cols
			break
		}
	}
	if n := len(*r); n > 0 {
		(*r)[n-1].pack()
	}
	*r = append(*r, s)
	if len(*r) > maxPeriod {
		*r = slices.Delete(*r, 0, 1)
	}
	return period
}
