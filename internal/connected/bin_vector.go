package connected

import "combigo.dev/combigo/internal/memory"

// binVector is where the vector lives between phases: a tile for each pair of a
// prefix bin and a suffix bin. A phase takes in the tiles of one bin of its
// idle half, goes through its steps, and writes the same tiles back, so the
// vector needs no second copy. A tile has room for what either phase leaves in it.
//
// Inside a tile the blocks of the interface classes follow each other, each with the rows
// of the phase that wrote it: active words outside, idle words inside.
type binVector struct {
	suffixBins int
	offset     []int64 // of each tile, and after the last one; in states
	// values have a given number of words each, limbs or residues, and lie one after the other from
	// the beginning of their tile; a tile has room for values of most words.
	values      *memory.Words
	words, most int
}

// tile is the number of the tile for a bin of one half and a bin of the other.
func (h *binVector) tile(of half, bin, otherBin int) int {
	if of == suffix {
		bin, otherBin = otherBin, bin
	}
	return bin*h.suffixBins + otherBin
}

// states is the room in states.
func (h *binVector) states() int64 { return h.offset[len(h.offset)-1] }

// withValues returns a home of this shape for values of at most a number of words, zeros of some
// words at first.
func (h *binVector) withValues(words, most int) (*binVector, error) {
	values, err := memory.NewWords(h.states() * int64(most))
	return &binVector{suffixBins: h.suffixBins, offset: h.offset, values: values, words: words, most: most}, err
}

// start is where tile number i begins, in words.
func (h *binVector) start(i int) int64 { return h.offset[i] * int64(h.most) }

// tileValues returns the values of tile number i.
func (h *binVector) tileValues(i int) []uint64 {
	return h.values.All[h.start(i):][:(h.offset[i+1]-h.offset[i])*int64(h.words)]
}

// A tileCopy is a block of a tile on its way into a bin, its rows and columns exchanged.
type tileCopy struct {
	to, from      []uint64
	words, wide   int // of a value, before and afterwards
	rows, columns int // of the block
	// for an interface class without colour
	crossing     crossing
	active, idle [2]int // the words
}

// run moves the values, one by one.
func (m *tileCopy) run() {
	n, length := m.columns, m.rows
	if m.crossing.row != nil {
		n, length = m.active[1]-m.active[0], m.idle[1]-m.idle[0]
	}
	for a := range n {
		for i := range length {
			row, column := m.origin(a, i)
			to := m.to[(a*length+i)*m.wide:][:m.wide]
			clear(to[copy(to, m.from[(row*m.columns+column)*m.words:][:m.words]):])
		}
	}
}

// origin is where value i of row a comes from.
func (m *tileCopy) origin(a, i int) (row, column int) {
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
