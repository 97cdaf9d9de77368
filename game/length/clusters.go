package length

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
)

const (
	// maxParts is the greatest number of clusters with something to tell in one game: each has two stones or more.
	maxParts = 8
	// boardWords is the number of 64-bit words for a set of points.
	boardWords = (MaxSide*MaxSide + 63) / 64
)

// ErrTooLong is the reason why the counting by clusters refuses a length: superko would need a closer look.
var ErrTooLong = errors.New("too long for the counting by clusters")

// pointSet is a set of points of the board.
type pointSet [boardWords]uint64

func (s *pointSet) add(point int) { s[point/64] |= 1 << (point % 64) }

// meets reports whether two sets have a point in common.
func (s *pointSet) meets(t *pointSet) bool {
	for i := range s {
		if s[i]&t[i] != 0 {
			return true
		}
	}
	return false
}

// union returns both sets together, and its size.
func (s *pointSet) union(t *pointSet) (pointSet, int) {
	all, size := *s, 0
	for i := range t {
		all[i] |= t[i]
		size += bits.OnesCount64(all[i])
	}
	return all, size
}

// class is what clusters that look alike have in common.
type class struct {
	excesses  []excess
	repeaters []*repeater
	sizes     map[int]int64 // points of the cluster and beside it, to the number of places with that size
}

// placed is a cluster at a place of the board.
type placed struct {
	class        int
	size         int
	points, with pointSet // the cluster, and the cluster with the points beside it
}

// expansion holds the clusters of a board that make games of some length differ from sequences of different points.
type expansion struct {
	rows, cols, moves int
	alternating       bool // without passes
	rules             Rules
	classes           []*class
	placed            []placed // those small enough to share a game with another
	least             int      // the size of the smallest cluster
}

// newExpansion finds all clusters.
func newExpansion(ctx context.Context, rows, cols, moves int, rules Rules, progress func(float64)) (*expansion, error) {
	return newExpansionTo(ctx, rows, cols, moves, moves, rules, progress)
}

// newExpansionTo finds the clusters up to a given number of points.
func newExpansionTo(ctx context.Context, rows, cols, moves, largest int, rules Rules, progress func(float64)) (*expansion, error) {
	x := &expansion{rows: rows, cols: cols, moves: moves, rules: rules}
	index := map[string]int{}
	bySize := shapes(rows, cols, min(largest, rows*cols))
	total, done := 0, 0
	for _, all := range bySize {
		total += len(all)
	}
	for _, all := range bySize {
		for _, s := range all {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			x.place(s, index)
			done++
			if progress != nil {
				progress(float64(done) / float64(total))
			}
		}
	}
	return x, nil
}

// place adds a shape wherever it is eventful.
func (x *expansion) place(s shape, index map[string]int) {
	for _, p := range s.placements(x.rows, x.cols) {
		c, rim := s.cluster(p.sides)
		if !c.eventful() {
			continue
		}
		if x.least == 0 {
			x.least = len(s)
		}
		key := s.key(&c)
		k, ok := index[key]
		if !ok {
			k = len(x.classes)
			index[key] = k
			x.classes = append(x.classes, &class{c.excesses(x.moves, x.rules), c.repeaters(x.moves, x.rules), map[int]int64{}})
		}
		x.classes[k].sizes[len(s)+rim] += int64(len(p.corners))
		if len(s)+x.least <= x.moves && len(x.classes[k].excesses) > 0 {
			for _, corner := range p.corners {
				x.placed = append(x.placed, x.at(s, corner, k))
			}
		}
	}
}

// at returns a shape at a place.
func (x *expansion) at(s shape, corner cell, class int) placed {
	p := placed{class: class, size: len(s)}
	for _, c := range s {
		at := cell{c.row + corner.row, c.col + corner.col}
		p.points.add(at.row*x.cols + at.col)
		p.with.add(at.row*x.cols + at.col)
		for _, b := range at.beside() {
			if b.row >= 0 && b.row < x.rows && b.col >= 0 && b.col < x.cols {
				p.with.add(b.row*x.cols + b.col)
			}
		}
	}
	return p
}

// A term is a product of excesses of clusters that do not touch, summed over all their places: value times the number
// of games of the other stones, which stay off the clusters and the points beside them, size points together.
type term struct {
	words string
	size  int
}

// count returns the number of games.
func (x *expansion) count(ctx context.Context) (*big.Int, error) {
	if err := x.refuse(); err != nil {
		return nil, err
	}
	sums, parts := x.terms()
	total := new(big.Int)
	for _, w := range words(x.moves, x.alternating) {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		total.Add(total, falling(x.rows*x.cols, w.len))
		ways := map[string]int64{}
		for t, value := range sums {
			deals, ok := ways[t.words]
			if !ok {
				deals = w.deals(parts[t.words])
				ways[t.words] = deals
			}
			if deals != 0 {
				total.Add(total, x.share(w.len-lengthOf(parts[t.words]), t.size, value, deals))
			}
		}
		total.Sub(total, x.forbidden(w))
	}
	return total, nil
}

// share returns value * deals * the number of ways to put the other stones on points at some distance.
func (x *expansion) share(others, size int, value *big.Int, deals int64) *big.Int {
	share := new(big.Int).Mul(value, big.NewInt(deals))
	return share.Mul(share, falling(x.rows*x.cols-size, others))
}

func lengthOf(words []word) int {
	n := 0
	for _, w := range words {
		n += w.len
	}
	return n
}

// forbidden returns the number of games with a word that nothing but superko forbids. By [expansion.refuse] they have one
// cluster that comes back, and the other stones are too few to do anything.
func (x *expansion) forbidden(w word) *big.Int {
	sum := new(big.Int)
	for _, c := range x.classes {
		for _, r := range c.repeaters {
			offences := r.offences(w)
			if offences == 0 {
				continue
			}
			for size, places := range c.sizes {
				sum.Add(sum, x.share(w.len-r.word.len, size, big.NewInt(r.count*places), offences))
			}
		}
	}
	return sum
}

// tooLong returns an error if the clusters that can come back are too small for the number of moves, as far as small ones
// tell: it is refuse, before the work.
func tooLong(ctx context.Context, rows, cols, moves int, rules Rules) error {
	const more = 3 // moves beyond the points of a cluster in which it may come back: a ko in a corner takes as many
	for size := 1; size < moves; size++ {
		x, err := newExpansionTo(ctx, rows, cols, min(moves, size+more), size, rules, nil)
		if err != nil {
			return err
		}
		x.moves = moves
		if err := x.refuse(); err != nil {
			return err
		}
	}
	return nil
}

// refuse returns an error if a game may have a cluster that comes back and another one that does, or has an excess.
func (x *expansion) refuse() error {
	repeat, event := 0, 0
	for _, c := range x.classes {
		for _, r := range c.repeaters {
			repeat = least(repeat, r.word.len)
		}
		for _, e := range c.excesses {
			event = least(event, e.word.len)
		}
	}
	most := repeat + min(event, repeat) - 1
	if repeat > 0 && x.moves > most {
		return fmt.Errorf("%d moves on %dx%d: %w: want at most %d", x.moves, x.rows, x.cols, ErrTooLong, most)
	}
	return nil
}

// least returns the smaller of two numbers, of which 0 stands for none.
func least(a, b int) int {
	if a == 0 {
		return b
	}
	return min(a, b)
}

// terms returns the sums of all products of excesses, and the words that the keys stand for.
func (x *expansion) terms() (map[term]*big.Int, map[string][]word) {
	t := termCollector{expansion: x, sums: map[term]*big.Int{}, parts: map[string][]word{}}
	for _, c := range x.classes {
		for size, places := range c.sizes {
			t.expand([]*class{c}, size, places)
		}
	}
	tuples := map[tuple]int64{}
	for i, p := range x.placed {
		t.join(tuples, i+1, tuple{classes: [maxParts]int32{int32(p.class)}, parts: 1}, p.size, p.with)
	}
	for key, places := range tuples {
		var classes []*class
		for _, k := range key.classes[:key.parts] {
			classes = append(classes, x.classes[k])
		}
		t.expand(classes, key.size, places)
	}
	return t.sums, t.parts
}

// tuple is some classes of clusters with the number of points that they take with those beside them.
type tuple struct {
	classes [maxParts]int32
	parts   int
	size    int
}

// termCollector adds up products of excesses.
type termCollector struct {
	*expansion
	sums  map[term]*big.Int
	parts map[string][]word
}

// join counts the sets of two clusters or more that do not touch, from those that have been chosen and the ones from an
// index on.
func (t *termCollector) join(tuples map[tuple]int64, from int, chosen tuple, stones int, with pointSet) {
	for i := from; i < len(t.placed); i++ {
		p := &t.placed[i]
		if stones+p.size > t.moves || with.meets(&p.points) {
			continue
		}
		all, size := with.union(&p.with)
		more := chosen
		more.classes[more.parts] = int32(p.class)
		more.parts++
		more.size = size
		tuples[more]++
		if stones+p.size+t.least <= t.moves {
			t.join(tuples, i+1, more, stones+p.size, all)
		}
	}
}

// expand adds the product of the excesses of some classes.
func (t *termCollector) expand(classes []*class, size int, places int64) {
	words := make([]word, 0, len(classes))
	var choose func(value int64)
	choose = func(value int64) {
		k := len(words)
		if k == len(classes) {
			t.add(words, size, value)
			return
		}
		for _, e := range classes[k].excesses {
			if lengthOf(words)+e.word.len > t.moves {
				continue
			}
			words = append(words, e.word)
			choose(value * e.value)
			words = words[:k]
		}
	}
	choose(places)
}

// add adds to the sum of the products with some words, in any order.
func (t *termCollector) add(words []word, size int, value int64) {
	sorted := slices.Clone(words)
	slices.SortFunc(sorted, func(a, b word) int { return int(a.bits) - int(b.bits) + (a.len-b.len)<<20 })
	key := term{fmt.Sprint(sorted), size}
	if t.sums[key] == nil {
		t.sums[key] = new(big.Int)
		t.parts[key.words] = sorted
	}
	t.sums[key].Add(t.sums[key], big.NewInt(value))
}
