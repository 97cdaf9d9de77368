package sampling

import (
	"math"
	"testing"
)

// The quantiles are those of printed tables, and that of Cauchy's distribution.
func TestStudentQuantile(t *testing.T) {
	for freedom, want := range map[float64]float64{
		1: math.Tan(0.475 * math.Pi), 2: 4.302653, 5: 2.570582, 10: 2.228139, 100: 1.983972, 1e7: 1.959964,
	} {
		if got := studentQuantile(freedom); math.Abs(got-want) > 1e-6 {
			t.Errorf("%g degrees of freedom: %v, want %v", freedom, got, want)
		}
	}
}
