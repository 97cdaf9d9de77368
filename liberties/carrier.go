package liberties

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"io"
)

// A carrier takes values to a checkpoint or gets them from there. What is saved
// is told once, for both: a [saver] writes each value that it is given the
// address of, a [loader] puts there what it reads, into a search that is new.
//
// Integers are varints; a list is its length and its items; what may be missing
// begins with 0 or 1.
type carrier interface {
	integer(x *int64)
	length(n *int)        // of a list, whose items take a byte at least
	fronts(list *[]front) // packed
	layer(l *layer)       // once; where it is again, its number
	costs(costs []int8)   // squeezed; as many as are given
	expect(so bool)       // what was carried is not as it must be, if not so
	ok() bool             // if not, nothing that follows means anything
}

// squeezing is the level at which costs are squeezed. It takes half the time to
// write of the next, flate.BestSpeed, and two fifths more room; zstd takes as
// long for half the room, and none of them makes fronts much smaller.
const squeezing = flate.HuffmanOnly

func integers[T ~int | ~int32 | ~int64 | ~uint32](c carrier, numbers ...*T) {
	for _, p := range numbers {
		x := int64(*p)
		c.integer(&x)
		*p = T(x)
		c.expect(int64(*p) == x)
	}
}

func flag(c carrier, p *bool) {
	x := int64(0)
	if *p {
		x = 1
	}
	c.integer(&x)
	c.expect(x == 0 || x == 1)
	*p = x != 0
}

// list carries a list by its items.
func list[T any](c carrier, all *[]T, item func(*T)) {
	n := len(*all)
	c.length(&n)
	for i := 0; i < n && c.ok(); i++ {
		if i == len(*all) {
			*all = append(*all, *new(T))
		}
		item(&(*all)[i])
	}
}

// optional carries what may be missing. A loader needs an empty one.
func optional[T any](c carrier, p **T, empty func() *T, carry func(*T, carrier)) {
	there := *p != nil
	flag(c, &there)
	if !there {
		return
	}
	if *p == nil {
		*p = empty()
	}
	carry(*p, c)
}

// A saver is the carrier that writes.
type saver struct {
	out     *bufio.Writer
	height  int
	layers  map[sameLayer]int // the number, from 1 on, of each that was written
	squeeze *flate.Writer
	scratch [packedChunk]byte
	err     error
}

// A sameLayer tells a layer by where it is.
type sameLayer struct {
	first  *[]front
	blocks int
}

func newSaver(out io.Writer, height int) *saver {
	return &saver{out: bufio.NewWriterSize(out, checkpointBuffer), height: height, layers: map[sameLayer]int{}}
}

func (c *saver) ok() bool { return c.err == nil }

func (c *saver) expect(so bool) {
	if !so && c.ok() {
		c.err = internalf("height %d: the search cannot be saved as it is", c.height)
	}
}

func (c *saver) write(bytes []byte) {
	if c.ok() {
		_, c.err = c.out.Write(bytes)
	}
}

func (c *saver) integer(x *int64) { c.write(binary.AppendVarint(c.scratch[:0], *x)) }

func (c *saver) length(n *int) { integers(c, n) }

func (c *saver) fronts(fronts *[]front) {
	n := len(*fronts)
	c.length(&n)
	if n == 0 {
		return
	}
	p, ok := packingOf(c.height, *fronts)
	c.expect(ok)
	integers(c, &p.least)
	integers(c, &p.bits)
	size, used := p.size(), 0
	for _, f := range *fronts {
		if used > packedChunk-mostPacked {
			c.write(c.scratch[:used])
			used = 0
		}
		p.put(c.scratch[used:], f)
		used += size
	}
	c.write(c.scratch[:used])
}

func (c *saver) layer(l *layer) {
	number := 0
	if len(*l) > 0 {
		key := sameLayer{&(*l)[0], len(*l)}
		number = c.layers[key]
		if number == 0 {
			c.layers[key] = len(c.layers) + 1
		}
	}
	integers(c, &number)
	if number == 0 {
		list(c, (*[][]front)(l), c.fronts)
	}
}

func (c *saver) costs(costs []int8) {
	if c.squeeze == nil {
		c.squeeze, _ = flate.NewWriter(c.out, squeezing) // an error is of the level
	}
	c.squeeze.Reset(c.out)
	for len(costs) > 0 && c.ok() {
		block := costs[:min(len(costs), packedChunk)]
		for i, cost := range block {
			c.scratch[i] = byte(cost)
		}
		_, c.err = c.squeeze.Write(c.scratch[:len(block)])
		costs = costs[len(block):]
	}
	if c.ok() {
		c.err = c.squeeze.Close()
	}
}

// A loader is the carrier that reads. It takes no memory for a list that the
// rest of the file is too short for.
type loader struct {
	in      *bufio.Reader
	left    int64 // bytes of the file that are not read yet
	height  int
	layers  []layer
	loose   io.ReadCloser // of what is squeezed
	scratch [packedChunk]byte
	failed  bool
}

func newLoader(in *bufio.Reader, size int64, height int) *loader {
	return &loader{in: in, left: size, height: height}
}

func (c *loader) ok() bool { return !c.failed }

// finished reports whether all was read, and all is read.
func (c *loader) finished() bool { return c.ok() && c.left == 0 }

func (c *loader) expect(so bool) { c.failed = c.failed || !so }

// Read and ReadByte count what is left. With both, a loader is read no further
// than what is squeezed goes.
func (c *loader) Read(bytes []byte) (n int, err error) {
	n, err = c.in.Read(bytes)
	c.left -= int64(n)
	return n, err
}

// ReadByte makes a loader an [io.ByteReader], for varints.
func (c *loader) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.left--
	}
	return b, err
}

func (c *loader) integer(x *int64) {
	if c.failed {
		return
	}
	read, err := binary.ReadVarint(c)
	if c.expect(err == nil); c.ok() {
		*x = read
	}
}

// length refuses one for which there is not a byte left for each item.
func (c *loader) length(n *int) {
	var x int64
	c.integer(&x)
	*n = c.affordable(x, 1)
}

// affordable returns a number of items that the rest of the file has room for,
// each of so many bytes, or fails.
func (c *loader) affordable(n int64, size int) int {
	if c.expect(0 <= n && n <= c.left/int64(size)); !c.ok() {
		return 0
	}
	return int(n)
}

func (c *loader) fronts(fronts *[]front) {
	var n int
	c.length(&n)
	if n == 0 {
		return
	}
	p := packing{height: c.height}
	integers(c, &p.least)
	integers(c, &p.bits)
	if c.expect(0 <= p.bits && p.bits <= mostCostBits); !c.ok() {
		return
	}
	if n = c.affordable(int64(n), p.size()); !c.ok() {
		return
	}
	read := make([]front, n)
	*fronts = read
	for size := p.size(); len(read) > 0; {
		block := read[:min(len(read), (packedChunk-mostPacked)/size)]
		if !c.read(c.scratch[:len(block)*size]) {
			return
		}
		for i := range block {
			block[i] = p.get(c.scratch[i*size:])
		}
		read = read[len(block):]
	}
}

func (c *loader) read(bytes []byte) (ok bool) {
	n, err := io.ReadFull(c.in, bytes)
	c.left -= int64(n)
	c.expect(err == nil)
	return c.ok()
}

func (c *loader) layer(l *layer) {
	var number int
	integers(c, &number)
	if c.expect(0 <= number && number <= len(c.layers)); !c.ok() {
		return
	}
	if number > 0 {
		*l = c.layers[number-1]
		return
	}
	*l = nil
	list(c, (*[][]front)(l), c.fronts)
	if len(*l) > 0 {
		c.layers = append(c.layers, *l)
	}
}

func (c *loader) costs(costs []int8) {
	if c.loose == nil {
		c.loose = flate.NewReader(c)
	}
	c.expect(c.loose.(flate.Resetter).Reset(c, nil) == nil)
	for len(costs) > 0 && c.ok() {
		block := costs[:min(len(costs), packedChunk)]
		_, err := io.ReadFull(c.loose, c.scratch[:len(block)])
		c.expect(err == nil)
		for i := range block {
			block[i] = int8(c.scratch[i])
		}
		costs = costs[len(block):]
	}
	n, err := c.loose.Read(c.scratch[:1])
	c.expect(n == 0 && err == io.EOF)
}
