package sampling

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

// The quantiles are those of gonum's distributions.
func TestStudentQuantile(t *testing.T) {
	for _, freedom := range []float64{1, 2, 3, 10, 100, 1e6} {
		for _, p := range []float64{0.6, 0.95, 0.975, 0.9999} {
			want := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: freedom}.Quantile(p)
			if got := studentQuantile(freedom, p); math.Abs(got-want) > 1e-9*want {
				t.Errorf("%g degrees of freedom, %g: %v, want %v", freedom, p, got, want)
			}
		}
	}
	if got := studentQuantile(1, 0.75); math.Abs(got-1) > 1e-12 { // the distribution of Cauchy
		t.Errorf("the upper quartile of Cauchy's distribution is %v", got)
	}
}
