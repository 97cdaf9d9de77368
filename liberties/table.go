package liberties

import (
	"slices"
	"sync"
)

// lanes are eight small numbers, of 0 to 127, in the bytes of one word, the first in the lowest.
// The top bit of each byte is free, so that what is done to one lane carries into no other.
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

// lowerLanes are the lanes, all bits of them, in whose numbers the bit of a step is 0.
var lowerLanes = [laneCount]lanes{1: 0x00ff00ff00ff00ff, 2: 0x0000ffff0000ffff, 4: 0x00000000ffffffff}

// swapped exchanges the lanes whose numbers differ by a step alone, which is 1, 2 or 4.
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

// A shape says which rows a table looks at, and how its entries are numbered.
type shape struct {
	row, rows     int // those it looks at all of
	low, high     int // those it looks at
	dominatedBits int // of a number, the lowest: one for each row of which it looks at dominated or not only, and enough to fill a word
}

// A digit is how the number of an entry shows a point: base 3 for its state, 2 for dominated or
// not, 1 for nothing. Entries that differ in it alone are a step apart.
type digit struct{ base, step int }

// digit returns the digit that shows the point of a row.
func (s shape) digit(row int) digit {
	switch {
	case row < s.low || row >= s.high:
		return digit{base: 1}
	case row < s.row:
		return digit{2, 1 << (row - s.low)}
	case row >= s.row+s.rows:
		return digit{2, 1 << (row - s.low - s.rows)}
	}
	step := 1 << s.dominatedBits
	for range row - s.row {
		step *= states
	}
	return digit{states, step}
}

// matches reports whether the digit x stands for a state of its point.
func (d digit) matches(state, x int) bool {
	switch d.base {
	case states:
		return state == x
	case 2:
		return (state == isDominated) == (x == 1)
	}
	return true
}

// inWord reports whether entries that differ in a digit alone are in one word.
func (d digit) inWord() bool { return d.base > 1 && d.step < laneCount }

// wordBase returns the number of words whose entries differ in the digit alone: 1 if all its values
// are in one word.
func (d digit) wordBase() int {
	if d.inWord() {
		return 1
	}
	return d.base
}

// digitIn returns the value of the digit in the entries of a lane, in one of the words that
// [digit.wordBase] counts.
func (d digit) digitIn(word, lane int) int {
	if d.inWord() {
		return lane / d.step & 1
	}
	return word
}

// entries returns the number of entries, a multiple of those of a word.
func (s shape) entries() int {
	entries := 1 << s.dominatedBits
	for range s.rows {
		entries *= states
	}
	return entries
}

// A numbering finds the entries of a frontier in all tables of some shapes: the number of an entry
// is a sum over stones and dominated points, of which some sums are made beforehand.
type numbering struct {
	stone, dominated [numberedParts][1 << numberedRows]numbers // by rows of the plane
}

const (
	numberedRows  = 10 // of which the sums are made beforehand
	numberedParts = 3
)

// All rows of a search have their sums: this is no constant otherwise.
const _ = uint(numberedParts*numberedRows - MaxWindows)

// numbers are the numbers of one entry in each of up to three tables.
type numbers [maxTables]uint32

const maxTables = 3

func (n *numbers) add(other *numbers) {
	n[0] += other[0]
	n[1] += other[1]
	n[2] += other[2]
}

// entriesOf returns the numbers of the entries of a frontier, given by its stones and its dominated
// points. Rows below the board are passed over.
func (n *numbering) entriesOf(stone, dominated uint32) (of numbers) {
	const mask = 1<<numberedRows - 1
	of = n.stone[0][stone&mask]
	of.add(&n.stone[1][stone>>numberedRows&mask])
	of.add(&n.stone[2][stone>>(2*numberedRows)&mask])
	of.add(&n.dominated[0][dominated&mask])
	of.add(&n.dominated[1][dominated>>numberedRows&mask])
	of.add(&n.dominated[2][dominated>>(2*numberedRows)&mask])
	return of
}

// newNumbering returns the numbering for frontiers; rowOf gives the row of the left part that faces
// a row of the frontier.
func newNumbering(shapes []shape, height int, rowOf func(row int) int) *numbering {
	n := new(numbering)
	for row := range height {
		var stone, dominated numbers
		for i, s := range shapes {
			d := s.digit(rowOf(row))
			if d.base == states {
				stone[i] = uint32(isStone * d.step)
			}
			dominated[i] = uint32(isDominated * d.step)
		}
		part, bit := row/numberedRows, row%numberedRows
		n.stone[part][1<<bit], n.dominated[part][1<<bit] = stone, dominated
	}
	for _, plane := range [...]*[numberedParts][1 << numberedRows]numbers{&n.stone, &n.dominated} {
		for part := range plane {
			for x := range plane[part] {
				if rest := x & (x - 1); rest != 0 {
					plane[part][x] = plane[part][rest]
					plane[part][x].add(&plane[part][x-rest])
				}
			}
		}
	}
	return n
}

// shapes are those of the tables of one kink.
type shapes struct {
	height int
	all    []shape
	left   *numbering // of frontiers of left parts
	turned *numbering // of frontiers of right parts that do not face them yet
}

// newShapes returns shapes that together have all rows, the given number of them each or more, and
// about the given number of entries at most.
func newShapes(height, rows, entries int) *shapes {
	rows = min(rows, height)
	power := 1
	for range rows {
		power *= states
	}
	dominated := 0
	for rows+dominated < height && power<<(dominated+1) <= entries {
		dominated++
	}
	for rows+dominated == height && dominated > 0 && rows < maxTableRows && power*states<<(dominated-1) <= entries {
		rows, dominated, power = rows+1, dominated-1, power*states
	}
	s := &shapes{height: height}
	places := min(maxTables, (height+rows-1)/rows)
	for i := range places {
		p := shape{rows: rows, dominatedBits: max(dominated, laneShift)}
		if places > 1 {
			p.row = (height - rows) * i / (places - 1)
		}
		p.low = min(max(p.row-dominated/2, 0), height-rows-dominated)
		p.high = p.low + rows + dominated
		s.all = append(s.all, p)
	}
	s.left = newNumbering(s.all, height, func(row int) int { return row })
	s.turned = newNumbering(s.all, height, func(row int) int { return height - 1 - row })
	return s
}

// maxTableRows bounds the rows that a table looks at all of.
const maxTableRows = 9

// tableRows is the number of rows of which a table knows the states.
const tableRows = 5

// pruningShapes returns the shapes of tables, about 12 for each row.
func pruningShapes(height int) *shapes { return newShapes(height, tableRows, tableEntries(height)) }

// tableEntries returns about how many entries a table has. More of them drop more left parts, but
// take longer and, up to 20 rows, more memory than these parts.
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
// rows, except for the two next to the kink, which are looked at together.
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

// at returns the lower bound in an entry.
func (v *boundTable) at(entry uint32) int32 {
	return v.least[entry/laneCount].lane(int(entry)) + lowestCost
}

// fitsBudget reports whether, by all tables of a kink, some right part and its join may cost at
// most the budget.
func fitsBudget(tables []*boundTable, left frontier, budget int32) bool {
	if len(tables) == 0 {
		return true
	}
	entries := tables[0].left.entriesOf(left.stone, left.above&^left.stone)
	for i, v := range tables {
		if v.at(entries[i]) > budget {
			return false
		}
	}
	return true
}

// add enters a right part, turned to face the left ones, with its cost.
func (v *boundTable) add(f frontier, cost int32) {
	v.lowerEntry(v.left.entriesOf(f.stone, f.above&^f.stone)[v.number], cost)
}

// lowerEntry lowers an entry to a cost, if it is higher.
func (v *boundTable) lowerEntry(entry uint32, cost int32) {
	word := &v.least[entry/laneCount]
	if cost -= lowestCost; cost < word.lane(int(entry)) {
		*word = word.with(int(entry), cost)
	}
}

// addedParts is how many right parts are added to one table after the other.
const addedParts = 256

// addTurned adds right parts of at most some cost to the tables of a kink, and returns how many. It
// turns them to face the left parts, and takes relative off their costs. Many goroutines may call
// it.
func addTurned(tables []*boundTable, frontiers []frontier, maxCost, relative int32) (count int64) {
	var entries [addedParts]numbers
	var costs [addedParts]int32
	turned := tables[0].turned
	for part := range slices.Chunk(frontiers, addedParts) {
		size := 0
		for _, f := range part {
			if f.cost <= maxCost {
				entries[size], costs[size] = turned.entriesOf(f.stone, f.above&^f.stone), f.cost-relative
				size++
			}
		}
		for _, v := range tables {
			v.adding.Lock()
			for i := range size {
				v.lowerEntry(entries[i][v.number], costs[i])
			}
			v.adding.Unlock()
		}
		count += int64(size)
	}
	return count
}

// addAll adds the right parts of a table of the same shape, at a surcharge of 0 or more.
func (v *boundTable) addAll(w *boundTable, surcharge int32) {
	for i, costs := range w.least {
		v.least[i] = v.least[i].min(costs.plus(surcharge))
	}
}
