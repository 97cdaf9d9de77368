package sampling

import "math"

// betaQuantile returns the x from 0 to 1 with regularizedBeta(x, a, b) = p, by bisection.
func betaQuantile(a, b, p float64) float64 {
	low, high := 0.0, 1.0
	for {
		x := (low + high) / 2
		if x == low || x == high {
			return x
		}
		if regularizedBeta(x, a, b) < p {
			low = x
		} else {
			high = x
		}
	}
}

// regularizedBeta is the distribution function of the beta distribution with parameters a, b > 0,
// for x from 0 to 1 without the ends: a continued fraction (Abramowitz and Stegun, 26.5.8), of
// about sqrt(max(a, b)) terms, from the last to the first.
func regularizedBeta(x, a, b float64) float64 {
	if x > (a+1)/(a+b+2) {
		return 1 - regularizedBeta(1-x, b, a) // where the fraction converges faster
	}
	fraction := 1.0
	for m := 100 + math.Floor(5*math.Sqrt(max(a, b))); m >= 0; m-- {
		even := m * (b - m) * x / ((a + 2*m - 1) * (a + 2*m))
		odd := -(a + m) * (a + b + m) * x / ((a + 2*m) * (a + 2*m + 1))
		fraction = 1 + odd/fraction
		if m > 0 {
			fraction = 1 + even/fraction
		}
	}
	ab, _ := math.Lgamma(a + b)
	la, _ := math.Lgamma(a)
	lb, _ := math.Lgamma(b)
	return math.Exp(ab-la-lb+a*math.Log(x)+b*math.Log1p(-x)) / (a * fraction)
}
