package reproduction

import (
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
// With p(x) = det(x - M), the matrix adj(x - M) is a polynomial in x with matrices of whole numbers
// (Faddeev and LeVerrier), and at a simple eigenvalue it is p'(x) times a right and a left
// eigenvector of product 1. So the constant of Lemma 11 is l^T adj(x - M) L(1,0) / (x p'(x)). All
// coefficients are exact.
func modes(t *recurrence.Transfer) (all []mode, apart float64) {
	n := len(t.Matrix)
	p := make([]float64, n+1)    // the coefficients of p, from x^0 on
	weight := make([]float64, n) // those of l^T adj(x - M) L(1,0)
	product := newMatrix(n)      // M times the coefficient of x^(k+1) in adj(x - M)
	p[n] = 1
	last := big.NewInt(1) // p[k+1]
	for k := n - 1; k >= 0; k-- {
		adjoint, sum, trace := product, new(big.Int), new(big.Int)
		product = newMatrix(n)
		for i := range n {
			adjoint[i][i].Add(&adjoint[i][i], last)
		}
		for i := range n {
			for j := range n {
				sum.Add(sum, new(big.Int).Mul(&adjoint[i][j], big.NewInt(t.Legal[i]*t.First[j])))
				for h := range n {
					product[i][j].Add(&product[i][j], new(big.Int).Mul(big.NewInt(t.Matrix[i][h]), &adjoint[h][j]))
				}
			}
			trace.Sub(trace, &product[i][i])
		}
		last = trace.Quo(trace, big.NewInt(int64(n-k)))
		p[k], _ = last.Float64()
		weight[k], _ = sum.Float64()
	}
	zeros := slices.IndexFunc(p, func(c float64) bool { return c != 0 }) // the multiplicity of 0
	values := roots(p[zeros:])
	apart = math.Inf(1)
	for k, x := range values {
		for _, y := range values[:k] {
			apart = min(apart, cmplx.Abs(x-y))
		}
		slope := complex(0, 0)
		for i := n; i > 0; i-- {
			slope = slope*x + complex(float64(i)*p[i], 0)
		}
		all = append(all, mode{x, valueAt(weight, x) / (x * slope)})
	}
	return all, apart
}

func newMatrix(n int) [][]big.Int {
	m := make([][]big.Int, n)
	for i := range m {
		m[i] = make([]big.Int, n)
	}
	return m
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

// dominant returns the mode of the largest eigenvalue.
func dominant(all []mode) mode {
	best := all[0]
	for _, x := range all {
		if cmplx.Abs(x.eigenvalue) > cmplx.Abs(best.eigenvalue) {
			best = x
		}
	}
	return best
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
		top, s := dominant(all), asymptotic.Stored(m)
		a, _ := s.A.Middle(16).Float64()
		lambda, _ := s.Lambda.Middle(16).Float64()
		fits := near(real(top.eigenvalue), lambda) && near(real(top.amplitude), a) && math.Abs(imag(top.eigenvalue)) < modeError
		w.row(fmt.Sprintf("m = %d: q_1 = l^T f e^T L(1,0) / l_1 is a_m of Table 2, l_1 its lambda_m", m), one(fits)).
			Here = fmt.Sprintf("q_1 = %.12f, l_1 = %.12f", real(top.amplitude), real(top.eigenvalue))
	}
}
