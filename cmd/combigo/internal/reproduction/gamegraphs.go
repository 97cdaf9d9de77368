package reproduction

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"strings"

	"combigo.dev/combigo/comparison"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

func rectangle(rows, cols int) (*lattice.Graph, error) {
	return lattice.New(lattice.Square, rows, cols, lattice.Options{})
}

// stones returns the number of stones of a position.
func stones(p game.Position) int { return bits.OnesCount16(p.Black | p.White) }

// legalColourings counts the legal ones of all colourings of an empty board.
func legalColourings(empty *goban.Position) (n int) {
	for _, p := range colourings(empty) {
		if p.Legal() {
			n++
		}
	}
	return n
}

// toPosition returns a position of the game graph of a board as goban has it.
func toPosition(p game.Position, empty *goban.Position) *goban.Position {
	q := empty.Clone()
	for i := range q.Rows() * q.Cols() {
		q.Set(i%q.Rows(), i/q.Rows(), p.At(i))
	}
	return q
}

var players = []goban.Color{goban.Black, goban.White}

// plays is what playing all moves of all positions of a board has shown.
type plays struct {
	OneToOne  bool // the moves that change a position are as many as there are edges
	OneColour bool // no two colours lead to one position
}

func newPlays(ctx context.Context, g *game.Graph, empty *goban.Position) plays {
	all := plays{true, true}
	for v, position := range g.All() {
		if ctx.Err() != nil {
			break
		}
		p := toPosition(position, empty)
		by, moves := map[string]goban.Color{}, 0
		for i := range 2 * g.Points() {
			color, q := players[i%2], p.Clone()
			outcome, err := q.Play(color, goban.Point{Row: i / 2 / p.Cols(), Col: i / 2 % p.Cols()}, goban.SuicideAllowed)
			if err != nil || len(outcome.Suicide) == 1 {
				all.OneToOne = all.OneToOne && (err != nil || q.String() == p.String())
				continue
			}
			moves++
			other, known := by[q.String()]
			all.OneColour = all.OneColour && (!known || other == color)
			by[q.String()] = color
		}
		all.OneToOne = all.OneToOne && len(by) == moves && moves == g.Degree(v) && by[p.String()] == goban.Empty
	}
	return all
}

// gamesWithPasses plays all games of an empty row with passes.
func gamesWithPasses(row *goban.Position) int {
	before := map[string]bool{}
	var play func(p *goban.Position, turn, passes int) int
	play = func(p *goban.Position, turn, passes int) (games int) {
		if passes == 2 {
			return 1
		}
		before[p.String()] = true
		for col := range p.Cols() {
			q := p.Clone()
			if _, err := q.Play(players[turn], goban.Point{Col: col}, goban.SuicideAllowed); err == nil && !before[q.String()] {
				games += play(q, 1-turn, 0)
				delete(before, q.String())
			}
		}
		return games + play(p, 1-turn, passes+1)
	}
	return play(row, 0, 0)
}

// outdegrees are what is said of those of all positions of a game graph.
type outdegrees struct {
	AtMostTwice bool // they are at most twice the number of empty points
	AtLeastTwo  bool
}

func newOutdegrees(g *game.Graph) outdegrees {
	c := outdegrees{true, true}
	for v, p := range g.All() {
		d := g.Degree(v)
		c.AtMostTwice, c.AtLeastTwo = c.AtMostTwice && d <= 2*(g.Points()-stones(p)), c.AtLeastTwo && d >= 2
	}
	return c
}

// colourings returns all colourings of a small empty board, legal or not.
func colourings(empty *goban.Position) []*goban.Position {
	all := []*goban.Position{empty}
	for i := range empty.Rows() * empty.Cols() {
		for _, p := range all[:len(all):len(all)] {
			for _, color := range players {
				q := p.Clone()
				q.Set(i/q.Cols(), i%q.Cols(), color)
				all = append(all, q)
			}
		}
	}
	return all
}

// printedCycle adds a line for the half cycle in print, walked, and then the same with the colours
// exchanged.
func printedCycle(w *work, n int, g *game.Graph) {
	half := strings.Fields(w.line("printed-cycle", n).printed().text)
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
	r := w.row("moves", finding{value: &cases{moves, g.Nodes() - 1}, basis: result.Proved}, n, len(seen))
	if len(seen) != g.Nodes()-1 {
		r.Mark = Different
	}
}

// tours is how many tours of the gadgets of a row there are.
type tours struct {
	Cities, Cost  int // the cost is that of the cheapest
	Best, Cheaper int // tours of that cost, and of less
}

// newTours counts the tours, one by one.
func newTours(ctx context.Context, q *hamilton.Quotient) *tours {
	t := hamilton.NewTSP(q)
	all := &tours{Cities: t.Cities(), Cost: 3 * (q.Positions() - 1) / 2}
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
		if ctx.Err() != nil {
			return
		}
		seen[at] = true
		for _, r := range roads[at] {
			switch total := paid + r.price; {
			case r.to == 0 && visited == len(roads) && total == all.Cost:
				all.Best++
			case r.to == 0 && visited == len(roads) && total < all.Cost:
				all.Cheaper++
			case !seen[r.to] && total <= all.Cost:
				walk(r.to, visited+1, total)
			}
		}
		seen[at] = false
	}
	walk(0, 1, 0)
	all.Best, all.Cheaper = all.Best/2, all.Cheaper/2 // each was walked in both directions
	return all
}

// otherGame takes the figures of a report of package comparison.
func otherGame(w *work, report *comparison.Report) {
	for _, f := range report.Figures {
		w.figure(report.Game, f)
	}
}

// connect4Coded says of the figures of a board of Connect-4 whether they are at most the first one,
// the number of words of the code.
func connect4Coded(report *comparison.Report) *cases {
	holds, figures := &cases{}, report.Figures
	for _, f := range figures[1:] {
		holds.add(f.Value.Cmp(figures[0].Value) <= 0)
	}
	return holds
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
