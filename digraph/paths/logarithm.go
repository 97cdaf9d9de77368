package paths

import "math"

// Numbers of walks of some boards have thousands of digits. These functions work with their natural logarithms; minus
// infinity stands for 0.

// addLogs returns the logarithm of the sum of two numbers.
func addLogs(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(b, -1) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}
