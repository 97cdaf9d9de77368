package asymptotic

import (
	"math"

	"combigo/interval"
)

// Remainder is an envelope of r(m,n) for one height m: |r(m,n)| <= Scale Phi^n for
// n from m up to what was looked at. Beyond, it is expected, not proved.
type Remainder struct{ Scale, Phi float64 }

// At returns the envelope at n.
func (r Remainder) At(n float64) float64 { return r.Scale * math.Pow(r.Phi, n) }

// tailStart is the first n whose remainder decides on Phi.
const tailStart = 12

// remainder finds the envelope from the numbers that the columns gave, as far as
// they are known better than their remainders.
func (r *stripRun) remainder(s *Strip) Remainder {
	sizes := map[int]float64{}
	for i, step := range r.steps {
		if size := r.size(s, r.counts[i], step.Columns); size > 0 {
			sizes[step.Columns] = size
		}
	}
	var e Remainder
	for n, size := range sizes {
		if n >= tailStart {
			e.Phi = max(e.Phi, math.Pow(size, 1/float64(n)))
		}
	}
	for n, size := range sizes {
		if n >= s.Height {
			e.Scale = max(e.Scale, size/math.Pow(e.Phi, float64(n)))
		}
	}
	e.Scale *= roundingUp
	return e
}

// roundingUp covers the rounding of the envelope to a few digits.
const roundingUp = 1.05

// size returns |r(m,n)|, or 0 if it is not known well.
func (r *stripRun) size(s *Strip, count interval.Interval, n int) float64 {
	a := r.arithmetic
	ratio := a.Quo(count, a.Mul(s.A, a.Pow(s.Lambda, n)))
	x := a.Sub(ratio, interval.Whole(1))
	middle, _ := x.Middle(17).Float64()
	radius, _ := x.Radius().Float64()
	if math.Abs(middle) < 10*radius {
		return 0
	}
	return math.Abs(middle)
}
