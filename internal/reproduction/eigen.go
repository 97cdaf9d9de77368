package reproduction

import (
	"cmp"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"
	"slices"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/recurrence"
)

// A mode is a term q l^n of the solution L(m,n) = q_1 l_1^n + q_2 l_2^n + ... (Corollary 3).
type mode struct{ eigenvalue, amplitude complex128 }

// modes returns the terms of the eigenvalues other than zero, and the least distance of two of
// them.
//
// With p(x) = det(x - M), the matrix adj(x - M) is at a simple eigenvalue p'(x) times a right and a
// left eigenvector of product 1. So the constant of Lemma 11 is l^T adj(x - M) L(1,0) / (x p'(x)).
// The coefficient of x^k in adj(x - M) is the sum of p_i M^(i-k-1) for i > k, and l^T M^j L(1,0) is
// L(m,j+1). All coefficients are exact.
func modes(t *recurrence.Transfer) (all []mode, apart float64) {
	exact, terms := t.CharacteristicPolynomial(), newMarkovChain(t).count(len(t.Matrix))
	p := make([]float64, len(exact))      // the coefficients of p, from x^0 on
	weight := make([]float64, len(terms)) // those of l^T adj(x - M) L(1,0)
	for k := range p {
		p[k], _ = new(big.Float).SetInt(exact[k]).Float64()
		sum := new(big.Int)
		for i := k + 1; i < len(p); i++ {
			sum.Add(sum, new(big.Int).Mul(exact[i], terms[i-k-1]))
		}
		if k < len(weight) {
			weight[k], _ = new(big.Float).SetInt(sum).Float64()
		}
	}
	zeros := slices.IndexFunc(p, func(c float64) bool { return c != 0 }) // the multiplicity of 0
	values := roots(p[zeros:])
	apart = math.Inf(1)
	for k, x := range values {
		for _, y := range values[:k] {
			apart = min(apart, cmplx.Abs(x-y))
		}
		slope := complex(0, 0)
		for i := len(p) - 1; i > 0; i-- {
			slope = slope*x + complex(float64(i)*p[i], 0)
		}
		all = append(all, mode{x, valueAt(weight, x) / (x * slope)})
	}
	return all, apart
}

// valueAt returns the value of a polynomial with the given coefficients, from x^0 on.
func valueAt(coefficients []float64, x complex128) (sum complex128) {
	for _, c := range slices.Backward(coefficients) {
		sum = sum*x + complex(c, 0)
	}
	return sum
}

// roots returns the roots of a polynomial whose first coefficient is not 0 and whose last one is 1,
// if they are simple: by the method of Weierstrass (E. Durand, I. Kerner), which improves all of
// them at once.
func roots(p []float64) []complex128 {
	const rounds = 1000
	x := make([]complex128, len(p)-1)
	for k := range x {
		x[k] = cmplx.Pow(complex(0.4, 0.9), complex(float64(k), 0)) // no two of them conjugate
	}
	for range rounds {
		for k := range x {
			step := valueAt(p, x[k])
			for j := range x {
				if j != k {
					step /= x[k] - x[j]
				}
			}
			x[k] -= step
		}
	}
	return x
}

// solve returns the sum of the terms.
func solve(all []mode, n int) complex128 {
	var sum complex128
	for _, x := range all {
		sum += x.amplitude * cmplx.Pow(x.eigenvalue, complex(float64(n), 0))
	}
	return sum
}

// modeError is how far numbers of double precision may be off here.
const modeError = 1e-9

func near(x, y float64) bool { return math.Abs(x-y) <= modeError*math.Abs(y) }

// corollary3 writes L(m,n) as a sum of powers of eigenvalues, for up to 3 rows, with the constants
// of Lemma 11.
func corollary3(w *work) {
	const last, columns = 3, 30
	for m := 1; m <= last; m++ {
		t := must(recurrence.NewTransfer(m, recurrence.UpDownClasses))
		all, apart := modes(t)
		holds := &cases{}
		for n, x := range must(recurrence.Find(w.ctx, m, recurrence.Options{Options: w.options()})).Terms(columns) {
			value, _ := new(big.Float).SetInt(x).Float64()
			sum := solve(all, n+1)
			holds.add(near(real(sum), value) && math.Abs(imag(sum)) < modeError*value)
		}
		w.row(fmt.Sprintf("m = %d: L(m,n) is the sum of q_k l_k^n, n = 1 to %d", m, columns), holds)
		visible := 0
		for _, x := range all {
			if cmplx.Abs(x.amplitude) > modeError {
				visible++
			}
		}
		w.row(fmt.Sprintf("m = %d: terms that do not vanish, the order of the recurrence", m), visible).
			Note = fmt.Sprintf("of %d eigenvalues of up/down classes; those other than zero are %.3g apart or more, so that each q_k is a constant", len(t.States), apart)
		top := slices.MaxFunc(all, func(x, y mode) int { return cmp.Compare(cmplx.Abs(x.eigenvalue), cmplx.Abs(y.eigenvalue)) })
		s := asymptotic.Stored(m)
		a, _ := s.A.Middle(16).Float64()
		lambda, _ := s.Lambda.Middle(16).Float64()
		fits := near(real(top.eigenvalue), lambda) && near(real(top.amplitude), a) && math.Abs(imag(top.eigenvalue)) < modeError
		w.row(fmt.Sprintf("m = %d: q_1 = l^T f e^T L(1,0) / l_1 is a_m of Table 2, l_1 its lambda_m", m), one(fits)).
			Here = fmt.Sprintf("q_1 = %.12f, l_1 = %.12f", real(top.amplitude), real(top.eigenvalue))
	}
}
