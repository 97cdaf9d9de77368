package reproduction

import (
	"math/bits"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
)

func rectangle(rows, cols int) *lattice.Graph {
	return must(lattice.New(lattice.Square, rows, cols, lattice.Options{}))
}

// graph returns the game graph of a board, with suicide.
func (w *work) graph(rows, cols int) *game.Graph {
	return must(game.NewGraph(w.ctx, rectangle(rows, cols), game.Rules{}, w.options()))
}

// smallBoards are the boards whose game graphs are looked at as a whole.
const smallBoards = "1x1 1x2 1x3 1x4 1x5 1x6 1x7 2x2 2x3 2x4 3x3"

// sizes reads boards.
func sizes(text string) (all []board.Size) {
	for word := range strings.FieldsSeq(text) {
		size, _ := must(board.ParseRange(word)).Single()
		all = append(all, size)
	}
	return all
}

// stones returns the number of stones of a position.
func stones(p game.Position) int { return bits.OnesCount16(p.Black | p.White) }

// gameGraphs checks what the section says of all game graphs on the smallest ones.
func gameGraphs(w *work) {
	legal := 0
	for _, p := range colourings(2, 2) {
		if p.Legal() {
			legal++
		}
	}
	w.row("legal-2x2", legal)
	var strong, captures, degree, least, played, colours cases
	var noLoops []string
	for _, size := range sizes(smallBoards) {
		g := w.graph(size.Rows, size.Cols)
		s := g.Shape()
		strong.add(s.Components == 1)
		if size.Points() > 2 {
			captures.add(s.LargestCaptures == g.Nodes()-1)
		}
		if s.TwoLoops == 0 {
			noLoops = append(noLoops, size.String())
		}
		within, atLeast := outdegrees(g)
		degree.add(within)
		least.add(atLeast || g.Nodes() == 1)
		oneToOne, oneColour := w.movesPlayed(g, size)
		played.add(oneToOne)
		colours.add(oneColour)
	}
	w.row("edges-are-moves", &played)
	w.row("one-colour", &colours)
	w.row("games-are-paths", w.gamesPlayed())
	w.row("connected", &strong)
	w.row("connected-by-captures", &captures)
	w.row("outdegree-most", &degree)
	w.row("outdegree-least", &least)
	w.row("no-two-loops", strings.Join(noLoops, ", "))
}

// toPosition returns a position of a game graph as goban has it.
func toPosition(p game.Position, rows, cols int) *goban.Position {
	q := must(goban.New(rows, cols))
	for i := range rows * cols {
		q.Set(i%rows, i/rows, p.At(i))
	}
	return q
}

var players = []goban.Color{goban.Black, goban.White}

// movesPlayed plays all moves of all positions by the rules. It reports whether those that change a
// position, all but the suicides of single stones, lead to as many different positions as there are
// edges, and whether no two of different colours lead to the same.
func (w *work) movesPlayed(g *game.Graph, size board.Size) (oneToOne, oneColour bool) {
	oneToOne, oneColour = true, true
	for v, position := range g.All() {
		check(w.ctx.Err())
		p := toPosition(position, size.Rows, size.Cols)
		by, moves := map[string]goban.Color{}, 0
		for i := range 2 * g.Points() {
			color, q := players[i%2], p.Clone()
			outcome, err := q.Play(color, goban.Point{Row: i / 2 / size.Cols, Col: i / 2 % size.Cols}, goban.SuicideAllowed)
			if err != nil || len(outcome.Suicide) == 1 {
				oneToOne = oneToOne && (err != nil || q.String() == p.String())
				continue
			}
			moves++
			other, known := by[q.String()]
			oneColour = oneColour && (!known || other == color)
			by[q.String()] = color
		}
		oneToOne = oneToOne && len(by) == moves && moves == g.Degree(v) && by[p.String()] == goban.Empty
	}
	return oneToOne, oneColour
}

// gamesPlayed plays all games with passes, and counts the simple paths of the game graph.
func (w *work) gamesPlayed() *cases {
	same := &cases{}
	for n := 1; n <= 3; n++ {
		before := map[string]bool{}
		var play func(p *goban.Position, turn, passes int) int64
		play = func(p *goban.Position, turn, passes int) (games int64) {
			if passes == 2 {
				return 1
			}
			before[p.String()] = true
			for col := range n {
				q := p.Clone()
				if _, err := q.Play(players[turn], goban.Point{Col: col}, goban.SuicideAllowed); err == nil && !before[q.String()] {
					games += play(q, 1-turn, 0)
					delete(before, q.String())
				}
			}
			return games + play(p, 1-turn, passes+1)
		}
		paths := must(game.Count(w.ctx, rectangle(1, n), game.Rules{}, w.options())).Value
		same.add(play(must(goban.New(1, n)), 0, 0) == paths.Int64())
	}
	return same
}

// outdegrees reports whether all are at most twice the number of empty points, and at least 2.
func outdegrees(g *game.Graph) (within, atLeast bool) {
	within, atLeast = true, true
	for v, p := range g.All() {
		d := g.Degree(v)
		within, atLeast = within && d <= 2*(g.Points()-stones(p)), atLeast && d >= 2
	}
	return within, atLeast
}

// colourings returns all colourings of a small board, legal or not.
func colourings(rows, cols int) []*goban.Position {
	all := []*goban.Position{must(goban.New(rows, cols))}
	for i := range rows * cols {
		for _, p := range all[:len(all):len(all)] {
			for _, color := range players {
				q := p.Clone()
				q.Set(i/cols, i%cols, color)
				all = append(all, q)
			}
		}
	}
	return all
}
