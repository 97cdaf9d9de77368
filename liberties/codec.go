package liberties

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"
	"unicode/utf8"
)

const (
	checkpointBuffer = 1 << 18 // bytes that are written or read at once
	codedChunk       = 1 << 14 // bytes that are coded at once
	frontierBytes    = 16
)

// A codec writes values to a checkpoint or reads them from there. What is saved is
// listed once, for both: each method writes the value that it is given the address of, or
// puts there what it reads, into a search that is new.
//
// Integers are varints; a list is its length and its items; what may be missing
// begins with 0 or 1. All that is read is checked: a file whose checksum is right
// may still be wrong, and the search must neither fail on it nor run forever. A codec that
// reads takes no memory for a list that the rest of the file is too short for.
type codec struct {
	out *bufio.Writer // nil to read
	err error         // of out

	in   *bufio.Reader // nil to write
	left int64         // bytes of the file that are not read yet

	scratch [codedChunk]byte
	problem string // the first thing that is wrong with what is coded: nothing that follows means anything
	forges  bool   // expects nothing, in tests
}

func newEncoder(out io.Writer) *codec {
	return &codec{out: bufio.NewWriterSize(out, checkpointBuffer)}
}

func newDecoder(in *bufio.Reader, size int64) *codec { return &codec{in: in, left: size} }

func (c *codec) ok() bool { return c.err == nil && c.problem == "" }

// expect says what is wrong with what is coded if something does not hold.
func (c *codec) expect(holds bool, otherwise string) {
	if !holds && c.ok() && !c.forges {
		c.problem = otherwise
	}
}

const tooShort = "it is too short for what it says"

// ReadByte makes a codec an [io.ByteReader], for varints.
func (c *codec) ReadByte() (byte, error) {
	b, err := c.in.ReadByte()
	if err == nil {
		c.left--
	}
	return b, err
}

func (c *codec) bytes(bytes []byte) (ok bool) {
	switch {
	case !c.ok():
	case c.out != nil:
		_, c.err = c.out.Write(bytes)
	default:
		n, err := io.ReadFull(c.in, bytes)
		c.left -= int64(n)
		c.expect(err == nil, tooShort)
	}
	return c.ok()
}

func (c *codec) integer(x *int64) {
	switch {
	case !c.ok():
	case c.out != nil:
		c.bytes(binary.AppendVarint(c.scratch[:0], *x))
	default:
		read, err := binary.ReadVarint(c)
		if c.expect(err == nil, tooShort); c.ok() {
			*x = read
		}
	}
}

// length codes the length of a list whose items take a byte at least.
func (c *codec) length(n *int) {
	integers(c, n)
	c.affordable(n, 1)
}

// affordable refuses a number of items of a size for which the rest of the file is too short.
func (c *codec) affordable(n *int, size int) {
	if c.in == nil {
		return
	}
	if c.expect(0 <= *n && int64(*n) <= c.left/int64(size), tooShort); !c.ok() {
		*n = 0
	}
}

// text codes a text of at most maxText bytes.
func (c *codec) text(s *string) {
	bytes := []byte(*s)
	n := len(bytes)
	c.length(&n)
	if c.expect(n <= maxText, "a text is too long"); !c.ok() {
		return
	}
	if c.in != nil {
		bytes = make([]byte, n)
	}
	if c.bytes(bytes) {
		*s = string(bytes)
		c.expect(utf8.ValidString(*s), "a text is none")
	}
}

// frontiers codes a list: of each the planes and the cost, four bytes each.
func (c *codec) frontiers(frontiers *[]frontier, k frontierKind) {
	n := len(*frontiers)
	integers(c, &n)
	if c.affordable(&n, frontierBytes); c.in != nil && n > 0 {
		*frontiers = make([]frontier, n)
	}
	order := binary.LittleEndian
	for block := range slices.Chunk(*frontiers, codedChunk/frontierBytes) {
		for i, f := range block {
			at := c.scratch[i*frontierBytes:]
			order.PutUint32(at, f.stone)
			order.PutUint32(at[4:], f.above)
			order.PutUint32(at[8:], f.below)
			order.PutUint32(at[12:], uint32(f.cost))
		}
		if !c.bytes(c.scratch[:len(block)*frontierBytes]) {
			return
		}
		possible := true
		for i := range block {
			at := c.scratch[i*frontierBytes:]
			block[i] = frontier{order.Uint32(at), order.Uint32(at[4:]), order.Uint32(at[8:]), int32(order.Uint32(at[12:]))}
			possible = possible && (c.in == nil || k.allows(block[i]))
		}
		if c.expect(possible, "a frontier is none of a board, or of no such cost"); !c.ok() {
			return
		}
	}
}

// layer codes a layer by its blocks.
func (c *codec) layer(l *layer, k frontierKind) {
	list(c, (*[][]frontier)(l), func(block *[]frontier) { c.frontiers(block, k) })
}

// costs codes words of a table, at most codedWords, whose number is given.
func (c *codec) costs(words []lanes) {
	bytes := c.scratch[:laneCount*len(words)]
	for i, w := range words {
		binary.LittleEndian.PutUint64(bytes[laneCount*i:], uint64(w))
	}
	c.bytes(bytes)
	for i := range words {
		words[i] = lanes(binary.LittleEndian.Uint64(bytes[laneCount*i:]))
	}
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

// maxText bounds the length of a text.
const maxText = 1 << 12

func integers[T ~int | ~int32 | ~int64 | ~uint32](c *codec, numbers ...*T) {
	for _, p := range numbers {
		x := int64(*p)
		c.integer(&x)
		*p = T(x)
		c.expect(int64(*p) == x, "a number is too large")
	}
}

// between codes integers from least to most.
func between[T ~int | ~int32 | ~int64](c *codec, least, most T, what string, numbers ...*T) {
	integers(c, numbers...)
	for _, p := range numbers {
		c.expect(least <= *p && *p <= most, what)
	}
}

// count codes a number of things, which has no bound of its own.
func count[T ~int | ~int64](c *codec, numbers ...*T) {
	between(c, 0, 1<<62, "a number of things is below 0", numbers...)
}

func flag(c *codec, p *bool) {
	x := 0
	if *p {
		x = 1
	}
	between(c, 0, 1, "what is 0 or 1 is neither", &x)
	*p = x != 0
}

// list codes a list by its items.
func list[T any](c *codec, all *[]T, item func(*T)) {
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
func optional[T any](c *codec, p **T, empty func() *T, code func(*T)) {
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
