package reproduction

import (
	"fmt"
	"go/token"
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/game/hamilton"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/recurrence"
)

// size returns the board whose sides come first.
func (x arguments) size() board.Size { return board.Size{Rows: x.n(0), Cols: x.n(1)} }

// functions are what formulas may ask for, besides those that the entry defines.
var functions = map[string]function{
	// Arithmetic. pow(x, y) is a power, root(x, n) the n-th root; agree(x, y) compares 12 decimals.
	"pow":   func(s scope, x arguments) any { return s.pow(x[0], x[1]) },
	"root":  func(s scope, x arguments) any { return interval.New(keptDigits).Root(s.real(x[0]), x.n(1)) },
	"ln":    func(s scope, x arguments) any { return interval.New(keptDigits).Ln(s.real(x[0])) },
	"log2":  func(s scope, x arguments) any { return log2(interval.New(keptDigits), s.real(x[0])) },
	"real":  func(s scope, x arguments) any { return s.real(x[0]) },
	"floor": func(_ scope, x arguments) any { return x.n(0) },
	"abs":   func(s scope, x arguments) any { return s.abs(x[0]) },
	"agree": func(s scope, x arguments) any { return agree(s.real(x[0]), s.real(x[1])) },

	// Texts. say(format, numbers), rounded(x, most decimals), down(x, decimals), shown(text, whether
	// it is as in print), large(x): in scientific notation.
	"say":     func(s scope, x arguments) any { return s.say(x[0].(string), x[1:]) },
	"rounded": func(s scope, x arguments) any { return s.real(x[0]).Rounded(x.n(1)) },
	"down":    func(s scope, x arguments) any { return interval.Floor(s.real(x[0]).Low, x.n(1)) },
	"shown":   func(_ scope, x arguments) any { return shown{x[0].(string), x[1].(bool)} },
	"large":   func(_ scope, x arguments) any { return new(big.Float).SetPrec(longFloat).SetRat(x[0].(*big.Rat)) },

	// Legal positions: L(m, n) is counted, printed(m, n) in print; constants of strips of m rows;
	// those of the asymptotic formula; published(id) is in print; estimate(n) is of n x n.
	"L":         func(s scope, x arguments) any { return s.legalPositions(x.n(0), x.n(1)) },
	"printed":   func(_ scope, x arguments) any { return knownLegal(x.n(0), x.n(1)) },
	"a":         func(_ scope, x arguments) any { return asymptotic.Stored(x.n(0)).A },
	"lambda":    func(_ scope, x arguments) any { return asymptotic.Stored(x.n(0)).Lambda },
	"phi":       func(_ scope, x arguments) any { return asymptotic.Stored(x.n(0)).Remainder.Phi },
	"A":         func(scope, arguments) any { return asymptotic.Best().A.Value },
	"B":         func(scope, arguments) any { return asymptotic.Best().B.Value },
	"base":      func(scope, arguments) any { return asymptotic.Best().L.Value },
	"published": func(_ scope, x arguments) any { e, _ := published.Find(x[0].(string)); return rational(e.Printed) },
	"estimate":  func(s scope, x arguments) any { v, _ := s.byFormula(x.n(0)); return v },
	"order": func(s scope, x arguments) any {
		return must(recurrence.FindOrder(s.ctx, x.n(0), recurrence.Options{Options: s.options(), Seed: 1})).Order
	},

	// Border state classes of m rows with the kink y.
	"valid": func(_ scope, x arguments) any { return connected.ValidClassesAt(x.n(0), x.n(1)) },
	"constructible": func(s scope, x arguments) any {
		return must(connected.ConstructibleClasses(s.ctx, x.n(0), s.options()))[x.n(1)]
	},

	// Paths of m points through the automaton of Figure 10, moduli for m x m and their product.
	"paths":         func(_ scope, x arguments) any { return automatonPaths(x.n(0)) },
	"moduli":        func(_ scope, x arguments) any { return moduli(x.n(0)) },
	"moduliproduct": func(_ scope, x arguments) any { return moduliProduct(x.n(0)) },

	// Games on a board, those in print; its game graph, with the product of outdegrees; bounds of the
	// games on n x n, as the binary logarithm of that of the number; positions without five in a row.
	"games": func(s scope, x arguments) any {
		return must(game.Count(s.ctx, rectangle(x.n(0), x.n(1)), game.Rules{}, s.options())).Value
	},
	"printedgames": func(_ scope, x arguments) any { return gamesInPrint(x.size()) },
	"nodes":        func(s scope, x arguments) any { return s.degrees(x.size()).Nodes },
	"edges":        func(s scope, x arguments) any { return s.degrees(x.size()).Edges },
	"choices":      func(s scope, x arguments) any { return bound.Outdegrees(s.degrees(x.size()).Count).Exact },
	"lower":        func(_ scope, x arguments) any { return tower(bound.Lower(bound.Combs(x.n(0), x.n(0)))) },
	"upper": func(_ scope, x arguments) any {
		return tower(bound.Upper(x.n(0)*x.n(0), knownLegal(x.n(0), x.n(0)), ""))
	},
	"fives": func(s scope, x arguments) any { return s.gomokuCount(x.size().Short(), x.size().Long(), 5) },
	// Positions from which no move leads on but to fewer others, of m x n, and these: theorem 10.
	"from":   func(_ scope, x arguments) any { return len(must(hamilton.Obstruct(x.n(0), x.n(1))).From) },
	"to":     func(_ scope, x arguments) any { return len(must(hamilton.Obstruct(x.n(0), x.n(1))).To) },
	"proves": func(_ scope, x arguments) any { return must(hamilton.Obstruct(x.n(0), x.n(1))).Proves() },

	// Column configurations of m vertices and c colours, those that come up in sections, which are the
	// states of the transfer matrix, the positions of m rows and n columns by it, and its traces.
	"configurations": func(_ scope, x arguments) any { return configurations(x.n(0), x.n(1)) },
	"met":            func(s scope, x arguments) any { return s.sections(x.n(0), x.n(1)).configurations() },
	"dimension":      func(s scope, x arguments) any { return len(s.sections(x.n(0), x.n(1)).all) },
	"positions":      func(s scope, x arguments) any { return s.sections(x.n(0), 2).count(x.n(1))[x.n(1)-1] },
	"trace":          func(s scope, x arguments) any { return s.sections(x.n(0), 2).traces(x.n(1))[x.n(1)-1] },

	// Lattices: positions of a cylinder, with an empty column beyond it, and of strips with b safe
	// sides, k rows and n columns in c colours; how these grow with a column.
	"cylinder":     func(s scope, x arguments) any { plain, _ := cylinder(x.n(0), x.n(1)); return s.onGraph(plain) },
	"safecylinder": func(s scope, x arguments) any { _, safe := cylinder(x.n(0), x.n(1)); return s.onGraph(safe) },
	"strips": func(s scope, x arguments) any {
		strip := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: x.n(1), SafeFirst: x.n(0) > 0, SafeLast: x.n(0) > 1}
		return must(strip.Count(s.ctx, x.n(2), x.n(3), s.options()))
	},
	"growthlow":  func(s scope, x arguments) any { low, _ := s.growth(x.n(0), x.n(1)).PerLine(); return low },
	"growthhigh": func(s scope, x arguments) any { _, high := s.growth(x.n(0), x.n(1)).PerLine(); return high },
}

func tower(n *bound.Bound) interval.Interval {
	t, ok := n.Tower()
	require(ok, "a bound is no tower")
	return t.Binary
}

// pow returns x^y, exactly if x is a fraction and y is whole.
func (s scope) pow(x, y value) value {
	a := interval.New(keptDigits)
	k, fraction := y.(*big.Rat)
	if !fraction || !k.IsInt() {
		return a.Exp(a.Mul(s.real(y), a.Ln(s.real(x))))
	}
	if p, exact := x.(*big.Rat); exact {
		return new(big.Rat).SetFrac(new(big.Int).Exp(p.Num(), k.Num(), nil), new(big.Int).Exp(p.Denom(), k.Num(), nil))
	}
	return a.Pow(x.(interval.Interval), whole(k))
}

func (s scope) abs(x value) value {
	v, negative := s.real(x), s.binary(token.SUB, new(big.Rat), x)
	switch {
	case v.Low.Sign() >= 0:
		return x
	case v.High.Sign() <= 0:
		return negative
	}
	v.Low = new(apd.Decimal)
	if up := s.real(negative).High; up.Cmp(v.High) > 0 {
		v.High = up
	}
	return v
}

func (s scope) say(format string, numbers []value) string {
	var args []any
	for _, v := range numbers {
		if n, ok := comparableOf(v).(*big.Int); ok {
			args = append(args, n)
			continue
		}
		f, _ := s.real(v).Middle(17).Float64()
		args = append(args, f)
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

func (w *work) sections(rows, colors int) *sections {
	return remembered(w, fmt.Sprint("sections ", rows, colors), func() *sections { return newSections(rows, colors) })
}

// growth returns how strips of up to 6 rows grow, with some safe sides and some rows.
func (w *work) growth(safe, rows int) *bounds.Growth {
	e := remembered(w, "growth", func() []*bounds.Eigenvalues {
		return must(bounds.Question{Kind: lattice.Square, Colors: 2}.AllEigenvalues(w.ctx, 1, 6, w.options()))
	})[rows-1]
	return []*bounds.Growth{e.Free, e.Single, e.Double}[safe]
}

// agree reports whether two enclosures overlap and are narrow, 12 decimals or more.
func agree(x, y interval.Interval) bool {
	const decimals = 12
	return x.Overlaps(y) && x.Decimals(decimals) == decimals && y.Decimals(decimals) == decimals
}
