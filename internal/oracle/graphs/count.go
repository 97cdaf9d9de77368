package graphs

import (
	"fmt"
	"iter"
	"math"
	"math/big"

	"combigo/lattice"
)

// maxColorings is how many colourings are tried, which takes an hour or so.
const maxColorings = 1 << 36

// Count returns the number of legal positions of a graph with the given number of colours, at least 0. More than 2^36
// colourings, (colors+1)^n of n vertices, are an error.
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

// Positions yields the legal positions of a graph. The slice is valid until the next one.
func Positions(g *lattice.Graph, colors int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		position := make([]int, g.Len())
		for more := true; more; more = advance(position, colors) {
			if Legal(g, position) && !yield(position) {
				return
			}
		}
	}
}

// advance turns a colouring into the next one, as if it were a number, and returns false after the last one.
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

// Legal reports whether a position is legal.
func Legal(g *lattice.Graph, position []int) bool {
	seen := make([]bool, len(position))
	for v, color := range position {
		if color > 0 && !seen[v] && !flood(g, position, v, seen) {
			return false
		}
	}
	return true
}

// flood marks the string of a vertex as seen and reports whether it has a liberty.
func flood(g *lattice.Graph, position []int, v int, seen []bool) bool {
	seen[v] = true
	live := g.Safe(v)
	for _, u := range g.Neighbors(v) {
		switch {
		case position[u] == 0:
			live = true
		case position[u] == position[v] && !seen[u]:
			live = flood(g, position, u, seen) || live
		}
	}
	return live
}
