package asymptotic

import (
	"fmt"
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
)

// Estimate is a number with what it may be wrong by, and how it was got.
type Estimate struct {
	// Value is from the least to the greatest that the number is taken to be.
	Value interval.Interval
	// Method is how the number was got, in a line.
	Method string
	// Printed is the digits in print, if that is how it was got.
	Printed string
}

// Constants are those of the asymptotic formula
//
//	L(m,n) ~ A B^(m+n) L^(mn)
//
// of Theorem 6, each with an error bar. L is the base of liberties. The formula rests on a
// conjecture, and error bars are those of extrapolation: nothing about them is proved.
type Constants struct{ A, B, L Estimate }

// Printed returns the constants as they are in print, with an error of a unit in the last digit.
func Printed() Constants {
	read := func(id string) Estimate {
		entry, _ := published.Find(id)
		x, err := interval.Parse(entry.Printed)
		if err != nil {
			panic("asymptotic: " + err.Error()) // the entry is part of the program
		}
		unit := apd.New(1, -int32(entry.Decimals()))
		around := interval.New(keptDigits).Around(x.Low, unit)
		return Estimate{around, entry.Source(), entry.Printed}
	}
	return Constants{A: read("formula-a"), B: read("formula-b"), L: read("formula-l")}
}

// FirstOrder returns the constants as Corollary 6 has them before the limit, from
// the largest published boards up to n x n: L from L(n-1,n-1), L(n-1,n) and L(n,n),
// then B and A. Their error bars are the change from the boards one smaller.
func FirstOrder(n int) Constants {
	l, b, a := firstOrder(n)
	l1, b1, a1 := firstOrder(n - 1)
	method := fmt.Sprintf("L(%d,%[1]d), L(%[1]d,%d) and L(%[2]d,%[2]d)", n-1, n)
	bar := func(x, before *big.Float) Estimate {
		return Estimate{Value: limit{x, distance(x, before)}.interval(), Method: method}
	}
	return Constants{A: bar(a, a1), B: bar(b, b1), L: bar(l, l1)}
}

func firstOrder(n int) (l, b, a *big.Float) {
	terms := baseTerms(n)
	l = terms[len(terms)-1]
	b = quotient(printed(n, n), printed(n-1, n), power(l, n))
	a = quotient(printed(n, n), power(b, 2*n), power(l, n*n))
	return l, b, a
}

// MinSquares and MinStrips are how many boards or strips extrapolation needs.
const (
	MinSquares = 7
	MinStrips  = 6
)

// FromSquares extrapolates the approximations of Corollary 6 from the published numbers of the
// boards up to n x n, n from [MinSquares] to [LastSquare] ([LastSquare] includes L(19,20)).
func FromSquares(n int) Constants {
	columns := n
	if n == LastSquare {
		columns++
	}
	return extrapolated(
		fmt.Sprintf("boards up to %dx%d", n, columns),
		baseTerms(n),
		func(l *big.Float) []*big.Float { return marginTerms(n, l) },
		func(l, b *big.Float) []*big.Float { return factorTerms(n, l, b) },
	)
}

// extrapolated finds the constants one after the other from sequences that converge
// to them, each given those before. The error of those that a constant is computed
// from is part of its own: they are moved to the ends of their error bars.
func extrapolated(
	from string, base []*big.Float, margin func(l *big.Float) []*big.Float, factor func(l, b *big.Float) []*big.Float,
) Constants {
	l := extrapolate(base)
	b := extrapolate(margin(l.value))
	b.radius.Add(b.radius, distance(b.value, extrapolate(margin(l.above())).value))
	a := extrapolate(factor(l.value, b.value))
	// A change of L comes with the change of B that goes with it.
	moved := extrapolate(margin(l.above())).value
	a.radius.Add(a.radius, distance(a.value, extrapolate(factor(l.above(), moved)).value))
	a.radius.Add(a.radius, distance(a.value, extrapolate(factor(l.value, b.above())).value))
	of := func(x limit) Estimate {
		return Estimate{Value: x.interval(), Method: from + "; Wynn's epsilon algorithm"}
	}
	return Constants{A: of(a), B: of(b), L: of(l)}
}

func (l limit) above() *big.Float { return newFloat().Add(l.value, l.radius) }

// LastSquare is the largest n for which L(n,n) is in print; L(n,n+1) is too.
const LastSquare = 19

// inPrint returns L(m,n), which is in print for squares up to LastSquare and for
// boards that are one column wider.
func inPrint(m, n int) *big.Int {
	entry, ok := published.Legal(board.Size{Rows: m, Cols: n})
	if !ok {
		panic(fmt.Sprintf("asymptotic: L(%d,%d) is not in print", m, n))
	}
	return entry.Int()
}

func printed(m, n int) *big.Float { return float(inPrint(m, n)) }

// BaseApproximations returns L(n,n) L(n+1,n+1) / L(n,n+1)^2 for n = 1..last, at
// most [LastSquare]-1, from the published numbers: the approximations to the base of
// liberties of Corollary 6 and Table 6.
func BaseApproximations(last int) []*big.Rat {
	var out []*big.Rat
	for n := 1; n <= min(last, LastSquare-1); n++ {
		above := new(big.Int).Mul(inPrint(n, n), inPrint(n+1, n+1))
		below := inPrint(n, n+1)
		out = append(out, new(big.Rat).SetFrac(above, below.Mul(below, below)))
	}
	return out
}

// baseTerms are the approximations to L from squares up to the last one.
func baseTerms(last int) []*big.Float {
	var terms []*big.Float
	for _, x := range BaseApproximations(last - 1) {
		terms = append(terms, newFloat().SetRat(x))
	}
	return terms
}

// marginTerms are the approximations to B, given L, of Corollary 6:
// L(n,n+1) / (L(n,n) L^n). The last published one needs L(19,20).
func marginTerms(last int, l *big.Float) []*big.Float {
	if last < LastSquare {
		last--
	}
	var terms []*big.Float
	for n := 1; n <= last; n++ {
		terms = append(terms, quotient(printed(n, n+1), printed(n, n), power(l, n)))
	}
	return terms
}

// factorTerms are the approximations to A, given L and B: L(n,n) / (B^2n L^(n^2)).
func factorTerms(last int, l, b *big.Float) []*big.Float {
	var terms []*big.Float
	for n := 1; n <= last; n++ {
		terms = append(terms, quotient(printed(n, n), power(b, 2*n), power(l, n*n)))
	}
	return terms
}

// quotient returns x/(y z).
func quotient(x, y, z *big.Float) *big.Float {
	d := newFloat().Mul(y, z)
	return d.Quo(x, d)
}
