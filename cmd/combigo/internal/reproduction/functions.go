package reproduction

import (
	"context"
	"fmt"
	"go/token"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/cmd/combigo/internal/graphformat"
	"combigo.dev/combigo/comparison"
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
	"combigo.dev/combigo/result"
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
	// scientific notation; shown(text, whether it is as in print), further(x): what no paper has,
	// exact(x): what a paper estimates; unannotated(x) leaves a note out.
	"say": say, "rounded": interval.Interval.Rounded, "joined": joined, "backwards": backwards, "rational": rational,
	"down":   func(x interval.Interval, decimals int) string { return interval.Floor(x.Low, decimals) },
	"large":  func(x *big.Rat) *big.Float { return new(big.Float).SetPrec(longFloat).SetRat(x) },
	"shown":  func(text string, holds any) finding { return finding{value: holds, text: text} },
	"digits": func(x *big.Int, base int) string { return x.Text(base) },
	"line":   func(p *goban.Position, i int) string { return strings.Fields(p.String())[i-1] },
	"same":   func(x, y string) bool { return x == y },
	"true":   true, "false": false,
	"further": func(x any) finding { return finding{value: comparableOf(x), mark: Further} },
	"exact":   func(x any) finding { return finding{value: x, mark: Exact} }, "unannotated": unannotated,

	// Legal positions: count(size(m, n)) with what the number rests on, columns(m, last) of all
	// widths; printed(m, n) in print; strips of m rows; constants of the asymptotic formula;
	// published(id) is in print; estimate(n) is of n x n, and so are samples.
	"size":    func(m, n int) board.Size { return board.Size{Rows: m, Cols: n} },
	"count":   count.Legal,
	"columns": columns,
	"printed": knownLegal, "strip": asymptotic.Stored,
	"A":         func() interval.Interval { return asymptotic.Best().A.Value },
	"B":         func() interval.Interval { return asymptotic.Best().B.Value },
	"base":      func() interval.Interval { return asymptotic.Best().L.Value },
	"published": func(id string) string { e, _ := published.Find(id); return e.Printed },
	"estimate":  newEstimate, "sampled": (*work).sampled, "Guided": sampling.Guided, "Chen": sampling.Chen,
	"emptyboard": goban.New, "positions": goban.All, "colourings": legalColourings, "spelled": positionOfNumber, "lost": lost,
	"knights": knightSet, "uncovered": uncovered,

	// Recurrences of m rows, and the Markov chain of their states.
	"recurrence": recurrence.Find, "findorder": recurrence.FindOrder,
	"solution": solution, "transfer": recurrence.NewTransfer, "markovchain": newMarkovChain, "modesof": newModes,
	"States": recurrence.States, "StateClasses": recurrence.StateClasses, "UpDownClasses": recurrence.UpDownClasses,

	// Border states of m rows with the kink y, and the graph of all; keys of m rows; paths of m points
	// through the automaton of Figure 10; moduli for m x m and their product.
	"valid": connected.ValidClassesAt, "validstates": connected.ValidStatesAt, "constructible": connected.ConstructibleClasses, "stategraph": newStateGraph,
	"pseudolegal": pseudolegal, "keybytes": keyBytes, "definition3": valid, "unconstructible": unconstructibleState,
	"paths": automatonPaths, "moduli": moduli, "moduliproduct": moduliProduct,

	// Games on a board, those in print; its game graph, with the product of outdegrees; bounds, as the
	// binary logarithm of that of the number; partitions of n x n, and games that are played.
	"rectangle": rectangle, "countgames": game.Count, "printedgames": gamesInPrint, "gamegraph": game.NewGraph, "legalpositions": game.NewPositions,
	"choices":    func(d *game.Degrees) *big.Int { return bound.Outdegrees(d.Count).Exact },
	"outdegrees": newOutdegrees, "average": averageDegree, "meandegree": meanDegree, "below": belowConjecture, "proof": conjectureProof,
	"upperbound": bound.Upper, "lower": bound.Lower, "combs": bound.Combs,
	"play": play, "graycode": grayCode, "rowmoves": rowMoves, "choicesof": witness.RowChoices, "plays": newPlays, "played": gamesWithPasses,
	"obstruct": hamilton.Obstruct, "newcensus": hamilton.NewCensus, "newquotient": hamilton.NewQuotient, "counttours": newTours, "tsp": hamilton.NewTSP,
	"symmetric": func(c *hamilton.Census) *cases { return &cases{c.SymmetricCycles, c.Cycles} },
	"Black":     goban.Black, "White": goban.White, "Empty": goban.Empty,
	"len": func(x any) int { return reflect.ValueOf(x).Len() },

	// Other games: positions without n in a row, and figures of others.
	"gomoku": gomoku, "chess": comparison.Chess, "connect4": comparison.Connect4, "coded": connect4Coded,

	// Lattices: column configurations of m vertices and c colours; those that come up in sections,
	// which are the states of the transfer matrix; cylinders, with an empty column beyond them or not;
	// positions of strips with b safe sides, k rows and n columns in c colours; how these grow with a
	// column; what is in print.
	"configurations": configurations, "sections": newSections, "countgraph": count.Graph, "cylindergraph": cylinder,
	"strips": stripPositions, "eigenvalues": eigenvalues, "rate": rateOf,
	"inprint":      func(kind lattice.Kind, colors int) bounds.Published { return bounds.InPrint(kind, colors)[0] },
	"boardinprint": boardInPrint,
	"Square":       lattice.Square, "Triangular": lattice.Triangular, "Hexagonal": lattice.Hexagonal, "SquareOctagonal": lattice.SquareOctagonal,
	"conditional": conditional, "greaterlattice": greaterLattice,

	// Groups with their liberties, and the earlier run that proved them; openings up to symmetry.
	"construct": liberties.Construct, "atmost": liberties.AtMost, "mostliberties": liberties.OnBoard,
	"earlier":  func(line string) string { return earlierRuns()[key{"liberties", line}].provenance },
	"openings": openings, "firstcapture": firstCapture,

	// Drawings.
	"drawternary": drawTernary, "drawgraph": graphformat.Draw, "drawknights": drawKnights, "drawcombs": drawCombs,
	"partialposition": func(i int) (*partialPosition, error) { return newPartialPosition(partialPositions[i-1]) },

	// What adds lines by itself.
	"figure3": figure3, "figure4": figure4, "figure5": figure5, "figure6": figure6, "figure7": figure7, "figure8": figure8,
	"figure9": figure9, "figure10": figure10, "figure12": figure12, "figure13": figure13, "figure15": figure15, "figure16": figure16,
	"table1": furtherClasses, "table2": table2, "factors": factors, "estimategames": estimateGames, "corollary8": furtherBounds,
	"cycles": printedCycle, "othergame": otherGame, "fstable1": latticeTable1, "constant": constant,
	"libertiestable": libertiesTable, "libertiesrules": libertiesRules, "libertiesoutput": libertiesOutput,
	"patterns": patternCounts,
}

// pow returns x^y, exactly if x is a fraction and y is whole.
func pow(a *interval.Arithmetic, x, y value) (value, error) {
	k, fraction := y.(*big.Rat)
	if p, exact := x.(*big.Rat); exact && fraction && k.IsInt() {
		return new(big.Rat).SetFrac(new(big.Int).Exp(p.Num(), k.Num(), nil), new(big.Int).Exp(p.Denom(), k.Num(), nil)), nil
	}
	base, exponent, err := enclosures(x, y)
	switch {
	case err != nil:
		return nil, err
	case fraction && k.IsInt():
		return a.Pow(base, int(k.Num().Int64())), nil
	}
	return a.Exp(a.Mul(exponent, a.Ln(base))), nil
}

func abs(x value) (value, error) {
	v, err := enclosure(x)
	if err != nil || v.Low.Sign() >= 0 {
		return x, err
	}
	negative, err := binary(token.SUB, new(big.Rat), x)
	if err != nil || v.High.Sign() <= 0 {
		return negative, err
	}
	v.Low, v.High = new(apd.Decimal), slices.MaxFunc([]*apd.Decimal{v.High, new(apd.Decimal).Neg(v.Low)}, (*apd.Decimal).Cmp)
	return v, nil
}

func say(format string, values []value) (string, error) {
	var args []any
	for _, v := range values {
		switch x := comparableOf(v).(type) {
		case *big.Rat, interval.Interval, float64:
			number, err := enclosure(x)
			if err != nil {
				return "", err
			}
			f, _ := number.Middle(17).Float64()
			args = append(args, f)
		default:
			args = append(args, x)
		}
	}
	return fmt.Sprintf(format, args...), nil
}

// columns counts the legal positions of boards of some rows and 1 to some columns.
func columns(ctx context.Context, rows, last int, opt count.Options) ([]*result.Result, error) {
	return count.Table(ctx, board.Range{Rows: board.Span{First: rows, Last: rows}, Cols: board.Span{First: 1, Last: last}}, opt)
}

// stripPositions counts the positions of strips with some safe sides.
func stripPositions(w *work, safe, rows, columns, colors int) (*big.Int, error) {
	strip := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: rows, SafeFirst: safe > 0, SafeLast: safe > 1}
	return strip.Count(w.ctx, columns, colors, w.options())
}

// eigenvalues returns those of strips of up to 6 rows.
func eigenvalues(w *work) ([]*bounds.Eigenvalues, error) {
	return bounds.Question{Kind: lattice.Square, Colors: 2}.AllEigenvalues(w.ctx, 1, 6, w.options())
}

// A rate is how the positions of strips grow with a row.
type rate struct{ Low, High float64 }

// rateOf returns how strips with some safe sides grow.
func rateOf(e *bounds.Eigenvalues, safe int) rate {
	low, high := []*bounds.Growth{e.Free, e.Single, e.Double}[safe].PerLine()
	return rate{low, high}
}

// boardInPrint returns the bounds of n x n that are in print.
func boardInPrint(n int) *bounds.PublishedBoard {
	b := bounds.BoardBracket{Question: bounds.Question{Kind: lattice.Square, Colors: 2}, Board: board.Size{Rows: n, Cols: n}}
	return b.InPrint()
}

// agree reports whether two enclosures overlap and are narrow, 12 decimals or more.
func agree(x, y interval.Interval) bool {
	const decimals = 12
	return x.Overlaps(y) && x.Decimals(decimals) == decimals && y.Decimals(decimals) == decimals
}
