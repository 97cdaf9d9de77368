package border

import (
	"math/big"
	"slices"
	"testing"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

func fieldsOf(t *testing.T, primes []uint64) (all []*field) {
	t.Helper()
	for _, p := range primes {
		f, err := newField(p)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

// Primes that are too small or too few make no codec.
func TestCodecRefuses(t *testing.T) {
	large, few := Primes(1), modular.PrimesBelow(1<<(PrimeBits-1), 1)
	small, err := newField(few[0])
	if err != nil {
		t.Fatal(err)
	}
	limit := big.NewInt(9)
	for i, c := range []struct {
		primes []uint64
		to     []*field
		limit  *big.Int
	}{{few, nil, limit}, {large, []*field{small}, limit}, {large, nil, new(big.Int).Lsh(limit, 60)}} {
		if _, err := newCodec(fieldsOf(t, c.primes), c.to, c.limit); err == nil {
			t.Errorf("case %d is not refused", i)
		}
	}
	if _, err := newCodec(fieldsOf(t, large), nil, limit); err != nil {
		t.Error(err)
	}
}

// Numbers up to the limit, of either sign, come out of their residues as they went in, and their
// residues modulo further primes are right; numbers just beyond the limit are refused. That holds
// for primes in any order.
func TestCodec(t *testing.T) {
	for n := 1; n <= 9; n++ {
		primes := Primes(n + 2)
		testCodec(t, primes)
		slices.Reverse(primes)
		testCodec(t, primes)
		primes[0], primes[n/2] = primes[n/2], primes[0]
		testCodec(t, primes)
	}
}

func testCodec(t *testing.T, primes []uint64) {
	t.Helper()
	n := len(primes) - 2
	fields := fieldsOf(t, primes)
	further := fields[n:]
	primes, fields = primes[:n], fields[:n]
	product := big.NewInt(1)
	for _, p := range primes {
		product.Mul(product, new(big.Int).SetUint64(p))
	}
	half := new(big.Int).Rsh(product, 1)
	for _, limit := range []*big.Int{new(big.Int).Rsh(product, 9), new(big.Int).Sub(half, big.NewInt(1)), big.NewInt(int64(primes[0] / 4)), big.NewInt(3)} {
		c, err := newCodec(fields, further, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, less := range []int64{-1, 0, 1, 2} {
			for _, of := range []*big.Int{limit, new(big.Int).Neg(limit), new(big.Int)} {
				v := new(big.Int).Sub(of, big.NewInt(int64(of.Sign())*less))
				if of.Sign() == 0 {
					v.SetInt64(less)
				}
				checkCodec(t, c, v, v.CmpAbs(limit) <= 0)
			}
		}
	}
	if _, err := newCodec(fields, further, half); err != nil {
		t.Error(err)
	}
	if _, err := newCodec(fields, further, new(big.Int).Add(half, big.NewInt(1))); err == nil {
		t.Error("numbers that the primes do not tell apart are accepted")
	}
}

func checkCodec(t *testing.T, c *codec, v *big.Int, within bool) {
	t.Helper()
	s := c.newBuffer()
	for i, f := range c.fields[:c.known] {
		for l := range s.residues[i] {
			s.residues[i][l] = uint32(f.plain(v))
		}
	}
	plain := slices.Clone(s.all)
	runPlain(s.toDigits[0], plain, nil, s.coefficients, s.constants)
	if got := s.encode(nil); got != within || !slices.Equal(plain, s.all) {
		t.Errorf("limit %d: %d is within: %v", c.limit, v, got)
	}
	if !within {
		return
	}
	runPlain(s.fromDigits[0], plain, nil, s.coefficients, s.constants)
	s.run(&s.fromDigits, nil)
	for i, f := range c.fields[c.known:] {
		if got := modular.Element(s.further[i][lanes-1]); got != f.plain(v) || !slices.Equal(plain, s.all) {
			t.Errorf("limit %d: %d is %d modulo a further prime, want %d", c.limit, v, got, f.plain(v))
		}
	}
}

// The denominators of the words of a chunk are the products of those of their two parts, and are
// left out where all are 1.
func TestDenominators(t *testing.T) {
	e := newEngine(t, 9, 2)
	if err := e.prepare(t.Context(), par.Options{}); err != nil {
		t.Fatal(err)
	}
	fields := fieldsOf(t, Primes(2))
	c, err := newCodec(fields[:1], fields[1:], big.NewInt(1))
	if err != nil {
		t.Fatal(err)
	}
	tables, greater := e.tables[e.columns[0]], 0
	k, chunks := tables.joinFactors(), tables.prefix.newLayout(tables.prefix.evenly(1)).chunks
	for i := range chunks {
		by := c.denominatorsOf(k, &chunks[i])
		_, idle := k.ofChunk(&chunks[i])
		for kind, row := range k.rowKinds {
			ones := row.denominator == 1 && len(idle) == lanes // lanes without a word are 0
			all := by.ofKind(uint16(kind))
			for l, x := range idle {
				d := row.denominator * k.idleKinds[x].denominator
				ones = ones && d == 1
				for r, want := range []ratio{{d, 1}, {1, d}} {
					if all != nil && all[2*r*lanes+l] != fields[r].number(fields[r].ratio(want)) {
						t.Fatalf("coefficient %d of %d * %d", all[2*r*lanes+l], row.denominator, k.idleKinds[x].denominator)
					}
				}
			}
			if ones != (all == nil) {
				t.Fatalf("chunk %d, rows of denominator %d: all are 1, %v; left out, %v", i, row.denominator, ones, all == nil)
			}
			if !ones {
				greater++
			}
		}
	}
	if greater == 0 {
		t.Error("all denominators are 1")
	}
}

// The engine takes no prime that divides a denominator.
func TestUsableModulus(t *testing.T) {
	for p := uint64(2); p < 3000; p++ {
		if !modular.IsPrime(p) {
			continue
		}
		want := true
		a, b := uint64(1), uint64(1)
		for range len(fibonacci) - 2 { // all from F(2) on
			want = want && b%p != 0
			a, b = b, a+b
		}
		if got := UsableModulus(p); got != want {
			t.Errorf("UsableModulus(%d) is %v, want %v", p, got, want)
		}
	}
}
