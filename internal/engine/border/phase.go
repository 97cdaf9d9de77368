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
// The active half is cut once more. While the steps of its first part go on, the letters of its
// second part are idle, too, and later the other way round. The words of a block that have one such
// idle part are so few that they go through these steps in a core's first cache: a window.
//
//	        before   before+1 ...      cut   ...         after
//	start   left     |-- opening -------|--- resting -----|  right
//	middle  left     |-- closed --|      - continued -----|  right
//	end     left     |-- closed --|      - finished --|   |  right
//
// The half lies between the points before and after, whose classes belong to the crossings left and
// right: that of the block, and the edge.
type phase struct {
	*column
	prefix             bool
	before, cut, after int
	blocks             []*block
	of                 map[crossing]*block
	opening            *section // words up to the point at the cut, the border broken before them
	resting            *section // words after that point
	closed             *section // words before it
	finished           *section // words from it on, without the last point
	buffers                     // for the largest block
}

// A block is the words of a phase that have one crossing between the halves.
type block struct {
	number      int
	crossing    crossing
	left, right crossing         // of the active half
	idle        list             // canonical words of the idle half, in the order of their values
	sorted      list             // the same, in order
	indices     []int32          // by the place in that order: the index of the word; nil if both are the same
	rows        int              // words of the active half when the phase begins
	first       map[crossing]int // their first row, by the crossing at the cut
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

// A submatrix is the part of a block's values that goes to one block of the other phase, for one
// letter between the halves: a matrix of all idle words of that block, and all of this one.
type submatrix struct {
	to   *block
	row  int     // of the first idle word of that block
	rows []int32 // by the idle word of this block: the row in that block
}

// buffers are the sizes of the memory of a thread, in rows: for programs, and twice for the values
// of a chunk, which windows take from one buffer to the other.
type buffers struct{ program, values int }

func (b *buffers) atLeast(c buffers) {
	b.program, b.values = max(b.program, c.program), max(b.values, c.values)
}

// newPhase finds the blocks of a phase and their words.
func (c *column) newPhase(prefix bool) *phase {
	p := &phase{column: c, prefix: prefix, before: -1, cut: c.cutOf(prefix), after: c.split, of: make(map[crossing]*block)}
	if !prefix {
		p.before, p.after = c.split-1, c.height
	}
	kink := p.before + 1
	p.opening = c.section(kink, kink, p.cut)
	p.resting = c.section(kink, p.cut+1, p.after)
	p.closed = c.section(p.cut, kink, p.cut-1)
	p.finished = c.section(p.after, p.cut, p.after-1)
	// From the edge to the crossing, and from the crossing to the edge.
	end := c.split
	if !prefix {
		end--
	}
	toCrossing, fromCrossing := c.newContinuations(atEdge, kink, 0, end), c.section(kink, c.split+1, c.height)
	for order := toCrossing.order; len(order) > 0; {
		k, n := order[0], 1
		for n < len(order) && order[n].stack == k.stack && order[n].class == k.class {
			n++
		}
		if c.orderOf(k, &word{}).canonical() {
			p.addBlocks(order[:n], func(k crossing) list {
				if prefix {
					return fromCrossing.from(k).to[atEdge]
				}
				return toCrossing.to[k]
			})
		}
		order = order[n:]
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
		if p.of[k] = b; i < len(blocks) {
			b.number = len(p.blocks)
			p.blocks = append(p.blocks, b)
			p.values = max(p.values, b.rows)
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
		if p.orderOf(k, &w).canonical() {
			b.idle = append(b.idle, w)
		}
	}
	b.sorted = b.idle
	if p.mirrored() {
		p.sortByHalf(b)
	}
	p.open(b)
	return b
}

// values returns how many values a block has room for.
func (b *block) values() int { return b.rows * chunksOf(len(b.idle)) * lanes }

// mirrored reports whether shares begin at halves, see turn.go.
func (s *shape) mirrored() bool { return s.square && s.height%2 == 0 && !s.weighted }

// A halfKey is a key of idle words: words with the same key are in the same share, see turn.go.
type halfKey struct {
	crossing
	word
}

func (h halfKey) compare(g halfKey) int {
	return cmp.Or(cmp.Compare(h.stack, g.stack), cmp.Compare(h.class, g.class), h.word.compare(g.word))
}

// halfOf returns the half of an idle word.
func (p *phase) halfOf(idle word) halfKey {
	last := idle.len() - 1
	w := idle.from(0, last)
	if p.prefix {
		w = w.turned(idle.at[last])
	}
	r := p.orderOf(atEdge, &w).recolouring()
	w = r.word(w)
	return halfKey{atEdge.through(&w, w.len()), w}
}

// sortByHalf brings the idle words of a block in the order of their halves.
func (p *phase) sortByHalf(b *block) {
	order := make([]int32, len(b.sorted))
	halves := make([]halfKey, len(b.sorted))
	for i, w := range b.sorted {
		order[i], halves[i] = int32(i), p.halfOf(w)
	}
	slices.SortStableFunc(order, func(i, j int32) int { return halves[i].compare(halves[j]) })
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

// open numbers the rows with which the phase begins: by the crossing at the cut, then by the
// letters after it, then by those before it.
func (p *phase) open(b *block) {
	b.first = make(map[crossing]int)
	opening := p.opening.from(b.left)
	for _, k := range opening.order {
		b.first[k] = b.rows
		b.rows += len(opening.to[k]) * len(p.resting.from(k).to[b.right])
	}
}

// words visits the words of a block with which the phase begins, in the order of the rows.
func (p *phase) words(b *block, visit func(w *word)) {
	opening := p.opening.from(b.left)
	for _, k := range opening.order {
		for _, r := range p.resting.from(k).to[b.right] {
			for _, o := range opening.to[k] {
				w := o.cat(r)
				visit(&w)
			}
		}
	}
}

// A rowFinder finds the rows of words, one word after another that begin alike.
type rowFinder struct {
	*phase
	*block
	begin        word
	opening      list
	place, first int
	resting      list
}

func (p *phase) rowsOf(b *block) *rowFinder { return &rowFinder{phase: p, block: b} }

func (f *rowFinder) row(w *word) int32 {
	n := f.cut - f.before
	if begin := w.from(0, n); f.opening == nil || begin != f.begin {
		k := f.left.through(&begin, n)
		f.begin, f.opening, f.resting = begin, f.phase.opening.from(f.left).to[k], f.phase.resting.from(k).to[f.right]
		f.place, f.first = f.opening.indexOf(begin), f.block.first[k]
	}
	return int32(f.first + f.resting.indexOf(w.from(n, w.len()))*len(f.opening) + f.place)
}

// fill makes the windows and the submatrices of all blocks. The other phase has its blocks.
func (p *phase) fill(ctx context.Context, threads int, other *phase) error {
	rest := func(between, idle word) word { return idle.cat(between) }
	if p.prefix {
		rest = word.cat
	}
	return p.fillBy(ctx, threads, other, func(f *blockBuilder) {
		f.rest = rest
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
		p.values = max(p.values, b.middle, b.out)
		for _, part := range b.windows {
			for _, w := range part {
				if w.program != nil {
					p.buffers.program = max(p.buffers.program, w.rows)
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
	other    *phase
	rest     func(between, idle word) word // of the word of the other phase
	programs *memo[programKey, *program]
	groups   []*cutGroup
	made     map[submatrixKey]*submatrix
}

// A cutGroup is the words of a block between the two parts that have one crossing before the cut.
type cutGroup struct {
	crossing  crossing
	closed    []word
	continued []word
	row       int
	// The first of the continued words that begin with a letter. They go on with the resting words.
	letters map[letter]int
}

type programKey struct {
	left, right crossing
	first, end  int // rows of the part
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
	after := make(map[crossing]bool) // crossings after the cut
	for _, k := range closed.order {
		m := &cutGroup{crossing: k, closed: closed.to[k], row: f.middle, letters: make(map[letter]int)}
		f.next(k, f.cut, f.cut, func(l letter, to crossing) {
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
	for _, k := range opening.order {
		begin, resting := opening.to[k], f.resting.from(k).to[f.right]
		if len(resting) == 0 || !after[k] {
			continue
		}
		results, rows := f.resultsBefore(k)
		prog := f.program(f.left, k, begin, results, f.before+1, f.cut)
		for i := range resting {
			w := window{program: prog, input: f.first[k] + i*len(begin), from: prog.out, to: make([]int32, len(rows))}
			for j, row := range rows {
				w.to[j] = (row + int32(i)) * rowBytes
			}
			f.add(0, w)
		}
	}
}

// resultsBefore lists the words of the first part in the end that lead to a crossing after the cut,
// and their rows in the middle together with the first of the resting words; the others follow.
func (f *blockBuilder) resultsBefore(k crossing) (results []word, rows []int32) {
	for _, m := range f.groups {
		f.next(m.crossing, f.cut, f.cut, func(l letter, to crossing) {
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
		for _, k := range finished.order {
			f.next(k, f.after, f.after, func(l letter, to crossing) {
				if to != f.right {
					return
				}
				for _, w := range finished.to[k] {
					results = append(results, w.and(l))
				}
			})
		}
		prog := f.program(m.crossing, f.right, m.continued, results, f.cut, f.after)
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
	k, idle, between := f.left.through(&first, n), first, last
	if k.begin = none; !f.prefix {
		idle, between = last, first
	} else if f.sites[n][n].next {
		k.begin = first.at[n-1].begin()
	}
	f.scatterTo(k, between, idle, visit)
}

// scatterTo visits the rows of a word that is some letters between the halves, the crossing there,
// and an idle word of the other phase.
func (f *blockBuilder) scatterTo(k crossing, between, idle word, visit func(row int32)) {
	f.orderOf(k, &idle).recolourings(f.colours, func(r recolouring) {
		p := f.submatrix(r, between, r.crossing(k))
		visit(int32(p.row + p.to.indexOf(r.word(idle))))
	})
}

type submatrixKey struct {
	recolouring recolouring
	between     word
	to          *block
}

func (f *blockBuilder) submatrix(r recolouring, between word, to crossing) *submatrix {
	key := submatrixKey{r, between, f.other.of[to]} // crossings that differ in a sign may share a block
	p := f.made[key]
	if p == nil {
		p = &submatrix{to: key.to, row: f.out, rows: make([]int32, len(f.idle))}
		f.made[key] = p
		f.submatrices = append(f.submatrices, p)
		f.block.out += chunksOf(len(p.to.idle)) * lanes
		find := f.other.rowsOf(p.to)
		for i, v := range f.idle {
			w := r.word(f.rest(between, v))
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
