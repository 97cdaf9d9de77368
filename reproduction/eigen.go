package reproduction

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/cmplx"

	"gonum.org/v1/gonum/mat"

	"combigo/asymptotic"
	"combigo/recurrence"
)

// A mode is a term q l^n of the solution L(m,n) = q_1 l_1^n + q_2 l_2^n + ... (Corollary 3).
type mode struct{ eigenvalue, amplitude complex128 }

// zeroEigenvalue is the size below which an eigenvalue of a matrix of small whole numbers is taken for zero: its term vanishes.
const zeroEigenvalue = 1e-6

// modes returns the terms of the eigenvalues other than zero, each with the constant of Lemma 11 from its left and right
// eigenvectors, and the least distance of two of them.
func modes(t *recurrence.Transfer) (all []mode, apart float64, err error) {
	n := len(t.Matrix)
	data := make([]float64, 0, n*n)
	for _, row := range t.Matrix {
		for _, x := range row {
			data = append(data, float64(x))
		}
	}
	var e mat.Eigen
	if !e.Factorize(mat.NewDense(n, n, data), mat.EigenBoth) {
		return nil, 0, errors.New("internal error: no eigenvalues")
	}
	var right, left mat.CDense
	e.VectorsTo(&right)
	e.LeftVectorsTo(&left)
	values := e.Values(nil)
	apart = math.Inf(1)
	for k, value := range values {
		if cmplx.Abs(value) < zeroEigenvalue {
			continue
		}
		for j, other := range values {
			if j != k && cmplx.Abs(other) >= zeroEigenvalue {
				apart = min(apart, cmplx.Abs(value-other))
			}
		}
		var norm, legal, first complex128 // e^T f, l^T f and e^T L(1,0)
		for i := range n {
			f, conjugate := right.At(i, k), cmplx.Conj(left.At(i, k))
			norm += conjugate * f
			legal += complex(float64(t.Legal[i]), 0) * f
			first += conjugate * complex(float64(t.First[i]), 0)
		}
		all = append(all, mode{value, legal * first / (norm * value)})
	}
	return all, apart, nil
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

// corollary3 writes L(m,n) as a sum of powers of eigenvalues, for up to 3 rows, with the constants of Lemma 11.
func corollary3(w *work) error {
	const last, columns = 3, 30
	for m := 1; m <= last; m++ {
		t, err := recurrence.NewTransfer(m, recurrence.UpDownClasses)
		if err != nil {
			return err
		}
		all, apart, err := modes(t)
		if err != nil {
			return err
		}
		r, err := recurrence.Find(w.ctx, m, recurrence.Options{Threads: w.budget.Threads})
		if err != nil {
			return err
		}
		good := 0
		for n, x := range r.Terms(columns) {
			value, _ := new(big.Float).SetInt(x).Float64()
			sum := solve(all, n+1)
			if near(real(sum), value) && math.Abs(imag(sum)) < modeError*value {
				good++
			}
		}
		w.claim(fmt.Sprintf("m = %d: L(m,n) is the sum of q_k l_k^n, n = 1 to %d", m, columns), "Corollary 3", good, columns)
		visible := 0
		for _, x := range all {
			if cmplx.Abs(x.amplitude) > modeError {
				visible++
			}
		}
		w.number(fmt.Sprintf("m = %d: terms that do not vanish, the order of the recurrence", m), inPaper(fmt.Sprintf("strip-%d-order", m)).Printed, int64(visible))
		w.out.Rows[len(w.out.Rows)-1].Note = fmt.Sprintf("of %d eigenvalues of up/down classes; those other than zero are %.3g apart or more, so that each q_k is a constant", len(t.States), apart)
		top, s := dominant(all), asymptotic.Stored(m)
		a, _ := s.A.Middle(16).Float64()
		lambda, _ := s.Lambda.Middle(16).Float64()
		good = 0
		for _, ok := range []bool{near(real(top.eigenvalue), lambda), near(real(top.amplitude), a), imag(top.eigenvalue) == 0} {
			if ok {
				good++
			}
		}
		w.claim(fmt.Sprintf("m = %d: q_1 = l^T f e^T L(1,0) / l_1 is a_m of Table 2, l_1 its lambda_m", m), "Lemma 11", good, 3).
			Here = fmt.Sprintf("q_1 = %.12f, l_1 = %.12f", real(top.amplitude), real(top.eigenvalue))
	}
	return nil
}
