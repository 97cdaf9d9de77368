package enumeration

import (
	"fmt"
	"iter"
	"math"
	"math/big"
	"math/bits"
	"slices"

	"combigo.dev/combigo/lattice"
)

// maxColorings is how many colourings are tried, which takes an hour or so.
const maxColorings = 1 << 36

// Count returns the number of legal positions of a graph with the given number of colours, at least
// 0. More than 2^36 colourings, (colors+1)^n of n vertices, are an error.
func Count(g *lattice.Graph, colors int) (*big.Int, error) {
	if colors < 0 {
		return nil, fmt.Errorf("%d colours: want at least 0", colors)
	}
	if math.Pow(float64(colors)+1, float64(g.Len())) > maxColorings {
		return nil, fmt.Errorf("%d colours on %d vertices: want at most %d colourings", colors, g.Len(), maxColorings)
	}
	var count int64
	for range Positions(g, colors) {
		count++
	}
	return big.NewInt(count), nil
}

// Positions yields the legal positions of a graph. The slice is valid until the next one. It panics
// if there are colours and more than 64 vertices.
func Positions(g *lattice.Graph, colors int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		f := newFlood(g, colors)
		for position := range Colorings(g.Len(), colors) {
			if f.legal(position) && !yield(position) {
				return
			}
		}
	}
}

// Colorings yields all ways to leave points empty or give them a colour. The slice is valid until
// the next one.
func Colorings(points, colors int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		position := make([]int, points)
		for more := true; more; more = advance(position, colors) {
			if !yield(position) {
				return
			}
		}
	}
}

// advance turns a colouring into the next one, as if it were a number, and returns false after the
// last one.
func advance(position []int, colors int) bool {
	for v := range position {
		position[v]++
		if position[v] <= colors {
			return true
		}
		position[v] = 0
	}
	return false
}

// Legal reports whether a position of at most 64 vertices is legal.
func Legal(g *lattice.Graph, position []int) bool {
	return newFlood(g, slices.Max(position)).legal(position)
}

// set is a set of at most 64 vertices, one bit each.
type set uint64

// sets is a graph as sets of vertices.
type sets struct {
	neighbors []set
	safe      set
}

func newSets(g *lattice.Graph) sets {
	s := sets{neighbors: make([]set, g.Len())}
	for v := range g.Len() {
		for _, u := range g.Neighbors(v) {
			s.neighbors[v] |= 1 << u
		}
		if g.Safe(v) {
			s.safe |= 1 << v
		}
	}
	return s
}

// around returns the neighbours of the vertices of a set.
func (s sets) around(of set) (around set) {
	for ; of != 0; of &= of - 1 {
		around |= s.neighbors[bits.TrailingZeros64(uint64(of))]
	}
	return around
}

// flood goes from the liberties over the stones.
type flood struct {
	sets
	colored []set // by colour
}

func newFlood(g *lattice.Graph, colors int) *flood {
	if g.Len() > 64 && colors > 0 {
		panic(fmt.Sprintf("graphs: %d vertices: want at most 64", g.Len()))
	}
	return &flood{newSets(g), make([]set, colors+1)}
}

// legal reports whether every stone is reached over stones of its colour from one with a liberty.
func (f *flood) legal(position []int) bool {
	clear(f.colored)
	for v, color := range position {
		f.colored[color] |= 1 << v
	}
	free := f.safe | f.around(f.colored[0])
	for _, stones := range f.colored[1:] {
		reached := stones & free
		for fresh := reached; fresh != 0; reached |= fresh {
			fresh = f.around(fresh) & stones &^ reached
		}
		if reached != stones {
			return false
		}
	}
	return true
}
