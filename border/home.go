package border

import "unsafe"

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

func (lo *layout) newHome() *home {
	h := &home{suffixBins: lo.sorted[suffix].count}
	sizes := make([]int64, lo.sorted[prefix].count*h.suffixBins)
	phases := lo.phases[:]
	if lo.turn != nil {
		phases = append(phases[:2:2], lo.turn)
	}
	for _, ph := range phases {
		for t, row := range lo.tilesLeft(ph) {
			for g, n := range row {
				i := h.tile(ph.active, t, g)
				sizes[i] = max(sizes[i], n)
			}
		}
	}
	h.offset = make([]int64, len(sizes)+1)
	for i, n := range sizes {
		h.offset[i+1] = h.offset[i] + n
	}
	return h
}

// tilesLeft returns the states of the tiles that a phase leaves: by the bin of
// its active half, which is the bin that reads the tile, and that of its idle one.
func (lo *layout) tilesLeft(ph *phase) [][]int64 {
	last := ph.layer(ph.low)
	tiles := make([][]int64, lo.sorted[ph.active].count)
	for t := range tiles {
		tiles[t] = make([]int64, lo.sorted[ph.active.other()].count)
		for k := range last.interfaces {
			rows := int64(last.active[k].binSize(t))
			for g := range tiles[t] {
				tiles[t][g] += rows * int64(last.idle[k].binSize(g))
			}
		}
	}
	return tiles
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

// pull brings tile t of the bin in, of values of a given size: what the phase before left, rows of its
// active words, becomes columns of the idle words of this one.
func (b *bin) pull(t int, tile []uint32, size int) {
	before := b.before(b.ph)
	lay, left := b.ph.layer(b.ph.high), before.layer(before.low)
	for k := range lay.interfaces {
		rows, columns := left.active[k].binSize(b.g), left.idle[k].binSize(t)
		if rows == 0 || columns == 0 {
			continue
		}
		block := tile[:rows*columns*size]
		tile = tile[len(block):]
		from, to := lay.active[k].bin(t)
		dst := b.inAt.base[k] + (from-b.inAt.first[k])*lay.idle[k].binSize(b.g)
		m := pulling{
			to:   unsafe.Pointer(unsafe.SliceData(halfWords(b.in)[dst*b.ar.size:][:(to-from)*lay.idle[k].binSize(b.g)*b.ar.size])),
			from: unsafe.Pointer(&block[0]), size: size, wide: b.ar.size,
			rows: rows, columns: columns,
		}
		if lay.interfaces[k].isNeutral() {
			m.crossing, m.active = b.ph.crossings[k], [2]int{from, to}
			m.idle[0], m.idle[1] = lay.idle[k].bin(b.g)
		}
		m.run()
	}
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

// crossing says for the states of an interface class without colour, of which each phase
// stores the one whose active half has a black last stone, where the phase
// before has them.
type crossing struct {
	straight, crossed []int32 // columns of each active word and of its exchange
	row               []int32 // of each idle word, or of its exchange if that is black last
	flip              []bool
}

// newCrossing compares a phase's first layer with the last one of the phase
// before. Places are counted from the start of their bin.
func newCrossing(lay, left *layer, k int, active, idle bins) crossing {
	var c crossing
	place := func(l *list, b bins, w word) int32 {
		return int32(l.known(w)) - l.start[b.of(w)]
	}
	for _, w := range lay.active[k].words {
		c.straight = append(c.straight, place(left.idle[k], active, w))
		c.crossed = append(c.crossed, place(left.idle[k], active, w.swap()))
	}
	for _, w := range lay.idle[k].words {
		first, flip := w.blackLast()
		c.row = append(c.row, place(left.active[k], idle, first))
		c.flip = append(c.flip, flip)
	}
	return c
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

// tileBlocks returns where the block of each interface class begins in each tile of bin g
// after the last step, given where the tiles begin, in half words: that of interface class k in tile t is
// number k*tiles+t.
func (ph *phase) tileBlocks(g, size int, start func(t int) int64) []int64 {
	lay := ph.layer(ph.low)
	tiles := len(lay.active[0].start) - 1
	blocks := make([]int64, len(lay.interfaces)*tiles)
	for t := range tiles {
		at := start(t)
		for k := range lay.interfaces {
			blocks[k*tiles+t] = at
			at += int64(lay.active[k].binSize(t) * lay.idle[k].binSize(g) * size)
		}
	}
	return blocks
}
