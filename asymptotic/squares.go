package asymptotic

import (
	"fmt"
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
)

// LastSquare is the largest n for which L(n,n) is in print; L(n,n+1) is too.
const LastSquare = 19

// printed returns L(m,n), which is in print for squares up to LastSquare and for
// boards that are one column wider.
func printed(m, n int) *big.Float {
	entry, ok := published.Legal(board.Size{Rows: m, Cols: n})
	if !ok {
		panic(fmt.Sprintf("asymptotic: L(%d,%d) is not in print", m, n))
	}
	return float(entry.Int())
}

// BaseApproximations returns L(n,n) L(n+1,n+1) / L(n,n+1)^2 for n = 1..last, at
// most [LastSquare]-1, from the published numbers: the approximations to the base of
// liberties of Corollary 6 and Table 6.
func BaseApproximations(last int) []*big.Rat {
	count := func(m, n int) *big.Int {
		entry, _ := published.Legal(board.Size{Rows: m, Cols: n})
		return entry.Int()
	}
	var out []*big.Rat
	for n := 1; n <= min(last, LastSquare-1); n++ {
		above := new(big.Int).Mul(count(n, n), count(n+1, n+1))
		below := count(n, n+1)
		out = append(out, new(big.Rat).SetFrac(above, below.Mul(below, below)))
	}
	return out
}

// baseTerms are the approximations to L from squares up to the last one.
func baseTerms(last int) []*big.Float {
	var terms []*big.Float
	for n := 1; n < last; n++ {
		x := newFloat().Mul(printed(n, n), printed(n+1, n+1))
		y := printed(n, n+1)
		terms = append(terms, x.Quo(x, y.Mul(y, y)))
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
