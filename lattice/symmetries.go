package lattice

import "fmt"

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
	for _, move := range l.moves {
		if move[l.point] == image {
			return true
		}
	}
	return false
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
