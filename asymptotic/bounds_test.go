package asymptotic

import (
	"math"
	"math/big"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
)

// logOf returns the decimal logarithm of a whole number.
func logOf(n *big.Int) interval.Interval {
	a := interval.New(60)
	return a.Quo(a.Ln(interval.Int(n)), a.Ln(interval.Whole(10)))
}

// The bounds of Theorem 3 hold, and are those of its formula in fractions.
func TestTheorem3(t *testing.T) {
	for _, size := range []board.Size{{Rows: 5, Cols: 5}, {Rows: 5, Cols: 10}, {Rows: 10, Cols: 10}, {Rows: 15, Cols: 15}, {Rows: 5, Cols: 40}} {
		m, n := big.NewInt(int64(size.Rows)), big.NewInt(int64(size.Cols))
		bounds, ok := Theorem3(m, n)
		if !ok {
			t.Fatalf("%s has no bounds", size)
		}
		var value *big.Int
		if entry, found := published.Legal(size); found {
			value = entry.Int()
		} else {
			value = mustCount(t, size.Rows, size.Cols)
		}
		if log := logOf(value); log.High.Cmp(bounds.Low) < 0 || log.Low.Cmp(bounds.High) > 0 {
			t.Errorf("log10 L is %v for %s, bounds %v and %v", log.Low, size, bounds.Low, bounds.High)
		}
		low, high := theorem3InFractions(size)
		if got, _ := bounds.Low.Float64(); !near(got, low) {
			t.Errorf("%s: lower bound %v, in fractions %v", size, got, low)
		}
		if got, _ := bounds.High.Float64(); !near(got, high) {
			t.Errorf("%s: upper bound %v, in fractions %v", size, got, high)
		}
	}
	if _, ok := Theorem3(big.NewInt(5), big.NewInt(9)); ok {
		t.Error("5x9 has bounds of Theorem 3")
	}
}

func near(x, y float64) bool { return x-y < 1e-9 && y-x < 1e-9 }

func theorem3InFractions(size board.Size) (low, high float64) {
	points, edge := size.Points(), 2*(size.Rows+size.Cols)/5
	power := func(x *big.Rat, k int) *big.Rat {
		z := big.NewRat(1, 1)
		for range k {
			z.Mul(z, x)
		}
		return z
	}
	log := func(x *big.Rat) float64 {
		a := interval.New(40)
		y, _ := a.Quo(a.Ln(a.Rat(x, x)), a.Ln(interval.Whole(10))).Low.Float64()
		return y
	}
	edges := power(big.NewRat(79, 81), edge)
	below := new(big.Rat).Mul(power(big.NewRat(3, 1), points*4/5), edges)
	above := new(big.Rat).Mul(power(big.NewRat(3, 1), points), edges)
	above.Mul(above, power(big.NewRat(241, 243), (points-2*(size.Rows+size.Cols))/5))
	return log(below), log(above)
}

// ln L is superadditive, and products over tilings are lower bounds.
func TestTheorem4(t *testing.T) {
	numbers := map[board.Size]*big.Int{}
	most := maxHeight(6, 7)
	for m := 1; m <= most; m++ {
		for n := 1; n <= most; n++ {
			numbers[board.Size{Rows: m, Cols: n}] = mustCount(t, m, n)
		}
	}
	for size, whole := range numbers {
		for cut := 1; cut < size.Cols; cut++ {
			left := numbers[board.Size{Rows: size.Rows, Cols: cut}]
			right := numbers[board.Size{Rows: size.Rows, Cols: size.Cols - cut}]
			if new(big.Int).Mul(left, right).Cmp(whole) > 0 {
				t.Errorf("%s cut at %d: %v < %v * %v", size, cut, whole, left, right)
			}
		}
		bound := Theorem4(big.NewInt(int64(size.Rows)), big.NewInt(int64(size.Cols)))
		if logOf(whole).High.Cmp(bound.Low) < 0 {
			t.Errorf("%s: the bound 10^%v is beyond %v", size, bound.Low, whole)
		}
	}
}

// tileGreedily is another lower bound: the largest published square, as often as it
// goes, and then others in what remains.
func tileGreedily(t *testing.T, m, n int) (ln float64) {
	if m == 0 || n == 0 {
		return 0
	}
	k := min(m, n, LastSquare)
	return float64(m/k*(n/k))*result.Ln(mustLegal(t, k, k))/math.Ln10 + tileGreedily(t, m%k, n-n%k) + tileGreedily(t, m, n%k)
}

// Tilings have the points of the board, are no worse than those by squares, and
// their products are the bounds; a board that is known is its own tiling.
func TestTilings(t *testing.T) {
	sides := []int{1, 3, 13, 19, 20, 81, 12345}
	if longtests.Wanted() {
		sides = append(sides, 7, 80)
	}
	for _, m := range sides {
		for _, n := range sides {
			tiling, points := NewTiling(big.NewInt(int64(m)), big.NewInt(int64(n))), new(big.Int)
			product := 0.0
			for _, tile := range tiling {
				points.Add(points, new(big.Int).Mul(tile.Copies, big.NewInt(int64(tile.Size.Points()))))
				copies, _ := new(big.Float).SetInt(tile.Copies).Float64()
				product += copies * result.Ln(knownBoards()[tile.Size]) / math.Ln10
			}
			if points.Cmp(big.NewInt(int64(m*n))) != 0 {
				t.Errorf("%dx%d: %v has %v points", m, n, tiling, points)
			}
			bound, _ := Theorem4(big.NewInt(int64(m)), big.NewInt(int64(n))).Low.Float64()
			if greedy := tileGreedily(t, m, n); bound < greedy*(1-1e-12) {
				t.Errorf("%dx%d: the bound is 10^%v, by squares it is 10^%v", m, n, bound, greedy)
			}
			if math.Abs(bound-product) > 1e-9*product {
				t.Errorf("%dx%d: the bound is 10^%v, the product 10^%v", m, n, bound, product)
			}
			if bound >= float64(m*n)*0.4736 { // log10 of the base of liberties is 0.47359... (Theorem 5)
				t.Errorf("%dx%d: the bound 10^%v is too large", m, n, bound)
			}
		}
	}
	for size, want := range map[board.Size]string{
		{Rows: 19, Cols: 19}:   "19x19",
		{Rows: 5, Cols: 60}:    "5x60",
		{Rows: 20, Cols: 20}:   "15x16, 5x20, 15x4",
		{Rows: 190, Cols: 200}: "100 of 19x20",
	} {
		if got := NewTiling(big.NewInt(int64(size.Rows)), big.NewInt(int64(size.Cols))).String(); got != want {
			t.Errorf("%v: the tiling is %s, want %s", size, got, want)
		}
	}
}

// Theorem 4 by hand: 20x20 is 15x16 and 15x4, and 5x20.
func TestTheorem4ByHand(t *testing.T) {
	product := new(big.Int).Mul(mustLegal(t, 15, 16), mustCount(t, 4, 15))
	product.Mul(product, mustCount(t, 5, 20))
	bound := Theorem4(big.NewInt(20), big.NewInt(20))
	if low, want := bound.Low, logOf(product); interval.Fixed(low, 30) != interval.Fixed(want.Low, 30) {
		t.Errorf("the bound is 10^%v, want 10^%v", low, want.Low)
	}
}
