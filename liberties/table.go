package liberties

import (
	"slices"
	"sync"
)

// lanes are eight numbers from 0 to 127 in the bytes of one word, the first in the lowest byte. The
// top bit of each byte is free, so that no operation on one lane carries into another.
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

// min returns the lesser of each two lanes: x - max(x-y, 0).
func (x lanes) min(y lanes) lanes {
	more := (x | laneTops) - y // with the top bit where x is not less than y
	top := more & laneTops
	return x - more&(top-top>>(laneBits-1))
}

// lowerLanes has, by step, all bits of the lanes in whose numbers the bit of the step is 0.
var lowerLanes = [laneCount]lanes{1: 0x00ff00ff00ff00ff, 2: 0x0000ffff0000ffff, 4: 0x00000000ffffffff}

// swapped exchanges each two lanes whose numbers differ only in the bit of step, which is 1, 2 or
// 4.
func (x lanes) swapped(step int) lanes {
	lower, shift := lowerLanes[step], step*laneBits&63
	return x>>shift&lower | x&lower<<shift
}

// lane returns the number in lane i modulo the lanes of a word.
func (x lanes) lane(i int) int32 { return int32(x >> (i % laneCount * laneBits) & 0xff) }

// with returns the lanes with n in lane i modulo the lanes of a word.
func (x lanes) with(i int, n int32) lanes {
	shift := i % laneCount * laneBits
	return x&^(0xff<<shift) | lanes(n)<<shift
}

// A shape says what a table knows of each row, and how its entries are numbered. A table knows the
// states of the points in neighbouring rows, only whether they are dominated in rows above and
// below these, and nothing of the other rows.
type shape struct {
	stateRow, stateRows int // the first row with states, and their number
	low, high           int // the table knows nothing of rows before low, or from high on
	dominatedBits       int // low bits of the number of an entry, for the rows without states; at least laneShift
}

// A digit of the number of an entry says what a table knows of the point in one row: base 3 if it
// knows the state, 2 if it knows whether the point is dominated, 1 if it knows nothing. If the
// digit alone is one more, the number is step more.
type digit struct{ base, step int }

// digit returns the digit of a row.
func (s shape) digit(row int) digit {
	switch {
	case row < s.low || row >= s.high:
		return digit{base: 1}
	case row < s.stateRow:
		return digit{2, 1 << (row - s.low)}
	case row >= s.stateRow+s.stateRows:
		return digit{2, 1 << (row - s.low - s.stateRows)}
	}
	step := 1 << s.dominatedBits
	for range row - s.stateRow {
		step *= states
	}
	return digit{states, step}
}

// matches reports whether a value of the digit stands for a state of the point.
func (d digit) matches(state, value int) bool {
	switch d.base {
	case states:
		return state == value
	case 2:
		return (state == isDominated) == (value == 1)
	}
	return true
}

// inWord reports whether entries that differ in the digit alone are lanes of one word.
func (d digit) inWord() bool { return d.base > 1 && d.step < laneCount }

// wordBase returns the number of words over which the values of the digit are spread: 1 if they are
// lanes of one word, else the base.
func (d digit) wordBase() int {
	if d.inWord() {
		return 1
	}
	return d.base
}

// valueAt returns the value of the digit in a lane of one of the words that [digit.wordBase]
// counts.
func (d digit) valueAt(word, lane int) int {
	if d.inWord() {
		return lane / d.step & 1
	}
	return word
}

// entries returns the number of entries of a table, a multiple of the lanes of a word.
func (s shape) entries() int {
	entries := 1 << s.dominatedBits
	for range s.stateRows {
		entries *= states
	}
	return entries
}

// A numbering finds the entries of a frontier in the tables of some shapes. The number of an entry
// is a sum over the rows with a stone or a dominated point. The rows are split into parts, and the
// sums over all sets of rows of a part are looked up.
type numbering struct {
	stone, dominated [numberedParts][1 << numberedRows]entryNumbers // by part, then by set of its rows
}

const (
	numberedRows  = 10 // rows of a part
	numberedParts = 3
)

// The parts have all rows of a search: otherwise this constant is below 0, which the compiler
// refuses.
const _ = uint(numberedParts*numberedRows - MaxWindows)

// entryNumbers has the number of the entry of one frontier in each of up to three tables.
type entryNumbers [maxTables]uint32

const maxTables = 3

func (n *entryNumbers) add(other *entryNumbers) {
	n[0] += other[0]
	n[1] += other[1]
	n[2] += other[2]
}

// entriesOf returns the numbers of the entries of a frontier, given by its stones and its dominated
// points. It ignores rows below the board.
func (n *numbering) entriesOf(stone, dominated uint32) (of entryNumbers) {
	const mask = 1<<numberedRows - 1
	of = n.stone[0][stone&mask]
	of.add(&n.stone[1][stone>>numberedRows&mask])
	of.add(&n.stone[2][stone>>(2*numberedRows)&mask])
	of.add(&n.dominated[0][dominated&mask])
	of.add(&n.dominated[1][dominated>>numberedRows&mask])
	of.add(&n.dominated[2][dominated>>(2*numberedRows)&mask])
	return of
}

// newNumbering returns a numbering; rowOf returns the row of the left part that faces a row of the
// frontier.
func newNumbering(shapes []shape, height int, rowOf func(row int) int) *numbering {
	n := new(numbering)
	for row := range height {
		var stone, dominated entryNumbers
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
	for _, plane := range [...]*[numberedParts][1 << numberedRows]entryNumbers{&n.stone, &n.dominated} {
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

// shapes are the shapes of the tables of one kink. Together they know the states in all rows.
type shapes struct {
	height int
	all    []shape
	left   *numbering // finds the entries of left parts, and of right parts with the rows of left parts
	turned *numbering // finds the entries of right parts as they are swept, upside down
}

// newShapes returns shapes whose tables know the states in the given number of rows each, or in
// more if there are few rows, and have about the given number of entries at most.
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
	tables := min(maxTables, (height+rows-1)/rows)
	for i := range tables {
		p := shape{stateRows: rows, dominatedBits: max(dominated, laneShift)}
		if tables > 1 {
			p.stateRow = (height - rows) * i / (tables - 1)
		}
		p.low = min(max(p.stateRow-dominated/2, 0), height-rows-dominated)
		p.high = p.low + rows + dominated
		s.all = append(s.all, p)
	}
	s.left = newNumbering(s.all, height, func(row int) int { return row })
	s.turned = newNumbering(s.all, height, func(row int) int { return height - 1 - row })
	return s
}

// maxTableRows is the greatest number of rows of which a table knows the states.
const maxTableRows = 9

// tableRows is the number of rows of which a table of the pruning knows the states.
const tableRows = 5

// pruningShapes returns the shapes of the tables of the pruning.
func pruningShapes(height int) *shapes { return newShapes(height, tableRows, tableEntries(height)) }

// tableEntries returns about how many entries a table of the pruning has. With more entries the
// pruning drops more left parts, but takes longer and, up to 20 rows, more memory than it saves.
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

// A boundTable has lower bounds on the cost of right part and join at a kink, by what it knows of
// the left part: see [shape]. First [boundTable.add] enters right parts; then
// [boundTable.transform] makes their least costs the bounds.
//
// What the table does not know costs at least 0: the join cost without cycles is a sum over the
// rows, except for the two next to the kink, which have a term together.
type boundTable struct {
	kink int
	*shapes
	shape
	number int // the index of the shape in shapes.all
	adding sync.Mutex
	least  []lanes // by entry, the least cost less lowestCost
}

// Costs in a table, less lowestCost, fit in a lane. Relaxed states cost less than 0, but no
// decrease is as large as -lowestCost. An entry without right parts has noRightPart, more than any
// cost of interest.
const (
	lowestCost  = -maxHeight
	noRightPart = 64
)

// noRightParts is a word whose entries have no right parts.
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

// at returns the cost in an entry.
func (v *boundTable) at(entry uint32) int32 {
	return v.least[entry/laneCount].lane(int(entry)) + lowestCost
}

// fitsBudget reports whether no table of a kink shows that each right part with its join costs more
// than the budget.
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

// add enters a right part, which has the rows of the left parts, with its cost.
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

// addedParts is how many right parts addTurned adds to a table while it holds the lock.
const addedParts = 256

// addTurned adds to the tables of a kink those right parts that cost at most maxCost, and returns
// their number. It takes the right parts as they are swept, and subtracts relative from their
// costs. Many goroutines may call addTurned.
func addTurned(tables []*boundTable, frontiers []frontier, maxCost, relative int32) (count int64) {
	var entries [addedParts]entryNumbers
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

// addAll adds all right parts of a table of the same shape, each for a surcharge of 0 or more.
func (v *boundTable) addAll(w *boundTable, surcharge int32) {
	for i, costs := range w.least {
		v.least[i] = v.least[i].min(costs.plus(surcharge))
	}
}
