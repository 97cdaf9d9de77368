package modular

import (
	"context"
	"math/big"
	"math/rand/v2"
	"testing"
)

// walk is LinearTerm step by step, with integers of any size.
func walk(coefficients, initial []uint64, n int, modulus uint64) uint64 {
	m := new(big.Int).SetUint64(modulus)
	var terms []*big.Int
	for _, x := range initial {
		terms = append(terms, new(big.Int).SetUint64(x))
	}
	r := len(initial)
	for k := r; k <= n; k++ {
		sum, c := new(big.Int), new(big.Int)
		for i := range r {
			c.SetUint64(coefficients[i])
			sum.Add(sum, c.Mul(c, terms[k-r+i]))
		}
		terms = append(terms, sum.Mod(sum, m))
	}
	return new(big.Int).Mod(terms[n], m).Uint64()
}

func TestLinearTerm(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	moduli := []uint64{2, 3, 4, 6, 8, 97, 1 << 40, 3 << 50, 1000000007, 1<<61 - 1, 1<<62 - 57, 1<<63 - 1, 1<<64 - 1, 1<<64 - 2, 1 << 62}
	for _, modulus := range moduli {
		for _, order := range []int{1, 2, 3, 19, 57, 130} {
			c, initial := make([]uint64, order), make([]uint64, order)
			for i := range order {
				c[i], initial[i] = rng.Uint64()%modulus, rng.Uint64()%modulus
			}
			for _, n := range []int{0, 1, order, 2*order + 1, 257} {
				got, err := LinearTerm(context.Background(), c, initial, uint64(n), modulus)
				if err != nil {
					t.Fatal(err)
				}
				if want := walk(c, initial, n, modulus); got != want {
					t.Errorf("order %d, term %d modulo %d: %d, want %d", order, n, modulus, got, want)
				}
			}
		}
	}
}

// Fibonacci numbers have a period: 1500 modulo 1000, so any n can be checked.
func TestLinearTermFar(t *testing.T) {
	fibonacci, start := []uint64{1, 1}, []uint64{0, 1}
	for _, n := range []uint64{1e18, 1<<64 - 1, 1<<63 + 12345} {
		got, err := LinearTerm(context.Background(), fibonacci, start, n, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if want := walk(fibonacci, start, int(n%1500), 1000); got != want {
			t.Errorf("Fibonacci number %d ends in %d, want %d", n, got, want)
		}
	}
}

func TestLinearTermRefuses(t *testing.T) {
	for _, modulus := range []uint64{0, 1} {
		if _, err := LinearTerm(context.Background(), []uint64{1}, []uint64{1}, 5, modulus); err == nil {
			t.Errorf("modulus %d: no error", modulus)
		}
	}
	if _, err := LinearTerm(context.Background(), []uint64{1}, nil, 5, 7); err == nil {
		t.Error("no initial terms: no error")
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := LinearTerm(ctx, []uint64{1}, []uint64{1}, 5, 7); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
}

// product is the product of two polynomials by their values.
func product(x, y []uint64, modulus uint64) []uint64 {
	degree := len(x) + len(y) - 2
	points := pointsFor(degree)
	m := newMultiplier(modulus, points)
	return m.interpolate(m.products(m.evaluate(x, points), m.evaluate(y, points)))[:degree+1]
}

func TestProductByDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for _, modulus := range []uint64{2, 1 << 40, benchmarkPrime, 1<<64 - 1} {
		n, sum := new(big.Int).SetUint64(modulus), new(big.Int)
		for range 20 {
			x, y := make([]uint64, 1+rng.IntN(40)), make([]uint64, 1+rng.IntN(40))
			for _, v := range [][]uint64{x, y} {
				for i := range v {
					v[i] = modulus - rng.Uint64N(min(modulus, 3)) // largest ones
				}
			}
			for k, got := range product(x, y, modulus) {
				sum.SetInt64(0)
				for i := max(0, k-len(y)+1); i <= min(k, len(x)-1); i++ {
					a, b := new(big.Int).SetUint64(x[i]), new(big.Int).SetUint64(y[k-i])
					sum.Add(sum, a.Mul(a, b))
				}
				if sum.Mod(sum, n).Uint64() != got {
					t.Fatalf("modulo %d, lengths %d and %d: coefficient %d is %d, want %v", modulus, len(x), len(y), k, got, sum)
				}
			}
		}
	}
}

func BenchmarkProduct(b *testing.B) {
	x := make([]uint64, 12110)
	for i := range x {
		x[i] = uint64(i) * benchmarkPrime >> 1 % benchmarkPrime
	}
	for b.Loop() {
		product(x, x, benchmarkPrime)
	}
}
