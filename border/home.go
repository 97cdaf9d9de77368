package border

import (
	"fmt"
	"slices"
	"unsafe"
)

// home is where the vector lives between phases: a tile for each pair of a
// prefix bin and a suffix bin. A phase takes in the tiles of one bin of its
// idle half, goes through its steps, and writes the same tiles back, so the
// vector needs no second copy. A tile has room for what either phase leaves in it.
//
// Inside a tile the blocks of the seams follow each other, each with the rows
// of the phase that wrote it: active words outside, idle words inside.
type home struct {
	suffixBins int
	offset     []int64 // of each tile, and behind the last one; in states
	// planes hold limb (or residue) number l of all values; limbs are added
	// as the numbers grow.
	planes []*memory
}

func newHome(phases [2]*phase, sorted [2]bins) *home {
	h := &home{suffixBins: sorted[suffix].count}
	sizes := make([]int64, sorted[prefix].count*h.suffixBins)
	for _, ph := range phases {
		for i, n := range h.tileSizes(ph, sorted) {
			sizes[i] = max(sizes[i], n)
		}
	}
	h.offset = make([]int64, len(sizes)+1)
	for i, n := range sizes {
		h.offset[i+1] = h.offset[i] + n
	}
	return h
}

// tileSizes returns the number of states that a phase leaves in each tile.
func (h *home) tileSizes(ph *phase, sorted [2]bins) []int64 {
	sizes := make([]int64, sorted[prefix].count*h.suffixBins)
	last := ph.layer(ph.low)
	for k := range last.seams {
		for t := range sorted[ph.active].count {
			rows := int64(last.active[k].binSize(t))
			if rows == 0 {
				continue
			}
			for g := range sorted[ph.active.other()].count {
				sizes[h.tile(ph.active, t, g)] += rows * int64(last.idle[k].binSize(g))
			}
		}
	}
	return sizes
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

// grow adds planes of zeros up to the number given.
func (h *home) grow(planes int) error {
	for len(h.planes) < planes {
		m, err := newMemory(h.states())
		if err != nil {
			return fmt.Errorf("vector of %d states: %w", h.states(), err)
		}
		h.planes = append(h.planes, m)
	}
	return nil
}

func (h *home) free() {
	for _, p := range h.planes {
		p.free()
	}
	h.planes = nil
}

// pull brings tile t of the bin in: what the phase before left, rows of its
// active words, becomes columns of the idle words of this one.
func (b *bin) pull(t int) {
	before := b.before(b.ph)
	lay, left := b.ph.layer(b.ph.high), before.layer(before.low)
	src := b.home.offset[b.home.tile(b.ph.active, t, b.g)]
	for k := range lay.seams {
		rows, columns := left.active[k].binSize(b.g), left.idle[k].binSize(t)
		from, _ := lay.active[k].bin(t)
		dst := b.inBase[k] + from*lay.idle[k].binSize(b.g)
		if lay.seams[k].isNeutral() {
			b.pullNeutral(src, dst, k, t)
		} else if rows > 0 && columns > 0 {
			b.transpose(src, dst, rows, columns)
		}
		src += int64(rows * columns)
	}
}

// transpose copies a block of so many rows and columns at src to one with
// rows and columns exchanged at dst, limbs together.
func (b *bin) transpose(src int64, dst, rows, columns int) {
	width := b.ar.width
	to := b.in[dst*width : (dst+rows*columns)*width]
	for l := range width {
		if l >= b.known {
			clearLimb(to, l, width)
			continue
		}
		from := b.home.planes[l].words[src : src+int64(rows*columns)]
		transposeLimb(unsafe.Pointer(&to[l]), unsafe.Pointer(&from[0]), rows, columns, width)
	}
}

// transposeColumns columns at a time are written side by side, so that the
// lines written to are few.
const transposeColumns = 8

func transposeLimb(to, from unsafe.Pointer, rows, columns, width int) {
	step := uintptr(width) * 8
	line := step * uintptr(rows)
	for c := 0; c < columns; c += transposeColumns {
		n := uintptr(min(transposeColumns, columns-c))
		out, in := to, from
		for range rows {
			at := out
			for j := range n {
				*(*uint64)(at) = *(*uint64)(unsafe.Add(in, j*8))
				at = unsafe.Add(at, line)
			}
			in = unsafe.Add(in, columns*8)
			out = unsafe.Add(out, step)
		}
		to = unsafe.Add(to, line*n)
		from = unsafe.Add(from, n*8)
	}
}

func clearLimb(to []uint64, l, width int) {
	for i := l; i < len(to); i += width {
		to[i] = 0
	}
}

// crossing says for the states of a seam without colour, of which each phase stores the one
// whose active half has a black last stone, where the phase before has them.
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
		return l.index[w] - l.start[b.of[w.pattern()]]
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

// pullNeutral is pull for a seam without colour.
func (b *bin) pullNeutral(src int64, dst, k, t int) {
	before := b.before(b.ph)
	lay, left := b.ph.layer(b.ph.high), before.layer(before.low)
	c := b.ph.crossings[k]
	rowLo, rowHi := lay.active[k].bin(t)
	colLo, colHi := lay.idle[k].bin(b.g)
	columns := int64(left.idle[k].binSize(t))
	width := b.ar.width
	states := (rowHi - rowLo) * (colHi - colLo)
	if states == 0 {
		return
	}
	for l := range width {
		to := b.in[dst*width+l : (dst+states)*width]
		if l >= b.known {
			clearLimb(to, 0, width)
			continue
		}
		from := b.home.planes[l].words[src:]
		at := 0
		for a := rowLo; a < rowHi; a++ {
			straight, crossed := int64(c.straight[a]), int64(c.crossed[a])
			for i := colLo; i < colHi; i++ {
				column := straight
				if c.flip[i] {
					column = crossed
				}
				to[at] = from[int64(c.row[i])*columns+column]
				at += width
			}
		}
	}
}

// tileBlocks returns where the block of each seam begins in each tile of the
// bin after the last step: that of seam k in tile t is number k*tiles+t.
func (b *bin) tileBlocks() []int64 {
	lay := b.ph.layer(b.ph.low)
	tiles := b.sorted[b.ph.active].count
	blocks := make([]int64, len(lay.seams)*tiles)
	for t := range tiles {
		at := b.home.offset[b.home.tile(b.ph.active, t, b.g)]
		for k := range lay.seams {
			blocks[k*tiles+t] = at
			at += int64(lay.active[k].binSize(t) * lay.idle[k].binSize(b.g))
		}
	}
	return blocks
}

// push writes the rows lo..hi-1 of seam k after the last step, which block
// holds, to their tiles.
func (b *bin) push(k, lo, hi int, block []uint64, blocks []int64) {
	lay := b.ph.layer(b.ph.low)
	n := lay.idle[k].binSize(b.g)
	if n == 0 {
		return
	}
	start := lay.active[k].start
	tiles := len(start) - 1
	width := b.ar.width
	t, _ := slices.BinarySearch(start, int32(lo)+1)
	for t--; lo < hi; t++ {
		end := min(hi, int(start[t+1]))
		states := (end - lo) * n
		at := blocks[k*tiles+t] + int64((lo-int(start[t]))*n)
		for l := range width {
			if states > 0 {
				copyLimb(b.home.planes[l].words[at:at+int64(states)], block[l:states*width], width)
			}
		}
		block = block[states*width:]
		lo = end
	}
}

// copyLimb copies one limb of values of so many words.
func copyLimb(to, block []uint64, width int) {
	if width == 1 {
		copy(to, block)
		return
	}
	p := &block[0]
	for i := range to {
		to[i] = *element(p, i*width)
	}
}
