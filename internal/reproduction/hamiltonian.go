package reproduction

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/comparison"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/result"
)

func theorem10(w *work) error {
	w.basis = result.Proved
	good, cases := 0, 0
	for m := 2; m <= 6; m++ {
		for n := m; n <= 6; n++ {
			o, err := hamilton.Obstruct(m, n)
			if err != nil {
				return err
			}
			cases++
			if o.Proves() {
				good++
			}
			if m == 2 && n == 2 {
				w.number("positions that lead only to fewer others, 2x2", "10", int64(len(o.From)))
				w.number("positions that they lead to, 2x2", "8", int64(len(o.To)))
			}
		}
	}
	w.claim("boards of 2x2 to 6x6 are not Hamiltonian", "Theorem 10", good, cases).Basis = result.Proved
	return nil
}

func hamiltonianCycles(w *work) error {
	w.basis = result.OneWay
	for n := 3; n <= 4; n++ {
		g, err := w.graph(1, n)
		if err != nil {
			return err
		}
		c, err := hamilton.NewCensus(w.ctx, g)
		if err != nil {
			return err
		}
		r := w.claim(fmt.Sprintf("cycles of G(1,%d) that are colour-symmetric, of all", n), "all", c.SymmetricCycles, c.Cycles)
		r.Basis = result.OneWay
		r.explain("a census of all cycles (docs/hamilton.md) finds others; one cycle and its mirror image are symmetric, the printed one among them")
	}
	if err := w.printedCycles(); err != nil {
		return err
	}
	g, err := w.graph(1, 2)
	if err != nil {
		return err
	}
	c, err := hamilton.NewCensus(w.ctx, g)
	if err != nil {
		return err
	}
	w.number("Hamiltonian games on 1x2", "0", int64(c.Games))
	for n := 5; n <= 8; n++ {
		length, legal, err := symmetricCycle(w, n)
		if err != nil {
			return err
		}
		r := Row{What: fmt.Sprintf("a colour-symmetric cycle of G(1,%d)", n), Printed: "found", Here: fmt.Sprintf("found, %d positions", length), Mark: Equal, Basis: result.Proved}
		switch {
		case length != legal-1:
			r.Mark = Different
		case n > 7:
			r.Printed, r.Mark = "", Further
		}
		w.add(r)
	}
	w.note("Each cycle is walked through move by move before it is shown. combigo hamilton finds longer ones.")
	return nil
}

// printedCycles walks through the half cycles in print, and then through the same with the colours
// exchanged.
func (w *work) printedCycles() error {
	for _, row := range printedRows()["cycles"] {
		size, err := parseSize(row.row)
		if err != nil {
			return err
		}
		g, err := w.graph(size.Rows, size.Cols)
		if err != nil {
			return err
		}
		moves, seen, half := 0, map[int]bool{}, strings.Fields(row.printed)
		cycle := append(slices.Clone(half), swapColours(half)...)
		number := map[string]int{}
		for v, p := range g.All() {
			number[p.Text(g.Points())] = v
		}
		for i, text := range cycle {
			from, ok := number[text]
			to, alsoOK := number[cycle[(i+1)%len(cycle)]]
			if ok && alsoOK && g.HasEdge(from, to) {
				moves++
			}
			seen[from] = true
		}
		what := fmt.Sprintf("the printed cycle of G(1,%d): moves, of %d different positions", size.Cols, len(seen))
		r := w.claim(what, fmt.Sprintf("%d, and exchanged", len(half)), moves, g.Nodes()-1)
		if r.Basis = result.Proved; len(seen) != g.Nodes()-1 {
			r.Mark = Different
		}
	}
	return nil
}

func swapColours(positions []string) []string {
	exchange := strings.NewReplacer("X", "O", "O", "X")
	var all []string
	for _, text := range positions {
		all = append(all, exchange.Replace(text))
	}
	return all
}

// symmetricCycle finds a cycle on a row of n points and returns how many different positions it
// walks through, and how many legal ones there are.
func symmetricCycle(w *work, n int) (length, legal int, err error) {
	g, err := w.graph(1, n)
	if err != nil {
		return 0, 0, err
	}
	swapped := hamilton.Swapped(g)
	q, err := hamilton.NewQuotient(g.Graph, swapped)
	if err != nil {
		return 0, 0, err
	}
	half, err := q.Find(w.ctx, hamilton.Options{})
	if err != nil {
		return 0, 0, err
	}
	seen := map[int32]bool{}
	cycle := hamilton.Whole(half, swapped)
	for i, v := range cycle {
		if !g.HasEdge(int(v), int(cycle[(i+1)%len(cycle)])) {
			return 0, g.Nodes(), nil
		}
		seen[v] = true
	}
	return len(seen), g.Nodes(), nil
}

// lemma18 counts the cheapest tours of the travelling salesman, one by one, and the
// colour-symmetric cycles in the game graph itself. A row of two points has neither.
func lemma18(w *work) error {
	const lastToured = 3
	good, cases := 0, 0
	for n := 2; n <= 5; n++ {
		g, err := w.graph(1, n)
		if err != nil {
			return err
		}
		q, err := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
		if err != nil {
			return err
		}
		t, l := hamilton.NewTSP(q), g.Nodes()
		w.number(fmt.Sprintf("nodes of T(1,%d), 4 (L(1,%[1]d)-1)/2", n), fmt.Sprint(2*(l-1)), int64(t.Cities()))
		if n > lastToured {
			continue
		}
		c, err := hamilton.NewCensus(w.ctx, g)
		if err != nil {
			return err
		}
		best, cheaper, err := w.tours(t, 3*(l-1)/2)
		if err != nil {
			return err
		}
		w.number(fmt.Sprintf("cycles of T(1,%d) of cost 3 (L(1,%[1]d)-1)/2 = %d", n, 3*(l-1)/2), "", int64(best))
		w.number(fmt.Sprintf("colour-symmetric cycles of G(1,%d)", n), "", int64(c.SymmetricCycles))
		cases++
		if best == 2*c.SymmetricCycles && cheaper == 0 {
			good++
		}
	}
	w.claim("for each colour-symmetric cycle two of that cost, one for either half, and none of less: 1x2 and 1x3", "Lemma 18", good, cases)
	return nil
}

// tours counts the cycles through all cities of a cost, and those of less, by trying all.
func (w *work) tours(t *hamilton.TSP, cost int) (best, cheaper int, err error) {
	roads := make([]map[int]int, t.Cities())
	for i := range roads {
		roads[i] = map[int]int{}
		for j := range roads {
			if i != j && t.Distance(i, j) != t.Missing() {
				roads[i][j] = t.Distance(i, j)
			}
		}
	}
	seen := make([]bool, len(roads))
	var walk func(at, visited, paid int)
	walk = func(at, visited, paid int) {
		if back, ok := roads[at][0]; ok && visited == len(roads) && paid+back <= cost {
			best++
			if paid+back < cost {
				best, cheaper = best-1, cheaper+1
			}
		}
		seen[at] = true
		for to, price := range roads[at] {
			if !seen[to] && paid+price <= cost && w.ctx.Err() == nil {
				walk(to, visited+1, paid+price)
			}
		}
		seen[at] = false
	}
	walk(0, 1, 0)
	return best / 2, cheaper / 2, w.ctx.Err() // each was walked in both directions
}

// otherGames takes the figures of package comparison.
func otherGames(w *work) error {
	chess, err := comparison.Chess(w.ctx)
	if err != nil {
		return err
	}
	connect4, err := comparison.Connect4(w.ctx, 6, 7)
	if err != nil {
		return err
	}
	for _, report := range []*comparison.Report{chess, connect4} {
		for _, f := range report.Figures {
			w.figure(report.Game, f)
		}
	}
	w.float("base of gomoku, naively", "2.90", 1+2*(1-1.0/81)*(1-1.0/81)*(1-1.0/81)*(1-1.0/81))
	w.number("lines of five on a 6x6 board", "32", int64(fives(6)))
	return nil
}

// fives counts the places for five in a row on a square board.
func fives(n int) int {
	free := n - 4
	return 2*n*free + 2*free*free
}

// notCounted says why a number of another game is not computed.
var notCounted = map[string]string{
	"chess":    "the paper does not say how the bound is refined",
	"connect4": "all games are played here on boards of up to two million fillings",
}

// figure adds a figure of another game that is in print.
func (w *work) figure(game string, f comparison.Figure) {
	what := game + ": " + f.Name
	switch {
	case f.Published == "":
	case f.Value != nil:
		r := Row{What: what, Printed: f.Published, Here: f.Value.String(), Mark: Different, Basis: f.Basis, Note: f.Formula}
		if roundsTo(strings.Replace(f.Published, " x 10^", "e", 1), new(big.Float).SetInt(f.Value)) {
			r.Mark = Exact
		}
		w.add(r)
	case f.Real != 0:
		r := Row{What: what, Printed: f.Published, Here: fmt.Sprintf("%.4f", f.Real), Mark: Different, Basis: f.Basis, Note: f.Formula}
		if f.Published == "less than half" && f.Real < 0.5 || f.Published == fmt.Sprintf("about %.0f", f.Real) {
			r.Mark = Digits
		}
		w.add(r)
	default:
		w.add(Row{What: what, Printed: f.Published, Mark: Quoted, Basis: f.Basis, Note: "from " + f.Source + ": " + notCounted[game]})
	}
}
