package reproduction

import (
	"fmt"
	"slices"
	"strings"

	"combigo/comparison"
	"combigo/game/hamilton"
)

func theorem10(w *work) error {
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
	w.claim("boards of 2x2 to 6x6 are not Hamiltonian", "Theorem 10", good, cases)
	return nil
}

func hamiltonianCycles(w *work) error {
	for n := 3; n <= 4; n++ {
		g, err := w.graph(1, n)
		if err != nil {
			return err
		}
		c, err := hamilton.NewCensus(w.ctx, g)
		if err != nil {
			return err
		}
		w.claim(fmt.Sprintf("cycles of G(1,%d) that are colour-symmetric, of all", n), "all", c.SymmetricCycles, c.Cycles).
			explain("a census of all cycles (docs/hamilton.md) finds others; one cycle and its mirror image are symmetric, the printed one among them")
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
		r := Row{What: fmt.Sprintf("a colour-symmetric cycle of G(1,%d)", n), Printed: "found", Here: fmt.Sprintf("found, %d positions", length), Mark: Equal}
		switch {
		case length != legal-1:
			r.Mark = Different
		case n > 7:
			r.Printed, r.Mark, r.Note = "", Better, "a further row"
		}
		w.add(r)
	}
	w.note("Each cycle is walked through move by move before it is shown. combigo hamilton finds longer ones.")
	return nil
}

// printedCycles walks through the half cycles in print, and then through the same with the colours exchanged.
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
		w.claim(what, fmt.Sprintf("%d, and exchanged", len(half)), moves, g.Nodes()-1)
		if len(seen) != g.Nodes()-1 {
			w.out.Rows[len(w.out.Rows)-1].Mark = Different
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

// symmetricCycle finds a cycle on a row of n points and returns how many different positions it walks through, and how
// many legal ones there are.
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

func lemma18(w *work) error {
	for n := 3; n <= 5; n++ {
		g, err := w.graph(1, n)
		if err != nil {
			return err
		}
		q, err := hamilton.NewQuotient(g.Graph, hamilton.Swapped(g))
		if err != nil {
			return err
		}
		t := hamilton.NewTSP(q)
		l := g.Nodes()
		w.number(fmt.Sprintf("nodes of T(1,%d), 4 (L(1,%[1]d)-1)/2", n), fmt.Sprint(2*(l-1)), int64(t.Cities()))
		w.number(fmt.Sprintf("cost of a symmetric cycle, 3 (L(1,%d)-1)/2", n), fmt.Sprint(3*(l-1)/2), int64(t.Optimum()))
	}
	return nil
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
	w.add(Row{What: "lines of five on a 6x6 board", Printed: "32", Here: fmt.Sprint(fives(6)), Mark: Equal})
	if fives(6) != 32 {
		w.out.Rows[len(w.out.Rows)-1].Mark = Different
	}
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
	"connect4": "sets of positions as decision diagrams count boards of up to 24 points here; from these, 6x7 would take at least 25 GB and 1.5 hours (docs/comparison.md)",
}

// figure adds a figure of another game that is in print.
func (w *work) figure(game string, f comparison.Figure) {
	what := game + ": " + f.Name
	switch {
	case f.Published == "":
	case f.Value != nil:
		r := Row{What: what, Printed: f.Published, Here: f.Value.String(), Mark: Different, Note: f.Formula}
		if nearPrinted(strings.Replace(f.Published, " x 10^", "e", 1), r.Here) {
			r.Mark = Better
		}
		w.add(r)
	case f.Real != 0:
		r := Row{What: what, Printed: f.Published, Here: fmt.Sprintf("%.4f", f.Real), Mark: Different, Note: f.Formula}
		if f.Published == "less than half" && f.Real < 0.5 || f.Published == fmt.Sprintf("about %.0f", f.Real) {
			r.Mark = Better
		}
		w.add(r)
	default:
		w.tooLarge(what, f.Published, "quoted from "+f.Source+": "+notCounted[game])
	}
}
