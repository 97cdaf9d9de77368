package connected

// A numbering gives the valid state classes of a kink the numbers from 1 on. A class is represented
// by its canonical border, which is cut into a prefix of half of the points and a suffix. What the
// prefix says of the suffix is its interface class; so the classes with one interface class, a
// block, are all prefixes that lead to the interface class times all suffixes that can follow.
// Numbers go through the blocks, in a block through the prefixes, which are its rows, and for each
// prefix through the suffixes, the columns. The lists have about the square root of the number of
// the classes.
//
// The states of the first column, which are few and stand at the edge of the board, are listed:
// one block with one row, whose prefix has no points.
type numbering struct {
	split, kink int // points of a prefix, and points in the new column

	blocks   []block
	prefixes Set // by row
	rows     []row
	size     int // the largest number
}

// block is the rows and columns with one interface class.
type block struct {
	row, rows int // the first, and how many
	suffixes  Set // by column
}

func (b *block) columns() int { return len(b.suffixes.Members()) }

// row is the block of a prefix, and the number of its class with the first suffix.
type row struct{ block, first int }

// newNumbering lists the prefixes and suffixes of a kink.
func newNumbering(height, kink int) *numbering {
	n := &numbering{split: (height + 1) / 2, kink: kink}
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
		var suffixes Set
		key.class.words(n.split, height, height, kink, 0, func(w Word, end interfaceClass) {
			if _, exchanged := w.Canonical(); end.stack == emptyStack && !(key.stoneless && exchanged) {
				suffixes.Number(w >> (4 * n.split))
			}
		})
		n.addBlock(prefixes[key], suffixes)
	}
	return n
}

func (n *numbering) addBlock(prefixes []Word, suffixes Set) {
	b := block{len(n.rows), len(prefixes), suffixes}
	columns := b.columns()
	if columns == 0 {
		return // no border goes on like that
	}
	for i, w := range prefixes {
		n.prefixes.Number(w)
		n.rows = append(n.rows, row{len(n.blocks), n.size + 1 + i*columns})
	}
	n.size += b.rows * columns
	n.blocks = append(n.blocks, b)
}

// newList numbers some states of the first column in their order.
func newList(kink int, states Set) *numbering {
	n := &numbering{kink: kink}
	n.addBlock([]Word{0}, states)
	return n
}

// block returns the block of a row.
func (n *numbering) block(row int) *block { return &n.blocks[n.rows[row].block] }

// join returns the class of the prefix of a row and the suffix of a column of its block.
func (n *numbering) join(row, column int) Word {
	return n.prefixes.Members()[row] | n.block(row).suffixes.Members()[column]<<(4*n.split)
}

// locate returns the row of a canonical border, and the place of the column in its block.
func (n *numbering) locate(w Word) (r row, column int) {
	number, known := n.prefixes.Find(w & (1<<(4*n.split) - 1))
	if known {
		r = n.rows[number]
		var at uint32
		if at, known = n.blocks[r.block].suffixes.Find(w >> (4 * n.split)); known {
			return r, int(at)
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
		for j := range n.block(i).columns() {
			visit(r.first+j, n.join(i, j))
		}
	}
}
