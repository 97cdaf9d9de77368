package border

import (
	"unsafe"
)

// home is where the vector lives between phases: a tile for each pair of a
// prefix bin and a suffix bin. A phase takes in the tiles of one bin of its
// idle half, goes through its steps, and writes the same tiles back, so the
// vector needs no second copy. A tile has room for what either phase leaves in it.
//
// Inside a tile the blocks of the interface classes follow each other, each with the rows
// of the phase that wrote it: active words outside, idle words inside.
type home struct {
	suffixBins int
	offset     []int64 // of each tile, and after the last one; in states
	// values have a given number of half words each, limbs or residues, and lie side by side from the beginning of
	// their tile; a tile has room for values of maxSize.
	values        *memory
	size, maxSize int
}

// tile is the number of the tile for a bin of one half and a bin of the other.
func (h *home) tile(of half, bin, otherBin int) int {
	if of == suffix {
		bin, otherBin = otherBin, bin
	}
	return bin*h.suffixBins + otherBin
}

// states is the room in states.
func (h *home) states() int64 { return h.offset[len(h.offset)-1] }

// words is the number of 64-bit words that hold a value.
func (h *home) words() int { return (h.size + 1) / 2 }

// withValues returns a home of this shape for values of up to maxSize half words, zeros of a given size at first.
func (h *home) withValues(size, maxSize int) (*home, error) {
	values, err := newMemory((h.states()*int64(maxSize) + 1) / 2)
	return &home{suffixBins: h.suffixBins, offset: h.offset, values: values, size: size, maxSize: maxSize}, err
}

// start is where tile number i begins, in half words.
func (h *home) start(i int) int64 { return h.offset[i] * int64(h.maxSize) }

// tileValues returns the values of tile number i.
func (h *home) tileValues(i int) []uint32 {
	return halfWords(h.values.words)[h.start(i):][:(h.offset[i+1]-h.offset[i])*int64(h.size)]
}

// pulling is a block of a tile on its way into a bin, its rows and columns exchanged.
type pulling struct {
	to, from      unsafe.Pointer
	size, wide    int // of the values, in half words, before and afterwards
	rows, columns int // of the block
	// for an interface class without colour
	crossing     crossing
	active, idle [2]int // the words
}

// touchedBytes of the rows that are written are read first, in their order, which brings them into the second cache: the writes
// that follow jump from row to row.
const touchedBytes = 1 << 18

// transposedColumns are read together at least, so that each line of the block is read few times.
const transposedColumns = 8

// run moves the values.
func (m *pulling) run() {
	n, length := m.columns, m.rows
	if m.crossing.row != nil {
		n, length = m.active[1]-m.active[0], m.idle[1]-m.idle[0]
	}
	if n == 0 || length == 0 {
		return
	}
	if m.size > len(loops) || m.wide-m.size > 1 {
		m.moveLong(n, length)
		return
	}
	move := loops[m.size-1][m.wide-m.size]
	step := max(transposedColumns, touchedBytes/(4*m.wide*length))
	for lo := 0; lo < n; lo += step {
		hi := min(n, lo+step)
		touch(unsafe.Slice((*uint32)(unsafe.Add(m.to, 4*m.wide*length*lo)), m.wide*length*(hi-lo)))
		if m.crossing.row != nil {
			move.neutral(m, lo, hi)
		} else {
			move.coloured(m, lo, hi)
		}
	}
}

// touch reads a half word in every 64 bytes.
//
//go:noinline
func touch(halves []uint32) uint32 {
	const line = 16
	var all uint32
	for i := 0; i < len(halves); i += line {
		all |= halves[i]
	}
	return all
}

// pullingLoops are the loops for values of one length before and one afterwards: they write rows lo to hi-1.
type pullingLoops struct{ coloured, neutral func(m *pulling, lo, hi int) }

// loops are those for values of 1, 2, ... half words that keep their length, or get one half word more.
var loops = [...][2]pullingLoops{
	{loopsOf[[1]uint32, [1]uint32](), loopsOf[[1]uint32, [2]uint32]()},
	{loopsOf[[2]uint32, [2]uint32](), loopsOf[[2]uint32, [3]uint32]()},
	{loopsOf[[3]uint32, [3]uint32](), loopsOf[[3]uint32, [4]uint32]()},
	{loopsOf[[4]uint32, [4]uint32](), loopsOf[[4]uint32, [5]uint32]()},
	{loopsOf[[5]uint32, [5]uint32](), loopsOf[[5]uint32, [6]uint32]()},
	{loopsOf[[6]uint32, [6]uint32](), loopsOf[[6]uint32, [7]uint32]()},
	{loopsOf[[7]uint32, [7]uint32](), loopsOf[[7]uint32, [8]uint32]()},
	{loopsOf[[8]uint32, [8]uint32](), loopsOf[[8]uint32, [9]uint32]()},
	{loopsOf[[9]uint32, [9]uint32](), loopsOf[[9]uint32, [10]uint32]()},
	{loopsOf[[10]uint32, [10]uint32](), loopsOf[[10]uint32, [11]uint32]()},
}

// loopsOf makes the loops for values of the size of V that get that of W. All that depends on the sizes is
// decided when they are compiled.
func loopsOf[V, W any]() pullingLoops { return pullingLoops{transpose[V, W], moveNeutral[V, W]} }

// transpose writes rows lo to hi-1, which are columns of the block, eight values of each at a time; the last eight may
// begin with some that were written before.
func transpose[V, W any](m *pulling, lo, hi int) {
	size, wide := int(unsafe.Sizeof(*new(V))), int(unsafe.Sizeof(*new(W)))
	to, from := unsafe.Add(m.to, wide*m.rows*lo), unsafe.Add(m.from, size*lo)
	line, next := size*m.columns, wide*m.rows
	line2, line3 := 2*line, 3*line
	if m.rows < 8 {
		for r := range m.rows {
			out, in := unsafe.Add(to, wide*r), unsafe.Add(from, line*r)
			for range hi - lo {
				moveWords[V](out, in)
				moveEnd[V, W](out, in)
				out, in = unsafe.Add(out, next), unsafe.Add(in, size)
			}
		}
		return
	}
	for r := 0; r < m.rows; r += 8 {
		r = min(r, m.rows-8)
		out, in := unsafe.Add(to, wide*r), unsafe.Add(from, line*r)
		in4 := unsafe.Add(in, 4*line)
		for range hi - lo {
			moveWords[V](out, in)
			moveEnd[V, W](out, in)
			moveWords[V](unsafe.Add(out, wide), unsafe.Add(in, line))
			moveEnd[V, W](unsafe.Add(out, wide), unsafe.Add(in, line))
			moveWords[V](unsafe.Add(out, 2*wide), unsafe.Add(in, line2))
			moveEnd[V, W](unsafe.Add(out, 2*wide), unsafe.Add(in, line2))
			moveWords[V](unsafe.Add(out, 3*wide), unsafe.Add(in, line3))
			moveEnd[V, W](unsafe.Add(out, 3*wide), unsafe.Add(in, line3))
			moveWords[V](unsafe.Add(out, 4*wide), in4)
			moveEnd[V, W](unsafe.Add(out, 4*wide), in4)
			moveWords[V](unsafe.Add(out, 5*wide), unsafe.Add(in4, line))
			moveEnd[V, W](unsafe.Add(out, 5*wide), unsafe.Add(in4, line))
			moveWords[V](unsafe.Add(out, 6*wide), unsafe.Add(in4, line2))
			moveEnd[V, W](unsafe.Add(out, 6*wide), unsafe.Add(in4, line2))
			moveWords[V](unsafe.Add(out, 7*wide), unsafe.Add(in4, line3))
			moveEnd[V, W](unsafe.Add(out, 7*wide), unsafe.Add(in4, line3))
			out, in, in4 = unsafe.Add(out, next), unsafe.Add(in, size), unsafe.Add(in4, size)
		}
	}
}

// moveNeutral is transpose for an interface class without colour, one value of each row at a time.
func moveNeutral[V, W any](m *pulling, lo, hi int) {
	size, wide := int(unsafe.Sizeof(*new(V))), int(unsafe.Sizeof(*new(W)))
	c := &m.crossing
	n := m.idle[1] - m.idle[0]
	columns := [2][]int32{c.straight[m.active[0]+lo : m.active[0]+hi], c.crossed[m.active[0]+lo : m.active[0]+hi]}
	to := unsafe.Add(m.to, wide*n*lo)
	for i := m.idle[0]; i < m.idle[1]; i++ {
		in, of := unsafe.Add(m.from, size*m.columns*int(c.row[i])), columns[0]
		if c.flip[i] {
			of = columns[1]
		}
		out := to
		for _, column := range of {
			moveWords[V](out, unsafe.Add(in, size*int(column)))
			moveEnd[V, W](out, unsafe.Add(in, size*int(column)))
			out = unsafe.Add(out, wide*n)
		}
		to = unsafe.Add(to, wide)
	}
}

// moveWords moves the whole words of a V.
func moveWords[V any](to, from unsafe.Pointer) {
	if unsafe.Sizeof(*new(V)) >= 8 {
		*(*uint64)(to) = *(*uint64)(from)
	}
	if unsafe.Sizeof(*new(V)) >= 16 {
		*(*uint64)(unsafe.Add(to, 8)) = *(*uint64)(unsafe.Add(from, 8))
	}
	if unsafe.Sizeof(*new(V)) >= 24 {
		*(*uint64)(unsafe.Add(to, 16)) = *(*uint64)(unsafe.Add(from, 16))
	}
	if unsafe.Sizeof(*new(V)) >= 32 {
		*(*uint64)(unsafe.Add(to, 24)) = *(*uint64)(unsafe.Add(from, 24))
	}
	if unsafe.Sizeof(*new(V)) >= 40 {
		*(*uint64)(unsafe.Add(to, 32)) = *(*uint64)(unsafe.Add(from, 32))
	}
}

// moveEnd moves what a V has after its whole words, and makes it as long as a W.
func moveEnd[V, W any](to, from unsafe.Pointer) {
	const half = 4
	done := int(unsafe.Sizeof(*new(V)) &^ half)
	longer := unsafe.Sizeof(*new(W)) > unsafe.Sizeof(*new(V))
	if unsafe.Sizeof(*new(V))&half == 0 {
		if longer {
			*(*uint32)(unsafe.Add(to, done)) = 0
		}
	} else if longer {
		*(*uint64)(unsafe.Add(to, done)) = uint64(*(*uint32)(unsafe.Add(from, done)))
	} else {
		*(*uint32)(unsafe.Add(to, done)) = *(*uint32)(unsafe.Add(from, done))
	}
}

// moveLong moves values of other lengths one by one, to n rows of a given length.
func (m *pulling) moveLong(n, length int) {
	out := m.to
	for a := range n {
		for i := range length {
			row, column := m.origin(a, i)
			m.moveValue(out, unsafe.Add(m.from, 4*m.size*(row*m.columns+column)))
			out = unsafe.Add(out, 4*m.wide)
		}
	}
}

// origin is where value i of row a comes from.
func (m *pulling) origin(a, i int) (row, column int) {
	c := &m.crossing
	if c.row == nil {
		return i, a
	}
	a, i = a+m.active[0], i+m.idle[0]
	if c.flip[i] {
		return int(c.row[i]), int(c.crossed[a])
	}
	return int(c.row[i]), int(c.straight[a])
}

// moveValue moves a value word by word.
func (m *pulling) moveValue(to, from unsafe.Pointer) {
	size, wide := uintptr(4*m.size), uintptr(4*m.wide)
	done := uintptr(0)
	for ; done+8 <= size; done += 8 {
		*(*uint64)(unsafe.Add(to, done)) = *(*uint64)(unsafe.Add(from, done))
	}
	if done < size && wide > size { // half a limb becomes a whole one
		*(*uint64)(unsafe.Add(to, done)) = uint64(*(*uint32)(unsafe.Add(from, done)))
		done += 8
	} else if done < size {
		*(*uint32)(unsafe.Add(to, done)) = *(*uint32)(unsafe.Add(from, done))
		done += 4
	}
	for ; done < wide; done += 4 {
		*(*uint32)(unsafe.Add(to, done)) = 0
	}
}
