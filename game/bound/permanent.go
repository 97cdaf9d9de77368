package bound

import (
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/interval"
)

// permanents is the source of upper bounds by the inequality of Bregman and Minc: there are at most
// L games times the product of r(d+1) over the L nodes of the game graph, with d edges each and
// r(k) = (k!)^(1/k). The file docs/games-bounds.md has the proof, and those of what follows from it
// here.
const permanents = "permanents"

// lnRoot returns the natural logarithm of r(k) = (k!)^(1/k), for k >= 1.
func lnRoot(k int) interval.Interval {
	return decimal.Quo(decimal.Ln(interval.Int(factorial(k))), interval.Whole(int64(k)))
}

// permanentBounds returns the upper bound from the numbers of nodes of each outdegree.
func permanentBounds(nodes []int64) *Bound {
	sum, all := interval.Whole(0), int64(0)
	for degree, count := range nodes {
		if count > 0 {
			sum = decimal.Add(sum, decimal.Mul(lnRoot(degree+1), interval.Whole(count)))
			all += count
		}
	}
	ln2 := decimal.Ln(interval.Whole(2))
	return &Bound{
		Formula: "product of r(outdegrees + 1)", Source: permanents,
		Log2: decimal.Add(decimal.Quo(sum, ln2), log2(interval.Whole(all))),
	}
}

// meanPermanents returns the upper bound for a board of which only a bound of the mean number of
// empty points is known: c^L with
//
//	c = r(2 empty + 1) L^(1/L),
//
// since a position with k empty points has at most 2k edges, and ln r is concave, taken as linear
// between whole numbers. The number L of legal positions may be replaced by a greater one, of which
// the name is that in formulas.
func meanPermanents(empty interval.Interval, legal *big.Int, name string) *Bound {
	x := decimal.Add(decimal.Mul(empty, interval.Whole(2)), interval.Whole(1))
	f, _ := x.High.Float64()
	k := int(f) // a chord of a concave function that ends elsewhere would be too high, not too low
	low := lnRoot(k)
	rise := decimal.Sub(lnRoot(k+1), low)
	root := decimal.Add(low, decimal.Mul(rise, decimal.Sub(x, interval.Whole(int64(k)))))
	c := decimal.Add(root, decimal.Quo(decimal.Ln(interval.Int(legal)), interval.Int(legal)))
	return &Bound{
		Formula: fmt.Sprintf("%s^%s", interval.Ceil(decimal.Exp(c).High, 3), name), Source: permanents,
		Log2: decimal.Quo(decimal.Mul(c, interval.Int(legal)), decimal.Ln(interval.Whole(2))),
	}
}

// meanEmpty returns a bound of the mean number of empty points of the legal positions of a board,
// from the natural logarithm of a lower bound of their number L: for each z > 1
//
//	z^mean <= (sum of z^k over the positions, with k empty points each) / L <= (2 + z)^points / L.
//
// The z is chosen; any one would do.
func meanEmpty(points int, lnLegal interval.Interval) interval.Interval {
	n := float64(points)
	ln, _ := lnLegal.Low.Float64()
	best, least := 0, math.Inf(1) // z in hundredths
	for z := 105; z <= 400; z += 5 {
		x := float64(z) / 100
		if mean := (n*math.Log(2+x) - ln) / math.Log(x); mean < least {
			best, least = z, mean
		}
	}
	z := decimal.Quo(interval.Whole(int64(best)), interval.Whole(100))
	sum := decimal.Mul(decimal.Ln(decimal.Add(z, interval.Whole(2))), interval.Whole(int64(points)))
	return decimal.Quo(decimal.Sub(sum, lnLegal), decimal.Ln(z))
}

// lnBlocks returns a lower bound of ln L(m,n) for boards of at least two rows and columns: mn/4 ln
// 57. Such a board is made of blocks of 2x2, 2x3 and 3x3 points, on which there are 57, 489 and
// 12675 positions, and L is at least the product of these.
func lnBlocks(points int) interval.Interval {
	return decimal.Quo(decimal.Mul(decimal.Ln(interval.Whole(57)), interval.Whole(int64(points))), interval.Whole(4))
}
