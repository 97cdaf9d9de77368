package reproduction

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/comparison"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
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

// movesPlayed plays all moves of all positions. It reports whether those that change a position are
// as many as there are edges, and whether no two colours lead to one position.
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

func hamiltonianCycles(w *work) {
	w.basis = result.OneWay
	for n := 3; n <= 4; n++ {
		c := must(hamilton.NewCensus(w.ctx, w.graph(1, n)))
		w.row("symmetric", &cases{c.SymmetricCycles, c.Cycles}, n).Basis = result.OneWay
	}
	for n := 3; n <= 5; n++ {
		w.printedCycle(n)
	}
	w.row("games", must(hamilton.NewCensus(w.ctx, w.graph(1, 2))).Games)
	w.basis = result.Proved
	for n := 5; n <= 8; n++ {
		length, legal := w.symmetricCycle(n)
		if r := w.between("cycle", fmt.Sprintf("found, %d positions", length), length == legal-1, n); r.Mark == Equal && r.Printed == "" {
			r.Mark = Further
		}
	}
}

// printedCycle walks the half cycle in print, and then the same with the colours exchanged.
func (w *work) printedCycle(n int) {
	g, half := w.graph(1, n), strings.Fields(w.line("printed-cycle", n).printed().text)
	number := map[string]int{}
	for v, p := range g.All() {
		number[p.Text(g.Points())] = v
	}
	exchange := strings.NewReplacer("X", "O", "O", "X")
	cycle := slices.Clone(half)
	for _, text := range half {
		cycle = append(cycle, exchange.Replace(text))
	}
	moves, seen := 0, map[int]bool{}
	for i, text := range cycle {
		from, ok := number[text]
		to, alsoOK := number[cycle[(i+1)%len(cycle)]]
		if ok && alsoOK && g.HasEdge(from, to) {
			moves++
		}
		seen[from] = true
	}
	r := w.row("moves", &cases{moves, g.Nodes() - 1}, n, len(seen))
	if r.Basis = result.Proved; len(seen) != g.Nodes()-1 {
		r.Mark = Different
	}
}

func (w *work) quotient(n int) *hamilton.Quotient {
	return must(hamilton.NewQuotient(w.ctx, n, w.options()))
}

// symmetricCycle finds a cycle of 1 x n, and returns its length and the number of legal positions.
func (w *work) symmetricCycle(n int) (length, legal int) {
	q := w.quotient(n)
	return must(must(q.Find(w.ctx, 0, w.options())).Check()).Visited, q.Positions()
}

// lemma18 counts the cheapest tours, one by one, and the colour-symmetric cycles of the game graph.
func lemma18(w *work) {
	const lastToured = 3
	var holds cases
	for n := 2; n <= 5; n++ {
		q := w.quotient(n)
		t, l := hamilton.NewTSP(q), q.Positions()
		w.row("nodes", t.Cities(), n)
		if n > lastToured {
			continue
		}
		cost := 3 * (l - 1) / 2
		best, cheaper := w.tours(t, cost)
		symmetric := must(hamilton.NewCensus(w.ctx, w.graph(1, n))).SymmetricCycles
		w.row("tours", best, n, cost)
		w.row("cycles", symmetric, n)
		holds.add(best == 2*symmetric && cheaper == 0)
	}
	w.row("two-each", &holds)
}

// tours counts the cycles through all cities of a cost, and those of less, by trying all.
func (w *work) tours(t *hamilton.TSP, cost int) (best, cheaper int) {
	type road struct{ to, price int }
	roads := make([][]road, t.Cities())
	for i := range roads {
		for j := range roads {
			if i != j && t.Distance(i, j) != t.Missing() {
				roads[i] = append(roads[i], road{j, t.Distance(i, j)})
			}
		}
	}
	seen := make([]bool, len(roads))
	var walk func(at, visited, paid int)
	walk = func(at, visited, paid int) {
		if visited < len(roads)/2 { // often enough
			check(w.ctx.Err())
		}
		seen[at] = true
		for _, r := range roads[at] {
			switch total := paid + r.price; {
			case r.to == 0 && visited == len(roads) && total == cost:
				best++
			case r.to == 0 && visited == len(roads) && total < cost:
				cheaper++
			case !seen[r.to] && total <= cost:
				walk(r.to, visited+1, total)
			}
		}
		seen[at] = false
	}
	walk(0, 1, 0)
	return best / 2, cheaper / 2 // each was walked in both directions
}

// otherGames takes the figures of package comparison.
func otherGames(w *work) {
	for _, report := range []*comparison.Report{must(comparison.Chess(w.ctx)), must(comparison.Connect4(w.ctx, 6, 7))} {
		for _, f := range report.Figures {
			w.figure(report.Game, f)
		}
	}
	coded, borders := &cases{}, &cases{}
	for m := 1; m <= 4; m++ {
		for n := 1; n <= 4; n++ {
			figures := must(comparison.Connect4(w.ctx, m, n)).Figures
			for _, f := range figures[1:] {
				coded.add(f.Value.Cmp(figures[0].Value) <= 0)
			}
		}
		_, stats, err := transfer.NoRow(w.ctx, transfer.RowGame{Rows: m, Columns: 6, Length: 5}, must(transfer.NewIntegers(0, 3)), w.options())
		check(err)
		borders.add(int64(stats.PeakStates) <= power(3, int64(4*m)).Int64())
	}
	w.row("connect4-fillings", coded)
	w.row("gomoku-states", borders)
	w.formulas()
}

// notCounted says why a number of another game is not computed.
var notCounted = map[string]string{
	"chess":    "the paper does not say how the bound is refined",
	"connect4": "all games are played here on boards of up to two million fillings",
}

// figure adds a figure of another game that is in print.
func (w *work) figure(game string, f comparison.Figure) {
	r := Row{What: game + ": " + f.Name, Printed: f.Published, Mark: Different, Basis: f.Basis, Note: f.Formula}
	switch {
	case f.Published == "" || !strings.Contains(f.Source, "the paper"):
		return
	case f.Value != nil:
		r.Here = f.Value.String()
		if roundsTo(strings.Replace(f.Published, " x 10^", "e", 1), new(big.Float).SetInt(f.Value)) {
			r.Mark = Exact
		}
	case f.Real != 0:
		r.Here = fmt.Sprintf("%.4f", f.Real)
		if f.Published == "less than half" && f.Real < 0.5 || f.Published == fmt.Sprintf("about %.0f", f.Real) {
			r.Mark = Digits
		}
	default:
		r.Mark, r.Note = Quoted, "from "+f.Source+": "+notCounted[game]
	}
	w.add(r)
}
