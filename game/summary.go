package game

import (
	"context"
	"maps"
	"math"
	"slices"

	"combigo.dev/combigo/digraph"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
)

// A Summary says what a game graph is like. What has not been computed is nil.
type Summary struct {
	Board   *lattice.Graph `json:"graph"`
	Rules   Rules
	Degrees *Degrees `json:",inline"`
	Classes *Classes `json:",inline"` // nil if the board has too many symmetries
	Shape   *Shape   `json:",inline"`
	Spread  *Spread  `json:",inline"`
}

// Shape is what needs all edges.
type Shape struct {
	TwoLoops   int `json:"two_loops"`                // pairs of positions with moves both ways
	Components int `json:"strong_components"`        // strongly connected ones: 1 by lemma 3, if suicide is allowed
	Largest    int `json:"largest_strong_component"` // nodes of the largest of them
	// Captures are the components if the empty position and all suicides are left out: 1 by lemma
	// 4, except for the boards of one point and of two adjacent ones.
	Captures        int `json:"strong_components_without_suicides_and_empty"`
	LargestCaptures int `json:"largest_without_suicides_and_empty"`
}

// Spread is distances between positions, in moves. Where some position cannot be reached from some
// other, there is no diameter.
type Spread struct {
	FromEmpty  int   `json:"eccentricity_of_empty"`            // largest distance from the empty position
	Layers     []int `json:"positions_by_distance_from_empty"` // positions at each distance from it
	Diameter   int   `json:"-"`                                // largest distance of all, digraph.Unreached if there is none
	Radius     int   `json:"radius"`                           // least eccentricity of those positions from which all others are reached
	Center     int   `json:"center"`                           // positions with that eccentricity
	Peripheral int   `json:"-"`                                // positions with the diameter as eccentricity
}

// Effort is how much of a summary is computed.
type Effort struct {
	MaxEdges int64 // edges that may be made for a Shape
	MaxSteps int64 // edges that may be followed for a Spread
}

var (
	// Affordable is what takes some seconds.
	Affordable = Effort{MaxEdges: 20_000_000, MaxSteps: 2_000_000_000}
	// Everything takes as long as it takes.
	Everything = Effort{math.MaxInt64, math.MaxInt64}
)

// Summarize finds what the game graph of a board is like. The errors are those of NewGraph.
func Summarize(ctx context.Context, b *lattice.Graph, rules Rules, effort Effort, opt par.Options) (*Summary, error) {
	p, err := NewPositions(ctx, b, opt)
	if err != nil {
		return nil, err
	}
	quiet := opt
	quiet.Progress = nil
	s := &Summary{Board: b, Rules: rules}
	if s.Degrees, err = p.Degrees(ctx, rules, quiet); err != nil {
		return nil, err
	}
	symmetries, err := p.Symmetries()
	if err == nil {
		if s.Classes, err = p.classes(ctx, quiet); err != nil {
			return nil, err
		}
	}
	if s.Degrees.Edges > effort.MaxEdges {
		return s, nil
	}
	g, err := p.graph(ctx, rules, s.Degrees, quiet)
	if err != nil {
		return nil, err
	}
	s.Shape = g.Shape()
	if float64(g.EdgeCount())*float64(p.Len())/float64(max(len(symmetries), 1)) <= float64(effort.MaxSteps) {
		s.Spread, err = g.spread(ctx, symmetries, opt)
	}
	return s, err
}

// Shape finds the shape of a graph.
func (g *Graph) Shape() *Shape {
	s := &Shape{TwoLoops: g.TwoLoops()}
	whole := g.StrongComponents()
	s.Components, s.Largest = len(whole.Sizes), whole.Largest()
	if g.Nodes() == 1 {
		return s
	}
	captures := g.Without(func(v, w int) bool {
		if v == 0 || w == 0 {
			return true
		}
		_, suicide := g.Mover(v, w)
		return suicide
	}).StrongComponents()
	s.Captures, s.LargestCaptures = len(captures.Sizes)-1, captures.Largest() // the empty position stands alone
	return s
}

// spread measures the distances of a graph, from one position of each class under the symmetries;
// none will do.
func (g *Graph) spread(ctx context.Context, symmetries []*Symmetry, opt par.Options) (*Spread, error) {
	var least, size []int
	place := map[int]int{}
	for v, q := range g.All() {
		r := g.Representative(q, symmetries)
		if r == v {
			place[r] = len(least)
			least, size = append(least, v), append(size, 0)
		}
		size[place[r]]++
	}
	eccentricity := make([]int, len(least))
	err := opt.Each(ctx, len(least), func(i int) { eccentricity[i] = g.Eccentricity(least[i]) })
	if err != nil {
		return nil, err
	}
	positions := map[int]int{} // of each eccentricity
	for i, e := range eccentricity {
		positions[e] += size[i]
	}
	s := &Spread{Radius: digraph.Unreached, Diameter: digraph.Unreached}
	if positions[digraph.Unreached] == 0 {
		s.Diameter = slices.Max(eccentricity)
		s.Peripheral = positions[s.Diameter]
	}
	delete(positions, digraph.Unreached)
	if len(positions) > 0 {
		s.Radius = slices.Min(slices.Collect(maps.Keys(positions)))
		s.Center = positions[s.Radius]
	}
	for _, d := range g.Distances(0) {
		for len(s.Layers) <= int(d) {
			s.Layers = append(s.Layers, 0)
		}
		s.Layers[d]++ // all positions are reached from the empty one
	}
	s.FromEmpty = len(s.Layers) - 1
	return s, nil
}
