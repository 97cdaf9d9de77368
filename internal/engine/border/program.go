package border

import (
	"cmp"
	"slices"
)

// A program computes rows of values, those of the words after some steps, from rows of the words
// before. It is made in two passes. The first one, a graph, writes each row as a sum of rows of the
// step before; what two sums have in common is computed once. The second one gives each row a place
// in a small memory, and sorts what can be done at one time by operation: the code has no branches.

// An operation makes a row of one or two others.
type operation uint8

const (
	add operation = iota
	subtract
	halve
	multiply // by a coefficient
	scale    // by a row of coefficients
	modulo   // another prime, from here on
	stop
)

// node is a row: an input, or what an operation makes.
type node struct {
	operation
	a, b  int32 // rows; of multiply, b is the number of the coefficient
	level int32 // 0: input; else more than those of a and b
}

// A term is a row with a sign.
type term struct {
	row      int32
	negative bool
}

// A graph is the first pass.
type graph struct {
	nodes []node
	known map[uint64]int32 // by operation, a and b
}

// node returns the row that an operation makes of one or two rows, and adds it if it is new.
func (g *graph) node(op operation, a, b int32) int32 {
	if op == add && a > b {
		a, b = b, a
	}
	key := uint64(op)<<62 | uint64(a)<<31 | uint64(b)
	if n, ok := g.known[key]; ok {
		return n
	}
	level := g.nodes[a].level + 1
	if op == add || op == subtract {
		level = max(level, g.nodes[b].level+1)
	}
	g.known[key] = int32(len(g.nodes))
	g.nodes = append(g.nodes, node{op, a, b, level})
	return int32(len(g.nodes) - 1)
}

// sum returns the sum of two terms.
func (g *graph) sum(x, y term) term {
	switch {
	case x.negative == y.negative:
		return term{g.node(add, x.row, y.row), x.negative}
	case y.negative:
		return term{g.node(subtract, x.row, y.row), false}
	}
	return term{g.node(subtract, y.row, x.row), false}
}

// product returns a term times a coefficient.
func (g *graph) product(x term, r ratio) term {
	if r.num < 0 {
		r, x.negative = r.negative(), !x.negative
	}
	switch {
	case r == one:
		return x
	case r == ratio{2, 1}:
		return term{g.node(add, x.row, x.row), x.negative}
	case r == ratio{1, 2}:
		return term{g.node(halve, x.row, 0), x.negative}
	case r == ratio{3, 2}:
		return g.sum(x, g.product(x, ratio{1, 2}))
	}
	return term{g.node(multiply, x.row, coefficientOf[r]), x.negative}
}

// timesColourWeight multiplies a term by the weight of the colour of a stone.
func (g *graph) timesColourWeight(x term, z class) term {
	if !z.stone() {
		return x
	}
	return term{g.node(multiply, x.row, int32(len(coefficients)+z.colour())), x.negative}
}

// A contribution is a part of the sum that makes a row.
type contribution struct {
	to            int32  // the word
	letter, below letter // of the word it comes from, at the point of the step
	term          term
	before, after ratio // see [successor]
}

// compare orders the contributions to a sum: those that several sums have in common come first.
func (c *contribution) compare(d *contribution) int {
	return cmp.Or(cmp.Compare(c.after.num*d.after.den, d.after.num*c.after.den)*-1,
		cmp.Compare(c.letter.class(), d.letter.class()), cmp.Compare(c.letter, d.letter), cmp.Compare(c.below, d.below))
}

// totals returns the sums of the contributions to n words.
func (g *graph) totals(parts []contribution, n int) []term {
	slices.SortFunc(parts, func(a, b contribution) int {
		if a.to != b.to {
			return cmp.Compare(a.to, b.to)
		}
		return a.compare(&b)
	})
	terms := make([]term, n)
	for i := range terms {
		end := 0
		for end < len(parts) && parts[end].to == int32(i) {
			end++
		}
		terms[i], parts = g.total(parts[:end]), parts[end:]
	}
	return terms
}

// total returns the sum of the contributions to one word.
func (g *graph) total(parts []contribution) term {
	var total term
	for i := 0; i < len(parts); {
		begin := i
		part := g.product(parts[i].term, parts[i].before)
		for i++; i < len(parts) && parts[i].after == parts[begin].after; i++ {
			part = g.sum(part, g.product(parts[i].term, parts[i].before))
		}
		part = g.product(part, parts[begin].after)
		if begin == 0 {
			total = part
		} else {
			total = g.sum(total, part)
		}
	}
	return total
}

// program is the second pass.
type program struct {
	inputs int
	code   []int32 // blocks of instructions: operation, where a and b are (1: input), number; to, a, b ...
	rows   int     // of the memory; row 0 is zero
	out    []int32 // the rows of the results, in bytes
}

// nothing is the program that leaves zeros.
var nothing = &program{code: []int32{int32(stop), 0, 0, 0}, rows: 1}

// newProgram makes the program that takes words after a crossing through some steps to the words of
// results. No other words may come out; one that does not is zero.
func (s *shape) newProgram(left crossing, begin, results []word, steps []change) *program {
	g := &graph{nodes: make([]node, len(begin)), known: make(map[uint64]int32)}
	p := &program{inputs: len(begin)}
	words, terms := begin, make([]term, len(begin))
	for i := range terms {
		terms[i].row = int32(i)
	}
	for _, o := range steps {
		var next []word
		places := make(map[word]int32, 2*len(words))
		var parts []contribution
		for i := range words {
			w := &words[i]
			s.step(w, o, left, func(to successor) {
				j, ok := places[to.word]
				if !ok {
					j = int32(len(next))
					places[to.word] = j
					next = append(next, to.word)
				}
				parts = append(parts, contribution{j, w.at[o.i], w.at[o.i+1], terms[i], to.before, to.after})
			})
		}
		words, terms = next, g.totals(parts, len(next))
		if s.weighted {
			for j := range words {
				terms[j] = g.timesColourWeight(terms[j], words[j].at[o.i].class())
			}
		}
	}
	place := make(map[word]int, len(words))
	for i, w := range words {
		place[w] = i
	}
	out := make([]term, len(results))
	for i, w := range results {
		out[i].row = -1
		if j, ok := place[w]; ok {
			out[i] = terms[j]
			delete(place, w)
		}
	}
	if len(place) > 0 {
		panic("border: a step leads to a word that is not among the results")
	}
	p.assemble(g, out)
	return p
}

// An instruction makes a row of the memory.
type instruction struct {
	operation
	fromA, fromB int32 // 0: the memory, 1: the input
	to, a, b     int32
}

// emit adds instructions that do not depend on each other, in blocks of the same kind.
func (p *program) emit(list []instruction) {
	const kinds = int(stop) * 4
	var counts [kinds]int32
	kind := func(x *instruction) int { return int(x.operation)*4 + int(x.fromA)*2 + int(x.fromB) }
	for i := range list {
		counts[kind(&list[i])]++
	}
	for k, n := range counts {
		if n == 0 {
			continue
		}
		p.code = append(p.code, int32(k/4), int32(k/2%2), int32(k%2), n)
		for i := range list {
			if x := &list[i]; kind(x) == k {
				p.code = append(p.code, x.to, x.a, x.b)
			}
		}
	}
}

// assemble gives rows their places. A place is free for others once the last level that reads it is
// done.
func (p *program) assemble(g *graph, out []term) {
	levels := int32(0)
	for _, n := range g.nodes {
		levels = max(levels, n.level)
	}
	last := make([]int32, len(g.nodes)) // level that reads a row last
	byLevel := make([][]int32, levels+1)
	for i := p.inputs; i < len(g.nodes); i++ {
		n := &g.nodes[i]
		last[n.a] = max(last[n.a], n.level)
		if n.operation == add || n.operation == subtract {
			last[n.b] = max(last[n.b], n.level)
		}
		byLevel[n.level] = append(byLevel[n.level], int32(i))
	}
	for _, t := range out {
		if t.row >= 0 {
			last[t.row] = levels + 1
		}
	}
	ends := make([][]int32, levels+2)
	for i := p.inputs; i < len(g.nodes); i++ {
		ends[last[i]] = append(ends[last[i]], int32(i))
	}
	p.rows = 1
	places := make([]int32, len(g.nodes))
	var unused []int32
	take := func() int32 {
		if n := len(unused); n > 0 {
			place := unused[n-1]
			unused = unused[:n-1]
			return place
		}
		p.rows++
		return int32(p.rows-1) * rowBytes
	}
	where := func(row int32) (from, at int32) {
		if int(row) < p.inputs {
			return 1, row * rowBytes
		}
		return 0, places[row]
	}
	var list []instruction
	for level := int32(1); level <= levels; level++ {
		list = list[:0]
		for _, row := range byLevel[level] {
			n := &g.nodes[row]
			places[row] = take()
			in := instruction{operation: n.operation, to: places[row]}
			in.fromA, in.a = where(n.a)
			switch n.operation {
			case add, subtract:
				in.fromB, in.b = where(n.b)
			case multiply:
				in.b = n.b * coefficientBytes
			}
			list = append(list, in)
		}
		p.emit(list)
		for _, row := range ends[level] {
			unused = append(unused, places[row])
		}
	}
	// Results are rows of the memory, with their sign.
	list = list[:0]
	for _, t := range out {
		at := int32(0)
		if t.row >= 0 {
			var from int32
			from, at = where(t.row)
			switch {
			case t.negative:
				to := take()
				list = append(list, instruction{operation: subtract, to: to, fromB: from, b: at})
				at = to
			case from == 1:
				to := take()
				list = append(list, instruction{operation: add, to: to, fromA: from, a: at})
				at = to
			}
		}
		p.out = append(p.out, at)
	}
	p.emit(list)
	p.code = append(p.code, int32(stop), 0, 0, 0)
}
