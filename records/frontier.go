package records

import "combigo.dev/combigo/internal/states/connected"

// maxRows bounds the rows of a search by losses; maxConnectedRows where stones are one string.
const (
	maxRows          = 22
	maxConnectedRows = 21 // three bits a row, and one more

)

// A frontier is the last point of each row: a digit, or the number of its string, 0 for none.
type frontier struct {
	strings bool
	done    bool // the string has left the border
	points  [maxRows]uint8
}

// digit returns the digit of a point in the frontier of a strip.
func (f *frontier) digit(at uint8) uint8 {
	if f.strings {
		return min(at, 1)
	}
	return at
}

// linked reports whether the neighbours of a point, on the left and above it, are connected.
func (f *frontier) linked(row int) bool {
	return f.strings && row > 0 && f.points[row] > 0 && f.points[row] == f.points[row-1]
}

// corner returns the neighbours of the next point.
func (f *frontier) corner(g grid, row, col int) corner {
	c := corner{left: outside, above: outside, sides: g.sides(row, col), linked: f.linked(row)}
	if col > 0 {
		c.left = f.digit(f.points[row])
	}
	if row > 0 {
		c.above = f.digit(f.points[row-1])
	}
	return c
}

// put fills a point, and changes the one above it. It returns false if that cuts a part of the
// string off for good.
func (f *frontier) put(row int, here, above uint8) bool {
	if !f.strings {
		f.points[row] = here
		if row > 0 {
			f.points[row-1] = above
		}
		return true
	}
	left, stone := f.points[row], here > 0
	f.points[row] = 0
	switch {
	case stone && f.done:
		return false
	case stone:
		f.points[row] = maxRows + 1 // no string has this number
		f.join(row, left)
		if row > 0 {
			f.join(row, f.points[row-1])
		}
	case left > 0 && !f.has(func(at uint8) bool { return at == left }):
		f.done = true
		return !f.has(func(at uint8) bool { return at > 0 })
	}
	return true
}

// join connects the string in a row with the string of a number; 0 is no string.
func (f *frontier) join(row int, number uint8) {
	if number == 0 {
		return
	}
	from := f.points[row]
	for i, at := range f.points {
		if at == from {
			f.points[i] = number
		}
	}
}

// has reports whether some point satisfies a condition.
func (f *frontier) has(is func(uint8) bool) bool {
	for _, at := range f.points {
		if is(at) {
			return true
		}
	}
	return false
}

// oneString reports whether all stones are one string, if they have to be.
func (f *frontier) oneString() bool {
	first := uint8(0)
	more := f.has(func(at uint8) bool {
		if first == 0 {
			first = at
		}
		return at != 0 && at != first
	})
	return !f.strings || !more && (f.done || first > 0)
}

// pack writes a frontier as a word: two bits a digit, or three bits a stone, whether it is there
// and connected to an earlier and a later one; connections cannot cross.
func (f *frontier) pack(rows int) (w connected.Word) {
	var latest [maxRows + 2]int // 1 + the last row of a string
	for row, at := range f.points[:rows] {
		switch {
		case !f.strings:
			w |= connected.Word(at) << (2 * row)
		case at > 0:
			w |= 1 << (3 * row)
			if latest[at] > 0 {
				w |= 2<<(3*row) | 4<<(3*(latest[at]-1))
			}
			latest[at] = row + 1
		}
	}
	if f.done {
		w |= 1 << 63
	}
	return w
}

// unpack is the inverse of pack, except that strings may get other numbers.
func unpack(w connected.Word, rows int, strings bool) (f frontier) {
	f.strings, f.done = strings, strings && w>>63 != 0
	var room [maxRows]uint8
	open := room[:0] // the strings that go on
	for row := range rows {
		if !strings {
			f.points[row] = uint8(w>>(2*row)) & 3
			continue
		}
		marks := w >> (3 * row) & 7
		if marks == 0 {
			continue
		}
		f.points[row] = uint8(row + 1)
		if marks&2 != 0 {
			f.points[row], open = open[len(open)-1], open[:len(open)-1]
		}
		if marks&4 != 0 {
			open = append(open, f.points[row])
		}
	}
	return f
}
