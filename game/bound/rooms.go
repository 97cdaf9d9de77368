package bound

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// A grid is a board whose points are numbered row by row.
type grid struct {
	rows, cols int
	near       [][]int // the neighbours of each point
}

// newGrid returns the grid of a board.
func newGrid(rows, cols int) *grid {
	g := &grid{rows, cols, make([][]int, rows*cols)}
	for p := range g.near {
		row, col := p/cols, p%cols
		for _, q := range [][2]int{{row - 1, col}, {row, col - 1}, {row, col + 1}, {row + 1, col}} {
			if q[0] >= 0 && q[0] < rows && q[1] >= 0 && q[1] < cols {
				g.near[p] = append(g.near[p], q[0]*cols+q[1])
			}
		}
	}
	return g
}

// reach returns the points from, and all points that paths from them reach through points for which
// through is true.
func (g *grid) reach(from []int, through func(p int) bool) []int {
	all := slices.Clone(from)
	seen := make([]bool, len(g.near))
	for _, p := range from {
		seen[p] = true
	}
	for i := 0; i < len(all); i++ {
		for _, q := range g.near[all[i]] {
			if !seen[q] && through(q) {
				seen[q] = true
				all = append(all, q)
			}
		}
	}
	return all
}

// Rooms are the parts of a board between walls, such as a, b and c in
//
//	a a + X + b b
//	+ + + X + + +
//	X X X . X X X
//	+ + + X + + +
//	c c c + c c c
//
// The walls are black strings (X), each of which is next to an eye, an empty point whose neighbours
// are all walls. While nobody plays there, the walls stand, and moves in a room change nothing in
// another one. Black does not play on some points (+), among them all beside a wall: so every stone
// in a room can be captured.
type Rooms struct {
	*grid
	eye, wall []bool  // by point
	rooms     []*room // in the order of [LowerRooms] once that has counted their states
}

// A room is a connected part of a board between walls.
//
// Its states are the legal positions without black stones where black does not play, in which the
// corner is black and its neighbours are white, but for one, which is empty. From each state moves
// lead to each other one that pass no third one: docs/games-bounds.md has the proof, and tests play
// such moves.
type room struct {
	points []int    // row by row
	white  []bool   // by point of the board, where black does not play: a connected set
	whites int      // the number of points where black does not play
	corner int      // the black stone that is captured first when the room is cleared
	around []int    // the neighbours of the corner, two or more
	states *big.Int // the number of states, once they are counted
	used   *big.Int // the number of states that a game of [LowerRooms] goes through in turn
}

// newRooms divides a board by walls. Some points become eyes, and all neighbours of eyes become
// walls. It returns nil if a room has no point for its corner. It does not check that each wall has
// an eye: [Rooms.stands] does.
func newRooms(g *grid, walls, eyes []int) *Rooms {
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
		r := &room{points: b.reach([]int{p}, b.free), white: make([]bool, points)}
		slices.Sort(r.points)
		for _, q := range r.points {
			divided[q] = true
		}
		if !b.chooseCorner(r) {
			return nil
		}
		b.rooms = append(b.rooms, r)
	}
	return b
}

// stands reports whether each wall is next to an eye.
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

// chooseCorner sets where black does not play, and the corner: the point whose fixed colours cost
// the fewest colourings of its neighbours. It returns false if there is no point for the corner.
func (b *Rooms) chooseCorner(r *room) bool {
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
			colors *= len(r.colors(q))
		}
		if loss == 0 || colors < loss {
			r.corner, r.around, loss = p, near, colors
		}
	}
	return loss > 0
}

// colors returns the colours that a point of a room may have.
func (r *room) colors(p int) []goban.Color {
	if r.white[p] {
		return []goban.Color{goban.Empty, goban.White}
	}
	return []goban.Color{goban.Empty, goban.Black, goban.White}
}

// connect adds shortest paths between the points where black does not play until they are
// connected.
func (b *Rooms) connect(r *room) {
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
		before := map[int]int{} // by point, the point before it on a path from the part
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

// String returns a diagram: X for walls, a letter for each room, a for the first, and + where black
// does not play.
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

// colorings is the [transfer.Spec] of the legal colourings of some points of a board, line by line.
// The other points are neither stones nor liberties.
type colorings struct {
	width int
	may   [][]goban.Color // by point, the colours that it may have; none for the other points
}

// Levels implements [transfer.Spec].
func (s colorings) Levels() int { return len(s.may) }

// Start implements [transfer.Spec].
func (s colorings) Start() transfer.Word1 {
	return transfer.Word1(connected.Repeat(connected.Edge, s.width))
}

// Step implements [transfer.Spec].
func (s colorings) Step(level int, from transfer.Word1, arcs []transfer.Arc[transfer.Word1]) []transfer.Arc[transfer.Word1] {
	add := func(to connected.Word, ok bool) {
		if ok {
			arcs = append(arcs, transfer.Arc[transfer.Word1]{To: transfer.Word1(to), Choice: uint8(len(arcs)), By: transfer.One})
		}
	}
	if len(s.may[level]) == 0 {
		add(connected.Word(from).Off(level % s.width))
	}
	for _, c := range s.may[level] {
		add(connected.Word(from).Place(level%s.width, connected.Symbol(c)))
	}
	return arcs
}

// Accept implements [transfer.Spec].
func (s colorings) Accept(from transfer.Word1) bool { return connected.Word(from).Settled() }

// count returns the number of states of a room in which some of its points are empty.
func (b *Rooms) count(ctx context.Context, r *room, empty []int, opt par.Options) (*big.Int, error) {
	integers, err := transfer.NewIntegers(0, 3)
	if err != nil {
		return nil, err
	}
	sum := new(big.Int)
	for _, open := range r.around {
		n, _, err := transfer.Run(ctx, b.colorings(r, append(empty, open)), integers, opt)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n)
	}
	return sum, nil
}

// colorings returns the states of a room in which some points are empty, one of them a neighbour of
// the corner.
func (b *Rooms) colorings(r *room, empty []int) colorings {
	rows, cols := []int{b.rows, 0}, []int{b.cols, 0} // from and to
	for _, p := range r.points {
		rows[0], rows[1] = min(rows[0], p/b.cols), max(rows[1], p/b.cols+1)
		cols[0], cols[1] = min(cols[0], p%b.cols), max(cols[1], p%b.cols+1)
	}
	height, width := rows[1]-rows[0], cols[1]-cols[0]
	s := colorings{width: min(height, width), may: make([][]goban.Color, height*width)}
	for _, p := range r.points {
		may := r.colors(p)
		switch {
		case slices.Contains(empty, p):
			may = []goban.Color{goban.Empty}
		case p == r.corner:
			may = []goban.Color{goban.Black}
		case slices.Contains(r.around, p):
			may = []goban.Color{goban.White}
		}
		row, col := p/b.cols-rows[0], p%b.cols-cols[0]
		if width > height {
			s.may[col*height+row] = may
		} else {
			s.may[row*width+col] = may
		}
	}
	return s
}

// countStates counts the states of the rooms, and sorts the rooms by the number of states, the
// largest first.
func (b *Rooms) countStates(ctx context.Context, opt par.Options) error {
	for _, r := range b.rooms {
		var err error
		if r.states, err = b.count(ctx, r, nil, opt); err != nil {
			return err
		}
	}
	slices.SortStableFunc(b.rooms, func(x, y *room) int { return y.states.Cmp(x.states) })
	return nil
}

// meanStones returns the mean number of stones of the states of a room, rounded down.
func (b *Rooms) meanStones(ctx context.Context, r *room, opt par.Options) (int, error) {
	all := new(big.Int).Mul(r.states, big.NewInt(int64(len(r.points)-1))) // all but one neighbour of the corner
	for _, p := range r.points {
		if p == r.corner || slices.Contains(r.around, p) {
			continue
		}
		n, err := b.count(ctx, r, []int{p}, opt)
		if err != nil {
			return 0, err
		}
		all.Sub(all, n)
	}
	return int(all.Quo(all, r.states).Int64()), nil
}

// leastStates is the least number of states that a room of [LowerRooms] must have. A room before
// the last must also use more than leastStates states.
var leastStates = big.NewInt(3)

// LowerRooms returns a lower bound on the number of games that go through the states of the rooms.
// With k rooms of n1 >= n2 >= ... states, of which u1, u2, ... are used, the bound is
//
//	((s-2)!)^N,   N = u1 u2 ... (u(k-1) - 1),   u1 <= 1 + n2 n3 ...,   u2 <= 1 + n3 n4 ...,
//
// where s is the mean number of stones of the states of the last room, rounded down. In such a game
// the last room goes to another state N times, each time in (s-2)! ways or more in the mean. Each
// game has more than N moves for each point of the last room. LowerRooms counts the states of the
// rooms, sorts the rooms and sets how many states are used. It returns nil if the bound is less
// than two games.
func LowerRooms(ctx context.Context, b *Rooms, opt par.Options) (*Bound, error) {
	if err := b.countStates(ctx, opt); err != nil {
		return nil, err
	}
	last := len(b.rooms) - 1
	later, turns := new(big.Int).Set(b.rooms[last].states), big.NewInt(1) // later: combinations of states of the rooms after room i
	for i := last - 1; i >= 0; i-- {
		r := b.rooms[i]
		r.used = new(big.Int).Add(later, big.NewInt(1))
		if r.used.Cmp(r.states) > 0 {
			r.used.Set(r.states)
		}
		if later.Cmp(leastStates) < 0 || r.used.Cmp(leastStates) <= 0 {
			return nil, nil
		}
		later.Mul(later, r.states)
		if i == last-1 {
			turns.Sub(r.used, turns)
		} else {
			turns.Mul(turns, r.used)
		}
	}
	stones, err := b.meanStones(ctx, b.rooms[last], opt)
	if err != nil || last < 1 || stones < 4 {
		return nil, err
	}
	x := power(factorial(stones-2), turns, fmt.Sprintf("(%d!)^N", stones-2), "rooms")
	x.Moves = turns.Mul(turns, big.NewInt(int64(len(b.rooms[last].points))))
	return x, nil
}

// product returns the N of [LowerRooms] as a formula, with the numbers of states.
func (b *Rooms) product() string {
	formula, text := "N =", ""
	for i, r := range b.rooms {
		name := rune('a' + i)
		text += fmt.Sprintf("\n  %c = ", name)
		switch {
		case i == len(b.rooms)-1:
			text += fmt.Sprintf("%v", r.states)
			continue
		case i == len(b.rooms)-2:
			formula += fmt.Sprintf(" (%c-1)", name)
		default:
			formula += fmt.Sprintf(" %c", name)
		}
		text += fmt.Sprint(r.used)
		if r.used.Cmp(r.states) != 0 {
			text += fmt.Sprintf(" of %v", r.states)
		}
	}
	return formula + ", from the states of the rooms:" + text
}
