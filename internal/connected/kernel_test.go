package connected

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"unsafe"
)

// Every kernel, on random rows, against math/big.
func TestKernels(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for words := 1; words <= 9; words++ {
		testKernels(t, rng, exactArithmetic(words))
	}
	for count := 1; count <= MaxResidues; count++ {
		moduli := make([]uint64, count)
		for i := range moduli {
			moduli[i] = 2 + rng.Uint64N(1<<ModulusBits-2)
		}
		moduli[0] = 1<<ModulusBits - 1
		testKernels(t, rng, residueArithmetic(moduli))
	}
}

func testKernels(t *testing.T, rng *rand.Rand, ar arithmetic) {
	for terms := 2; terms <= 3; terms++ {
		for gathered := range terms + 1 {
			for _, n := range []int{1, 2, 7, 33} {
				name := fmt.Sprintf("words=%v,moduli=%d,terms=%d,gathered=%d,n=%d", ar.words, len(ar.moduli), terms, gathered, n)
				t.Run(name, func(t *testing.T) { testKernel(t, rng, ar, terms, gathered, n) })
			}
		}
	}
}

func testKernel(t *testing.T, rng *rand.Rand, ar arithmetic, terms, gathered, n int) {
	const guard = 0xabcdef01
	out := make([]uint64, n*ar.words+1)
	out[n*ar.words] = guard
	r := row{out: unsafe.Pointer(&out[0]), n: uintptr(n), limbs: ar.words, moduli: ar.moduli}
	want := make([]*big.Int, n*len(ar.moduli)+n)
	for i := range want {
		want[i] = new(big.Int)
	}
	for term := range terms {
		in := ar.random(rng, n+3)
		at := make([]uint32, n)
		for i := range at {
			at[i] = uint32(i)
			if term < gathered {
				at[i] = rng.Uint32N(uint32(n + 3))
			}
			ar.accumulate(want, i, in[int(at[i])*ar.words:][:ar.words])
		}
		r.in[term], r.at[term] = unsafe.Pointer(&in[0]), &at[0]
	}
	ar.kernels[terms-2][gathered](&r)
	for i := range n {
		ar.compare(t, want, i, out[i*ar.words:][:ar.words])
	}
	if out[n*ar.words] != guard {
		t.Error("the kernel writes past the row")
	}
}

// random returns n values: numbers with two bits to spare, or residues.
func (ar arithmetic) random(rng *rand.Rand, n int) []uint64 {
	values := make([]uint64, n*ar.words)
	for i := range values {
		values[i] = rng.Uint64()
		if rng.IntN(3) == 0 {
			values[i] = 1<<64 - 1
		}
	}
	for i := range n {
		value := values[i*ar.words:][:ar.words]
		for l, m := range ar.moduli {
			value[l] %= m
		}
		if ar.moduli == nil {
			value[ar.words-1] >>= 2
		}
	}
	return values
}

func (ar arithmetic) accumulate(want []*big.Int, i int, value []uint64) {
	if ar.moduli == nil {
		want[i].Add(want[i], number(value))
		return
	}
	for l, m := range ar.moduli {
		w := want[i*len(ar.moduli)+l]
		w.Add(w, new(big.Int).SetUint64(value[l]))
		w.Mod(w, new(big.Int).SetUint64(m))
	}
}

func (ar arithmetic) compare(t *testing.T, want []*big.Int, i int, value []uint64) {
	t.Helper()
	if ar.moduli == nil {
		if got := number(value); got.Cmp(want[i]) != 0 {
			t.Errorf("value %d is %x, want %x", i, got, want[i])
		}
		return
	}
	for l := range ar.moduli {
		if w := want[i*len(ar.moduli)+l]; w.Cmp(new(big.Int).SetUint64(value[l])) != 0 {
			t.Errorf("residue %d of value %d is %d, want %v", l, i, value[l], w)
		}
	}
}

// number reads limbs, the lowest first.
func number(limbs []uint64) *big.Int {
	n := new(big.Int)
	for i := len(limbs) - 1; i >= 0; i-- {
		n.Lsh(n, 64).Add(n, new(big.Int).SetUint64(limbs[i]))
	}
	return n
}

// A number of completions of k points is at most 3^k.
func TestWordsFor(t *testing.T) {
	power := big.NewInt(1)
	for points := range 5000 {
		if words := wordsFor(points); power.BitLen() > 64*words || words > power.BitLen()/64+2 {
			t.Fatalf("%d words for %d points, of %d bits", words, points, power.BitLen())
		}
		power.Mul(power, big.NewInt(3))
	}
}
