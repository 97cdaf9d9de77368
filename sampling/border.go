package sampling

import "math"

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

func (c cell) isNeedy() bool { return c-needy1 <= needy2-needy1 }

// A successor is what becomes of a border if its next point gets a colour.
type successor struct {
	legal  bool
	change int     // of the number of needy strings
	factor float64 // of the guess
}

// The guess at the chance that a state can be completed is a product: for each needy string with k
// neighbours yet to come, 1 - needyFails^k; and for each empty border point whose right neighbour
// is yet to come, emptyHelps, since a stone there is safe. Both were chosen for the smallest
// variance on 25x25.
const (
	needyFails = 0.33
	emptyHelps = 1.03
)

// chances holds 1 - needyFails^k for k up to where that is 1.
var chances = func() []float64 {
	g := make([]float64, 64)
	for k := range g {
		g[k] = 1 - math.Pow(needyFails, float64(k))
	}
	return g
}()

func chance(slots int) float64 { return chances[min(slots, len(chances)-1)] }

// forks holds the successors of all points next to which no stone is needy, by what they depend on:
// the neighbours on the left and above, whether the point is the last of its column, and whether
// the column is the last.
var forks = func() *[edge + 1][edge + 1][2][2][3]successor {
	t := new([edge + 1][edge + 1][2][2][3]successor)
	for left := range t {
		for up := range t[left] {
			for bottom := range 2 {
				b := &border{cells: []cell{cell(up), cell(left), empty}[:3-bottom]}
				for colour := range 3 {
					if !cell(left).isNeedy() && !cell(up).isNeedy() {
						t[left][up][bottom][0][colour] = b.successor(1, colour, false)
						t[left][up][bottom][1][colour] = b.successor(1, colour, true)
					}
				}
			}
		}
	}
	return t
}()

// successors tells what follows if point y gets each colour.
func (b *border) successors(y int, last bool) *[3]successor {
	left, up := b.cells[y], b.above(y)
	if !left.isNeedy() && !up.isNeedy() {
		return &forks[left][up][bit(y == len(b.cells)-1)][bit(last)]
	}
	for colour := range b.fork {
		b.fork[colour] = b.successor(y, colour, last)
	}
	return &b.fork
}

func bit(set bool) int {
	if set {
		return 1
	}
	return 0
}

// successor tells what follows if point y gets the colour. In the last column, what cannot be
// completed for lack of neighbours is not legal either; the methods that do not guess treat no
// column as the last, and find that out at the end.
func (b *border) successor(y, colour int, last bool) successor {
	s := b.strings(y, colour, last)
	if b.cells[y] == empty {
		s.factor /= emptyHelps
	}
	if colour == 0 && !last {
		s.factor *= emptyHelps
	}
	return s
}

// strings is successor without the empty points.
func (b *border) strings(y, colour int, last bool) successor {
	left, up := b.cells[y], b.above(y)
	leftNeedy, upNeedy := left.isNeedy(), up.isNeedy()
	lives := colour == 0 || b.findsLiberty(y, colour)
	switch {
	case !leftNeedy && !upNeedy && lives:
		return successor{true, 0, 1}
	case leftNeedy && upNeedy && left == up && b.oneString(y):
		return b.besideOne(y, colour, lives, last)
	}
	s := successor{legal: true, factor: 1}
	joined := 0 // neighbours to come of the strings that the stone joins
	if leftNeedy {
		joined += s.touch(b.slots(y, y, last), colour == 0 || left == needyOf(colour))
	}
	if upNeedy {
		joined += s.touch(b.slots(y-1, y, last), colour == 0 || up == needyOf(colour))
	}
	if !lives {
		s.begin(joined + b.fresh(y, last))
	}
	return s
}

// touch lets a needy string lose one of its neighbours to come: to a stone of the other colour, or
// to one of its own or an empty point. Then the string becomes live, or a part of another one, and
// what it brings is returned.
func (s *successor) touch(slots int, own bool) int {
	if own {
		s.change--
		s.factor /= chance(slots)
		return slots - 1
	}
	s.legal = s.legal && slots > 1
	s.factor *= chance(slots-1) / chance(slots)
	return 0
}

func (s *successor) begin(slots int) {
	s.change++
	s.legal = s.legal && slots > 0
	s.factor *= chance(slots)
}

// besideOne is strings for a point that has the same needy string above and on the left.
func (b *border) besideOne(y, colour int, lives, last bool) successor {
	slots := b.slots(y, y, last)
	s := successor{legal: true, factor: 1 / chance(slots)}
	slots -= 2
	switch {
	case lives:
		s.change = -1
	case b.cells[y] == needyOf(colour):
		slots += b.fresh(y, last)
		s.legal, s.factor = slots > 0, s.factor*chance(slots)
	default:
		s.legal, s.factor = slots > 0, s.factor*chance(slots)
		s.begin(b.fresh(y, last))
	}
	return s
}

// slots returns how many neighbours of the string of point i are yet to come when y is next: those
// on the right, in the last column only of points that are not in it, and the one below the point
// above y.
func (b *border) slots(i, y int, last bool) int {
	n, j := 0, i
	for {
		n += bit(!last || j >= y) + bit(j == y-1)
		if j = int(b.next[j]); j == i {
			return n
		}
	}
}

// fresh returns how many neighbours of the point y of the new column are yet to come.
func (b *border) fresh(y int, last bool) int {
	return bit(!last) + bit(y < len(b.cells)-1)
}
