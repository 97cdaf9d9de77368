package bound

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
)

// maxRoom is the greatest shorter side of a room: its states are counted in about a second.
const maxRoom = 7

// ErrNoRooms says that a board has no room for two rooms and walls between them.
var ErrNoRooms = errors.New("too small for rooms")

// LayRooms divides a board into the rooms that make the most games by an estimate. It fails with
// [ErrNoRooms] or the context's error.
func LayRooms(ctx context.Context, rows, cols int) (*Rooms, error) {
	whole, g := rectangle{rows: rows, cols: cols}, newGrid(rows, cols)
	var best *Rooms
	for _, p := range (cuts{ctx, map[rectangle][]plan{}}).plans(whole) {
		if ctx.Err() != nil {
			break
		}
		walls := p.walls(whole, func(row, col int) int { return row*cols + col })
		if b := makeEyes(g, walls); b != nil && b.stands() && b.turns() > 0 && (best == nil || b.turns() > best.turns()) {
			best = b
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if best == nil {
		return nil, fmt.Errorf("board %dx%d: %w", rows, cols, ErrNoRooms)
	}
	return best, nil
}

// makeEyes divides a board by walls, and turns one point of each connected part of the walls into
// an eye. It returns nil if a part has no such point.
func makeEyes(g *grid, walls []int) *Rooms {
	var eyes []int
	best := newRooms(g, walls, nil)
	if best == nil {
		return nil
	}
	parts := *best
	done := map[int]bool{}
	for _, p := range walls {
		if done[p] {
			continue
		}
		best = nil
		for _, q := range parts.reach([]int{p}, func(q int) bool { return parts.wall[q] }) {
			done[q] = true
			if b := newRooms(g, walls, append(eyes, q)); b != nil && (best == nil || b.turns() > best.turns()) {
				best, p = b, q
			}
		}
		if best == nil {
			return nil
		}
		eyes = append(eyes, p)
	}
	return best
}

// What each point adds to the decimal logarithm of the number of states of a room: a fit to rooms
// of 30 to 150 points.
const (
	worthAny    = 0.4736
	worthWhite  = 0.287 // where black does not play
	worthCorner = -0.6  // once, for the corner
	worthAround = -0.25 // for each neighbour of the corner
)

// roomWorth estimates the decimal logarithm of the number of states of a room: with any points that
// may have any colour, white points where black does not play, and around neighbours of the corner.
func roomWorth(any, white, around int) float64 {
	return worthAny*float64(any) + worthWhite*float64(white) + worthCorner + worthAround*float64(around)
}

// leastRoom is the number of points below which a room has too few states, or too few stones in
// them.
const leastRoom = 8

// turns estimates the decimal logarithm of the N of [LowerRooms]: how often a game goes to another
// state of the last room. It returns 0 if a room is too small.
func (b *Rooms) turns() float64 {
	var worth []float64
	for _, r := range b.rooms {
		if len(r.points) < leastRoom {
			return 0
		}
		worth = append(worth, roomWorth(len(r.points)-r.whites, r.whites, len(r.around)))
	}
	slices.Sort(worth)
	turns, later := 0.0, worth[0]
	for _, w := range worth[1:] {
		turns += min(w, later)
		later += w
	}
	return turns
}

// A rectangle is a part of a board with walls at some of its sides: above, below, on the left and
// on the right.
type rectangle struct {
	rows, cols int
	walls      [4]bool
}

// turned returns the rectangle with rows and columns exchanged.
func (r rectangle) turned() rectangle {
	w := r.walls
	return rectangle{r.cols, r.rows, [4]bool{w[2], w[3], w[0], w[1]}}
}

// worth estimates the decimal logarithm of the number of states of the rectangle as a room. It
// returns 0 if the rectangle is no room.
func (r rectangle) worth() float64 {
	wall := map[bool]int{true: 1}
	w := r.walls
	rows, cols := r.rows-wall[w[0]]-wall[w[1]], r.cols-wall[w[2]]-wall[w[3]]
	if min(rows, cols) < 1 || min(r.rows, r.cols) > maxRoom {
		return 0
	}
	return max(0, roomWorth(rows*cols, r.rows*r.cols-rows*cols, 2+wall[w[0] && w[1]]+wall[w[2] && w[3]]))
}

// cut cuts a rectangle by the row at, which becomes a wall, into a room and the rest; above says
// that the room is above the wall.
func (r rectangle) cut(at int, above bool) (room, rest rectangle) {
	w := r.walls
	room = rectangle{at, r.cols, [4]bool{w[0], true, w[2], w[3]}}
	rest = rectangle{r.rows - at - 1, r.cols, [4]bool{true, w[1], w[2], w[3]}}
	if above {
		return room, rest
	}
	return rest, room
}

// A plan divides a rectangle into a room and a rest, which the next plan divides.
type plan struct {
	turned bool  // rows and columns are exchanged, here and in the rest
	at     int   // the row of the wall
	above  bool  // the room is above it
	rest   *plan // nil if the rectangle is one room
	// Estimates of decimal logarithms: of the combinations of states of all rooms, and of
	// [Rooms.turns].
	states, turns float64
}

// cuts finds the Pareto front of the plans of rectangles: no plan has both fewer states and fewer
// turns than another. Plans with more states come first.
type cuts struct {
	ctx   context.Context
	known map[rectangle][]plan
}

// plans returns the Pareto front of the plans of a rectangle.
func (c cuts) plans(r rectangle) []plan {
	if known, ok := c.known[r]; ok || c.ctx.Err() != nil {
		return known
	}
	var all []plan
	if worth := r.worth(); worth > 0 {
		all = append(all, plan{states: worth})
	}
	for _, turned := range []bool{false, true} {
		for at := 1; at < r.rows-1; at++ {
			for _, above := range []bool{false, true} {
				room, rest := r.cut(at, above)
				worth := room.worth()
				if worth == 0 {
					continue
				}
				for _, p := range c.plans(rest) {
					all = append(all, plan{turned, at, above, &p, worth + p.states, min(worth, p.states) + p.turns})
				}
			}
		}
		r = r.turned()
	}
	slices.SortFunc(all, func(x, y plan) int { return cmp.Or(cmp.Compare(y.states, x.states), cmp.Compare(y.turns, x.turns)) })
	best := -1.0
	c.known[r] = slices.DeleteFunc(all, func(p plan) bool {
		if p.turns <= best {
			return true
		}
		best = p.turns
		return false
	})
	return c.known[r]
}

// walls returns the points of the walls of a plan; point maps a row and a column of its rectangle
// to a point of the board.
func (p plan) walls(r rectangle, point func(row, col int) int) []int {
	if p.rest == nil {
		return nil
	}
	at := point
	if p.turned {
		r = r.turned()
		at = func(row, col int) int { return point(col, row) }
	}
	var all []int
	for col := range r.cols {
		all = append(all, at(p.at, col))
	}
	_, rest := r.cut(p.at, p.above)
	first := 0
	if p.above {
		first = p.at + 1
	}
	return append(all, p.rest.walls(rest, func(row, col int) int { return at(first+row, col) })...)
}
