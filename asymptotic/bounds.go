package asymptotic

import (
	"math/big"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/interval"
)

// boundDigits is how many digits the ends of logarithms of bounds have beside
// those of the number of points.
const boundDigits = 40

func boundArithmetic(m, n *big.Int) *interval.Arithmetic {
	return interval.New(boundDigits + len(m.String()) + len(n.String()))
}

// Theorem3 returns decimal logarithms of the proven bounds
//
//	3^(4mn/5) (1-2/81)^(2(m+n)/5) <= L(m,n) <= 3^mn (1-2/81)^(2(m+n)/5) (1-2/243)^((mn-2(m+n))/5)
//
// for sides that are both multiples of 5, and whether they are (section 5.9). The
// lower bound is rounded down, the upper one up.
func Theorem3(m, n *big.Int) (bounds interval.Interval, ok bool) {
	five := big.NewInt(5)
	if new(big.Int).Mod(m, five).Sign() != 0 || new(big.Int).Mod(n, five).Sign() != 0 {
		return interval.Interval{}, false
	}
	a := boundArithmetic(m, n)
	log := func(above, below int64) interval.Interval {
		return a.Quo(a.Ln(a.Quo(interval.Whole(above), interval.Whole(below))), a.Ln(interval.Whole(10)))
	}
	points, sides := new(big.Int).Mul(m, n), new(big.Int).Add(m, n)
	edge := new(big.Int).Quo(new(big.Int).Lsh(sides, 1), five)
	inside := new(big.Int).Sub(points, new(big.Int).Lsh(sides, 1))
	inside.Quo(inside, five)
	free := new(big.Int).Sub(points, new(big.Int).Quo(points, five))
	edges := a.Mul(interval.Int(edge), log(79, 81))
	low := a.Add(a.Mul(interval.Int(free), log(3, 1)), edges)
	high := a.Add(a.Mul(interval.Int(points), log(3, 1)), edges)
	high = a.Add(high, a.Mul(interval.Int(inside), log(241, 243)))
	return interval.Interval{Low: low.Low, High: high.High}, true
}

// BaseBound returns a proven lower bound on the base of liberties L from a number
// L(m,n): its root of degree mn, rounded down (Theorem 5).
func BaseBound(size board.Size, value *big.Int) interval.Interval {
	a := interval.New(boundDigits)
	x := a.Root(a.Add(interval.Int(value), interval.Whole(0)), size.Points())
	return interval.Interval{Low: x.Low, High: x.Low}
}
