package reproduction

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/digraph/paths"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/witness"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
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
	strong, captures, degree, least, played, colours, cases, captureCases := 0, 0, 0, 0, 0, 0, 0, 0
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
		if s.TwoLoops == 0 {
			noLoops = append(noLoops, size.String())
		}
		within, atLeast := outdegrees(g)
		if within {
			degree++
		}
		if atLeast || g.Nodes() == 1 {
			least++
		}
		oneToOne, oneColour, err := w.movesPlayed(g, size)
		if err != nil {
			return err
		}
		if oneToOne {
			played++
		}
		if oneColour {
			colours++
		}
	}
	w.claim("the edges from a position are its moves but for suicides of single stones, one to one", "Lemma 1", played, cases)
	w.claim("no edge is a move of either colour", "Corollary 2", colours, cases)
	if err := w.gamesPlayed(); err != nil {
		return err
	}
	w.claim("the game graph is strongly connected", "Lemma 3", strong, cases)
	w.claim("so it is without the empty position and suicides, on 3 points or more", "Lemma 4", captures, captureCases)
	w.claim("k empty points: outdegree at most 2k", "Corollary 1", degree, cases)
	w.claim("outdegree at least 2, on 2 points or more", "Lemma 16", least, cases)
	w.texts("graphs without moves there and back, of those looked at", "1x3, 2x2", strings.Join(noLoops, ", ")).
		explain("G(1,1) has one node and no edge, so no moves there and back either")
	w.note("The boards are 1x1 to 1x7, 2x2 to 2x4 and 3x3.")
	return nil
}

// toPosition returns a position of a game graph as goban has it.
func toPosition(p game.Position, rows, cols int) (*goban.Position, error) {
	q, err := goban.New(rows, cols)
	if err != nil {
		return nil, err
	}
	for i := range rows * cols {
		q.Set(i%rows, i/rows, p.At(i))
	}
	return q, nil
}

// movesPlayed plays all moves of all positions by the rules. It reports whether those that change a
// position, all but the suicides of single stones, lead to as many different positions as there are
// edges, and whether no two of different colours lead to the same.
func (w *work) movesPlayed(g *game.Graph, size board.Size) (oneToOne, oneColour bool, err error) {
	oneToOne, oneColour = true, true
	for v, position := range g.All() {
		p, err := toPosition(position, size.Rows, size.Cols)
		if err != nil || w.ctx.Err() != nil {
			return false, false, cmp.Or(err, w.ctx.Err())
		}
		by, moves := map[string]goban.Color{}, 0
		for i := range 2 * g.Points() {
			color, q := []goban.Color{goban.Black, goban.White}[i%2], p.Clone()
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
	return oneToOne, oneColour, nil
}

// gamesPlayed plays all games by the rules, with passes, to two passes running, and counts the
// simple paths of the game graph.
func (w *work) gamesPlayed() error {
	const cols = 3
	good := 0
	for n := 1; n <= cols; n++ {
		empty, err := goban.New(1, n)
		if err != nil {
			return err
		}
		var play func(p *goban.Position, before map[string]bool, turn, passes int) int64
		play = func(p *goban.Position, before map[string]bool, turn, passes int) (games int64) {
			if passes == 2 {
				return 1
			}
			for col := range n {
				q := p.Clone()
				if _, err := q.Play([]goban.Color{goban.Black, goban.White}[turn], goban.Point{Col: col}, goban.SuicideAllowed); err == nil && !before[q.String()] {
					before[q.String()] = true
					games += play(q, before, 1-turn, 0)
					delete(before, q.String())
				}
			}
			return games + play(p, before, 1-turn, passes+1)
		}
		g, err := w.graph(1, n)
		if err != nil {
			return err
		}
		entered := make([]bool, g.Nodes())
		var walk func(v int) int64
		walk = func(v int) (paths int64) {
			entered[v] = true
			for _, to := range g.Successors(v) {
				if !entered[to] {
					paths += walk(int(to))
				}
			}
			entered[v] = false
			return 1 + paths
		}
		if play(empty, map[string]bool{empty.String(): true}, 0, 0) == walk(0) {
			good++
		}
	}
	w.claim("as many games, played with passes, as simple paths from the empty position, 1x1 to 1x3", "Lemma 2", good, cols)
	return nil
}

// outdegrees reports whether all outdegrees are at most twice the number of empty points, and
// whether they are at least 2.
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
	estimated := []board.Size{{Rows: 1, Cols: 5}, {Rows: 1, Cols: 6}, {Rows: 2, Cols: 3}, {Rows: 2, Cols: 4}, {Rows: 3, Cols: 3}}
	for i, size := range estimated {
		if err := w.estimateGames(size, len(estimated)-i); err != nil {
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
	w.whole(what, in, n.Value).Basis = result.ByChecks(n.Checks)
	return nil
}

// gameRunCost is about what an estimate of the number of games on a board takes.
var gameRunCost = map[string]time.Duration{
	"1x5": 250 * time.Microsecond, "1x6": 1600 * time.Microsecond, "2x3": 4300 * time.Microsecond,
	"2x4": 450 * time.Millisecond, "3x3": 5 * time.Second,
}

const (
	// maxGameTime is as much as the estimates for a board may take: a mean that a few runs carry
	// rises with the logarithm of the runs.
	maxGameTime = 200 * time.Second
	// fewRuns is the number of runs that must carry a mean for it to count.
	fewRuns = 10
)

// estimateGames compares decimal exponents, which is what the table has. Of what is left of the
// budget the board has a share.
func (w *work) estimateGames(size board.Size, share int) error {
	what, in := fmt.Sprintf("games on %v, decimal exponent", size), printed("table-7", size.String()+" exponent")
	run := gameRunCost[size.String()]
	runs := int(min((w.budget.Time-w.spent)/time.Duration(share), maxGameTime) / run)
	if runs <= 0 {
		w.more(time.Duration(share) * run)
		w.tooLarge(what, in, fmt.Sprintf("a run takes about %v of CPU time: --budget %v", run, w.enough(time.Duration(share)*run)))
		return nil
	}
	var e *paths.Estimate
	done, err := w.within(time.Duration(runs)*run, func() error {
		b, err := rectangle(size.Rows, size.Cols)
		if err != nil {
			return err
		}
		e, err = game.Estimate(w.ctx, b, game.Rules{}, w.budget.Memory, paths.EstimateOptions{
			Options: par.Options{Threads: w.budget.Threads}, Seed: 1, Runs: runs,
		})
		return err
	})
	if err != nil {
		return err
	}
	if !done {
		w.tooLarge(what, in, w.takes(time.Duration(runs)*run))
		return nil
	}
	if again := 4 * time.Duration(runs) * run; again <= maxGameTime {
		w.more(again)
	}
	r := Row{
		What: what, Printed: in, Here: fmt.Sprintf("%.1f", e.Mean), Mark: Equal, Basis: result.Observed,
		Note: fmt.Sprintf("%d runs, 95%% interval %.1f to %.1f", e.Runs, e.Low, e.High),
	}
	low, high := roundedFrom(in)
	switch {
	case e.Effective < 2:
		r.Mark, r.Note = Undecided, r.Note+"; the mean hangs on one run, so that it is likely too low, and the interval says little"
	case e.Effective < fewRuns && (e.High < low || e.Low > high):
		r.Mark, r.Note = Undecided, r.Note+fmt.Sprintf("; %.1f runs carry the mean, so that it is likely too low, and the interval too narrow", e.Effective)
	case e.High < low || e.Low > high:
		r.Mark, r.Explained = Different, true
		r.Note += "; both are estimates by heuristic sampling"
	}
	w.add(r)
	return nil
}

// roundedFrom returns between which numbers all are that a printed one such as 86 or 5.3e2 may
// stand for.
func roundedFrom(printed string) (low, high float64) {
	mantissa, exponent, _ := strings.Cut(printed, "e")
	_, fraction, _ := strings.Cut(mantissa, ".")
	middle, _ := strconv.ParseFloat(printed, 64)
	power, _ := strconv.Atoi(cmp.Or(exponent, "0"))
	half := math.Pow10(power-len(fraction)) / 2
	return middle - half, middle + half
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

// maxPlayed is the number of positions up to which tests play all moves one by one.
const maxPlayed = 20000

// degree compares an average outdegree.
func (w *work) degree(what, printed string, edges, nodes int64) *Row {
	r := w.fraction(what, printed, big.NewRat(edges, nodes))
	if nodes > maxPlayed {
		r.Basis = result.OneWay
	}
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
	below, ordered, known := 0, 0, 0
	for _, size := range smallBoards[1:] {
		d, err := w.degrees(size)
		if err != nil {
			return err
		}
		points := size.Rows * size.Cols
		if d.Average() < float64(points) {
			below++ // 1x2 is the exception of the proof
		}
		games, ok := new(big.Int).SetString(printed("table-7", size.String()), 10)
		if !ok {
			continue
		}
		known++
		product, power := bound.Outdegrees(d.Count), bound.Upper(points, big.NewInt(d.Nodes), "")
		if games.Cmp(product.Exact) <= 0 && games.Cmp(power.Exact) <= 0 {
			ordered++
		}
	}
	w.claim("no more games than the product of outdegrees, and than (mn)^L(m,n): 1x2 to 1x4 and 2x2", "Lemma 17, Theorem 7", ordered, known)
	w.claim("average outdegree below mn, for 1x3 to 1x7, 2x2 to 2x4 and 3x3", "Theorem 7", below, len(smallBoards)-2)
	return nil
}

// theorem8 plays the games of partitions by the rules: of Figure 14 with 3 and with 7 rows, and of
// the best partitions found for other boards, where one colour may have more points.
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
		done, err := w.within(cost, func() error { return w.playGrayCode(p, "legal") })
		if err != nil {
			return err
		}
		if !done {
			w.tooLarge(fmt.Sprintf("the game on %dx%[1]d, played", n), "", w.takes(cost))
		}
	}
	for _, size := range []board.Size{{Rows: 2, Cols: 3}, {Rows: 3, Cols: 4}, {Rows: 4, Cols: 5}, {Rows: 5, Cols: 5}} {
		if err := w.playGrayCode(bound.Search(w.ctx, size.Rows, size.Cols, bound.SearchOptions{Steps: 1000}), ""); err != nil {
			return err
		}
	}
	return nil
}

// playGrayCode plays a game of a partition, and checks how long it is.
func (w *work) playGrayCode(p *bound.Partition, printed string) error {
	moves, err := witness.GrayCode(p, witness.InOrder)
	if err != nil {
		return err
	}
	over := int(bound.Lower(p).Moves.Int64())
	return w.play(p.Rows(), p.Cols(), printed, fmt.Sprintf("moves of a game on %dx%d, over %d", p.Rows(), p.Cols(), over), over, math.MaxInt, moves)
}

// play replays a game and checks its length, which is more than one bound and at most another.
func (w *work) play(rows, cols int, printed, what string, over, most int, moves func(func(goban.Move) bool)) error {
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
	r := w.claim(what, printed, good, 1)
	r.Here, r.Basis = fmt.Sprintf("%d moves, all legal", length), result.Proved
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
			if err := w.play(1, n, "legal", what, 3<<(n-1)-6, 2<<n-4, moves); err != nil {
				return err
			}
		}
	}
	w.number("n = 12: choices, two each, 2^(n-1)", fmt.Sprint(1<<11), int64(witness.RowChoices(12)))
	return nil
}

func corollary8(w *work) error {
	w.basis = result.Proved
	lower := bound.Lower(bound.Combs(19))
	w.texts("lower bound", "(103!)^(2^154)", lower.Formula)
	t, _ := lower.Tower()
	w.exponent("lower bound as 2^2^x", "163", t.Binary.Low, interval.Floor)
	w.exponent("lower bound as 10^10^x", "48", t.Decimal.Low, interval.Floor)
	t, _ = bound.Upper(361, knownLegal(19, 19), "L(19,19)").Tower()
	w.exponent("upper bound as 2^2^x", "569", t.Binary.High, interval.Ceil).Basis = result.Quoted
	w.exponent("upper bound as 10^10^x", "171", t.Decimal.High, interval.Ceil).Basis = result.Quoted
	cells := new(big.Rat).SetFrac(knownLegal(19, 19), new(big.Int).Exp(big.NewInt(3), big.NewInt(361), nil))
	w.fraction("share in the exponent of 361, L(19,19) / 3^361", "0.012", cells).Basis = result.Quoted
	const what, printed, cost = "games on 19x19, at least; in print by M. Walraet and J. Tromp, 2016", "10^(10^100)", time.Second
	done, err := w.within(cost, func() error {
		found, err := bound.Find(w.ctx, board.Size{Rows: 19, Cols: 19}, bound.Options{Search: bound.SearchOptions{Steps: 1}, Threads: w.budget.Threads})
		if err != nil {
			return err
		}
		least, _ := found.Lower[0].Tower()
		most, _ := found.Upper[0].Tower()
		w.add(Row{What: what, Printed: printed, Here: "10^(10^" + interval.Floor(least.Decimal.Low, 6) + ")", Mark: Sharper, Note: "by " + found.Lower[0].Source + " (docs/games-bounds.md)"})
		w.add(Row{What: "games on 19x19, at most", Printed: "10^(10^171)", Here: "10^(10^" + interval.Ceil(most.Decimal.High, 6) + ")", Mark: Sharper, Basis: result.Quoted, Note: "by " + found.Upper[0].Source + " (docs/games-bounds.md)"})
		return nil
	})
	if !done && err == nil {
		w.add(Row{What: what, Printed: printed, Mark: Quoted, Basis: result.Quoted, Note: "the bound here takes " + w.takes(cost)})
	}
	return err
}

// exponent compares a whole number in print with an exponent that is rounded down to it, or up to
// it.
func (w *work) exponent(what, printed string, here *apd.Decimal, round func(*apd.Decimal, int) string) *Row {
	r := Row{What: what, Printed: printed, Here: round(here, 9), Mark: Digits}
	if round(here, 0) != printed {
		r.Mark = Different
	}
	return w.add(r)
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
