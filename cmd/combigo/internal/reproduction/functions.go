package reproduction

import (
	"fmt"
	"go/token"
	"math/big"
	"slices"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/game"
	"combigo.dev/combigo/game/bound"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/recurrence"
)

// functions are what formulas may ask for. The arguments m and n are the sides of a board.
var functions = map[string]func(s scope, x []value) value{
	// Arithmetic. pow(x, y), root(x, n), agree(x, y): to 12 decimals.
	"pow": func(s scope, x []value) value { return s.pow(x[0], x[1]) },
	"root": func(s scope, x []value) value {
		return interval.New(keptDigits).Root(s.real(x[0]), whole(x[1]))
	},
	"ln":    func(s scope, x []value) value { return interval.New(keptDigits).Ln(s.real(x[0])) },
	"log2":  func(s scope, x []value) value { return log2(interval.New(keptDigits), s.real(x[0])) },
	"real":  func(s scope, x []value) value { return s.real(x[0]) },
	"floor": func(_ scope, x []value) value { return big.NewRat(int64(whole(x[0])), 1) },
	"abs": func(s scope, x []value) value {
		if negative := s.binary(token.SUB, zero, x[0]); s.real(negative).High.Sign() > 0 {
			return negative
		}
		return x[0]
	},
	"agree": func(s scope, x []value) value { return agree(s.real(x[0]), s.real(x[1])) },

	// Texts. say(format, numbers), rounded(x, most decimals), down(x, decimals), shown(text, holds),
	// large(x): in scientific notation.
	"say": func(s scope, x []value) value {
		var args []any
		for _, v := range x[1:] {
			if y, ok := comparableOf(v).(*big.Int); ok {
				args = append(args, y)
				continue
			}
			f, _ := s.real(v).Middle(17).Float64()
			args = append(args, f)
		}
		return fmt.Sprintf(x[0].(string), args...)
	},
	"rounded": func(s scope, x []value) value { return s.real(x[0]).Rounded(whole(x[1])) },
	"down": func(_ scope, x []value) value {
		f, _ := x[0].(*big.Rat).Float64()
		return bounds.Floor(f, whole(x[1]))
	},
	"shown": func(_ scope, x []value) value { return shown{x[0].(string), x[1].(bool)} },
	"large": func(_ scope, x []value) value { return new(big.Float).SetPrec(longFloat).SetRat(x[0].(*big.Rat)) },

	// Legal positions: L(m, n) is counted, printed(m, n) in print, a(m) and lambda(m) are the constants
	// of strips, A, B and base those of the formula, published(id) is in print, formula(n) is of n x n.
	"L": func(s scope, x []value) value {
		const narrow, short, long = 5, 12, 41
		m, n := whole(x[0]), whole(x[1])
		m, n = min(m, n), max(m, n)
		if m > narrow || n <= short || n > long {
			return integer(s.counted(m, n))
		}
		key := fmt.Sprint("strip ", m)
		if s.memo[key] == nil {
			s.remember(key, s.strips(m, long))
		}
		return integer(s.memo[key].([]*big.Int)[n-1])
	},
	"printed":   func(_ scope, x []value) value { return integer(knownLegal(whole(x[0]), whole(x[1]))) },
	"a":         func(_ scope, x []value) value { return asymptotic.Stored(whole(x[0])).A },
	"lambda":    func(_ scope, x []value) value { return asymptotic.Stored(whole(x[0])).Lambda },
	"phi":       func(_ scope, x []value) value { return double(asymptotic.Stored(whole(x[0])).Remainder.Phi) },
	"A":         func(scope, []value) value { return asymptotic.Best().A.Value },
	"B":         func(scope, []value) value { return asymptotic.Best().B.Value },
	"base":      func(scope, []value) value { return asymptotic.Best().L.Value },
	"published": func(_ scope, x []value) value { e, _ := published.Find(x[0].(string)); return rational(e.Printed) },
	"formula":   func(s scope, x []value) value { v, _ := s.byFormula(whole(x[0])); return v },
	"order": func(s scope, x []value) value {
		o := must(recurrence.FindOrder(s.ctx, whole(x[0]), recurrence.Options{Options: s.options(), Seed: 1}))
		return integer(big.NewInt(int64(o.Order)))
	},

	// Border state classes of m rows with the kink y.
	"valid": func(_ scope, x []value) value { return integer(connected.ValidClassesAt(whole(x[0]), whole(x[1]))) },
	"constructible": func(s scope, x []value) value {
		return integer(big.NewInt(must(connected.ConstructibleClasses(s.ctx, whole(x[0]), s.options()))[whole(x[1])]))
	},

	// Games: the game graph, the games on a board, those in print, and bounds; positions without five
	// in a row.
	"nodes":   func(s scope, x []value) value { return integer(big.NewInt(s.degrees(sizeOf(x)).Nodes)) },
	"edges":   func(s scope, x []value) value { return integer(big.NewInt(s.degrees(sizeOf(x)).Edges)) },
	"choices": func(s scope, x []value) value { return integer(bound.Outdegrees(s.degrees(sizeOf(x)).Count).Exact) },
	"games": func(s scope, x []value) value {
		return integer(must(game.Count(s.ctx, rectangle(whole(x[0]), whole(x[1])), game.Rules{}, s.options())).Value)
	},
	"printedgames": func(_ scope, x []value) value { return integer(gamesInPrint(sizeOf(x))) },
	"lower": func(_ scope, x []value) value {
		n := whole(x[0])
		t, ok := bound.Lower(bound.Combs(n, n)).Tower()
		require(ok, "the lower bound for %dx%[1]d is no tower", n)
		return t.Binary
	},
	"upper": func(_ scope, x []value) value {
		n := whole(x[0])
		t, ok := bound.Upper(n*n, knownLegal(n, n), "").Tower()
		require(ok, "the upper bound for %dx%[1]d is no tower", n)
		return t.Binary
	},
	"fives": func(s scope, x []value) value {
		m, n := whole(x[0]), whole(x[1])
		return integer(s.gomokuCount(min(m, n), max(m, n), 5))
	},

	// Column configurations of m vertices and c colours, those that come up in sections, which are the
	// states of the transfer matrix, the positions of m rows and n columns by it, and its traces.
	"configurations": func(_ scope, x []value) value {
		return integer(big.NewInt(int64(configurations(whole(x[0]), whole(x[1])))))
	},
	"met": func(s scope, x []value) value {
		seen := map[string]bool{}
		for _, section := range s.sections(whole(x[0]), whole(x[1])).all {
			section.Points = slices.Clone(section.Points) // without its groups
			for i := range section.Points {
				section.Points[i].Group = min(section.Points[i].Group, 1)
			}
			seen[section.String()] = true
		}
		return integer(big.NewInt(int64(len(seen))))
	},
	"dimension": func(s scope, x []value) value {
		return integer(big.NewInt(int64(len(s.sections(whole(x[0]), whole(x[1])).all))))
	},
	"positions": func(s scope, x []value) value {
		return integer(s.sections(whole(x[0]), 2).count(whole(x[1]))[whole(x[1])-1])
	},
	"trace": func(s scope, x []value) value {
		return integer(s.sections(whole(x[0]), 2).traces(whole(x[1]))[whole(x[1])-1])
	},

	// Lattices: positions of a cylinder, with an empty column beyond it, and of strips with b safe
	// sides, k rows and n columns in c colours; how these grow with a column.
	"cylinder": func(s scope, x []value) value {
		plain, _ := cylinder(whole(x[0]), whole(x[1]))
		return integer(s.onGraph(plain))
	},
	"safecylinder": func(s scope, x []value) value {
		_, safe := cylinder(whole(x[0]), whole(x[1]))
		return integer(s.onGraph(safe))
	},
	"strips": func(s scope, x []value) value {
		b := whole(x[0])
		strip := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: whole(x[1]), SafeFirst: b > 0, SafeLast: b > 1}
		return integer(must(strip.Count(s.ctx, whole(x[2]), whole(x[3]), s.options())))
	},
	"growthlow":  func(s scope, x []value) value { low, _ := s.growth(x).PerLine(); return double(low) },
	"growthhigh": func(s scope, x []value) value { _, high := s.growth(x).PerLine(); return double(high) },
}

var zero = new(big.Rat)

func integer(n *big.Int) value { return new(big.Rat).SetInt(n) }

func double(x float64) value { return new(big.Rat).SetFloat64(x) }

func sizeOf(x []value) board.Size { return board.Size{Rows: whole(x[0]), Cols: whole(x[1])} }

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

// strips returns the numbers of boards of some rows and 1 to some columns.
func (w *work) strips(rows, cols int) (all []*big.Int) {
	strip := board.Range{Rows: board.Span{First: rows, Last: rows}, Cols: board.Span{First: 1, Last: cols}}
	for _, r := range must(count.Table(w.ctx, strip, count.Options{Options: w.options()})) {
		all = append(all, r.Value)
	}
	return all
}

func (w *work) sections(rows, colors int) *sections {
	key := fmt.Sprint("sections ", rows, colors)
	if w.memo[key] == nil {
		w.remember(key, newSections(rows, colors))
	}
	return w.memo[key].(*sections)
}

// growth returns how strips of up to 6 rows grow, with b safe sides and k rows.
func (s scope) growth(x []value) *bounds.Growth {
	const last, key = 6, "growth of strips"
	if s.memo[key] == nil {
		s.remember(key, must(bounds.Question{Kind: lattice.Square, Colors: 2}.AllEigenvalues(s.ctx, 1, last, s.options())))
	}
	e := s.memo[key].([]*bounds.Eigenvalues)[whole(x[1])-1]
	return []*bounds.Growth{e.Free, e.Single, e.Double}[whole(x[0])]
}

// agree reports whether two enclosures overlap and are narrow, 12 decimals or more.
func agree(x, y interval.Interval) bool {
	const decimals = 12
	return x.Overlaps(y) && x.Decimals(decimals) == decimals && y.Decimals(decimals) == decimals
}
