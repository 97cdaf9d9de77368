package liberties

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"
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
// begins with 0 or 1. What is read is believed, since its checksum is known to be right, except for
// lengths, which memory is taken for: there are no more items than bytes.
type codec struct {
	out     *bufio.Writer // nil to read
	in      *bufio.Reader // nil to write
	size    int64         // of all that there is to read
	err     error         // the first one: nothing that follows means anything
	scratch [codedChunk]byte
}

// A reason is why a file is not taken.
type reason string

func (r reason) Error() string { return string(r) }

const wrongLength = reason("it is damaged: a length is wrong")

func newEncoder(out io.Writer) *codec {
	return &codec{out: bufio.NewWriterSize(out, checkpointBuffer)}
}

func newDecoder(in io.Reader, size int64) *codec {
	return &codec{in: bufio.NewReaderSize(in, checkpointBuffer), size: size}
}

func (c *codec) bytes(bytes []byte) {
	switch {
	case c.err != nil:
	case c.out != nil:
		_, c.err = c.out.Write(bytes)
	default:
		_, c.err = io.ReadFull(c.in, bytes)
	}
}

func (c *codec) integer(x *int64) {
	switch {
	case c.err != nil:
	case c.out != nil:
		c.bytes(binary.AppendVarint(c.scratch[:0], *x))
	default:
		*x, c.err = binary.ReadVarint(c.in)
	}
}

func (c *codec) text(s *string) {
	bytes := []byte(*s)
	length(c, &bytes)
	c.bytes(bytes)
	*s = string(bytes)
}

// frontiers codes a list: of each the planes and the cost, four bytes each.
func (c *codec) frontiers(frontiers *[]frontier) {
	length(c, frontiers)
	order := binary.LittleEndian
	for block := range slices.Chunk(*frontiers, codedChunk/frontierBytes) {
		for i, f := range block {
			at := c.scratch[i*frontierBytes:]
			order.PutUint32(at, f.stone)
			order.PutUint32(at[4:], f.above)
			order.PutUint32(at[8:], f.below)
			order.PutUint32(at[12:], uint32(f.cost))
		}
		c.bytes(c.scratch[:len(block)*frontierBytes])
		for i := range block {
			at := c.scratch[i*frontierBytes:]
			block[i] = frontier{order.Uint32(at), order.Uint32(at[4:]), order.Uint32(at[8:]), int32(order.Uint32(at[12:]))}
		}
	}
}

// layer codes a layer by its blocks.
func (c *codec) layer(l *layer) { list(c, (*[][]frontier)(l), c.frontiers) }

// tables codes tables that have their shapes already.
func (c *codec) tables(tables []*boundTable) {
	for _, v := range tables {
		for words := range slices.Chunk(v.least, codedChunk/laneCount) {
			bytes := c.scratch[:laneCount*len(words)]
			for i, w := range words {
				binary.LittleEndian.PutUint64(bytes[laneCount*i:], uint64(w))
			}
			c.bytes(bytes)
			for i := range words {
				words[i] = lanes(binary.LittleEndian.Uint64(bytes[laneCount*i:]))
			}
		}
	}
}

func integers[T ~int | ~int32 | ~int64](c *codec, numbers ...*T) {
	for _, p := range numbers {
		x := int64(*p)
		c.integer(&x)
		*p = T(x)
	}
}

// length codes the length of a list, and makes the list that long.
func length[T any](c *codec, all *[]T) {
	n := len(*all)
	integers(c, &n)
	switch {
	case c.in == nil || c.err != nil:
	case n < 0 || int64(n) > c.size:
		c.err = wrongLength
	case n > 0:
		*all = make([]T, n)
	}
}

// list codes a list by its items.
func list[T any](c *codec, all *[]T, item func(*T)) {
	length(c, all)
	for i := range *all {
		item(&(*all)[i])
	}
}

// optional codes what may be missing. A decoder needs an empty one, unless it is there.
func optional[T any](c *codec, p **T, empty func() *T, code func(*T)) {
	there := 0
	if *p != nil {
		there = 1
	}
	integers(c, &there)
	switch {
	case there == 0:
		*p = nil
		return
	case *p == nil:
		*p = empty()
	}
	code(*p)
}
