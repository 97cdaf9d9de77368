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
// Garner 1959). It may find the residue modulo one more prime from the digits. All that is a
// program for rows, one for each prime.
type codec struct {
	fields []*field
	to     *field // nil, or of one more prime
	limit  *big.Int
	limbs  []uint64 // of the limit
	bound  []uint64 // digits of twice the limit
	// For the kernels:
	constants    []constants
	coefficients []uint64
	begin        []uint64   // rows with which the memory begins: zero, and the limit modulo each prime
	code         [2][]int32 // without denominators, and with denominators
}

// The rows of a codec's memory, for n primes and perhaps one more: a zero, the limits, the residues
// of the value, the digits, one that is in use for a moment, and the residue modulo one more prime.
func (c *codec) limitRow(i int) int32   { return int32(1+i) * rowBytes }
func (c *codec) residueRow(i int) int32 { return c.limitRow(len(c.constants) + i) }
func (c *codec) digitRow(i int) int32   { return c.residueRow(len(c.fields) + i) }
func (c *codec) otherRow(i int) int32   { return c.digitRow(len(c.fields) + i) }

// newCodec makes one for absolute values up to a limit. The primes are above 2^62.
func newCodec(primes []uint64, to *field, limit *big.Int) (*codec, error) {
	fields, err := newFields(primes)
	if err != nil {
		return nil, err
	}
	c := &codec{fields: fields, to: to, limit: limit, begin: make([]uint64, lanes), coefficients: []uint64{1, 0}}
	rest := new(big.Int).Lsh(limit, 1)
	for i, f := range fields {
		c.limbs = append(c.limbs, new(big.Int).Rsh(limit, uint(64*i)).Uint64())
		digit := new(big.Int)
		rest.DivMod(rest, new(big.Int).SetUint64(f.prime), digit)
		c.bound = append(c.bound, digit.Uint64())
	}
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("border: %d primes are too few for numbers of %d bits", len(fields), limit.BitLen())
	}
	all := slices.Clone(fields)
	if to != nil {
		all = append(all, to)
	}
	for _, f := range all {
		if f.prime>>(PrimeBits-1) == 0 {
			return nil, fmt.Errorf("border: no values follow from residues modulo %d, which is less than 2^%d", f.prime, PrimeBits-1)
		}
		c.constants = append(c.constants, f.constants)
		c.begin = append(c.begin, slices.Repeat([]uint64{uint64(f.plain(limit))}, lanes)...)
	}
	c.code = [2][]int32{c.program(false), c.program(true)}
	return c, nil
}

// plain returns a number modulo the prime, not in Montgomery's form. The product of such a number
// and an element is again such a number.
func (f *field) plain(x *big.Int) modular.Element {
	p := new(big.Int).SetUint64(f.prime)
	return modular.Element(p.Mod(x, p).Uint64())
}

// program writes the program of a codec. With denominators, the input of the kernels is those of
// the kind of a word.
func (c *codec) program(denominators bool) (code []int32) {
	step := func(op operation, from, to, a, b int32) {
		code = append(code, int32(op), 0, from, 1, to, a, b)
	}
	modulo := func(i int) { code = append(code, int32(modulo), 0, 0, int32(i)) }
	reduced := func(i int) int32 { // a digit modulo another prime
		t := c.otherRow(0)
		step(add, 0, t, c.digitRow(i), 0)
		return t
	}
	times := func(row int32, f *field, e modular.Element) {
		w := f.Uint64(e)
		step(multiply, 0, row, row, int32(len(c.coefficients))*8)
		c.coefficients = append(c.coefficients, w, f.quotient(w))
	}
	scaled := func(to, from int32, i int) {
		if denominators {
			step(scale, 1, to, from, int32(2*i)*rowBytes)
		}
	}
	for i, f := range c.fields {
		x, d := c.residueRow(i), c.digitRow(i)
		modulo(i)
		scaled(x, x, i)
		step(add, 0, d, x, c.limitRow(i))
		for j, g := range c.fields[:i] {
			step(subtract, 0, d, d, reduced(j))
			times(d, f, f.Inverse(f.Element(g.prime)))
		}
	}
	if n := len(c.fields); c.to != nil {
		v := c.otherRow(1)
		modulo(n)
		step(add, 0, v, c.digitRow(n-1), 0)
		for i := n - 2; i >= 0; i-- {
			times(v, c.to, c.to.Element(c.fields[i].prime))
			step(add, 0, v, v, reduced(i))
		}
		step(subtract, 0, v, v, c.limitRow(n))
		scaled(v, v, n)
	}
	return append(code, int32(stop), 0, 0, 0)
}

// A space is the memory of a codec.
type space struct {
	*codec
	all              []uint64
	residues, digits []*row
	other            *row // the residue modulo one more prime
}

func (c *codec) newSpace() *space {
	s := &space{codec: c, all: make([]uint64, c.otherRow(2)/8)}
	copy(s.all, c.begin)
	for i := range c.fields {
		s.residues, s.digits = append(s.residues, rowAt(s.all, c.residueRow(i))), append(s.digits, rowAt(s.all, c.digitRow(i)))
	}
	s.other = rowAt(s.all, c.otherRow(1))
	return s
}

// run finds the digits of the values times their denominators plus the limit, and the residue of
// the value modulo one more prime. It reports whether all values are within the limits; if not, a
// residue is wrong.
func (s *space) run(denominators []uint64) bool {
	code := s.code[0]
	if denominators != nil {
		code = s.code[1]
	}
	execute(code, s.all, denominators, s.coefficients, s.constants)
	return s.within()
}

// within reports whether all numbers are at most twice the limit, by their digits.
func (s *space) within() bool {
	last := len(s.digits) - 1
	for l, d := range s.digits[last] {
		if d < s.bound[last] {
			continue
		}
		i := last
		for i > 0 && s.digits[i][l] == s.bound[i] {
			i--
		}
		if s.digits[i][l] > s.bound[i] {
			return false
		}
	}
	return true
}

// magnitudes replaces digits by the limbs of the absolute values.
func (s *space) magnitudes() {
	x, n := s.digits, len(s.digits)
	for l := range lanes {
		for i := n - 2; i >= 0; i-- {
			carry := x[i][l]
			for k := i + 1; k < n; k++ {
				high, low := bits.Mul64(x[k][l], s.fields[i].prime)
				var over uint64
				x[k-1][l], over = bits.Add64(low, carry, 0)
				carry = high + over
			}
			x[n-1][l] = carry
		}
		borrow := uint64(0)
		for i, limb := range s.limbs {
			x[i][l], borrow = bits.Sub64(x[i][l], limb, borrow)
		}
		for i, carry := 0, borrow; i < n; i++ {
			x[i][l], carry = bits.Add64(x[i][l]^-borrow, 0, carry)
		}
	}
}

// denominators are those of the words of a chunk, for a codec.
type denominators struct {
	*codec
	row, idle []int      // of the kinds of the rows, and of the idle words of the chunk
	made      [][]uint64 // by the kind of the row, when it was asked for
}

func (c *codec) denominatorsOf(k *kinds[weight], chunk *chunk) *denominators {
	d := &denominators{codec: c, made: make([][]uint64, len(k.row))}
	for _, w := range k.row {
		d.row = append(d.row, w.denominator)
	}
	_, idle := k.of(chunk)
	for _, kind := range idle {
		d.idle = append(d.idle, k.idle[kind].denominator)
	}
	return d
}

// of returns the denominators for a kind of rows, as coefficients: two rows for each prime, and for
// one more prime those of one over the denominators. It returns nothing if all are 1.
func (d *denominators) of(kind uint16) []uint64 {
	if d.row[kind] == 1 && !slices.ContainsFunc(d.idle, func(x int) bool { return x != 1 }) {
		return nil
	}
	if d.made[kind] == nil {
		all := make([]uint64, 2*lanes*len(d.constants))
		for l, x := range d.idle {
			at := all[l:]
			for _, f := range d.fields {
				at = f.put(at, ratio{x * d.row[kind], 1})
			}
			if d.to != nil {
				d.to.put(at, ratio{1, x * d.row[kind]})
			}
		}
		d.made[kind] = all
	}
	return d.made[kind]
}

// put puts a coefficient into a lane of two rows, and returns what follows them.
func (f *field) put(at []uint64, r ratio) []uint64 {
	w := f.Uint64(f.ratio(r))
	at[0], at[lanes] = w, f.quotient(w)
	return at[min(2*lanes, len(at)):]
}

// extend reads residues modulo one more prime: they follow from those that other readers read. It
// sets wrong if one of these residues must be wrong.
func (c *codec) extend(k *kinds[weight], from []reader, wrong *atomic.Bool) reader {
	return func(chunk *chunk, rows []int32, room []uint64) []uint64 {
		room = roomFor(rows, room)
		ofRows, _ := k.of(chunk)
		by, s := c.denominatorsOf(k, chunk), c.newSpace()
		values := make([][]uint64, len(from))
		for i, read := range from {
			values[i] = read(chunk, rows, nil)
		}
		for j, r := range rows {
			at := int32(j) * rowBytes
			for i, x := range s.residues {
				*x = *rowAt(values[i], at)
			}
			if !s.run(by.of(ofRows[r])) {
				wrong.Store(true)
			}
			*rowAt(room, at) = *s.other
		}
		return room
	}
}
