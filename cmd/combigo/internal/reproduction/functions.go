package reproduction

import (
	"fmt"
	"go/token"
	"math/big"
	"reflect"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/game/witness"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/sampling"
)

// functions are what formulas may ask for, besides those that the entry defines: functions of Go,
// whose results have methods and fields, and values.
var functions = map[string]any{
	// Arithmetic. agree(x, y) compares 12 decimals.
	"pow": pow, "root": (*interval.Arithmetic).Root, "ln": (*interval.Arithmetic).Ln, "log2": log2, "abs": abs,
	"floor": func(x interval.Interval) (int, error) { return strconv.Atoi(interval.Floor(x.Low, 0)) },
	"mod":   func(x, n *big.Int) *big.Int { return new(big.Int).Mod(x, n) },
	"real":  func(x interval.Interval) interval.Interval { return x },
	"agree": agree,

	// Texts. say(format, numbers), rounded(x, most decimals), down(x, decimals), large(x): in
	// scientific notation; shown(text, whether it is as in print), further(x): what no paper has.
	"say": say, "rounded": interval.Interval.Rounded, "joined": joined, "backwards": backwards, "rational": rational,
	"down":   func(x interval.Interval, decimals int) string { return interval.Floor(x.Low, decimals) },
	"large":  func(x *big.Rat) *big.Float { return new(big.Float).SetPrec(longFloat).SetRat(x) },
	"shown":  func(text string, holds any) finding { return finding{value: holds, text: text} },
	"digits": func(x *big.Int, base int) string { return x.Text(base) },
	"line":   func(p *goban.Position, i int) string { return strings.Fields(p.String())[i-1] },
	"same":   func(x, y string) bool { return x == y },
	"true":   true, "false": false,
	"further": func(x any) finding { return finding{value: comparableOf(x), mark: Further} },

	// Legal positions: L(m, n) is counted, legal(m, n) with what it rests on, printed(m, n) in print;
	// strips of m rows; constants of the asymptotic formula; published(id) is in print; estimate(n) is
	// of n x n, and so are samples.
	"L": (*work).legalPositions, "legal": (*work).legal, "printed": knownLegal, "strip": asymptotic.Stored,
	"a":         func(m int) interval.Interval { return asymptotic.Stored(m).A },
	"lambda":    func(m int) interval.Interval { return asymptotic.Stored(m).Lambda },
	"A":         func() interval.Interval { return asymptotic.Best().A.Value },
	"B":         func() interval.Interval { return asymptotic.Best().B.Value },
	"base":      func() interval.Interval { return asymptotic.Best().L.Value },
	"published": func(id string) string { e, _ := published.Find(id); return e.Printed },
	"estimate":  func(n int) *big.Float { x, _ := byFormula(n); return x },
	"table4":    table4, "sampled": (*work).sampled, "unbiased": unbiased, "Guided": sampling.Guided, "Chen": sampling.Chen,
	"colourings": legalColourings, "ternary": ternary, "lost": lost, "knights": knightSet, "uncovered": uncovered,

	// Recurrences of m rows, and the Markov chain of their states.
	"recurrence": func(w *work, m int) (*recurrence.Recurrence, error) {
		return recurrence.Find(w.ctx, m, recurrence.Options{Options: w.options()})
	},
	"order": func(w *work, m int) int {
		return must(recurrence.FindOrder(w.ctx, m, recurrence.Options{Options: w.options(), Seed: 1})).Order
	},
	"solution": solution, "transfer": recurrence.NewTransfer, "chain": newMarkovChain, "modes": newModes,
	"States": recurrence.States, "StateClasses": recurrence.StateClasses,

	// Border states of m rows with the kink y, and the graph of all; keys of m rows; paths of m points
	// through the automaton of Figure 10; moduli for m x m and their product.
	"valid": connected.ValidClassesAt, "validstates": connected.ValidStatesAt, "constructible": connected.ConstructibleClasses, "stategraph": newStateGraph,
	"pseudolegal": pseudolegal, "keybytes": keyBytes, "definition3": valid, "unconstructible": unconstructibleState,
	"paths": automatonPaths, "moduli": moduli, "moduliproduct": moduliProduct,

	// Games on a board, those in print; its game graph, with the product of outdegrees; bounds, as the
	// binary logarithm of that of the number; partitions of n x n, and games that are played.
	"games": games, "printedgames": gamesInPrint, "graph": (*work).graph, "degrees": degrees,
	"choices":    func(d *game.Degrees) *big.Int { return bound.Outdegrees(d.Count).Exact },
	"outdegrees": newOutdegrees, "average": averageDegree, "meandegree": meanDegree, "below": belowConjecture, "proof": conjectureProof,
	"upper":     func(n int) *bound.Bound { return bound.Upper(n*n, knownLegal(n, n), "") },
	"lower":     bound.Lower,
	"combs":     bound.Combs,
	"graycode":  grayCodeGame,
	"rowgame":   rowGame,
	"choicesof": witness.RowChoices, "plays": newPlays, "played": gamesWithPasses, "noloops": noTwoLoops,
	"obstruct": hamilton.Obstruct, "census": census, "cycle": symmetricCycle, "tours": newTours, "tsp": hamilton.NewTSP, "quotient": (*work).quotient,
	"symmetric": func(c *hamilton.Census) *cases { return &cases{c.SymmetricCycles, c.Cycles} },
	"Black":     goban.Black, "White": goban.White, "Empty": goban.Empty,
	"size": func(m, n int) board.Size { return board.Size{Rows: m, Cols: n} },
	"len":  func(x any) int { return reflect.ValueOf(x).Len() },

	// Other games: positions without n in a row, and figures of Connect-4.
	"gomoku": gomoku, "connect4": connect4Coded,

	// Lattices: column configurations of m vertices and c colours; those that come up in sections,
	// which are the states of the transfer matrix; positions of a cylinder, with an empty column
	// beyond it or not, and of strips with b safe sides, k rows and n columns in c colours; how these
	// grow with a column; what is in print.
	"configurations": configurations, "sections": newSections, "cylinder": cylinderCount,
	"strips": func(w *work, b, k, n, c int) *big.Int {
		strip := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: k, SafeFirst: b > 0, SafeLast: b > 1}
		return must(strip.Count(w.ctx, n, c, w.options()))
	},
	"growth": (*work).growth, "inprint": func(kind lattice.Kind) bounds.Published { return bounds.InPrint(kind, 2)[0] },
	"Square": lattice.Square, "Triangular": lattice.Triangular, "Hexagonal": lattice.Hexagonal,
	"closertoupper": closerToUpper, "greaterlattice": greaterLattice,

	// Groups with their liberties, and the earlier run that proved them; openings up to symmetry.
	"construct": liberties.Construct, "atmost": liberties.AtMost, "mostliberties": mostLiberties,
	"earlier":  func(line string) string { return earlierRuns()[key{"liberties", line}].provenance },
	"openings": openings, "firstcapture": firstCapture,

	// Drawings.
	"drawternary": drawTernary, "drawgraph": drawGraph, "drawknights": drawKnights, "drawcombs": drawCombs,

	// What adds lines by itself.
	"figure3": figure3, "figure4": figure4, "figure5": figure5, "figure6": figure6, "figure7": figure7, "figure8": figure8,
	"figure9": figure9, "figure10": figure10, "figure12": figure12, "figure13": figure13, "figure15": figure15, "figure16": figure16,
	"table1": furtherClasses, "table2": table2, "factors": factors, "table7": gameEstimates, "corollary8": furtherBounds,
	"cycles": printedCycle, "othergames": otherGames, "fstable1": latticeTable1, "fstable2": latticeTable2, "fstable3": latticeTable3,
	"libertiestable": libertiesTable, "libertiesrules": libertiesRules, "libertiesoutput": libertiesOutput,
	"patterns": patternCounts,
}

// pow returns x^y, exactly if x is a fraction and y is whole.
func pow(a *interval.Arithmetic, x, y value) value {
	k, fraction := y.(*big.Rat)
	if !fraction || !k.IsInt() {
		return a.Exp(a.Mul(enclosure(y), a.Ln(enclosure(x))))
	}
	if p, exact := x.(*big.Rat); exact {
		return new(big.Rat).SetFrac(new(big.Int).Exp(p.Num(), k.Num(), nil), new(big.Int).Exp(p.Denom(), k.Num(), nil))
	}
	return a.Pow(x.(interval.Interval), whole(k))
}

func abs(x value) value {
	v, negative := enclosure(x), binary(token.SUB, new(big.Rat), x)
	switch {
	case v.Low.Sign() >= 0:
		return x
	case v.High.Sign() <= 0:
		return negative
	}
	v.Low = new(apd.Decimal)
	if up := enclosure(negative).High; up.Cmp(v.High) > 0 {
		v.High = up
	}
	return v
}

func say(format string, values []value) string {
	var args []any
	for _, v := range values {
		switch x := comparableOf(v).(type) {
		case *big.Rat, interval.Interval, float64:
			f, _ := enclosure(x).Middle(17).Float64()
			args = append(args, f)
		default:
			args = append(args, x)
		}
	}
	return fmt.Sprintf(format, args...)
}

// legalPositions counts the legal positions of a board. Narrow ones are counted with those of all
// smaller widths.
func (w *work) legalPositions(m, n int) *big.Int {
	const narrow, short, long = 5, 12, 41
	m, n = min(m, n), max(m, n)
	if m > narrow || n <= short || n > long {
		return w.counted(m, n)
	}
	return remembered(w, fmt.Sprint("strip ", m), func() []*big.Int { return w.strips(m, long) })[n-1]
}

// strips returns the numbers of boards of some rows and 1 to some columns.
func (w *work) strips(rows, cols int) (all []*big.Int) {
	strip := board.Range{Rows: board.Span{First: rows, Last: rows}, Cols: board.Span{First: 1, Last: cols}}
	for _, r := range must(count.Table(w.ctx, strip, count.Options{Options: w.options()})) {
		all = append(all, r.Value)
	}
	return all
}

// A rate is how the positions of strips grow with a row.
type rate struct{ Low, High float64 }

// growth returns how strips of up to 6 rows grow, with some safe sides and some rows.
func (w *work) growth(safe, rows int) rate {
	e := remembered(w, "growth", func() []*bounds.Eigenvalues {
		return must(bounds.Question{Kind: lattice.Square, Colors: 2}.AllEigenvalues(w.ctx, 1, 6, w.options()))
	})[rows-1]
	low, high := []*bounds.Growth{e.Free, e.Single, e.Double}[safe].PerLine()
	return rate{low, high}
}

// agree reports whether two enclosures overlap and are narrow, 12 decimals or more.
func agree(x, y interval.Interval) bool {
	const decimals = 12
	return x.Overlaps(y) && x.Decimals(decimals) == decimals && y.Decimals(decimals) == decimals
}
