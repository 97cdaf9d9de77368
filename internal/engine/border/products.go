package border

// The first columns (docs/theory.md). Cut a board of k columns along a row: its upper and its lower
// part have that row in common. The value of a word w is the sum of d(r) v(pr) v(qr) over the few
// rests r that can follow the corner along the row, where p is w up to the corner, and q is w from
// the corner on, read from its end with the signs exchanged. So no vector is stored before that of
// the k columns.

// A strip is the boards of some columns, row by row. Its border is a word of the last column, up to
// the corner, and a rest.
type strip struct {
	*column          // the row, a border of k letters: the first one is the corner
	corner  site     // below another row
	rests   *section // the letters after the corner
	changes []change
	// programs take the rests after a corner to what follows it in the next row: to each corner and
	// its rests.
	programs memo[crossing, *program]
}

func newStrip(columns, colours int) *strip {
	row := newShape(Board{Height: columns, Colours: colours}).columns[0]
	s := &strip{column: row, corner: row.sites[0][0], rests: row.newSection(0, 1, columns), changes: []change{{0, Above, false}}}
	s.corner.joined = true
	for i := 1; i < columns; i++ {
		s.changes = append(s.changes, change{i, Above | Left, false})
	}
	return s
}

// restsAfter lists the rests after a corner.
func (s *strip) restsAfter(k crossing) list { return s.rests.after(k).to[atEdge] }

// program puts a row below the corner. A new point at the corner has the old corner above, and
// replaces no point: so the old corner is there twice, once to be replaced.
func (s *strip) program(k crossing) *program {
	return s.programs.get(k, func() *program {
		twice := word{}.append(newLetter(none, none, k.class))
		var begin, results []word
		for _, r := range s.restsAfter(k) {
			begin = append(begin, twice.concat(r))
		}
		s.visitLettersAt(k, &s.corner, func(l letter, to crossing) {
			for _, r := range s.restsAfter(to) {
				results = append(results, word{}.append(l).concat(r))
			}
		})
		return s.newProgram(k, begin, results, s.changes)
	})
}

// restFactor returns the factor of a rest after a corner. Both parts of the board have the rest,
// the second one read from its end. Runs of the same points are merged, and removed.
func (s *strip) restFactor(k crossing, r *word) ratio {
	x := one
	k.strands(r, func(s *strand) {
		switch {
		case s.sign == minus:
		case s.begins:
			x = x.times(remove(plus, s.height()))
		default:
			x = x.times(merge(plus, s.height()))
		}
	})
	return x
}

// A factor is the values of the words of some rows that lead to a corner.
type factor struct {
	words  map[word]int // of the last column: their numbers
	values []uint32     // by the word, by the rest
}

// of returns the values of a word, by the rest. They are zero if the stack within the word is so
// deep that the row has no room for its strands.
func (x *factor) of(w word, rests int) []uint32 {
	i, ok := x.words[w]
	if !ok {
		return make([]uint32, rests)
	}
	return x.values[i*rests:][:rests]
}

type corners map[crossing]*factor

func (all corners) at(k crossing) *factor {
	x := all[k]
	if x == nil {
		x = &factor{words: make(map[word]int)}
		all[k] = x
	}
	return x
}

// corners finds the values of some rows, by the corner.
func (s *strip) corners(f *field, rows int) corners {
	all := make(corners)
	s.visitLetters(atEdge, 0, 0, func(l letter, k crossing) {
		x, first := all.at(k), word{}.append(l)
		x.words[first] = len(x.words)
		for _, r := range s.restsAfter(k) {
			value := uint32(0)
			if w := first.concat(r); w.single() {
				value = 1
			}
			x.values = append(x.values, value)
		}
	})
	for range rows - 1 {
		next := make(corners)
		for k, x := range all {
			s.extend(f, k, x, next)
		}
		all = next
	}
	return all
}

// extend puts a row below a factor.
func (s *strip) extend(f *field, k crossing, x *factor, next corners) {
	p, n := s.program(k), len(s.restsAfter(k))
	words := make([]word, len(x.words))
	for w, i := range x.words {
		words[i] = w
	}
	memory, input := make([]uint32, p.rows*lanes), make([]uint32, n*lanes)
	for first := 0; first < len(words); first += lanes {
		some := words[first:min(first+lanes, len(words))]
		for i := range some {
			for r := range n {
				input[r*lanes+i] = x.values[(first+i)*n+r]
			}
		}
		f.run(p, memory, input)
		out := p.out
		s.visitLettersAt(k, &s.corner, func(l letter, to crossing) {
			y, m := next.at(to), len(s.restsAfter(to))
			for i, w := range some {
				y.words[w.append(l)] = len(y.words)
				for _, at := range out[:m] {
					y.values = append(y.values, rowAt(memory, at)[i])
				}
			}
			out = out[m:]
		})
	}
}

// A productBlock has what the values of a block follow from.
type productBlock struct {
	*program            // the sum of products
	upper    []uint32   // coefficients: by the row, by the rest
	lower    [][]uint32 // by the idle word, by the rest
}

// firstColumnsReader returns the reader of the vector of some columns, computed as products.
func (p *phaseTables) firstColumnsReader(columns int, f *field) reader {
	s := newStrip(columns, p.colours)
	upper, lower := s.corners(f, p.split+1), s.corners(f, p.height-p.split)
	blocks := make([]*productBlock, len(p.blocks))
	for i, b := range p.blocks {
		x, y, rests := upper[b.crossing], lower[b.crossing], s.restsAfter(b.crossing)
		if x == nil || y == nil || len(rests) == 0 {
			continue // nothing leads there
		}
		n := len(rests)
		weights := make([]uint32, 0, 2*n)
		for _, r := range rests {
			w := f.number(f.ratio(s.restFactor(b.crossing, &r)))
			weights = append(weights, w, f.quotient(w))
		}
		q := &productBlock{program: sumOfProducts(n)}
		p.visitWords(b, func(w *word) {
			for r, v := range x.of(*w, n) {
				v = f.product(v, weights[2*r], weights[2*r+1])
				q.upper = append(q.upper, v, f.quotient(v))
			}
		})
		for _, w := range b.idle {
			last := w.len() - 1
			turned := w.slice(0, last)
			turned = turned.turned(w.at[last]).append(w.at[0].turned(b.crossing.class))
			q.lower = append(q.lower, y.of(turned, n))
		}
		blocks[i] = q
	}
	return func(c *chunk, buffer []uint32) []uint32 {
		buffer = buffer[:c.rows*lanes]
		q := blocks[c.number]
		if q == nil {
			clear(buffer)
			return buffer
		}
		n := q.inputs
		memory, input, constants := make([]uint32, q.rows*lanes), make([]uint32, n*lanes), []constants{f.constants}
		for i, values := range q.lower[c.first:][:c.n] {
			for r, v := range values {
				input[r*lanes+i] = v
			}
		}
		for row := range c.rows {
			fastest.execute(q.code, memory, input, q.upper[2*n*row:], constants)
			*rowAt(buffer, int32(row)*rowBytes) = *rowAt(memory, q.out[0])
		}
		return buffer
	}
}

// sumOfProducts is the program that adds some rows, each times a coefficient.
func sumOfProducts(n int) *program {
	g, p := &graph{nodes: make([]node, n), known: make(map[uint64]int32)}, &program{inputs: n}
	sum := term{row: g.node(multiply, 0, 0)}
	for i := range int32(n - 1) {
		sum = g.sum(sum, term{row: g.node(multiply, i+1, i+1)})
	}
	p.assemble(g, []term{sum})
	return p
}
