package border

import (
	"fmt"
	"math"
	"math/big"
	"math/bits"
	"slices"
	"sync/atomic"

	"combigo.dev/combigo/modular"
)

// A codec makes integers of the residues of values times their denominators, which have either
// sign. It adds the limit, and writes the sum in mixed radix, with a digit for each prime (H.
// Garner 1959). It may find the residue modulo one more prime from the digits. All that is
// programs for rows, one row for each prime.
//
// The digit of the last prime, the least one as a rule, counts ones; each digit before counts
// products of the primes after it. So most digits are residues modulo the primes before theirs.
type codec struct {
	fields []*field
	to     *field // nil, or of one more prime
	limit  *big.Int
	limbs  []uint64 // of the limit, as many as twice the limit takes
	bound  []uint32 // digits of twice the limit
	// For the kernels:
	constants    []constants
	coefficients []uint32
	begin        []uint32   // rows with which the memory begins: zero, and the limit modulo each prime
	toDigits     [2][]int32 // without denominators, and with denominators
	fromDigits   [2][]int32 // to the residue modulo one more prime
}

// The rows of a codec's memory, for n primes and perhaps one more: a zero, the limits, the residues
// of the value, the digits, one that is in use for a moment, and the residue modulo one more prime.
func (c *codec) limitRow(i int) int32   { return int32(1+i) * rowBytes }
func (c *codec) residueRow(i int) int32 { return c.limitRow(len(c.constants) + i) }
func (c *codec) digitRow(i int) int32   { return c.residueRow(len(c.fields) + i) }
func (c *codec) otherRow(i int) int32   { return c.digitRow(len(c.fields) + i) }

// newCodec makes one for absolute values up to a limit. The primes are above 2^31.
func newCodec(primes []uint64, to *field, limit *big.Int) (*codec, error) {
	fields, err := newFields(primes)
	if err != nil {
		return nil, err
	}
	n := len(fields)
	c := &codec{fields: fields, to: to, limit: limit, bound: make([]uint32, n), begin: make([]uint32, lanes), coefficients: []uint32{1, 0}}
	for i := range limit.BitLen()/64 + 1 {
		low := new(big.Int).Rsh(limit, uint(64*i))
		c.limbs = append(c.limbs, low.And(low, new(big.Int).SetUint64(math.MaxUint64)).Uint64())
	}
	rest, digit := new(big.Int).Lsh(limit, 1), new(big.Int)
	for i := n - 1; i >= 0; i-- {
		rest.DivMod(rest, big.NewInt(int64(fields[i].prime)), digit)
		c.bound[i] = uint32(digit.Uint64())
	}
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("border: %d primes are too few for numbers of %d bits", n, limit.BitLen())
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
		c.begin = append(c.begin, slices.Repeat([]uint32{uint32(f.plain(limit))}, lanes)...)
	}
	for i, denominators := range []bool{false, true} {
		c.toDigits[i], c.fromDigits[i] = c.programs(denominators)
	}
	return c, nil
}

// plain returns a number modulo the prime, not in Montgomery's form. The product of such a number
// and an element is again such a number.
func (f *field) plain(x *big.Int) modular.Element {
	return modular.Element(new(big.Int).Mod(x, big.NewInt(int64(f.prime))).Uint64())
}

// programs writes the programs of a codec. With denominators, the input of the kernels is those of
// the kind of a word.
func (c *codec) programs(denominators bool) (toDigits, fromDigits []int32) {
	var code []int32
	step := func(op operation, from, to, a, b int32) {
		code = append(code, int32(op), 0, from, 1, to, a, b)
	}
	begin := func(i int) { code = append(code, int32(modulo), 0, 0, int32(i)) }
	reduced := func(i int, f *field) int32 { // a digit modulo another prime
		if d := c.digitRow(i); c.fields[i].prime < f.prime {
			return d
		}
		step(add, 0, c.otherRow(0), c.digitRow(i), 0)
		return c.otherRow(0)
	}
	times := func(row int32, f *field, e modular.Element) {
		w := f.number(e)
		step(multiply, 0, row, row, int32(len(c.coefficients))*ValueBytes)
		c.coefficients = append(c.coefficients, w, f.quotient(w))
	}
	scaled := func(row int32, i int) {
		if denominators {
			step(scale, 1, row, row, int32(2*i)*rowBytes)
		}
	}
	n := len(c.fields)
	for i := n - 1; i >= 0; i-- {
		f, x, d := c.fields[i], c.residueRow(i), c.digitRow(i)
		begin(i)
		scaled(x, i)
		step(add, 0, d, x, c.limitRow(i))
		for j := n - 1; j > i; j-- {
			step(subtract, 0, d, d, reduced(j, f))
			times(d, f, f.Inverse(f.Element(uint64(c.fields[j].prime))))
		}
	}
	end := []int32{int32(stop), 0, 0, 0}
	toDigits, code = append(code, end...), nil
	if c.to != nil {
		v := c.otherRow(1)
		begin(n)
		step(add, 0, v, c.digitRow(0), 0)
		for i := 1; i < n; i++ {
			times(v, c.to, c.to.Element(uint64(c.fields[i].prime)))
			step(add, 0, v, v, reduced(i, c.to))
		}
		step(subtract, 0, v, v, c.limitRow(n))
		scaled(v, n)
	}
	return toDigits, append(code, end...)
}

// A codecBuffer is the memory of a codec.
type codecBuffer struct {
	*codec
	all              []uint32
	residues, digits []*row
	other            *row // the residue modulo one more prime
}

func (c *codec) newBuffer() *codecBuffer {
	s := &codecBuffer{codec: c, all: make([]uint32, c.otherRow(2)/ValueBytes)}
	copy(s.all, c.begin)
	for i := range c.fields {
		s.residues, s.digits = append(s.residues, rowAt(s.all, c.residueRow(i))), append(s.digits, rowAt(s.all, c.digitRow(i)))
	}
	s.other = rowAt(s.all, c.otherRow(1))
	return s
}

// load takes the j-th rows of some values.
func load(to []*row, values [][]uint32, j int) {
	for i, x := range to {
		*x = *rowAt(values[i], int32(j)*rowBytes)
	}
}

// run executes one of the programs, without denominators if there are none.
func (s *codecBuffer) run(code *[2][]int32, denominators []uint32) {
	i := 0
	if denominators != nil {
		i = 1
	}
	fastest.execute(code[i], s.all, denominators, s.coefficients, s.constants)
}

// encode finds the digits of the values times their denominators plus the limit. It reports whether
// all values are within the limits; if not, a residue is wrong.
func (s *codecBuffer) encode(denominators []uint32) bool {
	s.run(&s.toDigits, denominators)
	for l, d := range s.digits[0] {
		if d >= s.bound[0] && !s.within(l) {
			return false
		}
	}
	return true
}

// within reports whether the number in a lane is at most twice the limit, by its digits.
func (s *codecBuffer) within(l int) bool {
	for i, d := range s.digits {
		if d[l] != s.bound[i] {
			return d[l] < s.bound[i]
		}
	}
	return true
}

// magnitude leaves the limbs of the absolute value in a lane, of which there are as many as of the
// limit.
func (s *codecBuffer) magnitude(x []uint64, l int) {
	clear(x)
	for i, d := range s.digits {
		carry := uint64(d[l])
		for k := range x {
			high, low := bits.Mul64(x[k], uint64(s.fields[i].prime))
			var over uint64
			x[k], over = bits.Add64(low, carry, 0)
			carry = high + over
		}
	}
	borrow := uint64(0)
	for i, limb := range s.limbs {
		x[i], borrow = bits.Sub64(x[i], limb, borrow)
	}
	for i, carry := 0, borrow; i < len(x); i++ {
		x[i], carry = bits.Add64(x[i]^-borrow, 0, carry)
	}
}

// denominators are those of the words of a chunk, for a codec.
type denominators struct {
	*codec
	row, idle []int      // of the kinds of the rows, and of the idle words of the chunk
	made      [][]uint32 // by the kind of the row, when it was asked for
}

func (c *codec) denominatorsOf(k *kinds[weight], chunk *chunk) *denominators {
	d := &denominators{codec: c, made: make([][]uint32, len(k.row))}
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
// one more prime those of one over the denominators. It returns nothing if all are 1. Lanes without
// a word, which may hold anything, have 0.
func (d *denominators) of(kind uint16) []uint32 {
	if d.row[kind] == 1 && len(d.idle) == lanes && !slices.ContainsFunc(d.idle, func(x int) bool { return x != 1 }) {
		return nil
	}
	if d.made[kind] == nil {
		all := make([]uint32, 2*lanes*len(d.constants))
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
func (f *field) put(at []uint32, r ratio) []uint32 {
	w := f.number(f.ratio(r))
	at[0], at[lanes] = w, f.quotient(w)
	return at[min(2*lanes, len(at)):]
}

// extend reads residues modulo one more prime: they follow from those that other readers read, or
// from their digits. It sets wrong if one of these residues must be wrong.
func (c *codec) extend(k *kinds[weight], from []reader, digits bool, wrong *atomic.Bool) reader {
	return func(chunk *chunk, room []uint32) []uint32 {
		b := newScratch()
		defer scratches.Put(b)
		ofRows, _ := k.of(chunk)
		by, s := c.denominatorsOf(k, chunk), c.newBuffer()
		values := make([][]uint32, len(from))
		for i, read := range from {
			values[i] = read(chunk, b.room(i, chunk.rows))
		}
		for j, kind := range ofRows {
			d := by.of(kind)
			if digits {
				load(s.digits, values, j)
			} else if load(s.residues, values, j); !s.encode(d) {
				wrong.Store(true)
			}
			s.run(&s.fromDigits, d)
			*rowAt(room, int32(j)*rowBytes) = *s.other
		}
		return room[:chunk.rows*lanes]
	}
}

// replace puts the digits in the place of all residues of a chunk. It sets wrong if one of these
// must be wrong.
func (c *codec) replace(k *kinds[weight], chunk *chunk, values [][]uint32, wrong *atomic.Bool) {
	ofRows, _ := k.of(chunk)
	by, s := c.denominatorsOf(k, chunk), c.newBuffer()
	for j, kind := range ofRows {
		if load(s.residues, values, j); !s.encode(by.of(kind)) {
			wrong.Store(true)
		}
		for i, x := range s.digits {
			*rowAt(values[i], int32(j)*rowBytes) = *x
		}
	}
}
