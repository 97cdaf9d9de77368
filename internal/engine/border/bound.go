package border

import (
	"math"
	"math/big"
)

// How large are the values? docs/theory.md, "How large values are", bounds them by the number of
// colourings of the j columns before the border, times the shares of runs, times denominators.

// shares bounds the share of the colourings of its rows that can count for a run: with strands of
// different signs, and of the same sign.
func (s *shape) shares(j int) (alone, joined float64) {
	c := float64(s.colours + 1)
	before, row := 0.0, 1.0 // a(j-1) and a(j), as shares of c^(j-1) and c^j
	for range j {
		before, row = row, (c-2+row)/c
	}
	power := 1.0 // row^(l-1)
	for l := 1; l <= s.height; l++ {
		joined = max(joined, float64(l)*before/c*power)
		power *= row
	}
	return row, joined
}

// largest returns, for the words of the points up to the given one, the largest product of the
// shares of the runs that end there and of the denominators of all strands with the sign minus. The
// crossing after these points has the sign that begins the last run, if the last point is bad.
func (s *shape) largest(point int, alone, joined float64) map[crossing]float64 {
	last := map[crossing]float64{atEdge: 1}
	for p := range point + 1 {
		all := make(map[crossing]float64)
		for e, product := range last {
			s.columns[0].next(e, 0, p, func(l letter, to crossing) {
				x := product
				switch to.begin = e.begin; l.end() {
				case none:
				case e.begin:
					x, to.begin = x*joined, none
				default:
					x, to.begin = x*alone, none
				}
				e.strands(&word{1, [maxLetters]letter{l}}, func(s *strand) {
					if s.sign == minus {
						x *= float64(fibonacci[s.height()+1])
					}
					if s.begins {
						to.begin = s.sign
					}
				})
				all[to] = max(all[to], x)
			})
		}
		last = all
	}
	return last
}

// excess bounds, for all words, the product of the shares of the runs and the denominators. The
// halves of the border share one point. The second half is read from its end, with the signs
// exchanged. The denominator of a strand with the sign minus in the second half belongs to the
// strand with the sign plus that brings the stack back, and both have the same height.
func (s *shape) excess(j int) float64 {
	alone, joined := s.shares(j)
	first := s.largest(s.middleRow(), alone, joined)
	second := s.largest(s.height-1-s.middleRow(), alone, joined)
	most := 1.0
	for e, x := range first {
		if !e.bad() {
			most = max(most, x*second[e])
			continue
		}
		same := e
		same.begin = e.begin.other()
		most = max(most, x*second[e]*alone, x*second[same]*joined)
	}
	return most
}

// excessColumns is the number of columns from which on the same excess is used: from the second
// column on the shares decrease.
const excessColumns = 6

// limit bounds the values of all words after some columns, each times its denominators.
func (s *shape) limit(columns int) *big.Int {
	s.bound.Do(func() {
		for j := range excessColumns {
			s.excesses = append(s.excesses, s.excess(j))
		}
	})
	// One more than the product in units of 1/1024, so that the rounding of the product does no
	// harm.
	units := math.Ceil(1024*s.excesses[min(columns, excessColumns)-1]) + 1
	all := s.positions(columns - 1)
	return all.Rsh(all.Mul(all, big.NewInt(int64(units))), 10).Add(all, big.NewInt(1))
}

// positions returns the number of all positions, legal or not.
func (s *shape) positions(width int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(s.colours+1)), big.NewInt(int64(s.height*width)), nil)
}

// Residues returns how many residues modulo primes just below 2^32 make the values after some
// columns known, which have either sign.
func (s *shape) Residues(columns int) int {
	return s.limit(columns).BitLen()/PrimeBits + 1
}
