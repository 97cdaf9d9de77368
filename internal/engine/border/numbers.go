package border

import (
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/modular"
)

// A codec makes integers of the residues of values times their denominators, which have either
// sign. It adds the limit, and writes the sum in mixed radix, with a digit for each prime (H.
// Garner 1959). It may find the residues modulo further primes from the digits. All that is
// programs for rows, one row for each prime.
//
// The digit of the last prime, the least one as a rule, counts ones; each digit before counts
// products of the primes after it. So most digits are residues modulo the primes before theirs.
type codec struct {
	fields []*field // of the known residues, then of the further primes
	known  int
	limit  *big.Int
	bound  []uint32 // digits of twice the limit
	// For the kernels:
	constants    []constants
	coefficients []uint32
	begin        []uint32 // rows with which the memory begins: zero, and the limit modulo each prime
	// Programs without denominators, and with denominators: from residues to digits, and from digits
	// to the residues modulo further primes.
	toDigits, fromDigits [2][]int32
}

// The rows of a codec's memory: a zero, the limits, the residues of the value, the digits, a
// scratch row, and the residues modulo further primes.
func (c *codec) limitRow(i int) int32   { return int32(1+i) * rowBytes }
func (c *codec) residueRow(i int) int32 { return c.limitRow(len(c.fields) + i) }
func (c *codec) digitRow(i int) int32   { return c.residueRow(c.known + i) }
func (c *codec) scratchRow() int32      { return c.digitRow(c.known) }
func (c *codec) furtherRow(k int) int32 { return c.digitRow(c.known + 1 + k) }

// newCodec makes one for absolute values up to a limit. The primes are above 2^31.
func newCodec(fields, further []*field, limit *big.Int) (*codec, error) {
	n := len(fields)
	c := &codec{fields: slices.Concat(fields, further), known: n, limit: limit, bound: make([]uint32, n), begin: make([]uint32, lanes), coefficients: []uint32{1, 0}}
	rest, digit := new(big.Int).Lsh(limit, 1), new(big.Int)
	for i := n - 1; i >= 0; i-- {
		rest.DivMod(rest, big.NewInt(int64(fields[i].prime)), digit)
		c.bound[i] = uint32(digit.Uint64())
	}
	if rest.Sign() != 0 {
		return nil, fmt.Errorf("border: %d primes are too few for numbers of %d bits", n, limit.BitLen())
	}
	for _, f := range c.fields {
		if f.prime>>(PrimeBits-1) == 0 {
			return nil, fmt.Errorf("border: no values follow from residues modulo %d, which is less than 2^%d", f.prime, PrimeBits-1)
		}
		c.constants = append(c.constants, f.constants)
		c.begin = append(c.begin, slices.Repeat([]uint32{uint32(f.plain(limit))}, lanes)...)
	}
	c.addPrograms(0)
	c.addPrograms(1)
	return c, nil
}

// plain returns a number modulo the prime, not in Montgomery's form. The product of such a number
// and an element is again such a number.
func (f *field) plain(x *big.Int) modular.Element {
	return modular.Element(new(big.Int).Mod(x, big.NewInt(int64(f.prime))).Uint64())
}

// addPrograms writes the programs of a codec. With denominators, the input of the kernels is those
// of the kind of a word, and one over them for further primes.
func (c *codec) addPrograms(denominators int) {
	var code []int32
	var f *field
	step := func(op operation, from, to, a, b int32) {
		code = append(code, int32(op), 0, from, 1, to, a, b)
	}
	begin := func(i int) { // goes on modulo the prime of a field
		f = c.fields[i]
		code = append(code, int32(modulo), 0, 0, int32(i))
	}
	reduced := func(i int) int32 { // a digit modulo that prime
		if d := c.digitRow(i); c.fields[i].prime < f.prime {
			return d
		}
		step(add, 0, c.scratchRow(), c.digitRow(i), 0)
		return c.scratchRow()
	}
	times := func(row int32, e modular.Element) {
		w := f.number(e)
		step(multiply, 0, row, row, int32(len(c.coefficients))*ValueBytes)
		c.coefficients = append(c.coefficients, w, f.quotient(w))
	}
	scaled := func(row int32, i int) {
		if denominators > 0 {
			step(scale, 1, row, row, int32(2*i)*rowBytes)
		}
	}
	end := func() (all []int32) {
		all, code = append(code, int32(stop), 0, 0, 0), nil
		return all
	}
	// What follows each other are steps to different numbers: a processor is at several at a time.
	n := c.known
	for i := range n {
		begin(i)
		scaled(c.residueRow(i), i)
		step(add, 0, c.digitRow(i), c.residueRow(i), c.limitRow(i))
	}
	for j := n - 1; j > 0; j-- {
		for i := range j {
			d := c.digitRow(i)
			begin(i)
			step(subtract, 0, d, d, reduced(j))
			times(d, f.Inverse(f.Element(uint64(c.fields[j].prime))))
		}
	}
	c.toDigits[denominators] = end()
	further := len(c.fields) - n
	for k := range further {
		begin(n + k)
		step(add, 0, c.furtherRow(k), c.digitRow(0), 0)
	}
	for i := 1; i < n; i++ {
		for k := range further {
			x := c.furtherRow(k)
			begin(n + k)
			times(x, f.Element(uint64(c.fields[i].prime)))
			step(add, 0, x, x, reduced(i))
		}
	}
	for k := range further {
		begin(n + k)
		step(subtract, 0, c.furtherRow(k), c.furtherRow(k), c.limitRow(n+k))
		scaled(c.furtherRow(k), n+k)
	}
	c.fromDigits[denominators] = end()
}

// A codecBuffer is the memory of a codec.
type codecBuffer struct {
	*codec
	all                       []uint32
	residues, digits, further []*row
}

func (c *codec) newBuffer() *codecBuffer {
	further := len(c.fields) - c.known
	s := &codecBuffer{codec: c, all: make([]uint32, c.furtherRow(further)/ValueBytes)}
	copy(s.all, c.begin)
	for i := range c.known {
		s.residues, s.digits = append(s.residues, rowAt(s.all, c.residueRow(i))), append(s.digits, rowAt(s.all, c.digitRow(i)))
	}
	for k := range further {
		s.further = append(s.further, rowAt(s.all, c.furtherRow(k)))
	}
	return s
}

// load takes the rows of some values at a place.
func load(to []*row, values [][]uint32, at int32) {
	for i, x := range to {
		*x = *rowAt(values[i], at)
	}
}

// store puts rows to a place of some values.
func store(values [][]uint32, from []*row, at int32) {
	for i, x := range from {
		*rowAt(values[i], at) = *x
	}
}

// run executes one of two programs, the first one if there are no denominators.
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

// of returns the denominators for a kind of rows, as coefficients: two rows for each prime, for a
// further prime those of one over the denominators. It returns nothing if all are 1. Lanes without
// a word, which may hold anything, have 0.
func (d *denominators) of(kind uint16) []uint32 {
	if d.row[kind] == 1 && len(d.idle) == lanes && !slices.ContainsFunc(d.idle, func(x int) bool { return x != 1 }) {
		return nil
	}
	if d.made[kind] == nil {
		all := make([]uint32, 2*lanes*len(d.fields))
		for l, x := range d.idle {
			for i, f := range d.fields {
				r := ratio{x * d.row[kind], 1}
				if i >= d.known {
					r = ratio{1, r.num}
				}
				w := f.number(f.ratio(r))
				all[2*lanes*i+l], all[2*lanes*i+lanes+l] = w, f.quotient(w)
			}
		}
		d.made[kind] = all
	}
	return d.made[kind]
}

// convert puts the values of a chunk modulo each further prime into rooms: they follow from
// residues, or from the digits in the place of these. Without further primes it puts digits in the
// place of the residues. It reports whether all values are within the limits.
func (c *codec) convert(k *kinds[weight], chunk *chunk, values [][]uint32, digits bool, rooms ...[]uint32) bool {
	ofRows, _ := k.of(chunk)
	by, s, within := c.denominatorsOf(k, chunk), c.newBuffer(), true
	for j, kind := range ofRows {
		d, at := by.of(kind), int32(j)*rowBytes
		if digits {
			load(s.digits, values, at)
		} else if load(s.residues, values, at); !s.encode(d) {
			within = false
		}
		if len(rooms) == 0 {
			store(values, s.digits, at)
			continue
		}
		s.run(&s.fromDigits, d)
		store(rooms, s.further, at)
	}
	return within
}
