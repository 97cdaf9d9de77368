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
// The last is s (e' + 2s' + u') + u (e' + s'). All three are linear in the numbers of each of the
// two trees. So the number of legal positions in the end, e + 2s of the whole tree, is a linear
// function c e' + d s' + f u' of the numbers of any smaller tree that it is joined from. For the
// whole tree (c, d, f) is (1, 2, 0), and from
//
//	0 <= f <= d <= 2c
//
// for a joined tree the same follows for both of its parts: with the coefficients above, d - f, 2c
// - d and f are sums of products of numbers that are not negative. So the function is a sum of e',
// e' + 2s' and e' + 2s' + 2u' with weights that are not negative. If these three sums of a tree are
// at least a mean, with any weights, of those of other trees of its size, then one of the others
// can take its place, and the number of positions does not grow. So few trees of each size are
// needed: 8 of 30 vertices, 48 of 100, some hundreds of 400.
//
// Products are compared as floating-point numbers, which are right but for 1e-15 of them. A tree is
// left out if a mean of others is smaller by 1e-12 of it or more, and else only after a comparison
// of whole numbers.
package fewest

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"combigo.dev/combigo/lattice"
)

// MaxVertices is the largest number of vertices, as far as others have gone: 3^481 is a
// floating-point number.
const MaxVertices = 481

// The numbers of a rooted tree: colourings with an empty root, with a black one whose string has a
// liberty, and with one whose string has none.
const (
	empty = iota
	live
	needy
	numbers
)

// A rooted is a tree with a root, and the colourings that the package comment speaks of.
type rooted struct {
	exact        [numbers]*big.Int // e, s and u
	near         [numbers]float64  // the same but for rounding
	sums         [numbers]float64  // e, e + 2s and e + 2s + 2u but for rounding
	upper, lower *rooted           // the root of lower hangs below that of upper; nil for one vertex
}

// exactSums returns e, e + 2s and e + 2s + 2u.
func (t *rooted) exactSums() (all [numbers]*big.Int) {
	sum := new(big.Int)
	for i, x := range t.exact {
		if sum.Add(sum, x); i > 0 {
			sum.Add(sum, x)
		}
		all[i] = new(big.Int).Set(sum)
	}
	return all
}

func (t *rooted) positions() *big.Int { return t.exactSums()[live] }

// sums returns e, e + 2s and e + 2s + 2u.
func sums(x *[numbers]float64) [numbers]float64 {
	positions := x[empty] + 2*x[live]
	return [numbers]float64{x[empty], positions, positions + 2*x[needy]}
}

// hang returns the numbers of the tree that has the root of lower below that of upper, but for
// rounding: sums and products only, without differences.
func hang(upper, lower *[numbers]float64) [numbers]float64 {
	below := lower[needy] + lower[live]
	return [numbers]float64{
		empty: upper[empty] * (lower[empty] + 2*below),
		live:  upper[live]*(lower[empty]+lower[live]+below) + upper[needy]*(lower[empty]+lower[live]),
		needy: upper[needy] * below,
	}
}

func join(upper, lower *rooted) *rooted {
	sum := func(x ...*big.Int) *big.Int {
		all := new(big.Int)
		for _, n := range x {
			all.Add(all, n)
		}
		return all
	}
	times := func(x, y *big.Int) *big.Int { return new(big.Int).Mul(x, y) }
	e, l, n := lower.exact[empty], lower.exact[live], lower.exact[needy]
	t := &rooted{upper: upper, lower: lower, exact: [numbers]*big.Int{
		empty: times(upper.exact[empty], sum(e, l, l, n, n)),
		live:  sum(times(upper.exact[live], sum(e, l, l, n)), times(upper.exact[needy], sum(e, l))),
		needy: times(upper.exact[needy], sum(l, n)),
	}}
	for i, x := range t.exact {
		t.near[i], _ = new(big.Float).SetInt(x).Float64()
	}
	t.sums = sums(&t.near)
	return t
}

// Search keeps the trees that are found, for larger ones. The zero value is ready. It is not for
// use by several goroutines at once.
type Search struct {
	bySize [][]*rooted // from one vertex on: the trees that are needed
}

// Positions returns the fewest legal positions that a connected graph with a number of vertices
// has, and a tree that has them. The terms up to 100 take less than a second, those up to 481 some
// minutes. The error says that there are too many vertices, or is the cause of the context's end.
func (s *Search) Positions(ctx context.Context, vertices int) (*big.Int, *lattice.Graph, error) {
	if vertices < 1 || vertices > MaxVertices {
		return nil, nil, fmt.Errorf("%d vertices: want 1 to %d", vertices, MaxVertices)
	}
	for len(s.bySize) < vertices {
		if err := s.grow(ctx); err != nil {
			return nil, nil, err
		}
	}
	best := slices.MinFunc(s.bySize[vertices-1], func(a, b *rooted) int { return a.positions().Cmp(b.positions()) })
	var edges [][2]int
	best.edges(&edges)
	g, err := lattice.FromEdges(vertices, edges)
	return best.positions(), g, err
}

func (s *Search) grow(ctx context.Context) error {
	if len(s.bySize) == 0 {
		none, one := big.NewInt(0), big.NewInt(1)
		s.bySize = [][]*rooted{{{near: [numbers]float64{1, 0, 1}, sums: [numbers]float64{1, 1, 3}, exact: [numbers]*big.Int{one, none, one}}}}
		return nil
	}
	var f front
	for i, uppers := range s.bySize {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		for _, upper := range uppers {
			for _, lower := range s.bySize[len(s.bySize)-1-i] {
				f.offer(upper, lower)
			}
		}
	}
	s.bySize = append(s.bySize, f.hull())
	return nil
}

// margin is the relative difference above which floating-point numbers are trusted.
const margin = 1e-12

// below reports whether all sums of x are less than those of y, by the margin.
func below(x, y *[numbers]float64) bool {
	return x[0]*(1+margin) <= y[0] && x[1]*(1+margin) <= y[1] && x[2]*(1+margin) <= y[2]
}

// notAbove is the same exactly, and for equal numbers, too.
func notAbove(x, y [numbers]*big.Int) bool {
	return x[0].Cmp(y[0]) <= 0 && x[1].Cmp(y[1]) <= 0 && x[2].Cmp(y[2]) <= 0
}

// A front is trees of one size none of which has three sums that are at least those of another.
type front []*rooted

// offer adds a tree if it belongs to the front. Trees that kept others out come first.
func (f *front) offer(upper, lower *rooted) {
	joined, t := hang(&upper.near, &lower.near), (*rooted)(nil)
	x := sums(&joined)
	for i, k := range *f {
		y := &k.sums
		if y[0] > x[0]*(1+margin) || y[1] > x[1]*(1+margin) || y[2] > x[2]*(1+margin) {
			continue
		}
		if !below(y, &x) {
			if t == nil {
				t = join(upper, lower)
			}
			if !notAbove(k.exactSums(), t.exactSums()) {
				continue
			}
		}
		if i > 0 {
			(*f)[i], (*f)[i/2] = (*f)[i/2], k
		}
		return
	}
	if t == nil {
		t = join(upper, lower)
	}
	*f = append(slices.DeleteFunc(*f, func(k *rooted) bool { return below(&x, &k.sums) }), t)
}

// hull returns the trees that are needed: of the others, a mean of one to three of these is less in
// all three sums.
func (f front) hull() (kept []*rooted) {
	for _, t := range f {
		if needed(t, kept) {
			kept = append(kept, t)
		}
	}
	for i := 0; i < len(kept); {
		if others := slices.Concat(kept[:i], kept[i+1:]); !needed(kept[i], others) {
			kept = others
		} else {
			i++
		}
	}
	return kept
}

// corners are the corners of the triangle of all weights of three sums, or of three trees.
var corners = [][numbers]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}

func dot(x, y *[numbers]float64) float64 { return x[0]*y[0] + x[1]*y[1] + x[2]*y[2] }

// clip returns the part of a polygon in which a linear function is not negative.
func clip(polygon [][numbers]float64, f [numbers]float64) (part [][numbers]float64) {
	for i := range polygon {
		u, v := &polygon[(i+len(polygon)-1)%len(polygon)], &polygon[i]
		x, y := dot(&f, u), dot(&f, v)
		if x*y < 0 {
			t := x / (x - y)
			part = append(part, [numbers]float64{u[0] + t*(v[0]-u[0]), u[1] + t*(v[1]-u[1]), u[2] + t*(v[2]-u[2])})
		}
		if y >= 0 {
			part = append(part, *v)
		}
	}
	return part
}

// needed reports whether there may be weights of the three sums with which a tree is less than all
// others. If there are none, as far as floating-point numbers can tell, three of the trees that cut
// the weights off have a mean that is less in all sums (Helly's theorem), and only that counts.
func needed(t *rooted, others []*rooted) bool {
	weights, p := corners, &t.sums
	var cutters []*[numbers]float64
	for _, k := range others {
		var f [numbers]float64
		for j, x := range k.sums {
			f[j] = (x - p[j]) / p[j]
		}
		if !slices.ContainsFunc(weights, func(w [numbers]float64) bool { return dot(&f, &w) < 0 }) {
			continue
		}
		weights, cutters = clip(weights, f), append(cutters, &k.sums)
	}
	if len(weights) > 0 {
		return true
	}
	for i, a := range cutters {
		for j, b := range cutters[:i+1] {
			for _, c := range cutters[:j+1] {
				if meanBelow([numbers]*[numbers]float64{a, b, c}, p) {
					return false
				}
			}
		}
	}
	return true
}

// meanBelow reports whether a mean of three trees is less than a fourth one in all sums.
func meanBelow(trees [numbers]*[numbers]float64, p *[numbers]float64) bool {
	weights := corners
	for j := range p {
		var f [numbers]float64
		for i, x := range trees {
			f[i] = 1 - 2*margin - x[j]/p[j]
		}
		weights = clip(weights, f)
	}
	var mean [numbers]float64
	for _, w := range weights {
		for i, x := range trees {
			for j := range mean {
				mean[j] += w[i] * x[j] / float64(len(weights))
			}
		}
	}
	return len(weights) > 0 && below(&mean, p)
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
