// Package fewest finds the connected graphs of n vertices with the fewest legal positions of two
// colours (OEIS A337207), without looking at all graphs.
//
// They are trees. An edge more never makes a legal position illegal: each string afterwards is one
// string from before or several that were joined, and keeps their liberties. So a connected graph
// has at least as many legal positions as any of its spanning trees.
//
// Trees are joined from smaller ones. Of a tree with a root, count the colourings in which every
// string that does not contain the root has a liberty: e of them have the root empty, s have a
// black root whose string has a liberty, u a black root whose string has none (and as many of each
// a white one). If the root of a tree (e', s', u') is hung below the root of (e, s, u) by an edge,
// the whole has
//
//	e" = e (e' + 2s' + 2u')                     an empty root is a liberty of the stone below it
//	u" = u (u' + s')                            below a black root: a black stone, or a white one with a liberty
//	s" = (s + u) (e' + 2s' + u') - u (u' + s')
//
// The last is s (e' + 2s' + u') + u (e' + s'), so all three grow with each of the six numbers, as e
// + 2s does, the number of legal positions. So of the trees of one size only those are kept that
// are Pareto-minimal in the three numbers: 631 of 29 vertices.
package fewest

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"combigo.dev/combigo/lattice"
)

// MaxVertices is the largest number of vertices: 3^40 is below 2^64.
const MaxVertices = 40

// A rooted is a tree with a root, and the colourings that the package comment speaks of.
type rooted struct {
	empty, live, needy uint64
	upper, lower       *rooted // the root of lower hangs below that of upper; nil for one vertex
}

func (t *rooted) positions() uint64 { return t.empty + 2*t.live }

// join hangs the root of a tree below that of another.
func join(upper, lower *rooted) rooted {
	below := lower.needy + lower.live
	needy := upper.needy * below
	return rooted{
		empty: upper.empty * (lower.empty + 2*below),
		live:  (upper.live+upper.needy)*(lower.empty+lower.live+below) - needy,
		needy: needy,
		upper: upper, lower: lower,
	}
}

// Search keeps the trees that are found, for larger ones. The zero value is ready. It is not for
// use by several goroutines at once.
type Search struct {
	bySize [][]*rooted // from one vertex on: the Pareto-minimal trees
}

// Positions returns the fewest legal positions that a connected graph with a number of vertices
// has, and a tree that has them. It takes about a fifth longer with each vertex: a second for the
// terms up to 26, some 15 seconds for those up to 40. The error says that there are too many
// vertices, or is the cause of the context's end.
func (s *Search) Positions(ctx context.Context, vertices int) (uint64, *lattice.Graph, error) {
	if vertices < 1 || vertices > MaxVertices {
		return 0, nil, fmt.Errorf("%d vertices: want 1 to %d", vertices, MaxVertices)
	}
	for len(s.bySize) < vertices {
		if err := s.grow(ctx); err != nil {
			return 0, nil, err
		}
	}
	best := slices.MinFunc(s.bySize[vertices-1], func(a, b *rooted) int { return cmp.Compare(a.positions(), b.positions()) })
	var edges [][2]int
	best.edges(&edges)
	g, err := lattice.FromEdges(vertices, edges)
	return best.positions(), g, err
}

// grow finds the trees of one vertex more.
func (s *Search) grow(ctx context.Context) error {
	if len(s.bySize) == 0 {
		s.bySize = [][]*rooted{{{empty: 1, needy: 1}}}
		return nil
	}
	var all []rooted
	for i, uppers := range s.bySize {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for _, upper := range uppers {
			for _, lower := range s.bySize[len(s.bySize)-1-i] {
				all = append(all, join(upper, lower))
			}
		}
	}
	kept, err := lowest(ctx, all)
	if err != nil {
		return err
	}
	s.bySize = append(s.bySize, kept)
	return nil
}

// lowest returns the Pareto-minimal trees, and one tree of those with equal numbers.
func lowest(ctx context.Context, all []rooted) ([]*rooted, error) {
	slices.SortFunc(all, func(a, b rooted) int {
		return cmp.Or(cmp.Compare(a.empty, b.empty), cmp.Compare(a.live, b.live), cmp.Compare(a.needy, b.needy))
	})
	var kept []*rooted
	for i, t := range all {
		if i&0xffff == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		below := func(k *rooted) bool { return k.live <= t.live && k.needy <= t.needy } // k.empty <= t.empty, by the order
		if !slices.ContainsFunc(kept, below) {
			kept = append(kept, &t)
		}
	}
	return kept, nil
}

// edges appends the edges of a tree whose root is the vertex that comes next, and returns how many
// vertices it has.
func (t *rooted) edges(edges *[][2]int) (vertices int) {
	root := len(*edges) // each edge so far leads to a vertex that is numbered, next to vertex 0
	if t.upper == nil {
		return 1
	}
	n := t.upper.edges(edges)
	*edges = append(*edges, [2]int{root, root + n})
	return n + t.lower.edges(edges)
}
