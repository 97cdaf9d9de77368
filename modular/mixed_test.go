package modular

import (
	"math/big"
	"testing"
)

func TestMixedRadixAgainstCombine(t *testing.T) {
	primes := PrimesBelow(1<<62, 5)
	extra, primes := primes[4], primes[:4]
	radix, err := NewMixedRadix(primes)
	if err != nil {
		t.Fatal(err)
	}
	limit := new(big.Int).Exp(big.NewInt(3), big.NewInt(150), nil)
	extension, err := radix.Extension(extra, limit)
	if err != nil {
		t.Fatal(err)
	}
	numbers := []*big.Int{big.NewInt(0), big.NewInt(1), new(big.Int).Lsh(big.NewInt(1), 247)}
	numbers = append(numbers, limit, new(big.Int).Sub(limit, big.NewInt(1)))
	for i := range 50 {
		x := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(3*i)), nil)
		numbers = append(numbers, x.Add(x, big.NewInt(int64(i))))
	}
	for _, want := range numbers {
		residues, planes := make([]uint64, len(primes)), make([][]uint64, len(primes))
		for i, p := range primes {
			residues[i] = new(big.Int).Mod(want, new(big.Int).SetUint64(p)).Uint64()
			planes[i] = residues[i : i+1 : i+1]
		}
		more := make([]uint64, 1)
		if below := extension.Residues(more, planes); below != (want.Cmp(limit) < 0) {
			t.Errorf("%v is found to be below %v: %v", want, limit, below)
		}
		if m := new(big.Int).Mod(want, new(big.Int).SetUint64(extra)).Uint64(); more[0] != m {
			t.Errorf("%v modulo %d: %d, want %d", want, extra, more[0], m)
		}
		x := append([]uint64(nil), residues...)
		radix.Digits(x)
		radix.Limbs(x)
		got := new(big.Int)
		for i := len(x) - 1; i >= 0; i-- {
			got.Lsh(got, 64)
			got.Or(got, new(big.Int).SetUint64(x[i]))
		}
		if got.Cmp(want) != 0 {
			t.Errorf("limbs %v, want %v", got, want)
		}
	}
}

func TestMixedRadixRefusesEqualPrimes(t *testing.T) {
	if _, err := NewMixedRadix([]uint64{101, 101}); err == nil {
		t.Error("no error")
	}
}

func TestLimitAboveTheProduct(t *testing.T) {
	radix, err := NewMixedRadix([]uint64{101, 103})
	if err != nil {
		t.Fatal(err)
	}
	for product, none := range map[int64]bool{101*103 - 1: false, 101 * 103: true, 1 << 40: true} {
		limit := radix.Limit(big.NewInt(product), 2)
		if got := limit == nil; got != none {
			t.Errorf("limit %d: %v", product, limit)
		}
		if limit.Exceeds([]uint64{100, 102}) != none {
			t.Errorf("the largest number is below %d: %v", product, !none)
		}
	}
	if !(Limit{0, 1}).Exceeds([]uint64{100, 0}) || (Limit{0, 1}).Exceeds([]uint64{0, 1}) {
		t.Error("101 is a limit of 100, not of 101")
	}
}
