package witness

import (
	"cmp"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/goban"
)

// maxTurns is how often the games of NewRooms may turn from one state of the last room to another:
// they have a few million moves then.
const maxTurns = 1 << 16

// rooms returns a game through the states of rooms whose states are counted, without passes.
//
// A tour of the rooms from the i-th on leads from one combination of their states to another one,
// with another state of the i-th room. That room goes through its states; in each, the rooms after
// it make a tour, to a combination that they keep while the i-th room changes to its next state,
// and to no other one twice. The tour of the last room is such a change.
//
// It fails if the game would be too long.
func rooms(b *bound.Rooms, order Order) (iter.Seq[goban.Move], error) {
	turns := big.NewInt(1)
	for _, r := range b.Rooms()[:len(b.Rooms())-1] {
		turns.Mul(turns, r.Used)
	}
	if turns.Cmp(big.NewInt(maxTurns)) > 0 {
		return nil, fmt.Errorf("board %dx%d: the game through the states of its rooms has more than %d turns: want a smaller board", b.Rows(), b.Cols(), maxTurns)
	}
	start, err := goban.New(b.Rows(), b.Cols())
	if err != nil {
		return nil, err
	}
	for _, p := range b.Walls() {
		start.Set(p.Row, p.Col, goban.Black)
	}
	g := roomsGame{player: player{order: order}}
	for _, r := range b.Rooms() {
		room := &room{Room: r, points: r.Points(), white: map[goban.Point]bool{}}
		for _, p := range r.White() {
			room.white[p] = true
		}
		room.find(start.Clone())
		slices.SortStableFunc(room.states, func(x, y []goban.Move) int { return cmp.Compare(len(y), len(x)) })
		g.rooms = append(g.rooms, room)
	}
	return func(yield func(goban.Move) bool) {
		g := g
		g.yield, g.position = yield, start.Clone()
		g.play(b.Walls())
	}, nil
}

// room is a room with its states, those of most stones first: the moves that make them, the last
// one next to the corner.
type room struct {
	*bound.Room
	points []goban.Point
	white  map[goban.Point]bool // where black does not play
	states [][]goban.Move
}

// may returns the colours of a point in states.
func (r *room) may(at goban.Point) []goban.Color {
	switch {
	case at == r.Corner():
		return []goban.Color{goban.Black}
	case r.white[at] || slices.Contains(r.Around(), at):
		return []goban.Color{goban.Empty, goban.White}
	}
	return []goban.Color{goban.Empty, goban.Black, goban.White}
}

// find finds the states, on a board with the walls.
func (r *room) find(p *goban.Position) {
	legal(p, r.points, r.may, func() bool {
		beside := stones(p, r.Around())
		if len(beside) != len(r.Around())-1 {
			return true
		}
		others := slices.DeleteFunc(stones(p, r.points), func(m goban.Move) bool { return m.Point == r.Corner() || m == beside[0] })
		r.states = append(r.states, slices.Concat([]goban.Move{goban.Stone(goban.Black, r.Corner())}, others, beside[:1]))
		return true
	})
}

// roomsGame is a game in the making.
type roomsGame struct {
	player
	rooms []*room
}

// play makes the moves.
func (g *roomsGame) play(walls []goban.Point) {
	from, to := make([]int, len(g.rooms)), make([]int, len(g.rooms))
	to[0] = 1
	for _, r := range g.rooms {
		for _, m := range r.states[0] {
			g.move(m.Color, m.Point)
		}
	}
	for _, p := range walls {
		g.put(goban.Black, p)
	}
	g.tour(0, from, to)
}

// tour leads the rooms from one with a given number on from some states to others.
func (g *roomsGame) tour(i int, from, to []int) {
	if i == len(g.rooms)-1 {
		g.turn(g.rooms[i], from[0], to[0])
		return
	}
	turns := int(g.rooms[i].Used.Int64()) - 1
	through := []int{from[0]}
	for u := 0; len(through) < turns; u++ {
		if u != from[0] && u != to[0] {
			through = append(through, u)
		}
	}
	through = append(through, to[0])
	keep := g.keep(i+1, turns, from[1], to[1])
	for j, u := range through {
		next := to[1:]
		if j < turns {
			next = keep(j)
		}
		if g.tour(i+1, from[1:], next); g.over {
			return
		}
		if from = append([]int{u}, next...); j < turns {
			g.turn(g.rooms[i], u, through[j+1])
		}
	}
}

// keep returns some combinations of states of the rooms from one with a given number on, all
// different. States of the first of them that follow each other are different, the first one is not
// from, and the last one is not to.
func (g *roomsGame) keep(i, turns, from, to int) func(j int) []int {
	first := min(turns, len(g.rooms[i].states))
	shift := 0
	for shift == from || (shift+turns-1)%first == to {
		shift++
	}
	return func(j int) []int {
		combination := []int{(shift + j) % first}
		j /= first
		for _, r := range g.rooms[i+1:] {
			combination = append(combination, j%len(r.states))
			j /= len(r.states)
		}
		return combination
	}
}

// turn changes a room from one state to another one.
func (g *roomsGame) turn(r *room, from, to int) {
	corner := r.Corner()
	for _, p := range r.Around() {
		if !slices.ContainsFunc(r.states[from], func(m goban.Move) bool { return m.Point == p }) {
			g.move(goban.White, p) // captures the corner
		}
	}
	g.conquer(goban.White, r.points, func(c goban.Color, p goban.Point) bool {
		return p != corner && (c == goban.White || !r.white[p])
	})
	g.move(goban.Black, corner) // captures all
	build := r.states[to][1:]
	last := len(build) - 1
	g.build(build[:last])
	g.move(build[last].Color, build[last].Point)
}
