package border

import (
	"cmp"
	"context"
	"slices"

	"combigo.dev/combigo/par"
)

// A phase is the steps of one half of a column. The border is cut before the point split. In the
// prefix phase the points before the cut are replaced one by one, and the words of the other half
// are idle; in the suffix phase it is the other way round. What one half must know of the other is
// a crossing. So the values of the words with one crossing, a block, are a matrix, and a phase
// multiplies it from one side.
//
// The active half is cut once more, at innerCut. While the steps of its first part go on, the
// letters of its second part are idle, too, and later the other way round. The words of a block
// that have one such idle part are so few that they go through these steps in a core's first cache:
// a window.
//
//	        before   before+1 ...      innerCut ...          after
//	start   left     |-- opening --------|---- resting ------|  right
//	middle  left     |-- closed --|    |---- continued ------|  right
//	end     left     |-- closed --|    |---- finished ---|   |  right
//
// The lines are the words of the active half at three times: before the first part, between the
// parts, and after the second one. The point at innerCut ends opening, and begins continued and
// finished.
//
// The half lies between the points before and after, whose classes belong to the crossings left and
// right: that of the block, and the edge.
type phase struct {
	*column
	prefix                  bool
	before, innerCut, after int
	blocks                  []*block
	blockOf                 map[crossing]*block // crossings that differ in their sign may share a block
	opening                 *section            // words up to the point at the inner cut; the kink is before them
	resting                 *section            // words after that point
	closed                  *section            // words before it
	finished                *section            // words from it on, without the last point
	buffers                                     // for the largest block
}

// A block is the words of a phase that have one crossing between the halves.
type block struct {
	number      int
	crossing    crossing
	left, right crossing         // of the active half
	idle        list             // canonical words of the idle half, in the order of storage
	sorted      list             // the same words, sorted
	indices     []int32          // for each word of sorted, its index in idle; nil if idle is sorted
	rows        int              // words of the active half when the phase begins
	first       map[crossing]int // their first row, by the crossing at the inner cut
	middle      int              // rows between the parts
	out         int              // rows when the phase ends, for all submatrices
	windows     [2][]window      // of the parts
	submatrices []*submatrix
}

// A window takes rows that follow each other through a program, and leaves the results in any rows.
// Without a program it copies rows.
type window struct {
	*program
	input    int     // first row
	from, to []int32 // of the results: where the program leaves them, and where they go; in bytes
}

// A submatrix is the part of a block's values that goes to one block of the other phase, for the
// letters between the halves and a recolouring: a matrix of all idle words of that block, and all
// of this one.
type submatrix struct {
	to   *block
	row  int     // of the first idle word of that block
	rows []int32 // by the idle word of this block: the row in that block
}

// buffers are the sizes of the memory of a thread, in rows: for programs, and twice for the values
// of a chunk, which windows take from one buffer to the other.
type buffers struct{ programRows, valueRows int }

func (b *buffers) atLeast(c buffers) {
	b.programRows, b.valueRows = max(b.programRows, c.programRows), max(b.valueRows, c.valueRows)
}

// newPhase finds the blocks of a phase and their words.
func (c *column) newPhase(prefix bool) *phase {
	p := &phase{column: c, prefix: prefix, before: -1, innerCut: c.innerCutOf(prefix), after: c.split, blockOf: make(map[crossing]*block)}
	if !prefix {
		p.before, p.after = c.split-1, c.height
	}
	kink := p.before + 1
	p.opening = c.section(kink, kink, p.innerCut)
	p.resting = c.section(kink, p.innerCut+1, p.after)
	p.closed = c.section(p.innerCut, kink, p.innerCut-1)
	p.finished = c.section(p.after, p.innerCut, p.after-1)
	// toCrossing has the words before the crossing, fromCrossing those after it. Crossings that
	// differ only in their sign follow each other.
	end := c.split
	if !prefix {
		end--
	}
	toCrossing, fromCrossing := c.newContinuations(atEdge, kink, 0, end), c.section(kink, c.split+1, c.height)
	for crossings := toCrossing.crossings; len(crossings) > 0; {
		k, n := crossings[0], 1
		for n < len(crossings) && crossings[n].stack == k.stack && crossings[n].class == k.class {
			n++
		}
		if c.colourOrderOf(k, &word{}).canonical() {
			p.addBlocks(crossings[:n], func(k crossing) list {
				if prefix {
					return fromCrossing.from(k).to[atEdge]
				}
				return toCrossing.to[k]
			})
		}
		crossings = crossings[n:]
	}
	return p
}

// addBlocks adds the blocks of crossings that differ in their sign only: one block for each
// crossing, without words that vanish, if that saves a part of the values that is worth it; or else
// one block for all of them, since the last chunk of a block is not full.
func (p *phase) addBlocks(crossings []crossing, idle func(crossing) list) {
	var blocks []*block
	var all list
	values := 0
	for _, k := range crossings {
		b := p.newBlock(k, idle(k))
		blocks, all, values = append(blocks, b), append(all, b.sorted...), values+b.values()
	}
	if len(blocks) > 1 {
		slices.SortFunc(all, word.compare)
		k := crossings[0]
		k.begin = none
		if b := p.newBlock(k, all); values > b.values()/32*31 && !p.apart {
			blocks = []*block{b}
		}
	}
	for i, k := range crossings {
		b := blocks[min(i, len(blocks)-1)]
		if b.values() == 0 {
			continue
		}
		if p.blockOf[k] = b; i < len(blocks) {
			b.number = len(p.blocks)
			p.blocks = append(p.blocks, b)
			p.valueRows = max(p.valueRows, b.rows)
		}
	}
}

// newBlock makes a block of idle words that are canonical.
func (p *phase) newBlock(k crossing, idle list) *block {
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

// values returns how many values a block has room for.
func (b *block) values() int { return b.rows * chunksOf(len(b.idle)) * lanes }

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

// outerOf returns the outer word of an idle word.
func (p *phase) outerOf(idle word) outerKey {
	last := idle.len() - 1
	w := idle.from(0, last)
	if p.prefix {
		w = w.turned(idle.at[last])
	}
	r := p.colourOrderOf(atEdge, &w).recolouring()
	w = r.word(w)
	return outerKey{atEdge.through(&w, w.len()), w}
}

// sortByOuter brings the idle words of a block in the order of their outer words.
func (p *phase) sortByOuter(b *block) {
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

// numberRows numbers the rows with which the phase begins: by the crossing at the inner cut, then
// by the letters after it, then by those before it.
func (p *phase) numberRows(b *block) {
	b.first = make(map[crossing]int)
	opening := p.opening.from(b.left)
	for _, k := range opening.crossings {
		b.first[k] = b.rows
		b.rows += len(opening.to[k]) * len(p.resting.from(k).to[b.right])
	}
}

// words visits the words of a block with which the phase begins, in the order of the rows.
func (p *phase) words(b *block, visit func(w *word)) {
	opening := p.opening.from(b.left)
	for _, k := range opening.crossings {
		for _, r := range p.resting.from(k).to[b.right] {
			for _, o := range opening.to[k] {
				w := o.cat(r)
				visit(&w)
			}
		}
	}
}

// A rowFinder finds the row of a word. It keeps what it found for the beginning of the last word.
type rowFinder struct {
	*phase
	*block
	begin   word
	opening list
	place   int // of begin in opening
	first   int // row of its crossing
	resting list
}

func (p *phase) newRowFinder(b *block) *rowFinder { return &rowFinder{phase: p, block: b} }

func (f *rowFinder) row(w *word) int32 {
	n := f.innerCut - f.before
	if begin := w.from(0, n); f.opening == nil || begin != f.begin {
		k := f.left.through(&begin, n)
		f.begin, f.opening, f.resting = begin, f.phase.opening.from(f.left).to[k], f.phase.resting.from(k).to[f.right]
		f.place, f.first = f.opening.indexOf(begin), f.block.first[k]
	}
	return int32(f.first + f.resting.indexOf(w.from(n, w.len()))*len(f.opening) + f.place)
}

// fill makes the windows and the submatrices of all blocks. The blocks of the other phase must be
// there.
func (p *phase) fill(ctx context.Context, threads int, other *phase) error {
	otherActive := func(between, idle word) word { return idle.cat(between) }
	if p.prefix {
		otherActive = word.cat
	}
	return p.fillBy(ctx, threads, other, func(f *blockBuilder) {
		f.otherActive = otherActive
		f.firstPart()
		f.secondPart()
	})
}

// fillBy makes the windows and the submatrices of all blocks as a function does for one of them.
func (p *phase) fillBy(ctx context.Context, threads int, other *phase, fill func(*blockBuilder)) error {
	var programs memo[programKey, *program]
	err := par.For(ctx, threads, len(p.blocks), func(i int) {
		b := p.blocks[i]
		fill(&blockBuilder{phase: p, block: b, other: other, programs: &programs, made: make(map[submatrixKey]*submatrix)})
		b.windows[0] = zero(b.windows[0], b.middle)
		b.windows[1] = zero(b.windows[1], b.out)
	})
	for _, b := range p.blocks {
		p.valueRows = max(p.valueRows, b.middle, b.out)
		for _, part := range b.windows {
			for _, w := range part {
				if w.program != nil {
					p.buffers.programRows = max(p.buffers.programRows, w.rows)
				}
			}
		}
	}
	return err
}

// A blockBuilder makes the windows and the submatrices of a block.
type blockBuilder struct {
	*phase
	*block
	other       *phase
	otherActive func(between, idle word) word // the active word of the other phase
	programs    *memo[programKey, *program]
	groups      []*cutGroup
	made        map[submatrixKey]*submatrix
}

// A cutGroup is the words of a block between the two parts that have one crossing before the inner
// cut.
type cutGroup struct {
	crossing  crossing
	closed    []word
	continued []word
	row       int // of the first closed word with the first continued one
	// The first of the continued words that begin with a letter. They go on with the resting words.
	letters map[letter]int
}

type programKey struct {
	left, right crossing
	first, end  int // board rows
}

// program returns the program of the windows of a part between two crossings: they share it.
func (f *blockBuilder) program(left, right crossing, begin, results []word, first, end int) *program {
	return f.programs.get(programKey{left, right, first, end}, func() *program {
		return f.newProgram(left, begin, results, f.changes(first, end))
	})
}

// add adds a window to a part, unless nothing comes out of it.
func (f *blockBuilder) add(part int, w window) {
	if len(w.to) > 0 {
		f.windows[part] = append(f.windows[part], w)
	}
}

// firstPart makes the windows of the first part, and finds the rows they lead to.
func (f *blockBuilder) firstPart() {
	closed := f.closed.from(f.left)
	after := make(map[crossing]bool) // crossings after the inner cut
	for _, k := range closed.crossings {
		m := &cutGroup{crossing: k, closed: closed.to[k], row: f.middle, letters: make(map[letter]int)}
		f.next(k, f.innerCut, f.innerCut, func(l letter, to crossing) {
			m.letters[l] = len(m.continued)
			for _, r := range f.resting.from(to).to[f.right] {
				m.continued = append(m.continued, word{}.and(l).cat(r))
			}
			after[to] = true
		})
		if len(m.continued) > 0 {
			f.middle += len(m.closed) * len(m.continued)
			f.groups = append(f.groups, m)
		}
	}
	opening := f.phase.opening.from(f.left)
	for _, k := range opening.crossings {
		begin, resting := opening.to[k], f.resting.from(k).to[f.right]
		if len(resting) == 0 || !after[k] {
			continue
		}
		results, rows := f.resultsBefore(k)
		prog := f.program(f.left, k, begin, results, f.before+1, f.innerCut)
		for i := range resting {
			w := window{program: prog, input: f.first[k] + i*len(begin), from: prog.out, to: make([]int32, len(rows))}
			for j, row := range rows {
				w.to[j] = (row + int32(i)) * rowBytes
			}
			f.add(0, w)
		}
	}
}

// resultsBefore lists the words that the first part leaves and that lead to a crossing after the
// inner cut. For each of them, rows has the row in the middle that goes on with the first resting
// word; the rows that go on with the other resting words follow it.
func (f *blockBuilder) resultsBefore(k crossing) (results []word, rows []int32) {
	for _, m := range f.groups {
		f.next(m.crossing, f.innerCut, f.innerCut, func(l letter, to crossing) {
			if to != k {
				return
			}
			for i, w := range m.closed {
				results = append(results, w.and(l))
				rows = append(rows, int32(m.row+i*len(m.continued)+m.letters[l]))
			}
		})
	}
	return results, rows
}

// secondPart makes the windows of the second part, and the submatrices they lead to.
func (f *blockBuilder) secondPart() {
	for _, m := range f.groups {
		var results []word
		finished := f.finished.from(m.crossing)
		for _, k := range finished.crossings {
			f.next(k, f.after, f.after, func(l letter, to crossing) {
				if to != f.right {
					return
				}
				for _, w := range finished.to[k] {
					results = append(results, w.and(l))
				}
			})
		}
		prog := f.program(m.crossing, f.right, m.continued, results, f.innerCut, f.after)
		for i, c := range m.closed {
			w := window{program: prog, input: m.row + i*len(m.continued)}
			for j, r := range results {
				f.scatter(c.cat(r), func(row int32) {
					w.from, w.to = append(w.from, prog.out[j]), append(w.to, row*rowBytes)
				})
			}
			f.add(1, w)
		}
	}
}

// scatter visits the rows in which the values of a word leave the phase: one for each recolouring
// that makes the idle word of the other phase canonical. The letters between the two idle words
// belong to the active half of both phases.
func (f *blockBuilder) scatter(w word, visit func(row int32)) {
	n := f.split
	if !f.prefix {
		n = f.other.split - f.split + 1
	}
	first, last := w.from(0, n), w.from(n, w.len())
	k, otherIdle, between := f.left.through(&first, n), first, last
	// The sign matters where words that vanish are left out.
	if k.begin = none; !f.prefix {
		otherIdle, between = last, first
	} else if f.sites[n][n].next {
		k.begin = first.at[n-1].begin()
	}
	f.scatterTo(k, between, otherIdle, visit)
}

// scatterTo visits the rows of a word that is some letters between the halves, the crossing there,
// and an idle word of the other phase.
func (f *blockBuilder) scatterTo(k crossing, between, otherIdle word, visit func(row int32)) {
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

func (f *blockBuilder) submatrix(r recolouring, between word, to crossing) *submatrix {
	key := submatrixKey{r, between, f.other.blockOf[to]}
	p := f.made[key]
	if p == nil {
		p = &submatrix{to: key.to, row: f.out, rows: make([]int32, len(f.idle))}
		f.made[key] = p
		f.submatrices = append(f.submatrices, p)
		f.block.out += chunksOf(len(p.to.idle)) * lanes
		find := f.other.newRowFinder(p.to)
		for i, v := range f.idle {
			w := r.word(f.otherActive(between, v))
			p.rows[i] = find.row(&w)
		}
	}
	return p
}

// zero adds a window that clears the rows which no other one writes: words that nothing leads to,
// and rows that fill a submatrix up to whole chunks.
func zero(windows []window, rows int) []window {
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
