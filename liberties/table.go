package liberties

import (
	"slices"
	"sync"
)

// tableRows is the number of rows of which a table knows the states.
const tableRows = 5

// pruningShapes returns the shapes of tables, about 12 for each row.
func pruningShapes(height int) *shapes { return newShapes(height, tableRows, tableEntries(height)) }

// tableEntries returns about how many entries a table has. More of them let
// fewer left parts through that go with nothing, but take longer to make and to
// look up, and up to 20 rows more memory than these parts.
func tableEntries(height int) int {
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

// A boundTable bounds from below what the right parts at a kink cost together with the
// join, for a left part. Of some neighbouring rows it knows the state of the left point,
// of the rows around them only whether it is dominated, and of other rows nothing.
//
// What it does not know costs at least 0: the join without cycles is a sum over the
// rows, but for the two beside the kink, which are looked at together.
type boundTable struct {
	kink int
	*shapes
	shape
	number int // of the shape
	adding sync.Mutex
	least  []lanes // by entry, above lowestCost
}

// Costs in a table fit in a lane. Those of relaxed states are below 0, but no decrease
// is as large as -lowestCost; and noRightPart is more than any cost of interest.
const (
	lowestCost  = -maxHeight
	noRightPart = 64
)

// noRightParts is the word of a table without right parts.
const noRightParts = eachLane * (noRightPart - lowestCost)

// someRightParts reports whether a word of a table has right parts.
func (x lanes) someRightParts() bool { return x != noRightParts }

// newTables returns the tables of a kink, without right parts.
func newTables(kink int, shapes *shapes) (tables []*boundTable) {
	for number, shape := range shapes.all {
		v := &boundTable{kink: kink, shapes: shapes, shape: shape, number: number, least: make([]lanes, shape.entries()/laneCount)}
		for i := range v.least {
			v.least[i] = noRightParts
		}
		tables = append(tables, v)
	}
	return tables
}

// at returns what the right parts of an entry cost at least.
func (v *boundTable) at(entry uint32) int32 {
	return v.least[entry/laneCount].lane(int(entry)) + lowestCost
}

// bounded reports whether none of the tables of a kink says that right parts and
// their joins with a left part cost more than the budget.
func bounded(tables []*boundTable, left frontier, budget int32) bool {
	if len(tables) == 0 {
		return true
	}
	entries := tables[0].left.of(left.stone, left.above&^left.stone)
	for i, v := range tables {
		if v.at(entries[i]) > budget {
			return false
		}
	}
	return true
}

// add adds a right part, which faces the left ones.
func (v *boundTable) add(f frontier, cost int32) {
	v.lower(v.left.of(f.stone, f.above&^f.stone)[v.number], cost)
}

// lower adds a right part to an entry.
func (v *boundTable) lower(entry uint32, cost int32) {
	word := &v.least[entry/laneCount]
	if cost -= lowestCost; cost < word.lane(int(entry)) {
		*word = word.with(int(entry), cost)
	}
}

// A block is right parts that are added to one table after the other.
type block struct {
	entries [blockParts]numbers
	costs   [blockParts]int32
	size    int
}

const blockParts = 256

// addTurned adds right parts to the tables of a kink, that cost at most the
// given cost. Their costs less relative are their relative costs. It turns them to face the
// left parts, and passes over rows of theirs that are below the board. It returns
// how many it added. Many goroutines may add to the same tables at once.
func addTurned(tables []*boundTable, frontiers []frontier, most, relative int32) (count int64) {
	var b block
	turned := tables[0].turned
	for part := range slices.Chunk(frontiers, blockParts) {
		b.size = 0
		for _, f := range part {
			if f.cost <= most {
				b.entries[b.size], b.costs[b.size] = turned.of(f.stone, f.above&^f.stone), f.cost-relative
				b.size++
			}
		}
		for _, v := range tables {
			v.addBlock(&b)
		}
		count += int64(b.size)
	}
	return count
}

func (v *boundTable) addBlock(b *block) {
	v.adding.Lock()
	defer v.adding.Unlock()
	for i := range b.size {
		v.lower(b.entries[i][v.number], b.costs[i])
	}
}

// addAll adds the right parts of another table of the same shape, each costing more
// by surcharge, which must not be below 0.
func (v *boundTable) addAll(w *boundTable, surcharge int32) {
	for i, costs := range w.least {
		v.least[i] = v.least[i].min(costs.plus(surcharge))
	}
}
