package asymptotic

import (
	"math"
	"math/big"
	"testing"
)

// Figure 12: what remains decreases about tenfold with each row and column.
func TestRemaindersDecrease(t *testing.T) {
	all := Remainders()
	if len(all) != 3 {
		t.Fatalf("%d series", len(all))
	}
	for _, s := range all {
		if len(s.Points) < LastStored()-1 {
			t.Errorf("%s has %d points", s.Name, len(s.Points))
		}
		for _, p := range s.Points {
			if size := math.Abs(p.Y); p.N >= 4 && (size > 20*math.Pow(10, -float64(p.N)) || size < 0.02*math.Pow(10, -float64(p.N)-1)) {
				t.Errorf("%s at n = %d is %.2g", s.Name, p.N, p.Y)
			}
		}
	}
	if first := all[0].Points[4]; first.N != 5 || math.Abs(first.Y-3.45e-5) > 1e-7 {
		t.Errorf("ln(1+r(5,5)) is %v, and L(5,5)/(a lambda^5) - 1 is 3.45e-5", first)
	}
}

func TestConvergenceEndsClose(t *testing.T) {
	ends := []float64{0.02, 0.02, 1e-14, 1e-22, 1e-23}
	for i, s := range Convergence() {
		last := s.Points[len(s.Points)-1]
		if size := math.Abs(last.Y); size > ends[i] || size < ends[i]/100 {
			t.Errorf("%s ends at %.2g", s.Name, last.Y)
		}
	}
}

// The roots of 1, 57 and 12675, by floating-point numbers.
func TestRoots(t *testing.T) {
	s := Roots("squares", []*big.Int{big.NewInt(1), big.NewInt(57), big.NewInt(12675)})
	for i, want := range []float64{math.Pow(57, 0.25), math.Pow(12675, 1.0/9)} {
		if p := s.Points[i]; p.N != i+2 || math.Abs(p.Y-want) > 1e-14 {
			t.Errorf("%+v, want %v", p, want)
		}
	}
}
