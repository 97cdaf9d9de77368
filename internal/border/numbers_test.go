package border

import (
	"math/big"
	"testing"

	"combigo.dev/combigo/modular"
	"combigo.dev/combigo/par"
)

// Numbers up to the limit, of either sign, come out of their residues as they went in, and their
// residues modulo one more prime are right; numbers just beyond the limit are refused.
func TestCodec(t *testing.T) {
	var fields []*field
	for _, p := range Primes(4) {
		f, err := newField(p)
		if err != nil {
			t.Fatal(err)
		}
		fields = append(fields, f)
	}
	fields, to := fields[:3], fields[3]
	product := big.NewInt(1)
	for _, f := range fields {
		product.Mul(product, new(big.Int).SetUint64(f.prime))
	}
	half := new(big.Int).Rsh(product, 1)
	for _, limit := range []*big.Int{new(big.Int).Lsh(big.NewInt(5), 130), new(big.Int).Sub(half, big.NewInt(1)), new(big.Int).SetUint64(fields[0].prime), big.NewInt(3)} {
		c, err := newCodec(fields, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, less := range []int64{-1, 0, 1, 2} {
			for _, of := range []*big.Int{limit, new(big.Int).Neg(limit), new(big.Int)} {
				v := new(big.Int).Sub(of, big.NewInt(int64(of.Sign())*less))
				if of.Sign() == 0 {
					v.SetInt64(less)
				}
				checkCodec(t, c, to, v, v.CmpAbs(limit) <= 0)
			}
		}
	}
	if _, err := newCodec(fields, half); err != nil {
		t.Error(err)
	}
	if _, err := newCodec(fields, new(big.Int).Add(half, big.NewInt(1))); err == nil {
		t.Error("numbers that the primes do not tell apart are accepted")
	}
}

func checkCodec(t *testing.T, c *codec, to *field, v *big.Int, within bool) {
	t.Helper()
	rows := func() []row {
		x := make([]row, len(c.fields))
		for i, f := range c.fields {
			for l := range x[i] {
				x[i][l] = uint64(f.plain(v))
			}
		}
		return x
	}
	x := rows()
	if got := c.digits(x, nil); got != within {
		t.Errorf("limit %d: %d is within: %v", c.limit, v, got)
	}
	if !within {
		return
	}
	c.extension(to).residues(x)
	if got := modular.Element(x[0][lanes-1]); got != to.plain(v) {
		t.Errorf("limit %d: %d is %d modulo one more prime, want %d", c.limit, v, got, to.plain(v))
	}
	x = rows()
	c.digits(x, nil)
	c.magnitudes(x)
	limbs := make([]uint64, len(x))
	for i := range x {
		limbs[i] = x[i][0]
	}
	if got := modular.FromLimbs(limbs); got.CmpAbs(v) != 0 {
		t.Errorf("limit %d: %d has the magnitude %d", c.limit, v, got)
	}
}

// The denominators of the words of a chunk are the products of those of their two parts, and are
// left out where all are 1.
func TestDenominators(t *testing.T) {
	e := newEngine(t, 9, 2)
	if err := e.prepare(t.Context(), par.Options{}); err != nil {
		t.Fatal(err)
	}
	f, err := newField(Primes(1)[0])
	if err != nil {
		t.Fatal(err)
	}
	k, greater := e.weights(), 0
	for _, invert := range []bool{false, true} {
		all := newDenominators(k, []*field{f}, invert)
		chunks := e.divide(1, 1).prefix.chunks
		for i := range chunks {
			by := all.of(&chunks[i])
			_, idle := k.of(&chunks[i])
			for kind, row := range k.row {
				ones := row.denominator == 1
				for l, x := range idle {
					d := row.denominator * k.idle[x].denominator
					ones = ones && d == 1
					want := f.ratio(ratio{d, 1})
					if invert {
						want = f.ratio(ratio{1, d})
					}
					if by[kind] != nil && modular.Element(by[kind][0][l]) != want {
						t.Fatalf("denominator %d of %d * %d", by[kind][0][l], row.denominator, k.idle[x].denominator)
					}
				}
				if ones != (by[kind] == nil) {
					t.Fatalf("chunk %d, rows of denominator %d: all are 1, %v; left out, %v", i, row.denominator, ones, by[kind] == nil)
				}
				if !ones {
					greater++
				}
			}
		}
	}
	if greater == 0 {
		t.Error("all denominators are 1")
	}
}
