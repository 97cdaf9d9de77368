package sampling

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat/distuv"
)

// The quantiles of the beta distribution are those of gonum, with parameters of counts of hits and
// of degrees of freedom.
func TestBetaQuantile(t *testing.T) {
	for _, a := range []float64{0.5, 1, 2, 17, 1000, 123456.5} {
		for _, b := range []float64{0.5, 1, 3, 40, 5000, 1e6} {
			for _, p := range []float64{0.001, 0.025, 0.5, 0.975} {
				want := mathext.InvRegIncBeta(a, b, p)
				if got := betaQuantile(a, b, p); math.Abs(got-want) > 1e-8*min(want, 1-want) {
					t.Errorf("a = %g, b = %g, p = %g: %v, want %v", a, b, p, got, want)
				}
			}
		}
	}
}

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
