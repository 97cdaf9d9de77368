package halves

import (
	"context"
	"encoding/binary"
	"slices"
)

// denominator is what makes the coefficients integral.
func denominator(terms []term) int64 {
	d := int64(1)
	for _, t := range terms {
		a, b := d, t.den
		for b != 0 {
			a, b = b, a%b
		}
		d = d / a * t.den
	}
	return d
}

func newRule(letter Letter, terms []term, number int) rule {
	r := rule{letter: letter}
	d := denominator(terms)
	terms = slices.Clone(terms)
	r.scale, r.count, r.number = uint64(d), len(terms), byte(number)
	slices.SortStableFunc(terms, func(a, b term) int { return int(b.num*(d/b.den) - a.num*(d/a.den)) })
	for _, t := range terms {
		r.sources = append(r.sources, ruleSource{t.letter, tagsOf(t.tags)})
		c := t.num * (d / t.den)
		g := group{coefficient: uint64(max(c, -c)), minus: c < 0, terms: 1}
		if n := len(r.groups); n > 0 && r.groups[n-1].coefficient == g.coefficient && r.groups[n-1].minus == g.minus {
			r.groups[n-1].terms++
		} else {
			r.groups = append(r.groups, g)
		}
	}
	return r
}

// Rules of the second pass, by the strings of the run's colour on top of the stack; and of the first one.
var (
	firstRules = rulesOf(First, firstTerms, 0)
	innerRules = rulesOf(Inner, innerTerms, len(firstTerms))
	loseAlone  = newRule(Alone, []term{{Live, "", -1, 1}}, 100)
	loseFirst  = newRule(First, []term{{Live, string(rune(revived)), -1, 1}}, 101)
	gainInner  = newRule(Inner, []term{{Alone, "", 1, 1}}, 102)
)

func rulesOf(letter Letter, table [][]term, number int) []rule {
	var rules []rule
	for j, terms := range table {
		rules = append(rules, newRule(letter, terms, number+j))
	}
	return rules
}

// rules lists what a pass does to the words of a node at their first run, in order.
func (n *Node) rules(pass int) []*rule {
	var rules []*rule
	add := func(r *rule) {
		if n.child[r.letter] != nil && r.count > 0 {
			rules = append(rules, r)
		}
	}
	if pass == 0 {
		add(&loseAlone)
		add(&loseFirst)
		return rules
	}
	add(&gainInner)
	// Deeper stacks than the table has leave too few runs for another string.
	if n.top < len(firstRules) {
		add(&firstRules[n.top])
		add(&innerRules[n.top])
	}
	return rules
}

// smallNode is the size up to which a node is transformed by one list for each pass, run and rule; and maxList is
// the number of rows of a list of larger ones.
const (
	smallNode = 512
	maxList   = 1 << 13
)

// Transform replaces the values of the words of a node, which are all those of some runs, by the coordinates in which
// the form is diagonal. Large nodes are gone through from the outside in, so that what is kept beside the values
// does not grow with their number.
func (n *Node) Transform(ctx context.Context, ar Arithmetic, values []uint64) error {
	t := transformation{ctx: ctx, ar: ar, width: ar.Width(), values: values}
	for pass := range passes {
		t.pass(n, 0, pass)
	}
	return ctx.Err()
}

type transformation struct {
	ctx     context.Context
	ar      Arithmetic
	width   int
	values  []uint64
	base    []int
	sources [][]source // by depth of the recursion
}

// side is where the lists of a small node are counted from: its first word.
var side [1 << 7]int

func (t *transformation) pass(n *Node, at, pass int) {
	if n.size <= smallNode {
		values := t.values[at*t.width:]
		for _, b := range n.lists().batches[pass] {
			t.ar.combine(values, b.combination, side[:1+b.combination.count], b.places)
		}
		return
	}
	if t.ctx.Err() != nil {
		return
	}
	steps := n.stepsOf(pass)
	for i := range steps {
		s := &steps[i]
		t.apply(s.rule, s.target, at+s.offset, at, s.sources, 0)
	}
	for l, child := range n.child {
		if child != nil {
			t.pass(child, at+n.offset[l], pass)
		}
	}
}

// stepsOf returns the steps of a pass at the first run.
func (n *Node) stepsOf(pass int) []step {
	n.stepOnce.Do(func() {
		for pass := range n.steps {
			for _, r := range n.rules(pass) {
				s := step{rule: r, target: n.child[r.letter], offset: n.offset[r.letter]}
				for _, from := range r.sources {
					s.sources = append(s.sources, source{n.child[from.letter], n.offset[from.letter], renaming{tags: from.tags}})
				}
				n.steps[pass] = append(n.steps[pass], s)
			}
		}
	})
	return n.steps[pass]
}

func (t *transformation) bases(n int) []int {
	for len(t.base) < n {
		t.base = append(t.base, 0)
	}
	return t.base[:n]
}

// apply does a rule to all words of a node. The places of the sources are counted from one of the values.
func (t *transformation) apply(r *rule, n *Node, at, from int, sources []source, depth int) {
	if len(sources) == 1 && sources[0].tags == 0 && r.isPlain() {
		t.ar.combineRange(t.values, r.groups[0].minus, at, from+sources[0].at, n.size)
		return
	}
	if n.size <= maxList {
		base := t.bases(1 + len(sources))
		base[0] = at
		for i, s := range sources {
			base[i+1] = from + s.at
		}
		t.ar.combine(t.values, &r.combination, base, n.placesOf(r, sources))
		return
	}
	if t.ctx.Err() != nil {
		return
	}
	for len(t.sources) <= depth {
		t.sources = append(t.sources, nil)
	}
	for l, child := range n.child {
		if child == nil {
			continue
		}
		after := t.sources[depth][:0]
		for _, s := range sources {
			after = append(after, s.rest(Letter(l)))
		}
		t.sources[depth] = after
		t.apply(r, child, at+n.offset[l], from, after, depth+1)
	}
}

// lists returns the program of a small node.
func (n *Node) lists() *program {
	n.once.Do(func() {
		n.program = &program{}
		for pass := range n.program.batches {
			// Of each run of the words all rows of one rule come together, the rules in their order.
			var levels [][]batch
			n.collect(pass, 0, 0, &levels)
			for _, level := range levels {
				n.program.batches[pass] = append(n.program.batches[pass], level...)
			}
		}
	})
	return n.program
}

func (n *Node) collect(pass, level, at int, levels *[][]batch) {
	if n.isLeaf() {
		return
	}
	if len(*levels) == level {
		*levels = append(*levels, nil)
	}
	for _, s := range n.stepsOf(pass) {
		r := s.rule
		l := &(*levels)[level]
		i := slices.IndexFunc(*l, func(b batch) bool { return b.combination == &r.combination })
		if i < 0 {
			i, _ = slices.BinarySearchFunc(*l, r.order(), func(b batch, order int) int { return b.order() - order })
			*l = slices.Insert(*l, i, batch{combination: &r.combination})
		}
		s.target.list(at+s.offset, at, s.sources, &(*l)[i].places)
	}
	for l, child := range n.child {
		if child != nil {
			child.collect(pass, level+1, at+n.offset[l], levels)
		}
	}
}

// order sorts the rules of one run: first what all others build on.
func (c *combination) order() int {
	if c == &gainInner.combination || c == &loseAlone.combination {
		return -1
	}
	return int(c.number)
}

// list appends a row for each word: its place and those of the sources, which are counted from another one.
func (n *Node) list(at, from int, sources []source, places *[]uint32) {
	if n.isLeaf() {
		*places = append(*places, uint32(at))
		for _, s := range sources {
			*places = append(*places, uint32(from+s.at))
		}
		return
	}
	var few [8]source
	after := few[:]
	if len(sources) > len(few) {
		after = make([]source, len(sources))
	}
	after = after[:len(sources)]
	for l, child := range n.child {
		if child == nil {
			continue
		}
		for i, s := range sources {
			after[i] = s.rest(Letter(l))
		}
		child.list(at+n.offset[l], from, after, places)
	}
}

// placesOf returns the rows of a rule for the words of a node, counted from the first word of each block.
func (n *Node) placesOf(r *rule, sources []source) []uint32 {
	var buffer [256]byte
	name := append(buffer[:0], r.number)
	for _, s := range sources {
		name = binary.LittleEndian.AppendUint64(name, uint64(s.tags))
		name = append(name, byte(s.over))
		name = binary.LittleEndian.AppendUint32(name, s.node.number)
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if places, known := n.places[string(name)]; known {
		return places
	}
	relative := slices.Clone(sources)
	for i := range relative {
		relative[i].at = 0
	}
	places := make([]uint32, 0, n.size*(1+len(sources)))
	n.list(0, 0, relative, &places)
	if n.places == nil {
		n.places = map[string][]uint32{}
	}
	n.places[string(name)] = places
	return places
}
