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
	offset     []int64 // of each tile, and behind the last one; in states
	// values are a given number of words each, limbs or residues.
	values *memory
	width  int
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

// tileWords returns the values of tile number i.
func (h *home) tileWords(i int) []uint64 {
	width := int64(h.width)
	return h.values.words[h.offset[i]*width : h.offset[i+1]*width]
}

// widen makes room for more limbs a value, in place: the values move up, the last
// one first. Those beyond all that they could overwrite move together.
func (h *home) widen(width, threads int) {
	for end := h.states(); end > 0 && width > h.width; {
		first := min(end-1, (end*int64(h.width)+int64(width)-1)/int64(width))
		h.moveUp(first, end, width, threads)
		end = first
	}
	h.width = width
}

// moveUp moves the values first..end-1, of which none lands on another, unless
// it is but one.
func (h *home) moveUp(first, end int64, width, threads int) {
	const piece = 1 << 18
	pieces := int((end - first + piece - 1) / piece)
	parallel(threads, pieces, func(i int) {
		from := first + int64(i)*piece
		to := min(from+piece, end)
		words := unsafe.Pointer(&h.values.words[0])
		switch h.width {
		case 1:
			widenValues[uint64](words, from, to, width)
		case 2:
			widenValues[two](words, from, to, width)
		case 3:
			widenValues[three](words, from, to, width)
		case 4:
			widenValues[four](words, from, to, width)
		default:
			h.widenLong(from, to, width)
		}
	})
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

// widenValues moves values of type V, from the last to the first, to where
// they have a given number of words each.
func widenValues[V any](words unsafe.Pointer, from, to int64, width int) {
	size := int64(unsafe.Sizeof(*new(V)))
	wide := int64(width) * 8
	for v := to - 1; v >= from; v-- {
		value := *(*V)(unsafe.Add(words, v*size))
		at := unsafe.Add(words, v*wide)
		*(*V)(at) = value
		for b := size; b < wide; b += 8 {
			*(*uint64)(unsafe.Add(at, b)) = 0
		}
	}
}

// widenLong is widenValues for longer values.
func (h *home) widenLong(from, to int64, width int) {
	for v := to - 1; v >= from; v-- {
		wide := h.values.words[v*int64(width):][:width]
		copy(wide, h.values.words[v*int64(h.width):][:h.width])
		clear(wide[h.width:])
	}
}

// pull brings tile t of the bin in: what the phase before left, rows of its
// active words, becomes columns of the idle words of this one.
func (b *bin) pull(t int, tile []uint64) {
	before := b.before(b.ph)
	lay, left := b.ph.layer(b.ph.high), before.layer(before.low)
	for k := range lay.interfaces {
		rows, columns := left.active[k].binSize(b.g), left.idle[k].binSize(t)
		from, _ := lay.active[k].bin(t)
		dst := b.inAt.base[k] + (from-b.inAt.first[k])*lay.idle[k].binSize(b.g)
		if lay.interfaces[k].isNeutral() {
			b.pullNeutral(tile, dst, k, t)
		} else if rows > 0 && columns > 0 {
			b.transpose(tile, dst, rows, columns)
		}
		tile = tile[rows*columns*b.ar.width:]
	}
}

// transpose copies a block of a given number of rows and columns to one with rows and
// columns exchanged at dst.
func (b *bin) transpose(block []uint64, dst, rows, columns int) {
	width := b.ar.width
	states := rows * columns
	to := unsafe.Pointer(&b.in[dst*width : (dst+states)*width][0])
	from := unsafe.Pointer(&block[:states*width][0])
	size := uintptr(width) * 8
	switch width {
	case 1:
		transposeValues[uint64](to, from, rows, columns)
	case 2:
		transposeValues[two](to, from, rows, columns)
	case 3:
		transposeValues[three](to, from, rows, columns)
	case 4:
		transposeValues[four](to, from, rows, columns)
	case 5:
		transposeValues[[5]uint64](to, from, rows, columns)
	case 6:
		transposeValues[[6]uint64](to, from, rows, columns)
	default:
		for i := range states {
			at := uintptr(i%columns*rows+i/columns) * size
			copy(limbs((*uint64)(unsafe.Add(to, at)), 0, width), limbs((*uint64)(from), i, width))
		}
	}
}

// transposeColumns columns at a time are written side by side, so that the
// lines written to are few.
const transposeColumns = 8

func transposeValues[V any](to, from unsafe.Pointer, rows, columns int) {
	size := unsafe.Sizeof(*new(V))
	line := size * uintptr(rows)
	for c := 0; c < columns; c += transposeColumns {
		n := min(transposeColumns, columns-c)
		out, in := to, from
		for range rows {
			at, v := out, in
			for range n {
				*(*V)(at) = *(*V)(v)
				at, v = unsafe.Add(at, line), unsafe.Add(v, size)
			}
			in = unsafe.Add(in, size*uintptr(columns))
			out = unsafe.Add(out, size)
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

// pullNeutral is pull for an interface class without colour.
func (b *bin) pullNeutral(block []uint64, dst, k, t int) {
	before := b.before(b.ph)
	lay, left := b.ph.layer(b.ph.high), before.layer(before.low)
	c := b.ph.crossings[k]
	rowLo, rowHi := lay.active[k].bin(t)
	colLo, colHi := lay.idle[k].bin(b.g)
	columns := left.idle[k].binSize(t)
	width := b.ar.width
	at := dst * width
	for a := rowLo; a < rowHi; a++ {
		straight, crossed := int(c.straight[a]), int(c.crossed[a])
		for i := colLo; i < colHi; i++ {
			column := straight
			if c.flip[i] {
				column = crossed
			}
			place := (int(c.row[i])*columns + column) * width
			for _, w := range block[place : place+width] {
				b.in[at] = w
				at++
			}
		}
	}
}

// tileBlocks returns where the block of each interface class begins in each tile of bin g
// after the last step, given where the tiles begin: that of interface class k in tile t is
// number k*tiles+t.
func (ph *phase) tileBlocks(g int, start func(t int) int64) []int64 {
	lay := ph.layer(ph.low)
	tiles := len(lay.active[0].start) - 1
	blocks := make([]int64, len(lay.interfaces)*tiles)
	for t := range tiles {
		at := start(t)
		for k := range lay.interfaces {
			blocks[k*tiles+t] = at
			at += int64(lay.active[k].binSize(t) * lay.idle[k].binSize(g))
		}
	}
	return blocks
}
