package modular

import "testing"

// The values of a polynomial become its coefficients.
func TestInterpolation(t *testing.T) {
	f, err := NewField(1<<61 - 1)
	if err != nil {
		t.Fatal(err)
	}
	for n := 1; n < 12; n++ {
		var x []Element
		for at := 1; at <= n; at++ {
			var value, power Element = f.Element(0), f.Element(1)
			for k := range n { // coefficients k^2 + 3
				value = f.Add(value, f.Mul(f.Element(uint64(k*k+3)), power))
				power = f.Mul(power, f.Element(uint64(at)))
			}
			x = append(x, value)
		}
		f.Differences(x)
		f.Coefficients(x)
		for k := range n {
			if f.Uint64(x[k]) != uint64(k*k+3) {
				t.Fatalf("%d coefficients: the %d-th is %d", n, k, f.Uint64(x[k]))
			}
		}
	}
}
