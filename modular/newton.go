package modular

// Differences puts Newton's divided differences in place of the values of a polynomial at 1, 2,
// ..., len(x), which must be less than the prime. O(n^2).
func (f *Field) Differences(x []Element) {
	for k := 1; k < len(x); k++ {
		inverse := f.Inverse(f.Element(uint64(k)))
		for i := len(x) - 1; i >= k; i-- {
			x[i] = f.Mul(f.Sub(x[i], x[i-1]), inverse)
		}
	}
}

// Coefficients puts the coefficients of a polynomial in place of its divided differences: the k-th
// factor of Newton's polynomials is x - (k+1). O(n^2).
func (f *Field) Coefficients(x []Element) {
	for k := len(x) - 2; k >= 0; k-- {
		for i := k; i+1 < len(x); i++ {
			x[i] = f.Sub(x[i], f.Mul(x[i+1], f.Element(uint64(k)+1)))
		}
	}
}
