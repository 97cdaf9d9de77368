package paths

import "math"

// Numbers of walks of some boards have thousands of digits. These functions work with their natural
// logarithms; minus infinity stands for 0.

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

// sumLogs returns the logarithm of the sum of some numbers.
func sumLogs(logs []float64) float64 {
	sum := math.Inf(-1)
	for _, x := range logs {
		sum = addLogs(sum, x)
	}
	return sum
}
