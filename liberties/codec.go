package liberties

import (
	"bufio"
	"compress/flate"
	"encoding/binary"
	"io"
	"unicode/utf8"
)

// checkpointBuffer is the bytes that are written or read at once.
const checkpointBuffer = 1 << 18

// A codec writes values to a checkpoint or reads them from there. What is saved is
// listed once, for both: an [encoder] writes each value that it is given the
// address of, a [decoder] puts there what it reads, into a search that is new.
//
// Integers are varints; a list is its length and its items; what may be missing
// begins with 0 or 1. All that is read is checked: a file whose checksum is right
// may still be wrong, and the search must neither fail on it nor run forever.
type codec interface {
	integer(x *int64)
	length(n *int)                              // of a list, whose items take a byte at least
	text(s *string)                             // of at most maxText bytes
	frontiers(list *[]frontier, k frontierKind) // packed
	layer(l *layer, k frontierKind)             // once; where it is again, its number
	costs(words []lanes)                        // compressed; at most codedWords, the number is given
	expect(holds bool, otherwise string)        // what is coded is wrong if it does not hold
	ok() bool                                   // if not, nothing that follows means anything
}

// A frontierKind says which frontiers there can be in a list.
type frontierKind struct {
	height, kink int
	least, most  int32  // costs
	stones       uint32 // that are there
}

// allows reports whether a frontier can be in the list.
func (k frontierKind) allows(f frontier) bool {
	return k.least <= f.cost && f.cost <= k.most && f.stone&k.stones == k.stones && f.possible(k.height, k.kink)
}

// compression is the level at which costs are compressed. It takes half the time to
// write of the next, flate.BestSpeed, and two fifths more bytes; zstd takes as long
// for half the bytes, and none of them makes frontiers much smaller.
const compression = flate.HuffmanOnly

// maxText bounds the length of a text.
const maxText = 1 << 12

func integers[T ~int | ~int32 | ~int64 | ~uint32](c codec, numbers ...*T) {
	for _, p := range numbers {
		x := int64(*p)
		c.integer(&x)
		*p = T(x)
		c.expect(int64(*p) == x, "a number is too large")
	}
}

// between codes integers from least to most.
func between[T ~int | ~int32 | ~int64](c codec, least, most T, what string, numbers ...*T) {
	integers(c, numbers...)
	for _, p := range numbers {
		c.expect(least <= *p && *p <= most, what)
	}
}

// count codes a number of things, which has no bound of its own.
func count[T ~int | ~int64](c codec, numbers ...*T) {
	between(c, 0, 1<<62, "a number of things is below 0", numbers...)
}

func flag(c codec, p *bool) {
	x := 0
	if *p {
		x = 1
	}
	between(c, 0, 1, "what is 0 or 1 is neither", &x)
	*p = x != 0
}

// list codes a list by its items.
func list[T any](c codec, all *[]T, item func(*T)) {
	n := len(*all)
	c.length(&n)
	for i := 0; i < n && c.ok(); i++ {
		if i == len(*all) {
			*all = append(*all, *new(T))
		}
		item(&(*all)[i])
	}
}

// optional codes what may be missing. A decoder needs an empty one.
func optional[T any](c codec, p **T, empty func() *T, code func(*T)) {
	there := *p != nil
	flag(c, &there)
	switch {
	case !there:
		*p = nil
		return
	case *p == nil:
		*p = empty()
	}
	code(*p)
}

// An encoder is the codec that writes.
type encoder struct {
	out        *bufio.Writer
	layers     map[sameLayer]int // the number, from 1 on, of each that was written
	compressor *flate.Writer
	scratch    [packedChunk]byte
	err        error
}

// A sameLayer tells a layer by where it is.
type sameLayer struct {
	first  *[]frontier
	blocks int
}

func newEncoder(out io.Writer) *encoder {
	return &encoder{out: bufio.NewWriterSize(out, checkpointBuffer), layers: map[sameLayer]int{}}
}

func (c *encoder) ok() bool { return c.err == nil }

func (c *encoder) expect(holds bool, otherwise string) {
	if !holds && c.ok() {
		c.err = internalf("the search cannot be saved as it is: %s", otherwise)
	}
}

func (c *encoder) write(bytes []byte) {
	if c.ok() {
		_, c.err = c.out.Write(bytes)
	}
}

func (c *encoder) integer(x *int64) { c.write(binary.AppendVarint(c.scratch[:0], *x)) }

func (c *encoder) length(n *int) { integers(c, n) }

func (c *encoder) text(s *string) {
	n := len(*s)
	c.length(&n)
	c.expect(n <= maxText, "a text is too long")
	c.write([]byte(*s))
}

func (c *encoder) frontiers(frontiers *[]frontier, k frontierKind) {
	n := len(*frontiers)
	c.length(&n)
	if n == 0 {
		return
	}
	p, ok := packingOf(k.height, *frontiers)
	c.expect(ok, "a frontier has too many rows")
	integers(c, &p.least)
	integers(c, &p.bits)
	size, used := p.size(), 0
	for _, f := range *frontiers {
		if used > packedChunk-maxPacked {
			c.write(c.scratch[:used])
			used = 0
		}
		p.put(c.scratch[used:], f)
		used += size
	}
	c.write(c.scratch[:used])
}

func (c *encoder) layer(l *layer, k frontierKind) {
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
		list(c, (*[][]frontier)(l), func(block *[]frontier) { c.frontiers(block, k) })
	}
}

func (c *encoder) costs(words []lanes) {
	if c.compressor == nil {
		c.compressor, _ = flate.NewWriter(c.out, compression) // an error is of the level
	}
	c.compressor.Reset(c.out)
	for i, w := range words {
		binary.LittleEndian.PutUint64(c.scratch[laneCount*i:], uint64(w))
	}
	if c.ok() {
		_, c.err = c.compressor.Write(c.scratch[:laneCount*len(words)])
	}
	if c.ok() {
		c.err = c.compressor.Close()
	}
}

// A decoder is the codec that reads. It takes no memory for a list that the rest
// of the file is too short for.
type decoder struct {
	in           *bufio.Reader
	left         int64 // bytes of the file that are not read yet
	layers       []readLayer
	decompressor io.ReadCloser
	scratch      [packedChunk]byte
	problem      string // the first one
}

// A readLayer is a layer that was read, of a kind.
type readLayer struct {
	layer
	kind frontierKind
}

func newDecoder(in *bufio.Reader, size int64) *decoder { return &decoder{in: in, left: size} }

func (c *decoder) ok() bool { return c.problem == "" }

func (c *decoder) expect(holds bool, otherwise string) {
	if !holds && c.ok() {
		c.problem = otherwise
	}
}

// finish expects that all was read.
func (c *decoder) finish() { c.expect(c.left == 0, "it goes on after its end") }

const tooShort = "it is too short for what it says"

// Read and ReadByte count what is left. With both, a decoder is read no further
// than what is compressed goes.
func (c *decoder) Read(bytes []byte) (n int, err error) {
	n, err = c.in.Read(bytes)
	c.left -= int64(n)
	return n, err
}

// ReadByte makes a decoder an [io.ByteReader], for varints.
func (c *decoder) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.left--
	}
	return b, err
}

func (c *decoder) integer(x *int64) {
	if !c.ok() {
		return
	}
	read, err := binary.ReadVarint(c)
	if c.expect(err == nil, tooShort); c.ok() {
		*x = read
	}
}

// length refuses one for which there is not a byte left for each item.
func (c *decoder) length(n *int) {
	var x int64
	c.integer(&x)
	*n = c.affordable(x, 1)
}

// affordable returns a number of items of a size in bytes for which the rest of
// the file is long enough, or fails.
func (c *decoder) affordable(n int64, size int) int {
	if c.expect(0 <= n && n <= c.left/int64(size), tooShort); !c.ok() {
		return 0
	}
	return int(n)
}

func (c *decoder) text(s *string) {
	var n int
	c.length(&n)
	if c.expect(n <= maxText, "a text is too long"); !c.ok() {
		return
	}
	bytes := make([]byte, n)
	if c.read(bytes) {
		*s = string(bytes)
		c.expect(utf8.ValidString(*s), "a text is none")
	}
}

func (c *decoder) frontiers(frontiers *[]frontier, k frontierKind) {
	var n int
	c.length(&n)
	if n == 0 {
		return
	}
	p := packing{height: k.height}
	integers(c, &p.least)
	integers(c, &p.bits)
	if c.expect(0 <= p.bits && p.bits <= maxCostBits, "a cost has too many bits"); !c.ok() {
		return
	}
	if n = c.affordable(int64(n), p.size()); !c.ok() {
		return
	}
	read := make([]frontier, n)
	*frontiers = read
	for size := p.size(); len(read) > 0; {
		block := read[:min(len(read), (packedChunk-maxPacked)/size)]
		if !c.read(c.scratch[:len(block)*size]) {
			return
		}
		possible := true
		for i := range block {
			block[i] = p.get(c.scratch[i*size:])
			possible = possible && k.allows(block[i])
		}
		if c.expect(possible, "a frontier is none of a board, or of no such cost"); !c.ok() {
			return
		}
		read = read[len(block):]
	}
}

func (c *decoder) read(bytes []byte) (ok bool) {
	n, err := io.ReadFull(c.in, bytes)
	c.left -= int64(n)
	c.expect(err == nil, tooShort)
	return c.ok()
}

func (c *decoder) layer(l *layer, k frontierKind) {
	var number int
	between(c, 0, len(c.layers), "a layer is not there", &number)
	if !c.ok() {
		return
	}
	if number > 0 {
		read := c.layers[number-1]
		*l = read.layer
		if read.kind != k {
			c.checkAgain(*l, k)
		}
		return
	}
	*l = nil
	list(c, (*[][]frontier)(l), func(block *[]frontier) { c.frontiers(block, k) })
	if len(*l) > 0 {
		c.layers = append(c.layers, readLayer{*l, k})
	}
}

// checkAgain expects a layer that was read before to be of a kind.
func (c *decoder) checkAgain(l layer, k frontierKind) {
	for _, block := range l {
		for _, f := range block {
			if !k.allows(f) {
				c.expect(false, "a layer is where it cannot be")
				return
			}
		}
	}
}

func (c *decoder) costs(words []lanes) {
	if c.decompressor == nil {
		c.decompressor = flate.NewReader(c)
	}
	c.expect(c.decompressor.(flate.Resetter).Reset(c, nil) == nil, tooShort)
	if c.ok() {
		_, err := io.ReadFull(c.decompressor, c.scratch[:laneCount*len(words)])
		c.expect(err == nil, tooShort)
		for i := range words {
			words[i] = lanes(binary.LittleEndian.Uint64(c.scratch[laneCount*i:]))
		}
	}
	n, err := c.decompressor.Read(c.scratch[:1])
	c.expect(n == 0 && err == io.EOF, "a table is larger than it must be")
}
