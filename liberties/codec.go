package liberties

import (
	"bufio"
	"encoding/binary"
	"io"
	"unsafe"
)

const checkpointBuffer = 1 << 18 // bytes that are written or read at once

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
	scratch [binary.MaxVarintLen64]byte
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

// raw codes numbers, or structures of such, as they are in memory.
func raw[T any](c *codec, all []T) {
	if len(all) > 0 {
		c.bytes(unsafe.Slice((*byte)(unsafe.Pointer(&all[0])), len(all)*int(unsafe.Sizeof(all[0]))))
	}
}

func (c *codec) frontiers(frontiers *[]frontier) {
	length(c, frontiers)
	raw(c, *frontiers)
}

// layer codes a layer by its blocks.
func (c *codec) layer(l *layer) { list(c, (*[][]frontier)(l), c.frontiers) }

// tables codes tables that have their shapes already.
func (c *codec) tables(tables []*boundTable) {
	for _, v := range tables {
		raw(c, v.least)
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
