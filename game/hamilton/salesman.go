package hamilton

// A TSP is the travelling-salesman instance T of a quotient (Combinatorics of Go, Lemma 18):
// symmetric, with 4 cities for each class, such that tours of length Optimum are the
// colour-symmetric Hamiltonian cycles.
//
// The cities of a class are two entries and two exits, one of each for either level. The level says
// whether the position where a walk is belongs to the half of the representatives or to the other
// half. Roads of length 0 join the two entries of a class, and its two exits; roads of length 1
// join entry and exit of the same level, but in the first class those of different levels. Roads of
// length 2 join an exit of a class to an entry of another if there is an arc, on the same level if
// its voltage is 0. A tour that enters a class at one entry must go to the other, down to an exit,
// and to the exit that is left, to visit all four cities at the cost of 1; that exit has the level
// of the first entry, but for the first class, where levels cross. So a tour of length 3 for each
// class is a cycle of the quotient of odd voltage.
type TSP struct{ q *Quotient }

// NewTSP returns the instance of a quotient.
func NewTSP(q *Quotient) *TSP { return &TSP{q} }

const (
	citiesPerClass = 4
	roadsPerClass  = 3 // length of the best tour
)

// Cities returns the number of cities.
func (t *TSP) Cities() int { return citiesPerClass * t.q.Len() }

// Optimum returns the length of the tours that are symmetric cycles: 3 for each pair of positions.
func (t *TSP) Optimum() int { return roadsPerClass * t.q.Len() }

// Missing returns the length of roads that do not exist: one of them is longer than a tour should
// be.
func (t *TSP) Missing() int { return t.Optimum() + 1 }

// city returns the class of a city, whether it is an exit, and its level.
func (t *TSP) city(i int) (class int32, exit bool, level int) {
	return int32(i / citiesPerClass), i%citiesPerClass >= 2, i % 2
}

// Distance returns the length of the road between two different cities, numbered from 0.
func (t *TSP) Distance(i, j int) int {
	from, exit, level := t.city(i)
	to, toExit, toLevel := t.city(j)
	if exit == toExit {
		if from == to {
			return 0
		}
		return t.Missing()
	}
	if !exit {
		return t.Distance(j, i)
	}
	if from == to {
		if (level != toLevel) == (from == 0) {
			return 1
		}
		return t.Missing()
	}
	zero, one := t.q.voltages(from, to)
	if zero && level == toLevel || one && level != toLevel {
		return 2
	}
	return t.Missing()
}
