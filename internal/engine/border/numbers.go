package border

import (
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/modular"
)

// A codec reconstructs integers from residues: the values times their denominators, which may be
// negative. It adds the limit, and writes the sum as mixed-radix digits, one for each prime (H.
// Garner 1959). From the digits it computes the residues modulo further primes. All of that is done
// by programs for rows: a value has a row for each prime.
//
// The digit of the last prime, usually the smallest, counts ones; each earlier digit counts
// products of the primes after it. So digits are usually less than the primes before theirs.
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

// newCodec makes a codec for absolute values up to a limit. The primes must be above 2^31.
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

// addPrograms writes the programs of a codec. If denominators is 1 the programs read, as their
// input, the denominators of a word, and for further primes one over them.
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
	// Consecutive steps change different rows, so that the processor can overlap them.
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

// loadRows copies one row of each vector of values, at an offset in bytes.
func loadRows(to []*row, values [][]uint32, at int32) {
	for i, x := range to {
		*x = *rowAt(values[i], at)
	}
}

// storeRows copies rows back to vectors of values, one to each, at an offset in bytes.
func storeRows(values [][]uint32, from []*row, at int32) {
	for i, x := range from {
		*rowAt(values[i], at) = *x
	}
}

// run executes the first of two programs if there are no denominators, else the second one.
func (s *codecBuffer) run(code *[2][]int32, denominators []uint32) {
	i := 0
	if denominators != nil {
		i = 1
	}
	fastest.execute(code[i], s.all, denominators, s.coefficients, s.constants)
}

// encode computes the digits of the limit plus the values times their denominators. It reports
// whether all values are within the limits; if not, a residue is wrong.
func (s *codecBuffer) encode(denominators []uint32) bool {
	s.run(&s.toDigits, denominators)
	for l, d := range s.digits[0] {
		if d >= s.bound[0] && !s.within(l) {
			return false
		}
	}
	return true
}

// within reports whether the digits in a lane are those of a number of at most twice the limit.
func (s *codecBuffer) within(l int) bool {
	for i, d := range s.digits {
		if d[l] != s.bound[i] {
			return d[l] < s.bound[i]
		}
	}
	return true
}

// denominators are the denominators of the words of a chunk, for a codec.
type denominators struct {
	*codec
	row, idle []int      // of the kinds of the rows, and of the idle words of the chunk
	byKind    [][]uint32 // by the kind of the row, when it was asked for
}

func (c *codec) denominatorsOf(k *kinds[joinFactors], chunk *chunk) *denominators {
	d := &denominators{codec: c, byKind: make([][]uint32, len(k.rowKinds))}
	for _, w := range k.rowKinds {
		d.row = append(d.row, w.denominator)
	}
	_, idle := k.ofChunk(chunk)
	for _, kind := range idle {
		d.idle = append(d.idle, k.idleKinds[kind].denominator)
	}
	return d
}

// ofKind returns the denominators of the words in a kind of row as coefficients: two rows for each
// prime, and for a further prime two rows of one over the denominators. It returns nil if all are
// 1. Lanes without a word, where values may be anything, have 0.
func (d *denominators) ofKind(kind uint16) []uint32 {
	if d.row[kind] == 1 && len(d.idle) == lanes && !slices.ContainsFunc(d.idle, func(x int) bool { return x != 1 }) {
		return nil
	}
	if d.byKind[kind] == nil {
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
		d.byKind[kind] = all
	}
	return d.byKind[kind]
}

// convert computes the values of a chunk modulo each further prime, and puts them into results. It
// starts from residues, or from digits where these have replaced the residues. Without results it
// replaces the residues by digits. It reports whether all values are within the limits.
func (c *codec) convert(k *kinds[joinFactors], chunk *chunk, values [][]uint32, digits bool, results ...[]uint32) bool {
	ofRows, _ := k.ofChunk(chunk)
	by, s, within := c.denominatorsOf(k, chunk), c.newBuffer(), true
	for j, kind := range ofRows {
		d, at := by.ofKind(kind), int32(j)*rowBytes
		if digits {
			loadRows(s.digits, values, at)
		} else if loadRows(s.residues, values, at); !s.encode(d) {
			within = false
		}
		if len(results) == 0 {
			storeRows(values, s.digits, at)
			continue
		}
		s.run(&s.fromDigits, d)
		storeRows(results, s.further, at)
	}
	return within
}
