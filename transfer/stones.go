package transfer

import (
	"fmt"
	"math"
	"math/big"
	"slices"
)

// A Weight is how many stones a stone of a colour on a point stands for: of its own colour, and of
// the other one. On a board it is {1, 0}; on a folded one, as many as points were folded onto each
// other.
type Weight struct{ Own, Other int }

// Stones evaluates positions of [Legal], of two colours, to the number of them with a given number
// of stones of each colour, exactly: a polynomial in two variables, one for black stones and one
// for white. The result has the number of positions with b black and w white stones at [b][w], for
// all b+w up to the weight of the board.
//
// A state is a class of two, one the colour exchange of the other. The value is that of its
// representative alone; the other one's has the variables exchanged. That halves the work. A state
// without stones is its own exchange.
//
// Values are triangles: rows of b from 0, in which w goes from 0 to the stones so far less b. Each
// coefficient has as many words as the positions of a given number of points may need.
type Stones struct {
	weights []Weight
	total   []int // stones before each level, and after the last
}

// NewStones returns the semiring for the weights of the points in the order in which they are
// passed.
func NewStones(weights []Weight) (*Stones, error) {
	s := &Stones{weights: slices.Clone(weights), total: []int{0}}
	for i, w := range weights {
		if w.Own < 0 || w.Other < 0 || w.Own+w.Other > math.MaxInt16 {
			return nil, fmt.Errorf("transfer: weights %d and %d of level %d: want at least 0 and at most %d together",
				w.Own, w.Other, i, math.MaxInt16)
		}
		s.total = append(s.total, s.total[i]+w.Own+w.Other)
	}
	return s, nil
}

// coefficientWords returns the words of a coefficient after some levels: it is at most 3^level.
func (s *Stones) coefficientWords(level int) int { return wordsFor(float64(level) * math.Log2(3)) }

// Words implements [Semiring].
func (s *Stones) Words(level int) int {
	stones := s.total[level]
	return (stones + 1) * (stones + 2) / 2 * s.coefficientWords(level)
}

// One implements [Semiring].
func (s *Stones) One(row []uint64) { row[0] = 1 }

// Adder implements [Semiring].
func (s *Stones) Adder(level int) Adder {
	a := stonesAdder{
		from: s.total[level], to: s.total[level+1],
		narrow: s.coefficientWords(level), wide: s.coefficientWords(level + 1),
	}
	weight := s.weights[level]
	return func(to, from []uint64, choice uint8, _ Factor) bool {
		first, second := 0, 0 // stones of colours 1 and 2
		switch StoneChoice(choice).Color() {
		case 1:
			first, second = weight.Own, weight.Other
		case 2:
			first, second = weight.Other, weight.Own
		case 0:
		default:
			return false // a third colour
		}
		fit := StoneChoice(choice)&Renamed != 0 || a.add(to, from, first, second, false)
		return fit && (StoneChoice(choice)&(Renamed|Cleared) == 0 || a.add(to, from, first, second, true))
	}
}

// stonesAdder adds triangles for a given number of stones, with a given number of words a
// coefficient.
type stonesAdder struct {
	from, to     int
	narrow, wide int
}

// add adds a triangle, moved by a given number of stones of the two colours. If the colours are
// exchanged after the move, its rows become columns.
func (a *stonesAdder) add(to, from []uint64, first, second int, exchanged bool) bool {
	fit := true
	for b := range a.from + 1 {
		at, next, less := rowStart(b+first, a.to)+second, 1, 0
		if exchanged { // from one row to the next it is as far as the row is long
			at, next, less = rowStart(second, a.to)+b+first, a.to+1-second, 1
		}
		for range a.from - b + 1 {
			fit = addNumber(to[at*a.wide:(at+1)*a.wide], from[:a.narrow]) && fit
			from = from[a.narrow:]
			at, next = at+next, next-less
		}
	}
	return fit
}

// rowStart returns the place of row b in a triangle of a given number of stones.
func rowStart(b, stones int) int { return b*(stones+1) - b*(b-1)/2 }

// Join implements [Semiring].
func (s *Stones) Join(levels int, to, from []uint64) bool {
	return addNumbers(to, from, s.coefficientWords(levels))
}

// Value implements [Semiring].
func (s *Stones) Value(levels int, row []uint64) [][]*big.Int {
	numbers, table := numbersOf(row, s.coefficientWords(levels)), make([][]*big.Int, s.total[levels]+1)
	for b := range table {
		whites := len(table) - b
		table[b], numbers = numbers[:whites:whites], numbers[whites:]
	}
	return table
}
