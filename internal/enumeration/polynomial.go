package enumeration

import (
	"fmt"
	"math/big"
	"math/bits"

	"combigo.dev/combigo/lattice"
)

// maxPolynomialVertices keeps coefficients in 64 bits. There are at most Bell(13) ways to choose
// the empty vertices and the strings, and the coefficients of a chromatic polynomial of 12 vertices
// sum up to at most 12! in absolute value.
const maxPolynomialVertices = 12

// Polynomial returns the Go polynomial of a graph of at most 12 vertices: coefficient i is that of
// the i-th power of the number of colours. There are as many coefficients as vertices, plus one.
func Polynomial(g *lattice.Graph) ([]*big.Int, error) {
	if g.Len() > maxPolynomialVertices {
		return nil, fmt.Errorf("%d vertices: want at most %d", g.Len(), maxPolynomialVertices)
	}
	d := newDivision(g)
	all := set(1)<<g.Len() - 1
	for d.empty = 0; d.empty <= all; d.empty++ {
		d.divide(all &^ d.empty)
	}
	coefficients := make([]*big.Int, g.Len()+1)
	for i := range coefficients {
		coefficients[i] = big.NewInt(d.sum[i])
	}
	return coefficients, nil
}

// Value returns the value of a polynomial.
func Value(coefficients []*big.Int, x int) *big.Int {
	value := new(big.Int)
	for i := len(coefficients) - 1; i >= 0; i-- {
		value.Mul(value, big.NewInt(int64(x)))
		value.Add(value, coefficients[i])
	}
	return value
}

// division divides the vertices into empty ones and strings in all ways, and sums up the chromatic
// polynomials.
type division struct {
	neighbors []set
	safe      set
	chromatic chromatic
	sum       []int64

	empty   set
	strings []set // so far
}

func newDivision(g *lattice.Graph) *division {
	d := &division{neighbors: make([]set, g.Len()), chromatic: chromatic{}, sum: make([]int64, g.Len()+1)}
	for v := range g.Len() {
		for _, u := range g.Neighbors(v) {
			d.neighbors[v] |= 1 << u
		}
		if g.Safe(v) {
			d.safe |= 1 << v
		}
	}
	return d
}

// divide divides the rest into strings.
func (d *division) divide(rest set) {
	if rest == 0 {
		d.add()
		return
	}
	first := rest & -rest
	others := rest &^ first
	for more, part := true, others; more; part = (part - 1) & others {
		if s := part | first; d.isString(s) {
			d.strings = append(d.strings, s)
			d.divide(rest &^ s)
			d.strings = d.strings[:len(d.strings)-1]
		}
		more = part > 0
	}
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

// around returns the neighbours of the vertices of a set.
func (d *division) around(s set) set {
	var around set
	for ; s != 0; s &= s - 1 {
		around |= d.neighbors[bits.TrailingZeros16(uint16(s))]
	}
	return around
}

// add adds the number of ways to colour the strings such that adjacent ones differ.
func (d *division) add() {
	adjacent := make([]set, len(d.strings))
	for i, s := range d.strings {
		for j, t := range d.strings {
			if i != j && d.around(s)&t != 0 {
				adjacent[i] |= 1 << j
			}
		}
	}
	for i, coefficient := range d.chromatic.polynomial(adjacent) {
		d.sum[i] += coefficient
	}
}
