package sampling

import (
	"math"
	"testing"
)

// TestHistogram sums up few values by hand, and compares the interval with that of runs.
func TestHistogram(t *testing.T) {
	h := Histogram{1: 2, 4: 1}
	h.Add(Histogram{4: 1, -2: 1})
	got := h.Of(func(v int) float64 { return float64(v) })
	if math.Abs(got.Mean-8.0/5) > 1e-15 || math.Abs(got.Deviation-math.Sqrt(38.0/5-64.0/25)) > 1e-15 {
		t.Errorf("%+v", got)
	}
	var m moments
	for _, x := range []float64{1, 1, 4, 4, -2} {
		m.add(x)
	}
	if math.Abs(got.Error-m.normalError()) > 1e-12 {
		t.Errorf("interval of %v, want %v", got.Error, m.normalError())
	}
}
