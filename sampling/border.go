package sampling

// cell is a point of the border.
type cell uint8

const (
	empty cell = iota
	live1      // a stone with a liberty, of colour 1 or 2
	live2
	needy1 // a stone without one yet
	needy2
	edge // off the board, left of the first column
)

// liveOf and needyOf return a stone of colour 1 or 2.
func liveOf(colour int) cell { return cell(colour) }

func needyOf(colour int) cell { return needy1 + cell(colour-1) }

// A border is a border state: the points that have neighbours yet to come, of which those above the
// kink are in the new column. The points of each needy string are a ring: next leads from one to
// another, and in the end back.
type border struct {
	cells []cell
	next  []uint16
	needy int          // needy strings
	fork  [3]successor // scratch of successors
}

func newBorder(height int) *border {
	b := &border{cells: make([]cell, height), next: make([]uint16, height)}
	b.reset()
	return b
}

// reset makes b the border before the first column.
func (b *border) reset() {
	for y := range b.cells {
		b.cells[y] = edge
	}
	b.needy = 0
}

func (b *border) copyFrom(other *border) {
	copy(b.cells, other.cells)
	copy(b.next, other.next)
	b.needy = other.needy
}

// above returns the point over y, which is off the board for y = 0.
func (b *border) above(y int) cell {
	if y == 0 {
		return edge
	}
	return b.cells[y-1]
}

// oneString reports whether the needy points y-1 and y are in one string.
func (b *border) oneString(y int) bool {
	for i := int(b.next[y]); i != y; i = int(b.next[i]) {
		if i == y-1 {
			return true
		}
	}
	return false
}

// findsLiberty reports whether a stone at y has a liberty from the start: an empty neighbour, or a
// live one of its colour.
func (b *border) findsLiberty(y, colour int) bool {
	left, up := b.cells[y], b.above(y)
	own := liveOf(colour)
	return left == empty || up == empty || left == own || up == own
}

// place gives point y of the new column a colour, which must be legal.
func (b *border) place(y, colour int) {
	if colour == 0 {
		b.reviveAt(y)
		if y > 0 {
			b.reviveAt(y - 1)
		}
		b.cells[y] = empty
		return
	}
	own := needyOf(colour)
	if b.findsLiberty(y, colour) {
		switch b.cells[y] {
		case own:
			b.reviveAt(y)
		case needyOf(3 - colour):
			b.leave(y)
		}
		if y > 0 && b.cells[y-1] == own {
			b.reviveAt(y - 1)
		}
		b.cells[y] = liveOf(colour)
		return
	}
	b.placeNeedy(y, colour)
}

// placeNeedy places a stone without liberty.
func (b *border) placeNeedy(y, colour int) {
	own := needyOf(colour)
	if b.cells[y] != own { // else it takes the place of its left neighbour in the string
		if b.cells[y] == needyOf(3-colour) {
			b.leave(y)
		}
		b.cells[y] = own
		b.next[y] = uint16(y)
		b.needy++
	}
	if y > 0 && b.cells[y-1] == own && !b.oneString(y) {
		b.next[y], b.next[y-1] = b.next[y-1], b.next[y]
		b.needy--
	}
}

// reviveAt gives the string of y a liberty if it is a needy stone.
func (b *border) reviveAt(y int) {
	c := b.cells[y]
	if !c.isNeedy() {
		return
	}
	for i := y; b.cells[i] == c; i = int(b.next[i]) {
		b.cells[i] = c - needy1 + live1
	}
	b.needy--
}

// leave takes y out of its string, which has other points.
func (b *border) leave(y int) {
	i := y
	for int(b.next[i]) != y {
		i = int(b.next[i])
	}
	b.next[i] = b.next[y]
}

// isNeedy reports whether the cell is a needy stone.
func (c cell) isNeedy() bool { return c-needy1 <= needy2-needy1 }

// A successor is what becomes of a border if its next point gets a colour.
type successor struct {
	legal  bool
	change int     // of the number of needy strings
	factor float64 // of the guess
}
