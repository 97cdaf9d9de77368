package sampling

import "math"

// A Histogram is how often each value came up.
type Histogram map[int]int64

// NewHistograms returns some that are empty.
func NewHistograms(n int) []Histogram {
	all := make([]Histogram, n)
	for i := range all {
		all[i] = Histogram{}
	}
	return all
}

// A Summary is the mean of some values, and how sure it is.
type Summary struct {
	Mean      float64
	Deviation float64 // of the values
	Error     float64 // half the 95% interval of the mean, if the values are a sample; 0 of a single value
}

// Of sums up a function of the values.
func (h Histogram) Of(f func(value int) float64) Summary {
	n, sum, square := 0.0, 0.0, 0.0
	for value, times := range h {
		n, sum = n+float64(times), sum+f(value)*float64(times)
	}
	for value, times := range h {
		square += (f(value) - sum/n) * (f(value) - sum/n) * float64(times)
	}
	s := Summary{Mean: sum / n, Deviation: math.Sqrt(square / n)}
	if n > 1 {
		s.Error = studentQuantile(n-1, (1+Confidence)/2) * math.Sqrt(square/(n-1)/n)
	}
	return s
}

// Add adds the values of another histogram.
func (h Histogram) Add(other Histogram) {
	for value, times := range other {
		h[value] += times
	}
}
