package border

import "fmt"

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
func (b *bin) pull(before *phase, t int) {
	h := b.home
	lay, left := b.ph.layer(b.ph.high), before.layer(before.low)
	src := h.offset[h.tile(b.ph.active, t, b.g)]
	for k := range lay.seams {
		rows, columns := left.active[k].binSize(b.g), left.idle[k].binSize(t)
		from, _ := lay.active[k].bin(t)
		dst := b.inBase[k] + from*lay.idle[k].binSize(b.g)
		if lay.seams[k].isNeutral() {
			b.pullNeutral(src, dst, k, before, t)
		} else {
			b.transpose(src, dst, rows, columns)
		}
		src += int64(rows * columns)
	}
}

// transpose copies a block of so many rows and columns at src to one with
// rows and columns exchanged at dst, limbs together.
func (b *bin) transpose(src int64, dst, rows, columns int) {
	if rows == 0 || columns == 0 {
		return
	}
	width := b.ar.width
	to := b.in[dst*width : (dst+rows*columns)*width]
	for l := range width {
		if l >= b.known {
			clearLimb(to, l, width)
			continue
		}
		from := b.home.planes[l].words[src : src+int64(rows*columns)]
		for r := range rows {
			at := r*width + l
			for _, v := range from[r*columns : (r+1)*columns] {
				to[at] = v
				at += rows * width
			}
		}
	}
}

func clearLimb(to []uint64, l, width int) {
	for i := l; i < len(to); i += width {
		to[i] = 0
	}
}

// pullNeutral does the same for a seam without colour, where each phase
// stores of a state and its exchange the one whose active half is black first.
func (b *bin) pullNeutral(src int64, dst, k int, before *phase, t int) {
	lay, left := b.ph.layer(b.ph.high), before.layer(before.low)
	rowLo, rowHi := lay.active[k].bin(t)
	colLo, colHi := lay.idle[k].bin(b.g)
	oldRowLo, _ := left.active[k].bin(b.g)
	oldColLo, _ := left.idle[k].bin(t)
	columns := left.idle[k].binSize(t)
	at := dst * b.ar.width
	for _, active := range lay.active[k].words[rowLo:rowHi] {
		straight := int(left.idle[k].index[active]) - oldColLo
		crossed := int(left.idle[k].index[active.swap()]) - oldColLo
		for _, idle := range lay.idle[k].words[colLo:colHi] {
			column := straight
			if idle.whiteFirst() {
				idle, column = idle.swap(), crossed
			}
			row := int(left.active[k].index[idle]) - oldRowLo
			at = b.load(src+int64(row*columns+column), at)
		}
	}
}

// load copies the value number src of the vector.
func (b *bin) load(src int64, at int) int {
	for l := range b.ar.width {
		b.in[at] = 0
		if l < b.known {
			b.in[at] = b.home.planes[l].words[src]
		}
		at++
	}
	return at
}

// push writes tile t of the bin back after the last step.
func (b *bin) push(t int) {
	h := b.home
	lay := b.ph.layer(b.ph.low)
	dst := h.offset[h.tile(b.ph.active, t, b.g)]
	width := b.ar.width
	for k := range lay.seams {
		lo, hi := lay.active[k].bin(t)
		n := lay.idle[k].binSize(b.g)
		block := b.in[(b.inBase[k]+lo*n)*width : (b.inBase[k]+hi*n)*width]
		states := (hi - lo) * n
		for l := range width {
			to := h.planes[l].words[dst : dst+int64(states)]
			if width == 1 {
				copy(to, block)
				continue
			}
			at := l
			for i := range to {
				to[i] = block[at]
				at += width
			}
		}
		dst += int64(states)
	}
}
