package plain

import (
	"iter"
	"maps"
	"math/big"
	"slices"
)

// A Table has border states by their texts, each with the number of fillings that lead to it.
type Table map[string]*Fillings

// Fillings is how many partial positions have a state.
type Fillings struct {
	State  State
	Number big.Int
}

func (t Table) add(s State, number *big.Int) {
	var room [64]byte
	text := s.append(room[:0])
	f := t[string(text)]
	if f == nil {
		f = &Fillings{State: s}
		t[string(text)] = f
	}
	f.Number.Add(&f.Number, number)
}

// start is the table before the first point.
func start(height int) Table {
	t := Table{}
	t.add(Start(height), big.NewInt(1))
	return t
}

// Tables returns the states after 0, 1, 2, ... points of a board, with the number of points: the
// textbook dynamic program in a hash table (Combinatorics of Go, sections 5.1 to 5.5).
func Tables(height, width int) iter.Seq2[int, Table] {
	return func(yield func(int, Table) bool) {
		t := start(height)
		for points := 0; yield(points, t) && points < height*width; points++ {
			next := make(Table, 2*len(t))
			for _, f := range t {
				for _, c := range Colors {
					if to, ok := f.State.Place(c); ok {
						next.add(to, &f.Number)
					}
				}
			}
			t = next
		}
	}
}

// Counts returns the numbers of legal positions L(height, 1), L(height, 2), ... to the given width,
// in the time that the last one takes.
func Counts(height, width int) []*big.Int {
	var all []*big.Int
	for points, t := range Tables(height, width) {
		if points == 0 || points%height > 0 {
			continue
		}
		sum := new(big.Int)
		for _, f := range t {
			if f.State.Settled() {
				sum.Add(sum, &f.Number)
			}
		}
		all = append(all, sum)
	}
	return all
}

// Count returns L(rows, cols).
func Count(rows, cols int) *big.Int {
	return Counts(min(rows, cols), max(rows, cols))[max(rows, cols)-1]
}

// Remembered returns the tables of a board that ends with its last column: there a string has no
// neighbours on the right any more.
func Remembered(rows, cols int) []Table {
	var all []Table
	for points, t := range Tables(rows, cols) {
		if points > rows*(cols-1) {
			maps.DeleteFunc(t, func(_ string, f *Fillings) bool { return f.State.lost() })
		}
		all = append(all, t)
	}
	return all
}

// lost reports whether a needy string of the last column has no neighbour to come.
func (s State) lost() bool {
	var open []Point // points that have one
	if s.Kink > 0 {
		open = s.Points[s.Kink-1:]
	}
	return slices.ContainsFunc(s.Points, func(p Point) bool { return p.Needy() && !slices.Contains(open, p) })
}
