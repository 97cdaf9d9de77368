package border

import (
	"cmp"
	"context"
	"slices"

	"combigo.dev/combigo/par"
)

// phaseTables are what a phase of a column is done with: its blocks, and the programs that take
// their rows through the steps.
//
// A phase is the steps of one half of a column. The border is cut before the row split. In the
// prefix phase the points before the cut are replaced one by one: this half is active, and the
// words of the other half are idle. In the suffix phase the half after the cut is active. All that
// one half must know of the other is a crossing. So the values of the words with one crossing, a
// block, are a matrix, and a phase multiplies this matrix from one side.
//
// The active half is cut once more, before the row innerCut, in two parts. While the points of the
// first part are replaced, the letters of the second part are idle, too, and later those of the
// first part. The words of a block that have one such idle part are so few that they stay in a
// core's first cache during these steps: a window.
//
//	        rowBefore                  innerCut            rowAfter
//	start   left     |-- opening --------|---- resting ------|  right
//	middle  left     |-- closed --|    |---- continued ------|  right
//	end     left     |-- closed --|    |---- finished ---|   |  right
//
// The lines are the words of the active half at three times: before the first part, between the
// parts, and after the second part. The point at innerCut is the last one of an opening word, and
// the first one of a continued or finished word.
//
// The half lies between the points at rowBefore and rowAfter. The class of each is in a crossing,
// left or right: one of these is the crossing of the block, the other one is the edge.
type phaseTables struct {
	*column
	prefix                        bool
	rowBefore, innerCut, rowAfter int
	blocks                        []*block
	blockOf                       map[crossing]*block // crossings that differ in their sign may share a block
	opening                       *section            // words up to the point at innerCut, with the kink before them
	resting                       *section            // words after the point at innerCut
	closed                        *section            // words before the point at innerCut
	finished                      *section            // words from the point at innerCut on, without the last point
	bufferSizes                                       // for the largest block
}

// A block is the words of a phase that have one crossing between the halves.
type block struct {
	number      int              // among the blocks of the phase
	crossing    crossing         // between the halves
	left, right crossing         // before and after the active half
	idle        list             // canonical words of the idle half, in the order of storage
	sorted      list             // the same words, sorted
	indices     []int32          // for each word of sorted, its index in idle; nil if idle is sorted
	rows        int              // the number of words of the active half when the phase begins
	firstRow    map[crossing]int // the first row of the opening words that lead to a crossing
	middleRows  int              // the number of rows between the parts
	outRows     int              // the number of rows when the phase ends, for all submatrices
	windows     [2][]window      // of the first part, and of the second part
	submatrices []*submatrix
}

// A window takes consecutive rows through a program, and copies each result to some rows. Without a
// program it only copies rows.
type window struct {
	*program
	input    int     // the first row that the program reads
	from, to []int32 // for each copy: the row of the program's memory, and the row it goes to; in bytes
}

// A submatrix is what a block of this phase leaves for one block of the other phase, for given
// letters between the two cuts and a given recolouring. Its rows belong to the idle words of the
// other block, its columns to the idle words of this block.
type submatrix struct {
	to   *block  // the block of the other phase
	row  int     // the row of the first idle word of the other block
	rows []int32 // for each idle word of this block, its row in the other block
}

// bufferSizes are the sizes of the memory of a thread, in rows: of the memory of programs, and of
// each of two buffers for the values of a chunk. Windows read one of these and write the other.
type bufferSizes struct{ programRows, valueRows int }

// enlarge makes each size at least that of c.
func (b *bufferSizes) enlarge(c bufferSizes) {
	b.programRows, b.valueRows = max(b.programRows, c.programRows), max(b.valueRows, c.valueRows)
}

// newPhaseTables finds the blocks of a phase and their words. [phaseTables.build] adds the
// programs.
func (c *column) newPhaseTables(prefix bool) *phaseTables {
	p := &phaseTables{column: c, prefix: prefix, rowBefore: -1, innerCut: c.innerCutOf(prefix), rowAfter: c.split, blockOf: make(map[crossing]*block)}
	if !prefix {
		p.rowBefore, p.rowAfter = c.split-1, c.height
	}
	kink := p.rowBefore + 1
	p.opening = c.newSection(kink, kink, p.innerCut)
	p.resting = c.newSection(kink, p.innerCut+1, p.rowAfter)
	p.closed = c.newSection(p.innerCut, kink, p.innerCut-1)
	p.finished = c.newSection(p.rowAfter, p.innerCut, p.rowAfter-1)
	// The words that end at the crossing of a block, and those that begin there. When a phase begins,
	// that crossing is at the point after the active half of a prefix phase, or before the active half
	// of a suffix phase. Crossings that differ only in their sign follow each other.
	crossingRow := p.rowAfter
	if !prefix {
		crossingRow = p.rowBefore
	}
	toCrossing, fromCrossing := c.newContinuations(atEdge, kink, 0, crossingRow), c.newSection(kink, crossingRow+1, c.height)
	for crossings := toCrossing.crossings; len(crossings) > 0; {
		k, n := crossings[0], 1
		for n < len(crossings) && crossings[n].stack == k.stack && crossings[n].class == k.class {
			n++
		}
		if c.colourOrderOf(k, &word{}).canonical() {
			p.addBlocks(crossings[:n], func(k crossing) list {
				if prefix {
					return fromCrossing.after(k).to[atEdge]
				}
				return toCrossing.to[k]
			})
		}
		crossings = crossings[n:]
	}
	return p
}

// addBlocks adds the blocks of crossings that differ in their sign only. Blocks of their own leave
// out words that vanish, but each has a last chunk that is not full: if they save less than a
// thirty-second of the values, all these crossings share one block.
func (p *phaseTables) addBlocks(crossings []crossing, idle func(crossing) list) {
	var blocks []*block
	var all list
	values := 0
	for _, k := range crossings {
		b := p.newBlock(k, idle(k))
		blocks, all, values = append(blocks, b), append(all, b.sorted...), values+b.capacity()
	}
	if len(blocks) > 1 {
		slices.SortFunc(all, word.compare)
		k := crossings[0]
		k.begin = none
		if b := p.newBlock(k, all); values > b.capacity()/32*31 && !p.separateSigns {
			blocks = []*block{b}
		}
	}
	for i, k := range crossings {
		b := blocks[min(i, len(blocks)-1)]
		if b.capacity() == 0 {
			continue
		}
		if p.blockOf[k] = b; i < len(blocks) {
			b.number = len(p.blocks)
			p.blocks = append(p.blocks, b)
			p.valueRows = max(p.valueRows, b.rows)
		}
	}
}

// newBlock makes the block of a crossing, with those of some idle words that are canonical.
func (p *phaseTables) newBlock(k crossing, idle list) *block {
	b := &block{crossing: k, left: k, right: atEdge}
	if p.prefix {
		b.left, b.right = atEdge, k
	}
	for _, w := range idle {
		if p.colourOrderOf(k, &w).canonical() {
			b.idle = append(b.idle, w)
		}
	}
	b.sorted = b.idle
	if p.sharesAlign() {
		p.sortByOuter(b)
	}
	p.numberRows(b)
	return b
}

// capacity returns how many values a block has room for, in chunks that need not be full.
func (b *block) capacity() int { return b.rows * chunkCount(len(b.idle)) * lanes }

// sharesAlign reports whether the shares of both phases begin at the same outer words, as half
// turns need, see turn.go.
func (s *shape) sharesAlign() bool { return s.square && s.height%2 == 0 && !s.weighted }

// An outerKey is the outer word of an idle word: its m/2-1 outermost points, read from the end of
// the border, in canonical colours; and the crossing after them. Idle words with the same key are
// in the same share, see turn.go.
type outerKey struct {
	crossing
	word
}

func (h outerKey) compare(g outerKey) int {
	return cmp.Or(cmp.Compare(h.stack, g.stack), cmp.Compare(h.class, g.class), h.word.compare(g.word))
}

// outerOf returns the outer word of an idle word. Only the idle words of the prefix phase are at
// the end of the border, and have to be turned.
func (p *phaseTables) outerOf(idle word) outerKey {
	last := idle.len() - 1
	w := idle.slice(0, last)
	if p.prefix {
		w = w.turned(idle.at[last])
	}
	r := p.colourOrderOf(atEdge, &w).recolouring()
	w = r.word(w)
	return outerKey{atEdge.through(&w, w.len()), w}
}

// sortByOuter sorts the idle words of a block by their outer words.
func (p *phaseTables) sortByOuter(b *block) {
	order := make([]int32, len(b.sorted))
	keys := make([]outerKey, len(b.sorted))
	for i, w := range b.sorted {
		order[i], keys[i] = int32(i), p.outerOf(w)
	}
	slices.SortStableFunc(order, func(i, j int32) int { return keys[i].compare(keys[j]) })
	b.idle, b.indices = make(list, len(order)), make([]int32, len(order))
	for at, i := range order {
		b.idle[at], b.indices[i] = b.sorted[i], int32(at)
	}
}

// indexOf returns the index of an idle word.
func (b *block) indexOf(w word) int {
	i := b.sorted.indexOf(w)
	if b.indices == nil {
		return i
	}
	return int(b.indices[i])
}

// numberRows counts the rows with which the phase begins. They are in the order of the crossing at
// the inner cut, then of the resting word, then of the opening word.
func (p *phaseTables) numberRows(b *block) {
	b.firstRow = make(map[crossing]int)
	opening := p.opening.after(b.left)
	for _, k := range opening.crossings {
		b.firstRow[k] = b.rows
		b.rows += len(opening.to[k]) * len(p.resting.after(k).to[b.right])
	}
}

// visitWords visits the words of the active half with which the phase begins, in the order of the
// rows of a block.
func (p *phaseTables) visitWords(b *block, visit func(w *word)) {
	opening := p.opening.after(b.left)
	for _, k := range opening.crossings {
		for _, r := range p.resting.after(k).to[b.right] {
			for _, o := range opening.to[k] {
				w := o.concat(r)
				visit(&w)
			}
		}
	}
}

// A rowFinder finds the row of a word of the active half in a block. It keeps what it found for the
// last opening word, since the next word often begins with the same one.
type rowFinder struct {
	*phaseTables
	*block
	openingWord  word
	openingWords list // those that lead to the same crossing as openingWord
	openingIndex int  // of openingWord in openingWords
	crossingRow  int  // the first row of that crossing
	restingWords list // those that follow that crossing
}

func (p *phaseTables) newRowFinder(b *block) *rowFinder { return &rowFinder{phaseTables: p, block: b} }

// row returns the row of a word.
func (f *rowFinder) row(w *word) int32 {
	n := f.innerCut - f.rowBefore
	if begin := w.slice(0, n); f.openingWords == nil || begin != f.openingWord {
		k := f.left.through(&begin, n)
		f.openingWord, f.openingWords, f.restingWords = begin, f.opening.after(f.left).to[k], f.resting.after(k).to[f.right]
		f.openingIndex, f.crossingRow = f.openingWords.indexOf(begin), f.firstRow[k]
	}
	return int32(f.crossingRow + f.restingWords.indexOf(w.slice(n, w.len()))*len(f.openingWords) + f.openingIndex)
}

// build makes the windows and the submatrices of all blocks. The other phase, which follows this
// one and may be of the next column, must have its blocks.
func (p *phaseTables) build(ctx context.Context, threads int, other *phaseTables) error {
	otherActive := func(between, idle word) word { return idle.concat(between) }
	if p.prefix {
		otherActive = word.concat
	}
	return p.buildBlocks(ctx, threads, other, func(f *blockBuilder) {
		f.otherActive = otherActive
		f.buildFirstPart()
		f.buildSecondPart()
	})
}

// buildBlocks calls a function that makes the windows and the submatrices of a block, for each
// block.
func (p *phaseTables) buildBlocks(ctx context.Context, threads int, other *phaseTables, buildBlock func(*blockBuilder)) error {
	var programs memo[programKey, *program]
	err := par.For(ctx, threads, len(p.blocks), func(i int) {
		b := p.blocks[i]
		buildBlock(&blockBuilder{phaseTables: p, block: b, other: other, programs: &programs, known: make(map[submatrixKey]*submatrix)})
		b.windows[0] = zeroUnwritten(b.windows[0], b.middleRows)
		b.windows[1] = zeroUnwritten(b.windows[1], b.outRows)
	})
	for _, b := range p.blocks {
		p.valueRows = max(p.valueRows, b.middleRows, b.outRows)
		for _, part := range b.windows {
			for _, w := range part {
				if w.program != nil {
					p.bufferSizes.programRows = max(p.bufferSizes.programRows, w.rows)
				}
			}
		}
	}
	return err
}

// A blockBuilder makes the windows and the submatrices of a block.
type blockBuilder struct {
	*phaseTables
	*block
	other *phaseTables
	// otherActive puts together the word of the other phase's active half: of the letters between the
	// cuts, and of an idle word of this phase.
	otherActive func(between, idle word) word
	programs    *memo[programKey, *program]
	groups      []*cutGroup
	known       map[submatrixKey]*submatrix
}

// A cutGroup is the words that a block has between the two parts with one crossing before the point
// at innerCut: each of the closed words with each of the continued words. A continued word is a
// letter and a resting word.
type cutGroup struct {
	crossing  crossing
	closed    []word
	continued []word
	row       int            // of the first closed word with the first continued word
	letters   map[letter]int // for each letter, the index of the first continued word that begins with it
}

type programKey struct {
	left, right crossing
	first, end  int // board rows
}

// program returns the program of the steps of rows first to end-1. Blocks whose windows lie between
// the same two crossings share the program.
func (f *blockBuilder) program(left, right crossing, begin, results []word, first, end int) *program {
	return f.programs.get(programKey{left, right, first, end}, func() *program {
		return f.newProgram(left, begin, results, f.changes(first, end))
	})
}

// addWindow adds a window to a part, unless the window leaves nothing.
func (f *blockBuilder) addWindow(part int, w window) {
	if len(w.to) > 0 {
		f.windows[part] = append(f.windows[part], w)
	}
}

// groupMiddleWords numbers the rows between the parts, by groups. It returns the crossings after
// the point at innerCut.
func (f *blockBuilder) groupMiddleWords() map[crossing]bool {
	closed := f.closed.after(f.left)
	after := make(map[crossing]bool)
	for _, k := range closed.crossings {
		m := &cutGroup{crossing: k, closed: closed.to[k], row: f.middleRows, letters: make(map[letter]int)}
		f.visitLetters(k, f.innerCut, f.innerCut, func(l letter, to crossing) {
			m.letters[l] = len(m.continued)
			for _, r := range f.resting.after(to).to[f.right] {
				m.continued = append(m.continued, word{}.append(l).concat(r))
			}
			after[to] = true
		})
		if len(m.continued) > 0 {
			f.middleRows += len(m.closed) * len(m.continued)
			f.groups = append(f.groups, m)
		}
	}
	return after
}

// buildFirstPart makes the windows of the first part: one for each resting word.
func (f *blockBuilder) buildFirstPart() {
	after := f.groupMiddleWords()
	opening := f.opening.after(f.left)
	for _, k := range opening.crossings {
		begin, resting := opening.to[k], f.resting.after(k).to[f.right]
		if len(resting) == 0 || !after[k] {
			continue
		}
		results, rows := f.resultsBefore(k)
		prog := f.program(f.left, k, begin, results, f.rowBefore+1, f.innerCut)
		for i := range resting {
			w := window{program: prog, input: f.firstRow[k] + i*len(begin), from: prog.out, to: make([]int32, len(rows))}
			for j, row := range rows {
				w.to[j] = (row + int32(i)) * rowBytes
			}
			f.addWindow(0, w)
		}
	}
}

// resultsBefore lists the results of the first part that lead to a crossing: the closed words, each
// with the letter at innerCut. For each result, rows has the row between the parts where the first
// resting word follows; the rows of the other resting words come next.
func (f *blockBuilder) resultsBefore(k crossing) (results []word, rows []int32) {
	for _, m := range f.groups {
		f.visitLetters(m.crossing, f.innerCut, f.innerCut, func(l letter, to crossing) {
			if to != k {
				return
			}
			for i, w := range m.closed {
				results = append(results, w.append(l))
				rows = append(rows, int32(m.row+i*len(m.continued)+m.letters[l]))
			}
		})
	}
	return results, rows
}

// buildSecondPart makes the windows of the second part, one for each closed word, and the
// submatrices that they fill.
func (f *blockBuilder) buildSecondPart() {
	for _, m := range f.groups {
		var results []word
		finished := f.finished.after(m.crossing)
		for _, k := range finished.crossings {
			f.visitLetters(k, f.rowAfter, f.rowAfter, func(l letter, to crossing) {
				if to != f.right {
					return
				}
				for _, w := range finished.to[k] {
					results = append(results, w.append(l))
				}
			})
		}
		prog := f.program(m.crossing, f.right, m.continued, results, f.innerCut, f.rowAfter)
		for i, c := range m.closed {
			w := window{program: prog, input: m.row + i*len(m.continued)}
			for j, r := range results {
				f.visitOutRows(c.concat(r), func(row int32) {
					w.from, w.to = append(w.from, prog.out[j]), append(w.to, row*rowBytes)
				})
			}
			f.addWindow(1, w)
		}
	}
}

// visitOutRows visits the rows to which the values of an active word go when the phase ends. A part
// of the word is the idle word of the other phase, the rest are letters between the two cuts, which
// belong to the active half of both phases. There is a row for each recolouring that makes the idle
// word of the other phase canonical.
func (f *blockBuilder) visitOutRows(w word, visit func(row int32)) {
	n := f.split // the letters before the cut of the other phase
	if !f.prefix {
		n = f.other.split - f.split + 1 // the other phase is of the next column
	}
	first, last := w.slice(0, n), w.slice(n, w.len())
	k, otherIdle, between := f.left.through(&first, n), first, last
	// Without its sign a crossing stands for both signs; with it, words that vanish are left out.
	if k.begin = none; !f.prefix {
		otherIdle, between = last, first
	} else if f.sites[n][n].dropsVanishing {
		k.begin = first.at[n-1].begin()
	}
	f.visitOutRowsAt(k, between, otherIdle, visit)
}

// visitOutRowsAt does the same for a word in parts: the letters between the cuts, the idle word of
// the other phase, and the crossing of that phase.
func (f *blockBuilder) visitOutRowsAt(k crossing, between, otherIdle word, visit func(row int32)) {
	f.colourOrderOf(k, &otherIdle).recolourings(f.colours, func(r recolouring) {
		p := f.submatrix(r, between, r.crossing(k))
		visit(int32(p.row + p.to.indexOf(r.word(otherIdle))))
	})
}

type submatrixKey struct {
	recolouring recolouring
	between     word
	to          *block
}

// submatrix returns the submatrix for a recolouring, the letters between the cuts, and a crossing
// of the other phase. It makes the submatrix when it is first asked for.
func (f *blockBuilder) submatrix(r recolouring, between word, to crossing) *submatrix {
	key := submatrixKey{r, between, f.other.blockOf[to]}
	m := f.known[key]
	if m == nil {
		m = &submatrix{to: key.to, row: f.outRows, rows: make([]int32, len(f.idle))}
		f.known[key] = m
		f.submatrices = append(f.submatrices, m)
		f.outRows += chunkCount(len(m.to.idle)) * lanes
		find := f.other.newRowFinder(m.to)
		for i, v := range f.idle {
			w := r.word(f.otherActive(between, v))
			m.rows[i] = find.row(&w)
		}
	}
	return m
}

// zeroUnwritten adds a window that clears the rows to which no other window copies: those of words
// that nothing leads to, and those that fill the last chunk of a submatrix.
func zeroUnwritten(windows []window, rows int) []window {
	written := make([]bool, rows)
	for _, w := range windows {
		for _, at := range w.to {
			written[at/rowBytes] = true
		}
	}
	z := window{program: nothing}
	for row, done := range written {
		if !done {
			z.from, z.to = append(z.from, 0), append(z.to, int32(row)*rowBytes)
		}
	}
	if len(z.to) == 0 {
		return windows
	}
	return append(windows, z)
}
