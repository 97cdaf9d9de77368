package border

import (
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"sync/atomic"

	"combigo.dev/combigo/modular"
)

// A codec makes integers of the residues of values times their denominators, which have either
// sign. It adds the limit, and writes the sum in mixed radix, with a digit for each prime (H.
// Garner 1959). It works on rows, one for each prime.
type codec struct {
	fields   []*field
	limit    *big.Int
	zero     []modular.Element   // the limit, modulo each prime
	limbs    []uint64            // of the limit
	inverses [][]modular.Element // of the primes before, modulo each prime
	bound    []uint64            // digits of twice the limit
}

// newCodec makes one for absolute values up to a limit.
func newCodec(fields []*field, limit *big.Int) (*codec, error) {
	c := &codec{fields: fields, limit: limit}
	rest := new(big.Int).Lsh(limit, 1)
	for i, f := range fields {
		c.zero = append(c.zero, f.plain(limit))
		c.limbs = append(c.limbs, new(big.Int).Rsh(limit, uint(64*i)).Uint64())
		var inverses []modular.Element
		for _, g := range fields[:i] {
			inverses = append(inverses, f.Inverse(f.Element(g.prime)))
		}
		c.inverses = append(c.inverses, inverses)
		digit := new(big.Int)
		rest.DivMod(rest, new(big.Int).SetUint64(f.prime), digit)
		c.bound = append(c.bound, digit.Uint64())
	}
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("border: %d primes are too few for numbers of %d bits", len(fields), limit.BitLen())
	}
	return c, nil
}

// plain returns a number modulo the prime, not in Montgomery's form. The product of such a number
// and an element is again such a number.
func (f *field) plain(x *big.Int) modular.Element {
	p := new(big.Int).SetUint64(f.prime)
	return modular.Element(p.Mod(x, p).Uint64())
}

// products multiplies numbers by elements.
func (f *field) products(x, by *row) {
	arithmetic := *f.Field
	for l, v := range x {
		x[l] = uint64(arithmetic.Mul(modular.Element(v), modular.Element(by[l])))
	}
}

// digits replaces the residues of values by the digits of the values times their denominators plus
// the limit. It reports whether all are within the limits; if not, a residue is wrong.
func (c *codec) digits(x, denominators []row) bool {
	for i, f := range c.fields {
		if denominators != nil {
			f.products(&x[i], &denominators[i])
		}
		m, prime, zero, to := *f.Field, f.prime, c.zero[i], &x[i]
		for l, v := range to {
			to[l] = uint64(m.Add(modular.Element(v), zero))
		}
		for j, inverse := range c.inverses[i] {
			for l, d := range &x[j] {
				if d >= prime {
					d -= prime
				}
				to[l] = uint64(m.Mul(m.Sub(modular.Element(to[l]), modular.Element(d)), inverse))
			}
		}
	}
	return c.within(x)
}

// reduced returns a number below the largest prime modulo the prime.
func (f *field) reduced(x uint64) modular.Element {
	if x >= f.prime {
		x -= f.prime
	}
	return modular.Element(x)
}

// within reports whether all numbers are at most twice the limit, by their digits.
func (c *codec) within(x []row) bool {
	last := len(x) - 1
	for l := range x[last] {
		i := last
		for i > 0 && x[i][l] == c.bound[i] {
			i--
		}
		if x[i][l] > c.bound[i] {
			return false
		}
	}
	return true
}

// magnitudes replaces digits by the limbs of the absolute values. It returns a bit for each lane: 1
// if the value is negative.
func (c *codec) magnitudes(x []row) (negative uint) {
	n := len(x)
	for l := range lanes {
		for i := n - 2; i >= 0; i-- {
			carry := x[i][l]
			for k := i + 1; k < n; k++ {
				high, low := bits.Mul64(x[k][l], c.fields[i].prime)
				var over uint64
				x[k-1][l], over = bits.Add64(low, carry, 0)
				carry = high + over
			}
			x[n-1][l] = carry
		}
		borrow := uint64(0)
		for i, limb := range c.limbs {
			x[i][l], borrow = bits.Sub64(x[i][l], limb, borrow)
		}
		for i, carry := 0, borrow; i < n; i++ {
			x[i][l], carry = bits.Add64(x[i][l]^-borrow, 0, carry)
		}
		negative |= uint(borrow) << l
	}
	return negative
}

// An extension finds the residues of numbers modulo one more prime.
type extension struct {
	*codec
	to     *field
	primes []modular.Element // of the codec
	zero   modular.Element   // the limit
}

func (c *codec) extension(to *field) *extension {
	e := &extension{codec: c, to: to, zero: to.plain(c.limit)}
	for _, f := range c.fields {
		e.primes = append(e.primes, to.Element(f.prime))
	}
	return e
}

// residues puts the residues of the values times their denominators in place of the first digits.
func (e *extension) residues(x []row) {
	f, last := e.to, len(x)-1
	for l := range lanes {
		v := f.reduced(x[last][l])
		for i := last - 1; i >= 0; i-- {
			v = f.Add(f.Mul(v, e.primes[i]), f.reduced(x[i][l]))
		}
		x[0][l] = uint64(f.Sub(v, e.zero))
	}
}

// denominators are those of the kinds of words modulo some primes, or one over them: by the kind,
// by the prime.
type denominators struct {
	kinds     *kinds[weight]
	fields    []*field
	row, idle [][]modular.Element
}

func newDenominators(k *kinds[weight], fields []*field, invert bool) *denominators {
	of := func(list []weight) (all [][]modular.Element) {
		for _, w := range list {
			var d []modular.Element
			for _, f := range fields {
				r := ratio{w.denominator, 1}
				if invert {
					r = ratio{1, w.denominator}
				}
				d = append(d, f.ratio(r))
			}
			all = append(all, d)
		}
		return all
	}
	return &denominators{k, fields, of(k.row), of(k.idle)}
}

// of returns the denominators of the words of a chunk, by the kind of the row: a row for each
// prime, or nothing if all are 1.
func (d *denominators) of(c *chunk) [][]row {
	_, idle := d.kinds.of(c)
	one := !slices.ContainsFunc(idle, func(kind uint16) bool { return d.kinds.idle[kind].denominator != 1 })
	all := make([][]row, len(d.row))
	for kind, x := range d.row {
		if one && d.kinds.row[kind].denominator == 1 {
			continue
		}
		rows := make([]row, len(d.fields))
		for i, f := range d.fields {
			for l, y := range idle {
				rows[i][l] = uint64(f.Mul(x[i], d.idle[y][i]))
			}
		}
		all[kind] = rows
	}
	return all
}

// extend reads residues modulo one more prime: they follow from those that other readers read. It
// sets wrong if one of these residues must be wrong.
func (c *codec) extend(k *kinds[weight], to *field, from []reader, wrong *atomic.Bool) reader {
	e := c.extension(to)
	multiply, divide := newDenominators(k, c.fields, false), newDenominators(k, []*field{to}, true)
	return func(chunk *chunk, rows []int32, room []uint64) []uint64 {
		room = roomFor(rows, room)
		ofRows, _ := k.of(chunk)
		by, over := multiply.of(chunk), divide.of(chunk)
		values := make([][]uint64, len(from))
		for i, read := range from {
			values[i] = read(chunk, rows, nil)
		}
		x := make([]row, len(from))
		for j, r := range rows {
			at, kind := int32(j)*rowBytes, ofRows[r]
			for i := range x {
				x[i] = *rowAt(values[i], at)
			}
			if !c.digits(x, by[kind]) {
				wrong.Store(true)
			}
			e.residues(x)
			if d := over[kind]; d != nil {
				to.products(&x[0], &d[0])
			}
			*rowAt(room, at) = x[0]
		}
		return room
	}
}
