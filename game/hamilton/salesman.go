package hamilton

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"combigo.dev/combigo/game/certificate"
	"combigo.dev/combigo/result"
)

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
	switch {
	case exit == toExit && from == to:
		return 0
	case exit == toExit:
	case !exit:
		return t.Distance(j, i)
	case from == to:
		if (level != toLevel) == (from == 0) {
			return 1
		}
	default:
		if zero, one := t.q.voltages(from, to); zero && level == toLevel || one && level != toLevel {
			return 2
		}
	}
	return t.Missing()
}

// Size returns about how many bytes Write writes.
func (t *TSP) Size() result.Bytes {
	n := int64(t.Cities())
	return result.Bytes(n * (n - 1) / 2 * int64(1+len(strconv.Itoa(t.Missing()))))
}

// Write writes the instance in the format of TSPLIB 95, with explicit distances: the upper triangle
// row by row, without the diagonal.
func (t *TSP) Write(w io.Writer, name string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "NAME: %s\nTYPE: TSP\nCOMMENT: tours of length %d are colour-symmetric Hamiltonian cycles\n", name, t.Optimum())
	fmt.Fprintf(out, "DIMENSION: %d\nEDGE_WEIGHT_TYPE: EXPLICIT\nEDGE_WEIGHT_FORMAT: UPPER_ROW\nEDGE_WEIGHT_SECTION\n", t.Cities())
	for i := range t.Cities() {
		for j := i + 1; j < t.Cities(); j++ {
			if _, err := out.WriteString(strconv.Itoa(t.Distance(i, j)) + " "); err != nil {
				return err
			}
		}
		out.WriteByte('\n')
	}
	out.WriteString("EOF\n")
	return out.Flush()
}

// maxTour is the size in bytes of the largest file that ReadTour takes.
const maxTour = 64 << 20

// ReadTour reads a tour and returns its cities, numbered from 0: a TSPLIB file with a TOUR_SECTION,
// whose cities count from 1, as LKH writes; or a number of cities and then as many cities, which
// count from 0, as Concorde writes. The name is for errors.
func ReadTour(r io.Reader, name string) ([]int, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxTour+1))
	if err == nil && len(text) > maxTour {
		err = fmt.Errorf("%s: more than %d MiB: want a tour", name, maxTour>>20)
	}
	if err != nil {
		return nil, err
	}
	first, claimed := 0, math.MaxInt // the number of the first city; how many cities there shall be
	_, section, ok := strings.Cut(string(text), "TOUR_SECTION")
	words := strings.Fields(strings.TrimPrefix(strings.TrimSpace(section), ":"))
	if ok {
		first = 1
	} else if words = strings.Fields(string(text)); len(words) > 0 {
		if claimed, err = strconv.Atoi(words[0]); err != nil {
			return nil, fmt.Errorf("%s: neither a TOUR_SECTION nor a number of cities at the beginning: want a tour", name)
		}
		words = words[1:]
	}
	var cities []int
	for _, word := range words {
		if word == "-1" || word == "EOF" {
			break
		}
		city, err := strconv.Atoi(word)
		if err != nil || city < first {
			return nil, fmt.Errorf("%s: %.20q: want the number of a city, from %d on", name, word, first)
		}
		cities = append(cities, city-first)
	}
	if len(cities) == 0 || !ok && len(cities) != claimed {
		return nil, fmt.Errorf("%s: the tour has %d cities: want as many as the file says", name, len(cities))
	}
	return cities, nil
}

// Cycle returns half of the symmetric cycle that a tour of length Optimum is, as Find does. The
// tour may begin anywhere and have either direction.
func (t *TSP) Cycle(tour []int) (*certificate.Certificate, error) {
	if len(tour) != t.Cities() {
		return nil, fmt.Errorf("the tour has %d cities: want %d", len(tour), t.Cities())
	}
	seen := make([]bool, len(tour))
	for _, city := range tour {
		if city < 0 || city >= len(tour) || seen[city] {
			return nil, fmt.Errorf("city %d is none of the %d, or comes twice: want a tour through each of them", city, len(tour))
		}
		seen[city] = true
	}
	length, backward := 0, false
	var classes []int32
	for i, city := range tour {
		next := tour[(i+1)%len(tour)]
		length += t.Distance(city, next)
		class, exit, _ := t.city(city)
		if to, _, _ := t.city(next); to != class {
			classes = append(classes, class)
			backward = !exit // a tour of the length wanted leaves a class by an exit, or backward by an entry
		}
	}
	if length != t.Optimum() {
		return nil, fmt.Errorf("the tour has length %d: want %d, that of a colour-symmetric cycle", length, t.Optimum())
	}
	if backward {
		slices.Reverse(classes)
	}
	half, err := t.q.lift(context.Background(), classes)
	if half == nil && err == nil {
		err = result.InternalErrorf("the tour", "it changes sides an even number of times")
	}
	return half, err
}
