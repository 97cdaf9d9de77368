package liberties

// A shape says which rows a table looks at, and how its entries are numbered.
type shape struct {
	row, rows     int // those it looks at all of
	low, high     int // those it looks at
	dominatedBits int // of a number, the lowest: one for each row of which it looks at dominated or not only, and enough to fill a word
}

// A digit is how the number of an entry shows one point: of a base of 3 if it
// shows its state, of 2 if only whether it is dominated, of 1 if nothing. Entries that
// differ in it alone are a step apart.
type digit struct{ base, step int }

// digit returns that of a row.
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

// shows reports whether it shows the state of a point as x.
func (d digit) shows(state, x int) bool {
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

// wordBase returns how many words there are that differ in a digit alone.
func (d digit) wordBase() int {
	if d.inWord() {
		return 1
	}
	return d.base
}

// shown returns the digit in a lane of one of these words.
func (d digit) shown(word, lane int) int {
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

// A numbering finds the entries of a frontier in all tables of some shapes at once.
// The number of an entry is a sum over the stones and the dominated points, so that a
// few sums that are made beforehand add up to it.
type numbering struct {
	stone, dominated [numberedParts][1 << numberedRows]numbers // by rows of the plane
}

const (
	numberedRows  = 10 // of which the sums are made beforehand
	numberedParts = 3
)

// All rows of a search have their sums: this is no constant otherwise.
const _ = uint(numberedParts*numberedRows - MaxWindows)

// Numbers are those of the entries in up to three tables.
type numbers [maxTables]uint32

const maxTables = 3

func (n *numbers) add(other *numbers) {
	n[0] += other[0]
	n[1] += other[1]
	n[2] += other[2]
}

// of returns the entries of the frontier with these stones and dominated points. Rows
// below the board are passed over.
func (n *numbering) of(stone, dominated uint32) (of numbers) {
	const mask = 1<<numberedRows - 1
	of = n.stone[0][stone&mask]
	of.add(&n.stone[1][stone>>numberedRows&mask])
	of.add(&n.stone[2][stone>>(2*numberedRows)&mask])
	of.add(&n.dominated[0][dominated&mask])
	of.add(&n.dominated[1][dominated>>numberedRows&mask])
	of.add(&n.dominated[2][dominated>>(2*numberedRows)&mask])
	return of
}

// newNumbering returns the numbering for frontiers of which rowOf says which row of
// the left parts a row is.
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

// newShapes returns shapes that between them have all of the upper, the middle and
// the lower rows, the given number of them and more if no other rows are left, and
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
