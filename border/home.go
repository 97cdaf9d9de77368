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

// pulling is a block of a tile on its way into a bin.
type pulling struct {
	to, from      unsafe.Pointer
	size, wide    int // of the values, in half words, before and afterwards
	rows, columns int // of the block
	// for an interface class without colour
	crossing     crossing
	active, idle [2]int // the words
}

// run moves the values. What the type of the move does not hold, of values that become longer or are
// very long, moves half word by half word.
func (m *pulling) run() {
	switch whole := m.size == m.wide; {
	case whole && m.size == 1:
		move[uint32](m)
	case whole && m.size == 3:
		move[[3]uint32](m)
	case whole && m.size == 5:
		move[[5]uint32](m)
	case m.size < 2:
		move[struct{}](m)
	case m.size < 4:
		move[uint64](m)
	case m.size < 6:
		move[two](m)
	case m.size < 8:
		move[three](m)
	case m.size < 10:
		move[four](m)
	default:
		move[[5]uint64](m)
	}
}

// Values of up to four words travel in registers if they are structs.
type (
	//lint:ignore U1000 the fields are moved as a whole
	two struct{ a, b uint64 }
	//lint:ignore U1000 the fields are moved as a whole
	three struct{ a, b, c uint64 }
	//lint:ignore U1000 the fields are moved as a whole
	four struct{ a, b, c, d uint64 }
)

// move moves values that begin with a V.
func move[V any](m *pulling) {
	if m.crossing.row != nil {
		moveNeutral[V](m)
	} else {
		transpose[V](m)
	}
}

// moveRest moves what a value has after its first bytes, given their number, and makes it longer.
func (m *pulling) moveRest(to, from unsafe.Pointer, done int) {
	size, wide := 4*m.size, 4*m.wide
	for ; done+8 <= size; done += 8 {
		*(*uint64)(unsafe.Add(to, done)) = *(*uint64)(unsafe.Add(from, done))
	}
	if done < size {
		half := *(*uint32)(unsafe.Add(from, done))
		if done += 8; done > wide {
			*(*uint32)(unsafe.Add(to, wide-4)) = half
		} else {
			*(*uint64)(unsafe.Add(to, done-8)) = uint64(half)
		}
	}
	for ; done < wide; done += 4 {
		*(*uint32)(unsafe.Add(to, done)) = 0
	}
}

// transposeColumns columns at a time are written side by side, so that the
// lines written to are few.
const transposeColumns = 8

// transpose moves a block of rows and columns to one with rows and columns exchanged.
func transpose[V any](m *pulling) {
	first := int(unsafe.Sizeof(*new(V)))
	size, wide := uintptr(4*m.size), uintptr(4*m.wide)
	line := wide * uintptr(m.rows)
	to, from, more := m.to, m.from, first < 4*m.wide
	for c := 0; c < m.columns; c += transposeColumns {
		n := min(transposeColumns, m.columns-c)
		out, in := to, from
		for range m.rows {
			at, v := out, in
			for range n {
				*(*V)(at) = *(*V)(v)
				if more {
					m.moveRest(at, v, first)
				}
				at, v = unsafe.Add(at, line), unsafe.Add(v, size)
			}
			in = unsafe.Add(in, size*uintptr(m.columns))
			out = unsafe.Add(out, wide)
		}
		to = unsafe.Add(to, line*uintptr(n))
		from = unsafe.Add(from, size*uintptr(n))
	}
}

// moveNeutral is transpose for an interface class without colour.
func moveNeutral[V any](m *pulling) {
	first := int(unsafe.Sizeof(*new(V)))
	c, size, wide := &m.crossing, 4*m.size, uintptr(4*m.wide)
	to, more := m.to, first < 4*m.wide
	for a := m.active[0]; a < m.active[1]; a++ {
		straight, crossed := int(c.straight[a]), int(c.crossed[a])
		for i := m.idle[0]; i < m.idle[1]; i++ {
			column := straight
			if c.flip[i] {
				column = crossed
			}
			v := unsafe.Add(m.from, (int(c.row[i])*m.columns+column)*size)
			*(*V)(to) = *(*V)(v)
			if more {
				m.moveRest(to, v, first)
			}
			to = unsafe.Add(to, wide)
		}
	}
}
