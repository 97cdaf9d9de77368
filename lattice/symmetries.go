package lattice

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"
)

// A Group is a group of permutations of the vertices of a graph.
type Group struct {
	n          int
	levels     []level
	generators []Permutation
}

// level is one step of a chain of stabilizers: the coset of a point in what fixes the points of the
// levels before.
type level struct {
	point int
	// moves send the point to every vertex of its orbit, each once, and fix the points of the
	// levels before. The first is the identity.
	moves []Permutation
}

// Order returns how many permutations there are in the group.
func (g *Group) Order() *big.Int {
	order := big.NewInt(1)
	for _, l := range g.levels {
		order.Mul(order, big.NewInt(int64(len(l.moves))))
	}
	return order
}

// Generators returns permutations whose products are the group. There are none in the trivial
// group.
func (g *Group) Generators() []Permutation { return g.generators }

// All yields every permutation of the group once, the identity first. The number of them may be
// beyond all bounds, see [Group.Order].
func (g *Group) All() iter.Seq[Permutation] {
	return func(yield func(Permutation) bool) {
		g.products(Identity(g.n), g.levels, yield)
	}
}

// products yields the products of one move from each level, the last level's first, and after.
func (g *Group) products(after Permutation, levels []level, yield func(Permutation) bool) bool {
	if len(levels) == 0 {
		return yield(after)
	}
	for _, move := range levels[0].moves {
		if !g.products(move.Then(after), levels[1:], yield) {
			return false
		}
	}
	return true
}

// coloring has a colour for each of two copies of every vertex v: v itself and v+n. A symmetry that
// a search looks for sends vertices of the first copy to vertices of the second with the same
// colour.
type coloring []int

// search looks for symmetries of a graph.
type search struct {
	g      *Graph
	budget int
}

var errTooHard = errors.New("the search takes too long: want a smaller or less regular graph")

// spend takes from the budget.
func (s *search) spend(vertices int) error {
	s.budget -= vertices
	if s.budget < 0 {
		return errTooHard
	}
	return nil
}

// initial returns the colouring that tells safe vertices from the others.
func (s *search) initial() coloring {
	n := s.g.Len()
	c := make(coloring, 2*n)
	for v := range n {
		if s.g.Safe(v) {
			c[v], c[v+n] = 1, 1
		}
	}
	return c
}

// individualize returns the colouring in which only v in the first copy and image in the second
// have some new colour.
func (c coloring) individualize(v, image int) coloring {
	c = slices.Clone(c)
	c[v], c[len(c)/2+image] = len(c), len(c)
	return c
}

// ambiguous returns the first vertex that shares its colour with another of the same copy, and
// whether there is any.
func (c coloring) ambiguous() (int, bool) {
	first := c[:len(c)/2]
	number := make(map[int]int, len(first))
	for _, color := range first {
		number[color]++
	}
	v := slices.IndexFunc(first, func(color int) bool { return number[color] > 1 })
	return v, v >= 0
}

// candidates returns the vertices of the second copy that have the colour of v, by their numbers in
// the graph.
func (c coloring) candidates(v int) []int {
	var found []int
	for image, color := range c[len(c)/2:] {
		if color == c[v] {
			found = append(found, image)
		}
	}
	return found
}

// balanced reports whether each colour is as frequent in the first copy as in the second.
func (c coloring) balanced() bool {
	n := len(c) / 2
	first, second := slices.Sorted(slices.Values(c[:n])), slices.Sorted(slices.Values(c[n:]))
	return slices.Equal(first, second)
}

// refine splits the colours until vertices of one colour have the same number of neighbours of
// every colour. Colours come out as numbers from 0 that do not depend on how the vertices are
// numbered.
func (s *search) refine(c coloring) (coloring, error) {
	colors := 0
	for {
		if err := s.spend(len(c)); err != nil {
			return nil, err
		}
		split, number := s.split(c)
		if number == colors {
			return split, nil
		}
		c, colors = split, number
	}
}

// signature is what tells vertices of one colour apart.
type signature struct {
	color int
	// around is a sum of hashes of the neighbours' colours. If sums are equal by accident then a
	// colour is split later or not at all; the search checks what it finds.
	around uint64
	v      int
}

// split gives vertices the same colour if they had it and their neighbours did. It returns how many
// colours there are.
func (s *search) split(c coloring) (coloring, int) {
	n := s.g.Len()
	signatures := make([]signature, len(c))
	for v := range c {
		copied := v / n * n
		signatures[v] = signature{color: c[v], v: v}
		for _, u := range s.g.Neighbors(v - copied) {
			signatures[v].around += hash(c[u+copied])
		}
	}
	slices.SortFunc(signatures, signature.compare)
	split := make(coloring, len(c))
	color := 0
	for i, sig := range signatures {
		if i > 0 && sig.compare(signatures[i-1]) != 0 {
			color++
		}
		split[sig.v] = color
	}
	return split, color + 1
}

func (s signature) compare(t signature) int {
	return cmp.Or(cmp.Compare(s.color, t.color), cmp.Compare(s.around, t.around))
}

// hash is the finalizer of splitmix64 (G. Steele, D. Lea and C. Flood, "Fast splittable
// pseudorandom number generators", 2014).
func hash(color int) uint64 {
	x := (uint64(color) + 1) * 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// extend returns a symmetry that sends the first copy to the second and keeps colours, or nil if
// there is none.
func (s *search) extend(c coloring) (Permutation, error) {
	c, err := s.refine(c)
	if err != nil || !c.balanced() {
		return nil, err
	}
	v, found := c.ambiguous()
	if !found {
		return s.leaf(c), nil
	}
	for _, image := range c.candidates(v) {
		if p, err := s.extend(c.individualize(v, image)); p != nil || err != nil {
			return p, err
		}
	}
	return nil, nil
}

// leaf returns the only permutation that keeps the colours if it is a symmetry, and nil otherwise.
func (s *search) leaf(c coloring) Permutation {
	n := s.g.Len()
	byColor := make(map[int]int, n)
	for image, color := range c[n:] {
		byColor[color] = image
	}
	p := make(Permutation, n)
	for v := range p {
		p[v] = byColor[c[v]]
	}
	if CheckSymmetry(s.g, p) != nil {
		return nil
	}
	return p
}

// symmetryBudget bounds the work of [Symmetries], in vertices looked at; it takes some seconds.
const symmetryBudget = 1 << 25

// Symmetries returns all automorphisms of the graph: the permutations of its vertices that keep
// edges and safe marks. For a piece of a lattice they may be more than the motions of the plane or
// the torus: the torus of 4x4 is the hypercube of 4 dimensions, and has its 384.
//
// It is a search by individualization and refinement (B. McKay and A. Piperno, "Practical graph
// isomorphism, II", 2014, section 2), which is quick unless the graph is both very regular and not
// very symmetric. A graph that is too hard or too large is an error.
func Symmetries(g *Graph) (*Group, error) {
	s := &search{g: g, budget: symmetryBudget}
	group, err := s.run()
	if err != nil {
		return nil, fmt.Errorf("symmetries of the %v: %w", g, err)
	}
	return group, nil
}

// run fixes vertices one after the other until only the identity is left, then, from the last to
// the first, finds where each can go.
func (s *search) run() (*Group, error) {
	group := &Group{n: s.g.Len()}
	var colorings []coloring
	for c := s.initial(); ; {
		var err error
		if c, err = s.refine(c); err != nil {
			return nil, err
		}
		point, found := c.ambiguous()
		if !found {
			break
		}
		colorings = append(colorings, c)
		group.levels = append(group.levels, level{point: point})
		c = c.individualize(point, point)
	}
	for i := len(colorings) - 1; i >= 0; i-- {
		if err := s.complete(group, i, colorings[i]); err != nil {
			return nil, err
		}
	}
	return group, nil
}

// complete finds the moves of a level of which the deeper levels are complete.
func (s *search) complete(group *Group, i int, c coloring) error {
	l := &group.levels[i]
	if err := s.orbit(group, l); err != nil {
		return err
	}
	dead := noOrbits(s.g.Len()) // what shares an orbit with a vertex that cannot be reached
	for _, image := range c.candidates(l.point) {
		if dead[image] == 0 || l.reaches(image) {
			continue
		}
		p, err := s.extend(c.individualize(l.point, image))
		if err != nil {
			return err
		}
		if p == nil {
			fill(dead, image, 0, group.generators)
			continue
		}
		group.generators = append(group.generators, p)
		if err := s.orbit(group, l); err != nil {
			return err
		}
	}
	return nil
}

// reaches reports whether a move of the level sends its point to a vertex.
func (l *level) reaches(image int) bool {
	return slices.ContainsFunc(l.moves, func(move Permutation) bool { return move[l.point] == image })
}

// orbit computes the moves of a level from the generators found so far, all of which fix the points
// of the levels before.
func (s *search) orbit(group *Group, l *level) error {
	reached := make([]bool, s.g.Len())
	reached[l.point] = true
	l.moves = []Permutation{Identity(s.g.Len())}
	for i := 0; i < len(l.moves); i++ {
		for _, generator := range group.generators {
			image := generator[l.moves[i][l.point]]
			if reached[image] {
				continue
			}
			if err := s.spend(s.g.Len()); err != nil {
				return err
			}
			reached[image] = true
			l.moves = append(l.moves, l.moves[i].Then(generator))
		}
	}
	return nil
}
