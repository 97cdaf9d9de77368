package border

// kinds stores equal weights, or equal values in the first column, once: for the parts of the words
// where the prefix phase begins, the rows of its blocks and their idle words.
type kinds[T comparable] struct {
	row, idle       []T
	ofRows, ofIdles [][]uint16 // by the number of the block
}

// newKinds sorts the parts of words by what two functions say of them.
func newKinds[T comparable](p *phase, row, idle func(crossing, *word) T) *kinds[T] {
	k := &kinds[T]{ofRows: make([][]uint16, len(p.blocks)), ofIdles: make([][]uint16, len(p.blocks))}
	rows, idles := make(map[T]uint16), make(map[T]uint16)
	for i, b := range p.blocks {
		k.ofRows[i] = make([]uint16, 0, b.rows)
		p.words(b, func(w *word) {
			k.ofRows[i] = append(k.ofRows[i], number(rows, &k.row, row(b.left, w)))
		})
		for _, w := range b.idle {
			k.ofIdles[i] = append(k.ofIdles[i], number(idles, &k.idle, idle(b.crossing, &w)))
		}
	}
	return k
}

// number returns the number of a kind, a new one if it is new.
func number[T comparable](known map[T]uint16, list *[]T, kind T) uint16 {
	n, ok := known[kind]
	if !ok {
		n = uint16(len(*list))
		known[kind] = n
		*list = append(*list, kind)
	}
	return n
}

// of returns the kinds of the rows of a chunk and of its idle words.
func (k *kinds[T]) of(c *chunk) (rows, idle []uint16) {
	return k.ofRows[c.number], k.ofIdles[c.number][c.first:][:c.n]
}
