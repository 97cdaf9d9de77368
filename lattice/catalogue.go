package lattice

import (
	"fmt"
	"math"
	"math/big"
)

// MaxCatalogue is the largest number of vertices for which [Catalogue] lists all graphs.
const MaxCatalogue = 7

// ParseID reads the number of a graph in the numbering of G. Farnebäck's GoGameGraphs, and returns
// the graph.
//
// Written in binary, with n(n-1)/2 digits for n vertices, the number has a digit for each pair of
// vertices in the order 1-2, 1-3, ..., 1-n, 2-3, ...: 1 for an edge. There are as few vertices as
// the number allows, so that graphs whose first vertex is alone have none.
func ParseID(text string) (*Graph, error) {
	id, ok := new(big.Int).SetString(text, 10)
	if !ok || id.Sign() < 0 || len(text) > maxIDDigits {
		return nil, fmt.Errorf("%q for a graph: want a number of up to %d digits", text, maxIDDigits)
	}
	n := 1
	for n*(n-1)/2 < id.BitLen() {
		n++
	}
	return numbered(n, func(bit int) bool { return id.Bit(bit) == 1 }), nil
}

// maxIDDigits is enough for 64 vertices.
const maxIDDigits = 606

// numbered returns the graph with some digits, the last one first.
func numbered(n int, digit func(int) bool) *Graph {
	var edges [][2]int
	for i, e := range pairs(n) {
		if digit(n*(n-1)/2 - 1 - i) {
			edges = append(edges, e)
		}
	}
	return newGraph(n, edges)
}

// pairs returns the pairs of n vertices in the order of the digits.
func pairs(n int) (list [][2]int) {
	for u := range n {
		for v := u + 1; v < n; v++ {
			list = append(list, [2]int{u, v})
		}
	}
	return list
}

// An Entry is a graph of the catalogue.
type Entry struct {
	ID    uint64 `json:"board"`
	Graph *Graph
}

// Catalogue returns the connected graphs of n vertices, 1 to [MaxCatalogue], one of each class of
// isomorphic ones: the one with the least number (see [ParseID]), in ascending order.
func Catalogue(n int) ([]Entry, error) {
	if n < 1 || n > MaxCatalogue {
		return nil, fmt.Errorf("%d vertices: want from 1 to %d", n, MaxCatalogue)
	}
	ends := pairs(n)
	place := make([][]int, n) // of a pair, as a digit
	for u := range place {
		place[u] = make([]int, n)
	}
	for i, e := range ends {
		place[e[0]][e[1]], place[e[1]][e[0]] = len(ends)-1-i, len(ends)-1-i
	}
	var motions [][]int // what becomes of each digit
	all, err := Symmetries(numbered(n, func(int) bool { return false }), math.MaxInt)
	if err != nil {
		return nil, err
	}
	for _, p := range all {
		to := make([]int, len(ends))
		for _, e := range ends {
			to[place[e[0]][e[1]]] = place[p[e[0]]][p[e[1]]]
		}
		motions = append(motions, to)
	}
	var list []Entry
	seen := make([]bool, 1<<len(ends))
	for id := range seen {
		if seen[id] {
			continue
		}
		for _, to := range motions {
			image := 0
			for digit := range ends {
				image |= id >> digit & 1 << to[digit]
			}
			seen[image] = true
		}
		if g := numbered(n, func(digit int) bool { return id>>digit&1 == 1 }); g.connected() {
			list = append(list, Entry{uint64(id), g})
		}
	}
	return list, nil
}

// connected reports whether all vertices are reached from the first one.
func (g *Graph) connected() bool {
	reached, seen := []int{0}, make([]bool, g.Len())
	seen[0] = true
	for i := 0; i < len(reached); i++ {
		for _, v := range g.Neighbors(reached[i]) {
			if !seen[v] {
				seen[v], reached = true, append(reached, v)
			}
		}
	}
	return len(reached) == g.Len()
}
