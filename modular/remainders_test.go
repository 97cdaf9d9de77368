package modular

import (
	"crypto/sha256"
	"fmt"
	"math/big"
	"testing"
)

// pseudorandom returns a number of the given length in bits, or shorter, that
// depends on seed only.
func pseudorandom(seed byte, length int) *big.Int {
	var stream []byte
	for block := [32]byte{seed}; 8*len(stream) < length; {
		block = sha256.Sum256(block[:])
		stream = append(stream, block[:]...)
	}
	n := new(big.Int).SetBytes(stream)
	return n.Rsh(n, uint(8*len(stream)-length))
}

func residuesOf(n *big.Int, primes []uint64) []uint64 {
	residues := make([]uint64, len(primes))
	for i, p := range primes {
		m := new(big.Int).SetUint64(p)
		residues[i] = m.Mod(n, m).Uint64()
	}
	return residues
}

func TestCombineRestoresNumbers(t *testing.T) {
	for _, limit := range []uint64{1 << 32, 1 << 62, 0} {
		primes := PrimesBelow(limit, 20)
		for k := range primes {
			for seed := range byte(8) {
				want := pseudorandom(seed, 30*k)
				got, err := combine(residuesOf(want, primes[:k]), primes[:k])
				if err != nil || got.Cmp(want) != 0 {
					t.Fatalf("from %d residues came %s (%v), want %s", k, got, err, want)
				}
			}
		}
	}
}

func TestRemaindersAreMinimal(t *testing.T) {
	primes := PrimesBelow(1000, 10)
	n := pseudorandom(3, 400)
	var r Remainders
	for i, p := range primes {
		if _, err := r.Add(residuesOf(n, primes)[i], p); err != nil {
			t.Fatal(err)
		}
		want := new(big.Int).Mod(n, r.Product())
		if r.Value().Cmp(want) != 0 {
			t.Errorf("after %d primes the value is %s, want %s", i+1, r.Value(), want)
		}
	}
}

func TestSparePrimeShowsWrongResidue(t *testing.T) {
	primes := PrimesBelow(1<<62, 5)
	n := pseudorandom(7, 4*61)
	for wrong := range primes {
		residues := residuesOf(n, primes)
		if last := feed(t, residues, primes); last {
			t.Error("right residues changed the value at the spare prime")
		}
		residues[wrong] ^= 1
		if last := feed(t, residues, primes); !last {
			t.Errorf("the wrong residue %d went unnoticed", wrong)
		}
	}
}

// Several numbers of either sign come out as each does alone, and their number may not change.
func TestRemaindersOfSeveralNumbers(t *testing.T) {
	primes := PrimesBelow(1<<62, 4)
	want := []*big.Int{big.NewInt(0), big.NewInt(-5), pseudorandom(1, 180), new(big.Int).Neg(pseudorandom(2, 200))}
	var r Remainders
	for i, p := range primes {
		var residues []uint64
		for _, x := range want {
			residues = append(residues, residuesOf(x, primes)[i])
		}
		if _, err := r.AddAll(residues, p); err != nil {
			t.Fatal(err)
		}
	}
	for i, got := range r.Signed() {
		if got.Cmp(want[i]) != 0 {
			t.Errorf("number %d is %v, want %v", i, got, want[i])
		}
	}
	if _, err := r.AddAll([]uint64{1, 2}, 101); err == nil || len(r.Signed()) != len(want) {
		t.Errorf("residues of two numbers: %v", err)
	}
}

// feed adds all residues and tells whether the last one changed the value.
func feed(t *testing.T, residues, primes []uint64) (changed bool) {
	t.Helper()
	var r Remainders
	for i, p := range primes {
		var err error
		if changed, err = r.Add(residues[i], p); err != nil {
			t.Fatal(err)
		}
	}
	return changed
}

// TestSignedIsLeast: of the numbers with given residues the one nearest to 0 comes out, for all
// residues.
func TestSignedIsLeast(t *testing.T) {
	for n := int64(-38); n <= 38; n++ { // 77 is odd
		var r Remainders
		for _, prime := range []int64{7, 11} {
			if _, err := r.Add(uint64(((n%prime)+prime)%prime), uint64(prime)); err != nil {
				t.Fatal(err)
			}
		}
		if got := r.Signed()[0]; got.Cmp(big.NewInt(n)) != 0 {
			t.Errorf("%d comes out as %d", n, got)
		}
	}
}

func TestRemaindersRefuse(t *testing.T) {
	for name, c := range map[string]struct{ residues, primes []uint64 }{
		"composite modulus": {[]uint64{1}, []uint64{15}},
		"even modulus":      {[]uint64{1}, []uint64{2}},
		"modulus twice":     {[]uint64{1, 1}, []uint64{7, 7}},
		"residue too large": {[]uint64{7}, []uint64{7}},
		"lengths":           {[]uint64{1}, []uint64{5, 7}},
	} {
		if got, err := combine(c.residues, c.primes); err == nil {
			t.Errorf("%s: got %s and no error", name, got)
		}
	}
}

func TestFailedAddChangesNothing(t *testing.T) {
	var r Remainders
	if _, err := r.Add(3, 7); err != nil {
		t.Fatal(err)
	}
	for _, bad := range [][2]uint64{{1, 7}, {5, 5}, {1, 9}} {
		if _, err := r.Add(bad[0], bad[1]); err == nil {
			t.Errorf("Add(%d, %d) gave no error", bad[0], bad[1])
		}
	}
	if r.Value().Int64() != 3 || r.Product().Int64() != 7 {
		t.Errorf("the value is %s modulo %s, want 3 modulo 7", r.Value(), r.Product())
	}
}

// The results of Value and Product are the caller's to change.
func TestRemaindersKeepTheirNumbers(t *testing.T) {
	var r Remainders
	if _, err := r.Add(3, 7); err != nil {
		t.Fatal(err)
	}
	r.Value().SetInt64(0)
	r.Product().SetInt64(0)
	if r.Value().Int64() != 3 || r.Product().Int64() != 7 {
		t.Error("a change to a copy went through")
	}
}

// combine returns the smallest number, at least 0, that has all the residues.
func combine(residues, primes []uint64) (*big.Int, error) {
	if len(residues) != len(primes) {
		return nil, fmt.Errorf("%d residues for %d moduli", len(residues), len(primes))
	}
	var r Remainders
	for i, residue := range residues {
		if _, err := r.Add(residue, primes[i]); err != nil {
			return nil, err
		}
	}
	return r.Value(), nil
}
