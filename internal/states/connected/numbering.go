package connected

// halfPoints is the largest number of points of half a border.
const halfPoints = MaxPoints / 2

// A numbering gives the valid state classes of a kink the numbers from 1 on. A class is represented
// by its canonical border, which is cut into a prefix of half of the points and a suffix. What the
// prefix says of the suffix is its interface class; so the classes with one interface class, a
// block, are all prefixes that lead to the interface class times all suffixes that can follow.
// Numbers go through the blocks, in a block through the prefixes, which are its rows, and for each
// prefix through the suffixes, the columns. The lists have about the square root of the number of
// the classes.
type numbering struct {
	height, split, kink int

	blocks   []block
	prefixes Set // by row
	rows     []row
	suffixes Set // by column, each with the number of its block above the symbols
	size     int // the largest number
}

// block is the rows and columns with one interface class.
type block struct {
	row, rows       int // the first, and how many
	column, columns int
}

// row is the block of a prefix, and the number of its class with the first suffix.
type row struct{ block, first int }

// newNumbering lists the prefixes and suffixes of a kink.
func newNumbering(height, kink int) *numbering {
	n := &numbering{height: height, split: (height + 1) / 2, kink: kink}
	// A prefix without stones does not tell the colours apart, so only canonical suffixes follow.
	type blockKey struct {
		class     interfaceClass
		stoneless bool
	}
	prefixes := map[blockKey][]Word{}
	var order []blockKey
	startInterface.words(0, n.split, height, kink, 0, func(w Word, c interfaceClass) {
		if _, exchanged := w.Canonical(); exchanged {
			return
		}
		key := blockKey{c, w == 0}
		if prefixes[key] == nil {
			order = append(order, key)
		}
		prefixes[key] = append(prefixes[key], w)
	})
	for _, key := range order {
		n.addBlock(prefixes[key], func(visit func(Word)) {
			key.class.words(n.split, height, height, kink, 0, func(w Word, end interfaceClass) {
				if _, exchanged := w.Canonical(); end.stack == emptyStack && !(key.stoneless && exchanged) {
					visit(w >> (4 * n.split))
				}
			})
		})
	}
	return n
}

func (n *numbering) addBlock(prefixes []Word, suffixes func(visit func(Word))) {
	b := block{row: len(n.rows), rows: len(prefixes), column: len(n.suffixes.Members())}
	suffixes(func(w Word) {
		n.suffixes.Number(suffixKey(len(n.blocks), w))
		b.columns++
	})
	if b.columns == 0 {
		return // no border goes on like that
	}
	for i, w := range prefixes {
		n.prefixes.Number(w)
		n.rows = append(n.rows, row{len(n.blocks), n.size + 1 + i*b.columns})
	}
	n.size += b.rows * b.columns
	n.blocks = append(n.blocks, b)
}

// suffixKey returns a suffix with the number of its block.
func suffixKey(block int, w Word) Word { return w | Word(block)<<(4*halfPoints) }

const suffixMask = 1<<(4*halfPoints) - 1

func (n *numbering) prefix(row int) Word    { return n.prefixes.Members()[row] }
func (n *numbering) suffix(column int) Word { return n.suffixes.Members()[column] & suffixMask }

// join returns the class of a prefix and a suffix.
func (n *numbering) join(prefix, suffix Word) Word { return prefix | suffix<<(4*n.split) }

// locate returns the row of a canonical border, and the place of the column in its block.
func (n *numbering) locate(w Word) (r row, column int) {
	number, known := n.prefixes.Find(w & (1<<(4*n.split) - 1))
	if known {
		r = n.rows[number]
		var at uint32
		if at, known = n.suffixes.Find(suffixKey(r.block, w>>(4*n.split))); known {
			return r, int(at) - n.blocks[r.block].column
		}
	}
	panic("connected: a border is not valid")
}

// number returns the number of a border's class.
func (n *numbering) number(w Word) int {
	w, _ = w.Canonical()
	r, column := n.locate(w)
	return r.first + column
}

// each visits all classes with their numbers.
func (n *numbering) each(visit func(number int, w Word)) {
	for i, r := range n.rows {
		b := n.blocks[r.block]
		for j := range b.columns {
			visit(r.first+j, n.join(n.prefix(i), n.suffix(b.column+j)))
		}
	}
}
