package border

import (
	"math"
	"math/big"
)

// How large are the values? docs/theory.md, "How large values are", bounds them by the number of
// colourings of the j columns before the border, times the shares of runs, times denominators.

// runFractions bounds which fraction of the colourings of the j columns before the border, in the
// rows of a run, can count for words with that run. The first bound is for a run whose strands have
// different signs, the second one for a run whose strands have the same sign, so that its string is
// joined with another run.
func (s *shape) runFractions(j int) (alone, joined float64) {
	c := float64(s.colours + 1)
	before, row := 0.0, 1.0 // a(j-1) and a(j), as fractions of c^(j-1) and c^j
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

// maxProducts returns, for the words of the points 0 to point, the maximal product of two things:
// the fractions of their runs (runFractions) that end there, and the denominators of their strands
// with the sign minus. The products are by the crossing after these points, which has the sign that
// begins the last run, if the last point is bad.
func (s *shape) maxProducts(point int, alone, joined float64) map[crossing]float64 {
	last := map[crossing]float64{atEdge: 1}
	for p := range point + 1 {
		all := make(map[crossing]float64)
		for e, product := range last {
			s.columns[0].visitLetters(e, 0, p, func(l letter, to crossing) {
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

// limitFactor bounds, for all words after j+1 columns, the product of the fractions of the runs and
// of the denominators. The two halves of the border have one point in common. The second half is
// read from its end, with the signs exchanged. The denominator of a strand with the sign minus in
// the second half belongs to the strand with the sign plus that brings the stack back, and both
// have the same height.
func (s *shape) limitFactor(j int) float64 {
	alone, joined := s.runFractions(j)
	first := s.maxProducts(s.middleRow(), alone, joined)
	second := s.maxProducts(s.height-1-s.middleRow(), alone, joined)
	largest := 1.0
	for e, x := range first {
		if !e.bad() {
			largest = max(largest, x*second[e])
			continue
		}
		same := e
		same.begin = e.begin.other()
		largest = max(largest, x*second[e]*alone, x*second[same]*joined)
	}
	return largest
}

// limitFactorColumns is the number of columns from which on the same limitFactor is used: from the
// second column on the fractions decrease.
const limitFactorColumns = 6

// limit bounds the absolute values of all words after some columns, each times its denominators.
func (s *shape) limit(columns int) *big.Int {
	s.limitOnce.Do(func() {
		for j := range limitFactorColumns {
			s.limitFactors = append(s.limitFactors, s.limitFactor(j))
		}
	})
	// One more than the product in units of 1/1024, so that the rounding of the product does no
	// harm.
	units := math.Ceil(1024*s.limitFactors[min(columns, limitFactorColumns)-1]) + 1
	all := s.positions(columns - 1)
	return all.Rsh(all.Mul(all, big.NewInt(int64(units))), 10).Add(all, big.NewInt(1))
}

// positions returns the number of all positions, legal or not.
func (s *shape) positions(width int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(s.colours+1)), big.NewInt(int64(s.height*width)), nil)
}

// Residues returns how many residues modulo primes just below 2^32 determine the values after some
// columns, which may be negative.
func (s *shape) Residues(columns int) int {
	return s.limit(columns).BitLen()/PrimeBits + 1
}
