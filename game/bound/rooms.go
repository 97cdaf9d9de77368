package bound

import (
	"errors"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/goban"
)

// Rooms are the parts of a board between walls, such as a, b and c in
//
//	a a + X + b b
//	+ + + X + + +
//	X X X . X X X
//	+ + + X + + +
//	c c c + c c c
//
// The walls are black strings (X), each of which is beside an eye, an empty point whose neighbours
// are all walls. While nobody plays there, the walls stand, and moves in a room change nothing in
// another one. Black does not play on some points (+), among them all beside a wall: so every stone
// in a room can be captured.
type Rooms struct {
	*grid
	eye, wall []bool // by point
	rooms     []*Room
}

// A Room is a connected part of a board between walls.
//
// Its states are the legal positions without black stones where black does not play, in which the
// corner is black and its neighbours are white, but for one, which is empty. From each state moves
// lead to each other one that pass no third one: docs/games-bounds.md has the proof, and
// [combigo.dev/combigo/game/witness] plays such moves.
type Room struct {
	grid   *grid
	points []int  // row by row
	white  []bool // by point of the board, where black does not play: a connected set
	whites int    // how many these are
	corner int
	around []int    // the neighbours of the corner, two or more
	States *big.Int // how many there are, once they are counted
	Used   *big.Int // how many of them a game of [LowerRooms] goes through in turn
}

// NewRooms divides a board by walls, some points of which are to be eyes: then all neighbours of
// these become walls, too. Points are numbered row by row. It returns an error if a wall has no
// eye, or a room no point for its corner.
func NewRooms(rows, cols int, walls, eyes []int) (*Rooms, error) {
	b, err := newRooms(newGrid(rows, cols), walls, eyes)
	if err == nil && !b.stands() {
		return nil, errors.New("a wall is not beside an eye")
	}
	return b, err
}

// newRooms is [NewRooms] for walls that may yet get their eyes.
func newRooms(g *grid, walls, eyes []int) (*Rooms, error) {
	points := len(g.near)
	b := &Rooms{grid: g, eye: make([]bool, points), wall: make([]bool, points)}
	standing := slices.Clone(walls)
	for _, p := range eyes {
		b.eye[p] = true
		standing = append(standing, b.near[p]...)
	}
	for _, p := range standing {
		b.wall[p] = !b.eye[p]
	}
	divided := make([]bool, points)
	for p := range b.wall {
		if divided[p] || !b.free(p) {
			continue
		}
		r := &Room{grid: g, points: b.reach([]int{p}, b.free), white: make([]bool, points)}
		slices.Sort(r.points)
		for _, q := range r.points {
			divided[q] = true
		}
		if !b.furnish(r) {
			return nil, errors.New("a room has no point for its corner")
		}
		b.rooms = append(b.rooms, r)
	}
	return b, nil
}

// stands reports whether each wall is beside an eye.
func (b *Rooms) stands() bool {
	var eyes []int
	standing := 0
	for p := range b.wall {
		if b.eye[p] {
			eyes = append(eyes, p)
		} else if b.wall[p] {
			standing++
		}
	}
	return len(b.reach(eyes, func(p int) bool { return b.wall[p] })) == len(eyes)+standing
}

// free reports whether a point is neither wall nor eye.
func (b *Rooms) free(p int) bool { return !b.wall[p] && !b.eye[p] }

// furnish finds where black does not play, and the corner. It returns false if there is no point
// for that.
func (b *Rooms) furnish(r *Room) bool {
	for _, p := range r.points {
		if slices.ContainsFunc(b.near[p], func(q int) bool { return b.wall[q] }) {
			r.white[p] = true
			r.whites++
		}
	}
	b.connect(r)
	loss := 0
	for _, p := range r.points {
		near := b.near[p]
		if r.white[p] || len(near) < 2 {
			continue
		}
		colors := 1
		for _, q := range near {
			colors *= len(r.may(q))
		}
		if loss == 0 || colors < loss {
			r.corner, r.around, loss = p, near, colors
		}
	}
	return loss > 0
}

// may returns the colours that a point of a room may have.
func (r *Room) may(p int) []goban.Color {
	if r.white[p] {
		return []goban.Color{goban.Empty, goban.White}
	}
	return []goban.Color{goban.Empty, goban.Black, goban.White}
}

// connect adds shortest ways between the points where black does not play until they are connected.
func (b *Rooms) connect(r *Room) {
	isWhite := func(p int) bool { return r.white[p] }
	for {
		i := slices.IndexFunc(r.points, isWhite)
		if i < 0 {
			return
		}
		part := b.reach(r.points[i:i+1], isWhite)
		if len(part) == r.whites {
			return
		}
		before := map[int]int{} // each point's one on the way from the part
		for _, p := range part {
			before[p] = p
		}
		for i := 0; ; i++ {
			p := part[i]
			if r.white[p] && before[p] != p {
				for p = before[p]; before[p] != p; p = before[p] {
					r.white[p] = true
					r.whites++
				}
				break
			}
			for _, q := range b.near[p] {
				if _, seen := before[q]; !seen && b.free(q) {
					before[q] = p
					part = append(part, q)
				}
			}
		}
	}
}

// Rooms returns the rooms, in the order of [LowerRooms] once that has counted them.
func (b *Rooms) Rooms() []*Room { return b.rooms }

// Walls returns the points of the walls.
func (b *Rooms) Walls() []goban.Point { return b.chosen(b.wall) }

// Points returns the points of the room, row by row.
func (r *Room) Points() []goban.Point { return r.grid.places(r.points) }

// Corner returns the point of the black stone that is captured first when the room is cleared.
func (r *Room) Corner() goban.Point { return r.grid.at(r.corner) }

// Around returns the neighbours of the corner.
func (r *Room) Around() []goban.Point { return r.grid.places(r.around) }

// White returns the points where black does not play.
func (r *Room) White() []goban.Point { return r.grid.chosen(r.white) }

// String returns the walls as a diagram, with a letter for each room, a for the first, and + where
// black does not play.
func (b *Rooms) String() string {
	text := []byte(strings.Repeat(strings.Repeat(".", b.cols)+"\n", b.rows))
	set := func(p int, c byte) { text[p+p/b.cols] = c }
	for p, w := range b.wall {
		if w {
			set(p, 'X')
		}
	}
	for i, r := range b.rooms {
		for _, p := range r.points {
			set(p, 'a'+byte(min(i, 25)))
			if r.white[p] {
				set(p, '+')
			}
		}
	}
	return strings.TrimSuffix(string(text), "\n")
}
