package border

// kinds says something of type T of each row and of each idle word of the blocks of a phase, such
// as its factors in a join. Equal things are stored once, and have a number: their kind.
type kinds[T comparable] struct {
	rowKinds, idleKinds []T        // by the kind
	ofRows, ofIdles     [][]uint16 // the kinds of the rows and of the idle words, by the number of the block
}

// newKinds finds the kinds for a phase: two functions say the things, one of rows and one of idle
// words.
func newKinds[T comparable](p *phaseTables, row, idle func(crossing, *word) T) *kinds[T] {
	k := &kinds[T]{ofRows: make([][]uint16, len(p.blocks)), ofIdles: make([][]uint16, len(p.blocks))}
	rows, idles := make(map[T]uint16), make(map[T]uint16)
	for i, b := range p.blocks {
		k.ofRows[i] = make([]uint16, 0, b.rows)
		p.visitWords(b, func(w *word) {
			k.ofRows[i] = append(k.ofRows[i], kindNumber(rows, &k.rowKinds, row(b.left, w)))
		})
		for _, w := range b.idle {
			k.ofIdles[i] = append(k.ofIdles[i], kindNumber(idles, &k.idleKinds, idle(b.crossing, &w)))
		}
	}
	return k
}

// kindNumber returns the number of a kind, and gives a new kind the next number.
func kindNumber[T comparable](known map[T]uint16, list *[]T, kind T) uint16 {
	n, ok := known[kind]
	if !ok {
		n = uint16(len(*list))
		known[kind] = n
		*list = append(*list, kind)
	}
	return n
}

// ofChunk returns the kinds of the rows of a chunk, and of its idle words.
func (k *kinds[T]) ofChunk(c *chunk) (rows, idle []uint16) {
	return k.ofRows[c.number], k.ofIdles[c.number][c.first:][:c.n]
}
