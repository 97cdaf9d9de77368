package modular

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"
)

// The moduli of the property tests: the smallest, the ones around the sizes
// where words overflow, and the ones that the counts use.
func testFields(t testing.TB) []*Field {
	t.Helper()
	primes := []uint64{3, 5, 7, 97, 65537, 1<<31 - 1, 1<<61 - 1}
	for _, limit := range []uint64{1 << 32, 1 << 62, 1 << 63, 0} {
		primes = append(primes, PrimesBelow(limit, 2)...)
	}
	fields := make([]*Field, len(primes))
	for i, p := range primes {
		fields[i] = mustField(t, p)
	}
	return fields
}

func mustField(t testing.TB, p uint64) *Field {
	t.Helper()
	f, err := NewField(p)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// testNumbers returns the numbers at the edges of the field, and random ones.
func testNumbers(p uint64) []uint64 {
	numbers := []uint64{0, 1, 2, p - 2, p - 1, p, p + 1, 1 << 63, math.MaxUint64}
	rng := rand.New(rand.NewPCG(1, p))
	for range 40 {
		numbers = append(numbers, rng.Uint64())
	}
	return numbers
}

func TestFieldAgreesWithBig(t *testing.T) {
	operations := map[string]struct {
		field func(f *Field, x, y Element) Element
		big   func(z, x, y, p *big.Int)
	}{
		"Add": {(*Field).Add, func(z, x, y, _ *big.Int) { z.Add(x, y) }},
		"Sub": {(*Field).Sub, func(z, x, y, _ *big.Int) { z.Sub(x, y) }},
		"Mul": {(*Field).Mul, func(z, x, y, _ *big.Int) { z.Mul(x, y) }},
		"Exp": {
			func(f *Field, x, y Element) Element { return f.Exp(x, f.Uint64(y)) },
			func(z, x, y, p *big.Int) { z.Exp(x, new(big.Int).Mod(y, p), p) },
		},
	}
	for _, f := range testFields(t) {
		p := new(big.Int).SetUint64(f.m.n)
		for name, op := range operations {
			for _, x := range testNumbers(f.m.n) {
				for _, y := range testNumbers(f.m.n)[:20] {
					var want big.Int
					op.big(&want, new(big.Int).SetUint64(x), new(big.Int).SetUint64(y), p)
					want.Mod(&want, p)
					got := f.Uint64(op.field(f, f.Element(x), f.Element(y)))
					if got != want.Uint64() {
						t.Fatalf("%s of %d and %d modulo %d is %d, want %s", name, x, y, p, got, &want)
					}
				}
			}
		}
	}
}

func TestElementRoundTrip(t *testing.T) {
	for _, f := range testFields(t) {
		for _, x := range testNumbers(f.m.n) {
			if got, want := f.Uint64(f.Element(x)), x%f.m.n; got != want {
				t.Errorf("%d modulo %d is %d, want %d", x, f.m.n, got, want)
			}
		}
	}
}

func TestElementBig(t *testing.T) {
	f := mustField(t, 97)
	for _, x := range []string{"0", "-1", "97", "-97", "123456789012345678901234567890", "-123456789012345678901234567890"} {
		n, _ := new(big.Int).SetString(x, 10)
		want := new(big.Int).Mod(n, big.NewInt(97)).Uint64()
		if got := f.Uint64(f.ElementBig(n)); got != want {
			t.Errorf("%s modulo 97 is %d, want %d", x, got, want)
		}
	}
}

func TestInverse(t *testing.T) {
	for _, f := range testFields(t) {
		for _, n := range testNumbers(f.m.n) {
			x := f.Element(n)
			want := f.Element(1)
			if x == 0 {
				want = 0
			}
			if got := f.Mul(x, f.Inverse(x)); got != want {
				t.Errorf("%d times its inverse modulo %d is %d", n, f.m.n, f.Uint64(got))
			}
		}
	}
}

func TestNewFieldRefuses(t *testing.T) {
	for _, n := range []uint64{0, 1, 2, 4, 9, 91, 1<<62 + 1, math.MaxUint64} {
		if _, err := NewField(n); err == nil {
			t.Errorf("NewField(%d) gave no error", n)
		}
	}
}
