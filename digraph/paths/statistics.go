package paths

import (
	"math"
	"math/rand/v2"
	"slices"
)

func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	return (sorted[len(sorted)/2] + sorted[(len(sorted)-1)/2]) / 2
}

// deviation returns the standard deviation, 0 of a single value.
func deviation(values []float64) float64 {
	if len(values) < 2 {
		return 0
	}
	mean, squares := 0.0, 0.0
	for _, x := range values {
		mean += x / float64(len(values))
	}
	for _, x := range values {
		squares += (x - mean) * (x - mean)
	}
	return math.Sqrt(squares / float64(len(values)-1))
}

const (
	resamples   = 1000
	lowQuantile = 0.025
)

// bootstrap returns a 95 % confidence interval, to base 10, of the logarithm of the mean of numbers
// of which the natural logarithms are given: the quantiles of the means of samples drawn from them
// with replacement (B. Efron, "Bootstrap methods: another look at the jackknife", 1979).
func bootstrap(logs []float64, random *rand.Rand) (low, high float64) {
	largest := slices.Max(logs)
	values := make([]float64, len(logs))
	for i, x := range logs {
		values[i] = math.Exp(x - largest)
	}
	means := make([]float64, resamples)
	for i := range means {
		sum := 0.0
		for range values {
			sum += values[random.IntN(len(values))]
		}
		means[i] = sum / float64(len(values))
	}
	slices.Sort(means)
	quantile := func(q float64) float64 {
		return (largest + math.Log(means[int(math.Ceil(q*resamples))-1])) / math.Ln10
	}
	return quantile(lowQuantile), quantile(1 - lowQuantile)
}
