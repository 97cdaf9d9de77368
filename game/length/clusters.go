package length

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"slices"

	"combigo.dev/combigo/par"
)

// ErrTooLong is the reason why the counting by clusters refuses a length: superko would need a
// closer look.
var ErrTooLong = errors.New("too long for the counting by clusters")

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
	cluster   cluster
	excesses  []excess
	repeaters []*repeater
	back      int           // the smallest number of stones with which the cluster comes back, 0 if it does not
	sizes     map[int]int64 // points of the cluster and beside it, to the number of places with that size
}

// placed is a cluster at a place of the board.
type placed struct {
	class        int
	stones       int      // the fewest that it takes
	points, with pointSet // the cluster, and the cluster with the points next to it
}

// expansion holds the clusters of a board that make games of some length differ from sequences of
// different points.
type expansion struct {
	problem
	classes   []*class
	placed    []placed // those with an excess that are small enough to share a game with another
	returning []placed // likewise those that can come back
	least     int      // the size of the smallest cluster
}

// byClusters counts by clusters.
func (p problem) byClusters(ctx context.Context) (*big.Int, error) {
	x, err := newExpansion(ctx, p, p.moves)
	if err != nil {
		return nil, err
	}
	return x.count(ctx)
}

// newExpansion finds all clusters of up to a given number of points, moves of them or fewer.
func newExpansion(ctx context.Context, p problem, largest int) (*expansion, error) {
	x := &expansion{problem: p}
	found, err := x.find(ctx, min(largest, p.rows*p.cols))
	if err != nil {
		return nil, err
	}
	err = p.Each(ctx, len(x.classes), func(i int) {
		c := x.classes[i]
		c.excesses, c.repeaters = c.cluster.excesses(p.moves, p.Rules), c.cluster.repeaters(p.moves, p.Rules)
		for _, r := range c.repeaters {
			c.back = least(c.back, r.word.len)
		}
	})
	for _, f := range found {
		x.place(f)
	}
	return x, err
}

// eventful is a shape at places where its class is the same, in which a stone may be without a
// liberty.
type eventful struct {
	shape   shape
	class   int
	corners []cell
}

// find returns all clusters in which something can happen, by size, and notes their classes.
func (x *expansion) find(ctx context.Context, largest int) ([]eventful, error) {
	var found []eventful
	index := map[string]int{}
	bySize, err := shapes(ctx, x.rows, x.cols, largest)
	if err != nil {
		return nil, err
	}
	for _, all := range bySize {
		for _, s := range all {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			for _, corners := range x.placements(s) {
				c, rim := x.cluster(s, corners[0])
				if !c.eventful() {
					continue
				}
				key := s.key(&c)
				k, ok := index[key]
				if !ok {
					k = len(x.classes)
					index[key] = k
					x.classes = append(x.classes, &class{cluster: c, sizes: map[int]int64{}})
				}
				x.classes[k].sizes[len(s)+rim] += int64(len(corners))
				found = append(found, eventful{s, k, corners})
			}
		}
	}
	if len(found) > 0 {
		x.least = len(found[0].shape)
	}
	return found, nil
}

// place notes the places of a cluster that may share a game with another.
func (x *expansion) place(f eventful) {
	alone, back := len(f.shape)+x.least > x.moves, x.classes[f.class].back
	for _, corner := range f.corners {
		if !alone && len(x.classes[f.class].excesses) > 0 {
			x.placed = append(x.placed, x.at(f.shape, corner, f.class, len(f.shape)))
		}
		if back > 0 && back+x.least <= x.moves {
			x.returning = append(x.returning, x.at(f.shape, corner, f.class, back))
		}
	}
}

// at returns a shape at a place.
func (x *expansion) at(s shape, corner cell, class, stones int) placed {
	p := placed{class: class, stones: stones}
	for _, c := range s {
		at := cell{c.row + corner.row, c.col + corner.col}
		p.points.add(at.row*x.cols + at.col)
		p.with.add(at.row*x.cols + at.col)
		for _, b := range at.beside() {
			if x.on(b) {
				p.with.add(b.row*x.cols + b.col)
			}
		}
	}
	return p
}

// A term is a product of excesses of clusters that do not touch, by the words of their stones. If
// it has a repeater, one more cluster comes back like that, and the term counts games that superko
// forbids, with the sign for it.
type term struct {
	words    []word
	repeater *repeater
	// sums over all places, by the number of points that the clusters take with those next to them:
	// the other stones of the game stay off them
	sums map[int]*big.Int
}

// ways returns the number of ways to deal the stones of a game to the clusters.
func (t *term) ways(game word) int64 {
	if t.repeater != nil {
		return t.repeater.offences(game, t.words)
	}
	return game.deals(t.words)
}

// stones returns the number of stones of the clusters.
func (t *term) stones() int {
	if t.repeater != nil {
		return lengthOf(t.words) + t.repeater.word.len
	}
	return lengthOf(t.words)
}

func lengthOf(words []word) int {
	n := 0
	for _, w := range words {
		n += w.len
	}
	return n
}

// count returns the number of games.
func (x *expansion) count(ctx context.Context) (*big.Int, error) {
	if err := x.refuseLong(); err != nil {
		return nil, err
	}
	terms, err := x.terms(ctx)
	if err != nil {
		return nil, err
	}
	total := new(big.Int)
	for _, w := range words(x.moves, x.NoPasses) {
		total.Add(total, falling(x.rows*x.cols, w.len))
		for _, t := range terms {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			ways := t.ways(w)
			if ways == 0 {
				continue
			}
			for size, sum := range t.sums {
				games := falling(x.rows*x.cols-size, w.len-t.stones())
				games.Mul(games, big.NewInt(ways))
				total.Add(total, games.Mul(games, sum))
			}
		}
	}
	return total, nil
}

// tooLong returns an error if the clusters that can come back are too small for the number of
// moves, as far as small ones tell: it is refuseLong, before the work.
func (p problem) tooLong(ctx context.Context) error {
	const more = 3 // moves beyond the points of a cluster in which it may come back: a ko in a corner takes as many
	for size := 1; size <= p.moves/2; size++ {
		small := p
		small.moves, small.Options.Options = min(p.moves, size+more), par.Options{Threads: 1}
		x, err := newExpansion(ctx, small, size)
		if err != nil {
			return err
		}
		x.moves = p.moves
		if err := x.refuseLong(); err != nil {
			return err
		}
	}
	return nil
}

// refuseLong returns an error if a game may have two clusters that come back.
func (x *expansion) refuseLong() error {
	repeat := 0
	for _, c := range x.classes {
		repeat = least(repeat, c.back)
	}
	if most := 2*repeat - 1; repeat > 0 && x.moves > most {
		return fmt.Errorf("%d moves on %dx%d: %w: want at most %d", x.moves, x.rows, x.cols, ErrTooLong, most)
	}
	return nil
}

// least returns the smaller of two numbers, of which 0 stands for none.
func least(a, b int) int {
	if a == 0 || b == 0 {
		return a + b
	}
	return min(a, b)
}

// terms returns all products of excesses, and all of those with a cluster that comes back. There is
// one such cluster at most, by [expansion.refuseLong], so a game that superko forbids has one way
// to be counted among the latter.
func (x *expansion) terms(ctx context.Context) (map[string]*term, error) {
	t := &termCollector{expansion: x, terms: map[string]*term{}}
	for _, c := range x.classes {
		for size, places := range c.sizes {
			t.expand([]*class{c}, nil, size, places)
			t.expandReturning(nil, c, size, places)
		}
	}
	tuples := map[tuple]int64{}
	for i, p := range x.placed {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.join(tuples, i+1, tuple{classes: [maxParts]int32{int32(p.class)}, parts: 1, returning: -1}, p.stones, p.with)
	}
	for _, p := range x.returning {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		t.join(tuples, 0, tuple{returning: int32(p.class)}, p.stones, p.with)
	}
	for key, places := range tuples {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var classes []*class
		for _, k := range key.classes[:key.parts] {
			classes = append(classes, x.classes[k])
		}
		if key.returning < 0 {
			t.expand(classes, nil, key.size, places)
		} else {
			t.expandReturning(classes, x.classes[key.returning], key.size, places)
		}
	}
	return t.terms, nil
}

// tuple is some classes of clusters with the number of points that they take with those next to
// them; returning is the class of one more cluster that comes back, -1 for none.
type tuple struct {
	classes   [maxParts]int32
	parts     int
	returning int32
	size      int
}

// termCollector adds up products of excesses.
type termCollector struct {
	*expansion
	terms map[string]*term // by words and repeater
}

// join counts the sets of clusters that do not touch, from those that have been chosen and the ones
// from an index on.
func (t *termCollector) join(tuples map[tuple]int64, from int, chosen tuple, stones int, with pointSet) {
	for i := from; i < len(t.placed); i++ {
		p := &t.placed[i]
		if stones+p.stones > t.moves {
			return // the clusters come in the order of their sizes
		}
		if with.meets(&p.points) {
			continue
		}
		all, size := with.union(&p.with)
		more := chosen
		more.classes[more.parts] = int32(p.class)
		more.parts++
		more.size = size
		tuples[more]++
		if stones+p.stones+t.least <= t.moves {
			t.join(tuples, i+1, more, stones+p.stones, all)
		}
	}
}

// expandReturning adds the product of the excesses of some classes and the repeaters of one, for
// all of these.
func (t *termCollector) expandReturning(classes []*class, returning *class, size int, places int64) {
	for _, r := range returning.repeaters {
		t.expand(classes, r, size, -places*r.count)
	}
}

// expand adds the product of the excesses of some classes, which may share a game with a repeater.
func (t *termCollector) expand(classes []*class, returning *repeater, size int, places int64) {
	moves := t.moves
	if returning != nil {
		moves -= returning.word.len
	}
	words := make([]word, 0, len(classes))
	var choose func(value int64)
	choose = func(value int64) {
		k := len(words)
		if k == len(classes) {
			t.add(words, returning, size, value)
			return
		}
		for _, e := range classes[k].excesses {
			if lengthOf(words)+e.word.len > moves {
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
func (t *termCollector) add(words []word, returning *repeater, size int, value int64) {
	sorted := slices.Clone(words)
	slices.SortFunc(sorted, func(a, b word) int { return int(a.bits) - int(b.bits) + (a.len-b.len)<<20 })
	key := fmt.Sprint(sorted)
	if returning != nil {
		key += returning.key()
	}
	if t.terms[key] == nil {
		t.terms[key] = &term{sorted, returning, map[int]*big.Int{}}
	}
	sums := t.terms[key].sums
	if sums[size] == nil {
		sums[size] = new(big.Int)
	}
	sums[size].Add(sums[size], big.NewInt(value))
}
