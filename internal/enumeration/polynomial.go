package enumeration

import (
	"fmt"
	"math/big"

	"combigo.dev/combigo/lattice"
)

// maxPolynomialVertices keeps the time to seconds: there are at most Bell(13), 28 million, ways to
// choose the empty vertices, the strings, and which strings have one colour.
const maxPolynomialVertices = 12

// Polynomial returns the Go polynomial of a graph of at most 12 vertices: coefficient i is that of
// the i-th power of the number of colours. There are as many coefficients as vertices, plus one.
func Polynomial(g *lattice.Graph) ([]*big.Int, error) {
	if g.Len() > maxPolynomialVertices {
		return nil, fmt.Errorf("%d vertices: want at most %d", g.Len(), maxPolynomialVertices)
	}
	d := &division{sets: newSets(g), ways: make([]int64, g.Len()+1)}
	all := set(1)<<g.Len() - 1
	for d.empty = 0; d.empty <= all; d.empty++ {
		d.divide(all &^ d.empty)
	}
	coefficients := make([]*big.Int, g.Len()+1)
	for i := range coefficients {
		coefficients[i] = new(big.Int)
	}
	named := []int64{1} // x(x-1)...(x-k+1): the ways to name k colours, of x
	for k, ways := range d.ways {
		more := make([]int64, len(named)+1)
		for i, c := range named {
			coefficients[i].Add(coefficients[i], new(big.Int).Mul(big.NewInt(c), big.NewInt(ways)))
			more[i] -= int64(k) * c
			more[i+1] += c
		}
		named = more
	}
	return coefficients, nil
}

// division divides the vertices into empty ones and strings in all ways, and the strings into
// colours without names, so that adjacent strings differ.
type division struct {
	sets
	ways []int64 // by the number of colours

	empty  set
	colors []set // the vertices of each colour so far
}

// divide divides the rest into strings.
func (d *division) divide(rest set) {
	if rest == 0 {
		d.ways[len(d.colors)]++
		return
	}
	first := rest & -rest
	others := rest &^ first
	for more, part := true, others; more; part = (part - 1) & others {
		if s := part | first; d.isString(s) {
			d.color(s, rest&^s)
		}
		more = part > 0
	}
}

// color gives a string each colour that no neighbour has, and then a new one, and divides the rest.
func (d *division) color(s, rest set) {
	around := d.around(s)
	for c := range len(d.colors) {
		if stones := d.colors[c]; stones&around == 0 {
			d.colors[c] |= s
			d.divide(rest)
			d.colors[c] = stones
		}
	}
	d.colors = append(d.colors, s)
	d.divide(rest)
	d.colors = d.colors[:len(d.colors)-1]
}

// isString reports whether a set is connected and has a liberty.
func (d *division) isString(s set) bool {
	reached := s & -s
	for grown := reached; ; reached = grown {
		grown |= d.around(reached) & s
		if grown == reached {
			break
		}
	}
	return reached == s && (d.around(s)&d.empty != 0 || s&d.safe != 0)
}
