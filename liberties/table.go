package liberties

import (
	"slices"
	"sync"
)

// gateRows is the number of rows of which a sieve looks at all.
const gateRows = 5

// gateSieves returns sieves for a kink, about 12 for each row.
func gateSieves(kink, height int) []*sieve {
	return newSieves(kink, shapesOf(height, gateRows, gateEntries(height)))
}

// gateEntries returns about how many entries a sieve has. More of them let
// fewer left parts through that go with nothing, but take longer to make and to
// look up, and up to 20 rows more memory than these parts.
func gateEntries(height int) int {
	switch {
	case height <= 16:
		return 1 << 16
	case height <= 19:
		return 1 << 17
	case height <= 20:
		return 1 << 18
	}
	return 1 << 23
}

// A sieve bounds from below what right parts at a kink cost together with the
// seam, for a left part. Of some neighbouring rows it looks at all of the left
// point, of the rows around them only at whether it is wet, and at other rows not
// at all. Most left parts go with no right part for that reason alone.
//
// What is left out costs at least 0: the seam without cycles is a sum over the
// rows, but for the two beside the kink, which are looked at together.
type sieve struct {
	kink int
	*shapes
	shape
	number int // of the shape
	adding sync.Mutex
	least  []lanes // by entry, above lowestCost
}

// Costs in a sieve fit in a lane. Those of parts that fell are below 0, but no
// fall is as deep as lowestCost; and noRightPart is more than any cost of
// interest.
const (
	lowestCost  = -MaxHeight
	noRightPart = 64
)

// noRightParts is the word of a sieve without right parts.
const noRightParts = eachLane * (noRightPart - lowestCost)

// someRightParts reports whether a word of a sieve has right parts.
func (x lanes) someRightParts() bool { return x != noRightParts }

// newSieves returns the sieves of a kink, without right parts.
func newSieves(kink int, shapes *shapes) (sieves []*sieve) {
	for number, shape := range shapes.all {
		v := &sieve{kink: kink, shapes: shapes, shape: shape, number: number, least: make([]lanes, shape.entries()/laneCount)}
		for i := range v.least {
			v.least[i] = noRightParts
		}
		sieves = append(sieves, v)
	}
	return sieves
}

// at returns what the right parts of an entry cost at least.
func (v *sieve) at(entry uint32) int32 { return v.least[entry/laneCount].lane(int(entry)) + lowestCost }

// bounded reports whether none of the sieves of a kink says that right parts and
// their seams with a left part cost more than the budget.
func bounded(sieves []*sieve, left front, budget int32) bool {
	if len(sieves) == 0 {
		return true
	}
	entries := sieves[0].left.of(left.stone, left.above&^left.stone)
	for i, v := range sieves {
		if v.at(entries[i]) > budget {
			return false
		}
	}
	return true
}

// add adds a right part, which faces the left ones.
func (v *sieve) add(f front, cost int32) {
	v.lower(v.left.of(f.stone, f.above&^f.stone)[v.number], cost)
}

// lower adds a right part to an entry.
func (v *sieve) lower(entry uint32, cost int32) {
	word := &v.least[entry/laneCount]
	if cost -= lowestCost; cost < word.lane(int(entry)) {
		*word = word.with(int(entry), cost)
	}
}

// A block is right parts that are added to one sieve after the other.
type block struct {
	entries [blockParts]numbers
	costs   [blockParts]int32
	size    int
}

const blockParts = 256

// addTurned adds right parts to the sieves of a kink, if they cost so much at
// most, of costs that become relative by so much less. It turns them to face the
// left parts, and passes over rows of theirs that are below the board. It returns
// how many it added. Many goroutines may add to the same sieves at once.
func addTurned(sieves []*sieve, fronts []front, most, relative int32) (count int64) {
	var b block
	turned := sieves[0].turned
	for part := range slices.Chunk(fronts, blockParts) {
		b.size = 0
		for _, f := range part {
			if f.cost <= most {
				b.entries[b.size], b.costs[b.size] = turned.of(f.stone, f.above&^f.stone), f.cost-relative
				b.size++
			}
		}
		for _, v := range sieves {
			v.addBlock(&b)
		}
		count += int64(b.size)
	}
	return count
}

func (v *sieve) addBlock(b *block) {
	v.adding.Lock()
	defer v.adding.Unlock()
	for i := range b.size {
		v.lower(b.entries[i][v.number], b.costs[i])
	}
}

// addAll adds the right parts of another sieve of the same shape, each dearer by
// so much, which must not be below 0.
func (v *sieve) addAll(w *sieve, dearer int32) {
	for i, costs := range w.least {
		v.least[i] = v.least[i].min(costs.plus(dearer))
	}
}
