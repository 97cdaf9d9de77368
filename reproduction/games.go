package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"time"

	"combigo/board"
	"combigo/digraph/paths"
	"combigo/game"
	"combigo/game/bound"
	"combigo/game/witness"
	"combigo/goban"
	"combigo/lattice"
)

func rectangle(rows, cols int) (*lattice.Graph, error) {
	return lattice.New(lattice.Square, rows, cols, lattice.Options{})
}

// graph returns the game graph of a board, with suicide.
func (w *work) graph(rows, cols int) (*game.Graph, error) {
	b, err := rectangle(rows, cols)
	if err != nil {
		return nil, err
	}
	return game.NewGraph(w.ctx, b, game.Rules{}, w.options())
}

// smallBoards are the boards whose game graphs are looked at as a whole.
var smallBoards = []board.Size{
	{Rows: 1, Cols: 1},
	{Rows: 1, Cols: 2},
	{Rows: 1, Cols: 3},
	{Rows: 1, Cols: 4},
	{Rows: 1, Cols: 5},
	{Rows: 1, Cols: 6},
	{Rows: 1, Cols: 7},
	{Rows: 2, Cols: 2},
	{Rows: 2, Cols: 3},
	{Rows: 2, Cols: 4},
	{Rows: 3, Cols: 3},
}

// gameGraphs checks what the section says of all game graphs on the smallest ones.
func gameGraphs(w *work) error {
	all, err := colourings(2, 2)
	if err != nil {
		return err
	}
	legal := 0
	for _, p := range all {
		if p.Legal() {
			legal++
		}
	}
	w.number("L(2,2) = 81 - 16 - 8", "57", int64(legal))
	strong, captures, degree, least, cases, captureCases := 0, 0, 0, 0, 0, 0
	var noLoops []string
	for _, size := range smallBoards {
		g, err := w.graph(size.Rows, size.Cols)
		if err != nil {
			return err
		}
		s := g.Shape()
		cases++
		if s.Components == 1 {
			strong++
		}
		if size.Rows*size.Cols > 2 {
			captureCases++
			captures += s.LargestCaptures / (g.Nodes() - 1)
		}
		if g.Nodes() > 1 && s.TwoLoops == 0 {
			noLoops = append(noLoops, size.String())
		}
		within, atLeast := outdegrees(g)
		if within {
			degree++
		}
		if atLeast || g.Nodes() == 1 {
			least++
		}
	}
	w.claim("the game graph is strongly connected", "Lemma 3", strong, cases)
	w.claim("so it is without the empty position and suicides, on 3 points or more", "Lemma 4", captures, captureCases)
	w.claim("k empty points: outdegree at most 2k", "Corollary 1", degree, cases)
	w.claim("outdegree at least 2, on 2 points or more", "Lemma 16", least, cases)
	w.texts("graphs without moves there and back, of those looked at", "1x3, 2x2", strings.Join(noLoops, ", "))
	w.note("The boards are 1x1 to 1x7, 2x2 to 2x4 and 3x3.")
	return nil
}

// outdegrees reports whether all outdegrees are at most twice the number of empty points, and whether they are at least 2.
func outdegrees(g *game.Graph) (within, atLeast bool) {
	within, atLeast = true, true
	for v, p := range g.All() {
		empty := 0
		for i := range g.Points() {
			if p.At(i) == goban.Empty {
				empty++
			}
		}
		d := g.Degree(v)
		within, atLeast = within && d <= 2*empty, atLeast && d >= 2
	}
	return within, atLeast
}

// gamesCost is about what numbers of games cost.
var gamesCost = map[string]time.Duration{"1x4": 4 * time.Second, "2x2": 30 * time.Second}

func table7(w *work) error {
	for _, size := range []board.Size{{Rows: 1, Cols: 1}, {Rows: 1, Cols: 2}, {Rows: 1, Cols: 3}, {Rows: 1, Cols: 4}, {Rows: 2, Cols: 2}} {
		what, in := fmt.Sprintf("games on %v", size), printed("table-7", size.String())
		cost := gamesCost[size.String()]
		done, err := w.within(cost, func() error { return w.games(size, what, in) })
		if err != nil {
			return err
		}
		if !done {
			w.stored("games-"+size.String(), what, in, w.takes(cost))
		}
	}
	for _, size := range []board.Size{{Rows: 1, Cols: 5}, {Rows: 1, Cols: 6}, {Rows: 2, Cols: 3}, {Rows: 2, Cols: 4}, {Rows: 3, Cols: 3}} {
		if err := w.estimateGames(size); err != nil {
			return err
		}
	}
	return nil
}

// games counts the games on a board.
func (w *work) games(size board.Size, what, in string) error {
	b, err := rectangle(size.Rows, size.Cols)
	if err != nil {
		return err
	}
	n, err := game.Count(w.ctx, b, game.Rules{}, w.options())
	if err != nil {
		return err
	}
	if !n.Whole {
		return w.ctx.Err()
	}
	w.whole(what, in, n.Value)
	return nil
}

// gameRuns is how many estimates are made of a number of games, and gameRunCost about what they cost together.
const gameRuns = 100

var gameRunCost = map[string]time.Duration{
	"1x5": 100 * time.Millisecond, "1x6": time.Second, "2x3": time.Second, "2x4": 300 * time.Second, "3x3": 3000 * time.Second,
}

// estimateGames compares decimal exponents, which is what the table has.
func (w *work) estimateGames(size board.Size) error {
	what, in := fmt.Sprintf("games on %v, decimal exponent", size), printed("table-7", size.String()+" exponent")
	cost := gameRunCost[size.String()]
	var e *paths.Estimate
	done, err := w.within(cost, func() error {
		b, err := rectangle(size.Rows, size.Cols)
		if err != nil {
			return err
		}
		e, err = game.Estimate(w.ctx, b, game.Rules{}, w.budget.Memory, paths.EstimateOptions{
			Options: paths.Options{Threads: w.budget.Threads}, Seed: 1, Runs: gameRuns,
		})
		return err
	})
	if err != nil {
		return err
	}
	if !done {
		w.tooLarge(what, in, w.takes(cost))
		return nil
	}
	var exponent float64
	if _, err := fmt.Sscan(in, &exponent); err != nil {
		return err
	}
	r := Row{
		What: what, Printed: in, Here: fmt.Sprintf("%.1f", e.Mean), Mark: Equal,
		Note: fmt.Sprintf("%d runs, 95%% interval %.1f to %.1f", e.Runs, e.Low, e.High),
	}
	if exponent < e.Low-0.5 || exponent > e.High+0.5 { // a unit of the printed exponent wide
		r.Mark, r.Explained = Different, true
		r.Note += "; both are estimates by heuristic sampling, which tend to be too low, since rare runs carry the mean"
	}
	w.add(r)
	return nil
}

// degrees counts the outdegrees of the game graph of a board, with suicide.
func (w *work) degrees(size board.Size) (*game.Degrees, error) {
	b, err := rectangle(size.Rows, size.Cols)
	if err != nil {
		return nil, err
	}
	p, err := game.NewPositions(w.ctx, b, w.options())
	if err != nil {
		return nil, err
	}
	return p.Degrees(w.ctx, game.Rules{}, w.options())
}

func table8(w *work) error {
	for _, row := range printedRows()["table-8"] {
		size, err := parseSize(row.row)
		if err != nil {
			return err
		}
		what := fmt.Sprintf("average outdegree of G(%d,%d)", size.Rows, size.Cols)
		cost := time.Duration(0)
		if size.Rows*size.Cols > 12 {
			cost = 4 * time.Second
		}
		done, err := w.within(cost, func() error {
			d, err := w.degrees(size)
			if err != nil {
				return err
			}
			w.degree(what, row.printed, d.Edges, d.Nodes)
			return nil
		})
		if err != nil {
			return err
		}
		if done {
			continue
		}
		if e, ok := committed()["edges-"+size.String()]; ok {
			w.degree(what, row.printed, whole(e.value), knownLegal(size.Rows, size.Cols).Int64()).Earlier = e.provenance
		} else {
			w.tooLarge(what, row.printed, w.takes(cost))
		}
	}
	return nil
}

// degree compares an average outdegree.
func (w *work) degree(what, printed string, edges, nodes int64) *Row {
	r := w.fraction(what, printed, big.NewRat(edges, nodes))
	r.Note = fmt.Sprintf("%d edges, %d nodes", edges, nodes)
	return r
}

func parseSize(text string) (board.Size, error) {
	boards, err := board.ParseRange(text)
	if err != nil {
		return board.Size{}, err
	}
	size, _ := boards.Single()
	return size, nil
}

func theorem7(w *work) error {
	g, err := w.graph(1, 3)
	if err != nil {
		return err
	}
	w.number("edges of G(1,3)", "42", int64(g.EdgeCount()))
	w.number("nodes of G(1,3)", "15", int64(g.Nodes()))
	product := big.NewInt(1)
	for v := range g.Nodes() {
		product.Mul(product, big.NewInt(int64(g.Degree(v))))
	}
	w.whole("product of its outdegrees, 3 2^19", "1572864", product)
	w.whole("3^L(1,3)", "14348907", new(big.Int).Exp(big.NewInt(3), big.NewInt(15), nil))
	b, err := rectangle(1, 3)
	if err != nil {
		return err
	}
	n, err := game.Count(w.ctx, b, game.Rules{}, w.options())
	if err != nil {
		return err
	}
	w.whole("games on 1x3", "907", n.Value)
	good, cases := 0, 0
	for _, size := range smallBoards[2:] {
		g, err := w.graph(size.Rows, size.Cols)
		if err != nil {
			return err
		}
		cases++
		if g.EdgeCount() < g.Nodes()*size.Rows*size.Cols {
			good++
		}
	}
	w.claim("average outdegree below mn, for 1x3 to 1x7, 2x2 to 2x4 and 3x3", "Theorem 7", good, cases)
	return nil
}

// theorem8 plays the games of a partition with 3 and with 7 rows, by the rules.
func theorem8(w *work) error {
	for _, n := range []int{3, 7} {
		p := bound.Combs(n)
		k, l := p.Count(goban.Black), p.Count(goban.Empty)
		w.number(fmt.Sprintf("n = %d: black points, n - 1 + (n-2)(n+1)/4", n), fmt.Sprint(n-1+(n-2)*(n+1)/4), int64(k))
		w.number(fmt.Sprintf("n = %d: points between, 2 + (n-2)(n-1)/2", n), fmt.Sprint(2+(n-2)*(n-1)/2), int64(l))
		cost := time.Duration(0)
		if l > 10 {
			cost = 4 * time.Second
		}
		done, err := w.within(cost, func() error {
			moves, err := witness.GrayCode(p, witness.InOrder)
			if err != nil {
				return err
			}
			return w.play(n, n, fmt.Sprintf("moves of a game on %dx%[1]d, over %d", n, k<<(l-1)), k<<(l-1), math.MaxInt, moves)
		})
		if err != nil {
			return err
		}
		if !done {
			w.tooLarge(fmt.Sprintf("the game on %dx%[1]d, played", n), "", w.takes(cost))
		}
	}
	return nil
}

// play replays a game and checks its length, which is more than one bound and at most another.
func (w *work) play(rows, cols int, what string, over, most int, moves func(func(goban.Move) bool)) error {
	start, err := goban.New(rows, cols)
	if err != nil {
		return err
	}
	replay, err := goban.NewReplay(start, goban.Black, goban.Rules{FreeTurns: true})
	if err != nil {
		return err
	}
	length := 0
	for m := range moves {
		if err := replay.Play(m); err != nil {
			w.add(Row{What: what, Here: err.Error(), Mark: Different})
			return nil
		}
		if length++; length%4096 == 0 && w.ctx.Err() != nil {
			return w.ctx.Err()
		}
	}
	good := 0
	if length > over && length <= most {
		good = 1
	}
	w.claim(what, "legal", good, 1).Here = fmt.Sprintf("%d moves, all legal", length)
	return nil
}

// theorem9 plays the longest and the shortest game on rows.
func theorem9(w *work) error {
	for n := 2; n <= 12; n++ {
		for _, skip := range []bool{false, true} {
			moves, err := witness.Row(n, func(int) bool { return skip })
			if err != nil {
				return err
			}
			what := fmt.Sprintf("n = %d, a game of %d to %d moves", n, 3<<(n-1)-5, 2<<n-4)
			if err := w.play(1, n, what, 3<<(n-1)-6, 2<<n-4, moves); err != nil {
				return err
			}
		}
	}
	w.number("n = 12: choices, two each, 2^(n-1)", fmt.Sprint(1<<11), int64(witness.RowChoices(12)))
	return nil
}

func corollary8(w *work) error {
	p := bound.Combs(19)
	lower := bound.Lower(p)
	w.texts("lower bound", "(103!)^(2^154)", lower.Formula)
	t, _ := lower.Tower()
	w.floor("lower bound as 2^2^x", "163", t.Binary.Low.String())
	w.floor("lower bound as 10^10^x", "48", t.Decimal.Low.String())
	upper := bound.Upper(361, knownLegal(19, 19), "L(19,19)")
	t, _ = upper.Tower()
	w.ceiling("upper bound as 2^2^x", "569", t.Binary.High.String())
	w.ceiling("upper bound as 10^10^x", "171", t.Decimal.High.String())
	cells := new(big.Rat).SetFrac(knownLegal(19, 19), new(big.Int).Exp(big.NewInt(3), big.NewInt(361), nil))
	w.fraction("share in the exponent of 361, L(19,19) / 3^361", "0.012", cells)
	return nil
}

// floor compares a whole number in print with a number that exceeds it: a sharper bound from below.
func (w *work) floor(what, printed, here string) {
	x, _ := new(big.Rat).SetString(here)
	y, _ := new(big.Rat).SetString(printed)
	w.bound(what, printed, x, x.Cmp(y) >= 0)
}

func (w *work) ceiling(what, printed, here string) {
	x, _ := new(big.Rat).SetString(here)
	y, _ := new(big.Rat).SetString(printed)
	w.bound(what, printed, x, x.Cmp(y) <= 0)
}

func (w *work) bound(what, printed string, here *big.Rat, sharper bool) {
	r := Row{What: what, Printed: printed, Here: here.FloatString(9), Mark: Better, Note: "a sharper bound"}
	if !sharper {
		r.Mark, r.Note = Different, ""
	}
	w.add(r)
}

// colourings returns all colourings of a small board, legal or not.
func colourings(rows, cols int) ([]*goban.Position, error) {
	empty, err := goban.New(rows, cols)
	if err != nil {
		return nil, err
	}
	all := []*goban.Position{empty}
	for i := range rows * cols {
		for _, p := range slices.Clone(all) {
			for _, color := range []goban.Color{goban.Black, goban.White} {
				q := p.Clone()
				q.Set(i/cols, i%cols, color)
				all = append(all, q)
			}
		}
	}
	return all, nil
}
