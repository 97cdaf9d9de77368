package bound

import (
	"cmp"
	"iter"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/gametest"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
)

// These tests play games of the lower bounds whose games package witness does not write: they go
// through the states of rooms, or through the numbers of two halves (docs/games-bounds.md).

// An order returns the order in which n points are filled, as a permutation of 0 to n-1.
type order func(n int) []int

func inOrder(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// counted adds the binary logarithms of the numbers of orders to choose from, but those of the
// first calls.
func counted(o order, log *float64, but int) order {
	return func(n int) []int {
		if but--; but < 0 {
			f, _ := math.Lgamma(float64(n + 1))
			*log += f / math.Ln2
		}
		return o(n)
	}
}

// A player makes the moves of a game by the rules, without suicide.
type player struct {
	order    order
	position *goban.Position
	yield    func(goban.Move) bool
	over     bool // nobody wants more moves
}

// move makes a move if the rules allow it without suicide, and reports whether they do.
func (g *player) move(c goban.Color, at goban.Point) bool {
	if _, err := g.position.Play(c, at, goban.SuicideForbidden); err != nil {
		return false
	}
	g.put(c, at)
	return true
}

// put makes a move of which the rules are not asked.
func (g *player) put(c goban.Color, at goban.Point) {
	g.over = g.over || !g.yield(goban.Stone(c, at))
}

// build puts stones on the board, in one of the orders.
func (g *player) build(stones []goban.Move) {
	for _, i := range g.order(len(stones)) {
		g.move(stones[i].Color, stones[i].Point)
	}
}

// conquer lets a colour put stones on some points wherever a colour may and that is no suicide.
// Where that goes no further, the other colour puts a stone next to a stone of its own, which
// thereby loses a liberty.
func (g *player) conquer(c goban.Color, points []goban.Point, may func(goban.Color, goban.Point) bool) {
	for again := true; again && !g.over; {
		again = false
		for _, p := range points {
			again = may(c, p) && g.move(c, p) || again
		}
		again = again || slices.ContainsFunc(points, func(p goban.Point) bool {
			return may(c.Opponent(), p) && g.beside(p, c.Opponent(), points) && g.move(c.Opponent(), p)
		})
	}
}

// beside reports whether a stone of a colour is next to a point, on one of some points.
func (g *player) beside(p goban.Point, c goban.Color, points []goban.Point) bool {
	return slices.ContainsFunc(points, func(q goban.Point) bool {
		return (p.Row-q.Row)*(p.Row-q.Row)+(p.Col-q.Col)*(p.Col-q.Col) == 1 && g.position.At(q.Row, q.Col) == c
	})
}

// colour sets some points of a position in turn to all the colours that they may have, from the
// first to the last, and visits those colourings that are legal. It returns false if the visitor
// wants no more.
func colour(p *goban.Position, points []goban.Point, may func(goban.Point) []goban.Color, visit func() bool) bool {
	if len(points) == 0 {
		return !p.Legal() || visit()
	}
	at, more := points[0], true
	for _, c := range may(at) {
		p.Set(at.Row, at.Col, c)
		more = more && colour(p, points[1:], may, visit)
	}
	p.Set(at.Row, at.Col, goban.Empty)
	return more
}

// stonesOn returns the stones on some points.
func stonesOn(p *goban.Position, points []goban.Point) (all []goban.Move) {
	for _, at := range points {
		if c := p.At(at.Row, at.Col); c != goban.Empty {
			all = append(all, goban.Stone(c, at))
		}
	}
	return all
}

// roomsGame returns a game through the states of rooms whose states are counted.
//
// A tour of the rooms from the i-th on leads from one combination of their states to another one,
// with another state of the i-th room. That room goes through its states; in each, the rooms after
// it make a tour, to a combination that they keep while the i-th room changes to its next state,
// and to no other one twice. The tour of the last room is such a change.
func roomsGame(t *testing.T, b *Rooms, order order) iter.Seq[goban.Move] {
	start := b.walled(t)
	g := tourist{player: player{order: order}}
	for _, r := range b.rooms {
		played := &playedRoom{room: r, corner: b.at(r.corner), points: b.places(r.points), around: b.places(r.around), white: map[goban.Point]bool{}}
		for _, p := range r.points {
			played.white[b.at(p)] = r.white[p]
		}
		played.find(start.Clone())
		slices.SortStableFunc(played.states, func(x, y []goban.Move) int { return cmp.Compare(len(y), len(x)) })
		g.rooms = append(g.rooms, played)
	}
	return func(yield func(goban.Move) bool) {
		g := g
		g.yield, g.position = yield, start.Clone()
		g.play(b.walls())
	}
}

// at returns a point by its number.
func (g *grid) at(p int) goban.Point { return goban.Point{Row: p / g.cols, Col: p % g.cols} }

// places returns points by their numbers.
func (g *grid) places(points []int) (all []goban.Point) {
	for _, p := range points {
		all = append(all, g.at(p))
	}
	return all
}

// walls returns the points of the walls.
func (b *Rooms) walls() (all []goban.Point) {
	for p, wall := range b.wall {
		if wall {
			all = append(all, b.at(p))
		}
	}
	return all
}

// walled returns the position of the walls alone.
func (b *Rooms) walled(t *testing.T) *goban.Position {
	p, err := goban.New(b.rows, b.cols)
	if err != nil {
		t.Fatal(err)
	}
	for _, at := range b.walls() {
		p.Set(at.Row, at.Col, goban.Black)
	}
	return p
}

// playedRoom is a room with its states, those of most stones first: the moves that make them, the
// last one next to the corner.
type playedRoom struct {
	*room
	corner         goban.Point
	points, around []goban.Point
	white          map[goban.Point]bool // where black does not play
	states         [][]goban.Move
}

// may returns the colours of a point in states.
func (r *playedRoom) may(at goban.Point) []goban.Color {
	switch {
	case at == r.corner:
		return []goban.Color{goban.Black}
	case r.white[at] || slices.Contains(r.around, at):
		return []goban.Color{goban.Empty, goban.White}
	}
	return []goban.Color{goban.Empty, goban.Black, goban.White}
}

// find finds the states, on a board with the walls.
func (r *playedRoom) find(p *goban.Position) {
	colour(p, r.points, r.may, func() bool {
		beside := stonesOn(p, r.around)
		if len(beside) != len(r.around)-1 {
			return true
		}
		others := slices.DeleteFunc(stonesOn(p, r.points), func(m goban.Move) bool { return m.Point == r.corner || m == beside[0] })
		r.states = append(r.states, slices.Concat([]goban.Move{goban.Stone(goban.Black, r.corner)}, others, beside[:1]))
		return true
	})
}

// A tourist plays a game through rooms.
type tourist struct {
	player
	rooms []*playedRoom
}

// play makes the moves.
func (g *tourist) play(walls []goban.Point) {
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
func (g *tourist) tour(i int, from, to []int) {
	if i == len(g.rooms)-1 {
		g.turn(g.rooms[i], from[0], to[0])
		return
	}
	turns := int(g.rooms[i].used.Int64()) - 1
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
func (g *tourist) keep(i, turns, from, to int) func(j int) []int {
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
func (g *tourist) turn(r *playedRoom, from, to int) {
	for _, p := range r.around {
		if !slices.ContainsFunc(r.states[from], func(m goban.Move) bool { return m.Point == p }) {
			g.move(goban.White, p) // captures the corner
		}
	}
	g.conquer(goban.White, r.points, func(c goban.Color, p goban.Point) bool {
		return p != r.corner && (c == goban.White || !r.white[p])
	})
	g.move(goban.Black, r.corner) // captures all
	build := r.states[to][1:]
	last := len(build) - 1
	g.build(build[:last])
	g.move(build[last].Color, build[last].Point)
}

// halves divide a square board of odd side for the main scheme, see [LowerHalves].
type halves struct {
	side       int
	centre     [3]goban.Point                // the first is beside black's part of the row, the last beside white's
	wall, area map[goban.Color][]goban.Point // of black and white
}

func newHalves(side int) *halves {
	h := &halves{side: side, wall: map[goban.Color][]goban.Point{}, area: map[goban.Color][]goban.Point{}}
	middle := side / 2
	for i := range h.centre {
		h.centre[i] = goban.Point{Row: middle, Col: middle - 1 + i}
	}
	for p := range side*middle + middle - 1 {
		at, part := goban.Point{Row: p / side, Col: p % side}, h.area
		if at.Row == middle || at.Row == middle-1 && at.Col >= middle-1 {
			part = h.wall
		}
		part[goban.Black] = append(part[goban.Black], at)
		part[goban.White] = append(part[goban.White], h.turned(at))
	}
	return h
}

// turned returns a point after half a turn.
func (h *halves) turned(at goban.Point) goban.Point {
	return goban.Point{Row: h.side - 1 - at.Row, Col: h.side - 1 - at.Col}
}

// game returns the game of the main scheme, or the beginning of it that goes through a given number
// of numbers of each colour. It reports whether these are all.
func (h *halves) game(t *testing.T, order order, most int) (game iter.Seq[goban.Move], all bool) {
	start, err := goban.New(h.side, h.side)
	if err != nil {
		t.Fatal(err)
	}
	var numbers [][]goban.Move // of black, the wall among them
	p, points := start.Clone(), append(h.wall[goban.Black], h.area[goban.Black]...)
	may := func(at goban.Point) []goban.Color {
		if slices.Contains(h.wall[goban.Black], at) {
			return []goban.Color{goban.Black}
		}
		return []goban.Color{goban.Empty, goban.Black, goban.White}
	}
	all = colour(p, points, may, func() bool {
		if len(numbers) < most {
			numbers = append(numbers, stonesOn(p, points))
			return true
		}
		return false
	})
	return func(yield func(goban.Move) bool) {
		g := player{order: order, yield: yield, position: start.Clone()}
		h.play(&g, numbers)
	}, all
}

// play makes the moves: in turn the number of one colour holds still, with one of its stones in the
// centre while the other colour builds a number, and two while that fills its area, until the last
// point of the centre captures all that it has.
func (h *halves) play(g *player, numbers [][]goban.Move) {
	fill := func(c goban.Color, last int) {
		g.move(c, h.centre[1])
		g.conquer(c, h.area[c], func(goban.Color, goban.Point) bool { return true })
		g.move(c.Opponent(), h.centre[last])
	}
	black, white := g.order(len(numbers)), g.order(len(numbers))
	g.build(numbers[black[0]])
	g.move(goban.Black, h.centre[0])
	for i := 0; i < len(numbers) && !g.over; i++ {
		var turned []goban.Move // with the colours exchanged
		for _, m := range numbers[white[i]] {
			turned = append(turned, goban.Stone(m.Color.Opponent(), h.turned(m.Point)))
		}
		g.build(turned)
		fill(goban.Black, 2)
		if i+1 < len(numbers) {
			g.build(numbers[black[i+1]])
			fill(goban.White, 0)
		}
	}
}

// playRooms plays games through the states of rooms by the rules, with superko, and multiplies the
// numbers of orders to choose from: no fewer than the bound says.
func playRooms(t *testing.T, b *Rooms, lower *Bound, o order) {
	t.Helper()
	log := 0.0
	counts := gametest.Replay(t, b.rows, b.cols, roomsGame(t, b, counted(o, &log, 0)), nil)
	if counts.SelfCaptured > 0 {
		t.Errorf("%d stones lost by suicide\n%v", counts.SelfCaptured, b)
	}
	turns := int64(1)
	for _, r := range b.rooms[:len(b.rooms)-1] {
		turns *= r.used.Int64()
	}
	if int64(counts.Captured) < 2*turns {
		t.Errorf("%d stones captured in %d turns\n%v", counts.Captured, turns, b)
	}
	if low, _ := lower.Log2.High.Float64(); log < low {
		t.Errorf("2^%v games, fewer than the bound, 2^%v\n%v", log, low, b)
	}
	if int64(counts.Stones) <= lower.Moves.Int64() {
		t.Errorf("%d moves, want more than %v\n%v", counts.Stones, lower.Moves, b)
	}
}

func TestPlayRooms(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	for i, test := range []struct {
		rows, cols  int
		walls, eyes []int // by search if there are none
		rooms       int
	}{
		{3, 11, []int{3, 14, 25, 7, 18, 29}, []int{3, 7}, 3},
		{rows: 5, cols: 5, rooms: 2},
		{rows: 1, cols: 20, rooms: 2},
		{rows: 9, cols: 3, rooms: 2},
	} {
		if i >= 1 && !longtests.Wanted() {
			break
		}
		var b *Rooms
		var err error
		if test.walls != nil {
			b = newRooms(newGrid(test.rows, test.cols), test.walls, test.eyes)
		} else if b, err = LayRooms(t.Context(), test.rows, test.cols); err != nil {
			t.Fatal(err)
		}
		lower := lowerRooms(t, b)
		if lower == nil || len(b.rooms) != test.rooms {
			t.Errorf("%dx%d: %d rooms, want %d with a bound\n%v", test.rows, test.cols, len(b.rooms), test.rooms, b)
			continue
		}
		for _, o := range []order{inOrder, rng.Perm} {
			playRooms(t, b, lower, o)
		}
	}
}

// TestPlayRoomsOfAnyForm plays games in rooms between walls drawn at random.
func TestPlayRoomsOfAnyForm(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	played, wanted := 0, 3
	if longtests.Wanted() {
		wanted = 12
	}
	for played < wanted {
		rows, cols := 3+rng.IntN(4), 4+rng.IntN(6)
		var walls, eyes []int
		row, col := 1+rng.IntN(rows-2), 1+rng.IntN(cols-2)
		shape := rng.IntN(3) // a row, a column or both
		for c := range cols {
			if shape != 1 {
				walls = append(walls, row*cols+c)
			}
		}
		for r := range rows {
			if shape != 0 {
				walls = append(walls, r*cols+col)
			}
		}
		walls = append(walls, rng.IntN(rows*cols))
		for range 1 + rng.IntN(2) {
			eyes = append(eyes, walls[rng.IntN(len(walls))])
		}
		b := newRooms(newGrid(rows, cols), walls, eyes)
		if b == nil || !b.stands() || len(b.rooms) < 2 {
			continue
		}
		lower := lowerRooms(t, b)
		if low, _ := lower.log2(); lower == nil || low > 2000 || len(b.rooms[0].points) > 15 {
			continue
		}
		playRooms(t, b, lower, rng.Perm)
		played++
	}
}

// log2 returns the binary logarithm of a bound, from above.
func (b *Bound) log2() (float64, error) {
	if b == nil {
		return 0, nil
	}
	return b.Log2.High.Float64()
}

// TestPlayHalves plays the main scheme: all of it on 5x5, and the beginning on larger boards. On
// 5x5 the orders to choose from are no fewer than the bound says, and package certificate, which
// shares nothing with goban, plays the game once more.
func TestPlayHalves(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	sides := []int{5}
	if longtests.Wanted() {
		sides = []int{5, 7, 11}
	}
	for _, side := range sides {
		for _, o := range []order{inOrder, rng.Perm} {
			log, asked := 0.0, 0
			orders := counted(o, &log, 2) // the first two are the orders of the numbers
			moves, all := newHalves(side).game(t, func(n int) []int { asked++; return orders(n) }, 700)
			if all != (side == 5) {
				t.Fatalf("%dx%[1]d: all numbers: %v", side, all)
			}
			game := slices.Collect(moves)
			counts := gametest.Replay(t, side, side, slices.Values(game), nil)
			if counts.SelfCaptured > 0 || asked < 2+2*300 {
				t.Errorf("%dx%[1]d: %d stones lost by suicide, %d orders", side, counts.SelfCaptured, asked)
			}
			if side > 5 {
				continue
			}
			lower, err := LowerHalves(t.Context(), board.Size{Rows: side, Cols: side}, 1)
			if err != nil {
				t.Fatal(err)
			}
			if int64(counts.Stones) <= lower.Moves.Int64() {
				t.Errorf("%d moves, want more than %v", counts.Stones, lower.Moves)
			}
			if low, _ := lower.log2(); log < low {
				t.Errorf("2^%v games, fewer than the bound, 2^%v", log, low)
			}
			graph, err := lattice.New(lattice.Square, side, side, lattice.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var letters []certificate.Move
			for _, m := range game {
				letters = append(letters, certificate.Move{Color: certificate.Color(".XO"[m.Color]), Vertex: uint8(m.Point.Col*side + m.Point.Row)})
			}
			report, err := certificate.NewGame(graph, false, letters).Check()
			if err != nil || report.Moves != counts.Stones {
				t.Errorf("%+v, %v, want %d moves", report, err, counts.Stones)
			}
		}
	}
}

// TestHalvesPoints compares the walls on 9x9 with those of Walraet's file main9x9a.sgf.
func TestHalvesPoints(t *testing.T) {
	h := newHalves(9)
	for c, want := range map[goban.Color]string{goban.Black: "dd ed fd gd hd id ae be ce", goban.White: "ff ef df cf bf af ie he ge"} {
		var text []string
		for _, p := range h.wall[c] {
			text = append(text, string([]byte{'a' + byte(p.Col), 'a' + byte(p.Row)}))
		}
		if got := strings.Join(text, " "); got != want || len(h.area[c]) != 30 {
			t.Errorf("%v: wall %s and %d points, want %s and 30", c, got, len(h.area[c]), want)
		}
	}
}
