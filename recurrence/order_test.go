package recurrence

import (
	"context"
	"math"
	"math/big"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// Table 2 of Combinatorics of Go.
var (
	publishedOrders = []int{3, 7, 19, 57, 217, 791, 3107, 12110, 49361}
	publishedUpDown = []int64{3, 7, 21, 64, 242, 880, 3453, 13556, 55193}
)

// ordersToTest returns the largest height whose order is found here; the orders for 8 and 9 take a
// minute and a quarter of an hour.
func ordersToTest() int {
	if longtests.Wanted() {
		return 7
	}
	return 5
}

func TestOrdersTable2(t *testing.T) {
	for i, want := range publishedOrders[:ordersToTest()] {
		o, err := FindOrder(context.Background(), i+1, Options{Seed: 1})
		if err != nil {
			t.Fatal(err)
		}
		if o.Order != want || int64(o.Bound) != publishedUpDown[i] {
			t.Errorf("height %d: order %d, bound %d, published %d and %d", i+1, o.Order, o.Bound, want, publishedUpDown[i])
		}
		if o.Terms != 2*o.Bound || o.Extra() != 2*(o.Bound-want) {
			t.Errorf("height %d: %d terms, %d extra", i+1, o.Terms, o.Extra())
		}
		if i > 0 && o.Risk() > -50 {
			t.Errorf("height %d: risk 2^%.0f", i+1, o.Risk())
		}
	}
}

// The order by linear algebra: the Hankel matrix of L(m,1), L(m,2), ... has a
// determinant that is not zero for the order, and zero for all sizes up to the
// bound above it (Lemma 12).
func TestOrdersByDeterminants(t *testing.T) {
	const prime = 1<<61 - 1
	most := 3
	if longtests.Wanted() {
		most = 4
	}
	for height := 1; height <= most; height++ {
		bound := int(publishedUpDown[height-1])
		terms, err := residues(context.Background(), height, 1, 2*bound, prime, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		rank := 0
		for size := 1; size <= bound; size++ {
			if determinant(terms, size, prime) != 0 {
				rank = size
			}
		}
		if rank != publishedOrders[height-1] {
			t.Errorf("height %d: the largest Hankel matrix that is not singular has size %d, want %d", height, rank, publishedOrders[height-1])
		}
	}
}

// determinant is zero or not with that of the Hankel matrix.
func determinant(terms []uint64, size int, prime int64) int64 {
	p := big.NewInt(prime)
	rows := make([][]*big.Int, size)
	for i := range rows {
		for j := range size {
			rows[i] = append(rows[i], new(big.Int).SetUint64(terms[i+j]))
		}
	}
	for k := range size {
		at := k
		for at < size && rows[at][k].Sign() == 0 {
			at++
		}
		if at == size {
			return 0
		}
		rows[k], rows[at] = rows[at], rows[k]
		inverse := new(big.Int).ModInverse(rows[k][k], p)
		for i := k + 1; i < size; i++ {
			factor := new(big.Int).Mul(rows[i][k], inverse)
			factor.Mod(factor, p)
			for j := k; j < size; j++ {
				x := new(big.Int).Mul(factor, rows[k][j])
				rows[i][j].Mod(x.Sub(rows[i][j], x), p)
			}
		}
	}
	return 1
}

// The bound on the determinant in Risk is not below the determinant.
func TestRiskBoundsTheDeterminant(t *testing.T) {
	for height := 1; height <= 3; height++ {
		d := publishedOrders[height-1]
		r, err := Find(context.Background(), height, Options{})
		if err != nil {
			t.Fatal(err)
		}
		bits := float64(hankel(r.Terms(2*d-1), d).BitLen() - 1)
		n := float64(d)
		bound := n/2*math.Log2(n) + float64(height)*math.Log2(3)*n*(3*n-1)/2
		if bits > bound || bits < 0 {
			t.Errorf("height %d: the determinant has %.0f bits, the bound is %.0f", height, bits, bound)
		}
	}
}

// hankel returns the size of the determinant, by elimination without fractions
// (E. H. Bareiss).
func hankel(terms []*big.Int, size int) *big.Int {
	a := make([][]*big.Int, size)
	for i := range a {
		for j := range size {
			a[i] = append(a[i], new(big.Int).Set(terms[i+j]))
		}
	}
	before := big.NewInt(1)
	for k := range size - 1 {
		for at := k; a[k][k].Sign() == 0; at++ {
			a[k], a[at] = a[at], a[k]
		}
		for i := k + 1; i < size; i++ {
			for j := k + 1; j < size; j++ {
				x := new(big.Int).Mul(a[i][j], a[k][k])
				y := new(big.Int).Mul(a[i][k], a[k][j])
				a[i][j].Quo(x.Sub(x, y), before)
			}
		}
		before = a[k][k]
	}
	return new(big.Int).Abs(a[size-1][size-1])
}

func TestDrawPrimes(t *testing.T) {
	primes := drawPrimes(8, 5)
	for i, p := range primes {
		if p < 1<<61 || p >= 1<<62 || !modular.IsPrime(p) {
			t.Errorf("%d is not a prime between 2^61 and 2^62", p)
		}
		for _, q := range primes[:i] {
			if p == q {
				t.Errorf("%d is drawn twice", p)
			}
		}
	}
}

func TestFindOrderRefuses(t *testing.T) {
	for _, height := range []int{0, MaxHeight + 1} {
		if _, err := FindOrder(context.Background(), height, Options{}); err == nil {
			t.Errorf("height %d: no error", height)
		}
	}
	if _, err := FindOrder(context.Background(), 2, Options{Primes: MaxPrimes + 1}); err == nil || !strings.Contains(err.Error(), "primes") {
		t.Errorf("too many primes: error %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := FindOrder(ctx, 7, Options{}); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
}
