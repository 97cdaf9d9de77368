package sampling

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// A Magnitude is a positive number of any size, Mantissa * 10^Exponent with a mantissa from 1 to
// 10; or 0.
type Magnitude struct {
	Mantissa float64
	Exponent int64
}

// String returns the number with four digits, such as 2.082e+170.
func (m Magnitude) String() string { return m.Text(4) }

// Text returns the number with a given number of digits.
func (m Magnitude) Text(digits int) string {
	if m.Mantissa == 0 {
		return "0"
	}
	mantissa, exponent := fmt.Sprintf("%.*f", digits-1, m.Mantissa), m.Exponent
	if mantissa[:2] == "10" { // rounded up
		mantissa, exponent = fmt.Sprintf("%.*f", digits-1, 1.0), exponent+1
	}
	return fmt.Sprintf("%se%+d", mantissa, exponent)
}

// Log10 returns the logarithm.
func (m Magnitude) Log10() float64 { return math.Log10(m.Mantissa) + float64(m.Exponent) }

// log10of3 and log10of2 are exact to 60 digits, so that the fraction of their multiples is exact to
// many.
const (
	log10of3 = "0.477121254719662437295027903255115309200128864190695864829866"
	log10of2 = "0.301029995663981195213738894724493026768189881462108541310427"
)

const logPrecision = 192 // bits

// magnitude returns x * 2^twos * 3^threes.
func magnitude(x float64, twos, threes int) Magnitude {
	if x == 0 {
		return Magnitude{}
	}
	log := multiple(log10of2, twos)
	log.Add(log, multiple(log10of3, threes))
	log.Add(log, new(big.Float).SetFloat64(math.Log10(x)))
	whole, _ := log.Int64()
	fraction, _ := log.Sub(log, new(big.Float).SetInt64(whole)).Float64()
	if fraction < 0 {
		whole, fraction = whole-1, fraction+1
	}
	return Magnitude{math.Pow(10, fraction), whole}
}

func multiple(digits string, k int) *big.Float {
	x, _, err := big.ParseFloat(digits, 10, logPrecision, big.ToNearestEven)
	if err != nil {
		panic("sampling: " + digits + " is not a number")
	}
	return x.Mul(x, new(big.Float).SetInt64(int64(k)))
}

// moments are sums over runs, in the order of the runs.
type moments struct {
	n, nonzero              int
	sum, square, cube, quad float64
	largest                 float64
}

func (m *moments) add(x float64) {
	m.n++
	if x != 0 {
		m.nonzero++
	}
	m.sum += x
	m.square += x * x
	m.cube += x * x * x
	m.quad += x * x * x * x
	m.largest = max(m.largest, x)
}

func (m *moments) merge(o *moments) {
	m.n += o.n
	m.nonzero += o.nonzero
	m.sum += o.sum
	m.square += o.square
	m.cube += o.cube
	m.quad += o.quad
	m.largest = max(m.largest, o.largest)
}

func (m *moments) mean() float64 { return m.sum / float64(m.n) }

func (m *moments) variance() float64 {
	n, mean := float64(m.n), m.mean()
	return max(0, (m.square-n*mean*mean)/(n-1))
}

// Confidence is the chance with which intervals shall hold the true value.
const Confidence = 0.95

// normalError returns half the interval from the standard deviation.
func (m *moments) normalError() float64 {
	t := studentQuantile(float64(m.n - 1))
	return t * math.Sqrt(m.variance()/float64(m.n))
}

func studentQuantile(freedom float64) float64 {
	return distuv.StudentsT{Sigma: 1, Nu: freedom}.Quantile((1 + Confidence) / 2)
}

// relativeError returns half the interval divided by the estimate, infinity if that is 0.
func (m *moments) relativeError() float64 {
	if m.n < 2 || m.sum == 0 {
		return math.Inf(1)
	}
	return m.normalError() / m.mean()
}

// varianceError returns the standard deviation of the estimate of the variance, divided by it:
// sqrt((kurtosis-1)/n), about.
func (m *moments) varianceError() float64 {
	n, mean := float64(m.n), m.mean()
	second := m.square/n - mean*mean
	fourth := m.quad/n - 4*mean*m.cube/n + 6*mean*mean*m.square/n - 3*mean*mean*mean*mean
	if second <= 1e-14*mean*mean || fourth <= 0 {
		return 0 // all runs are about equal
	}
	return math.Sqrt(max(0, fourth/(second*second)-1) / n)
}

// A Histogram is how often each value came up.
type Histogram map[int]int64

// NewHistograms returns some that are empty.
func NewHistograms(n int) []Histogram {
	all := make([]Histogram, n)
	for i := range all {
		all[i] = Histogram{}
	}
	return all
}

// A Summary is the mean of some values, and how sure it is.
type Summary struct {
	Mean      float64
	Deviation float64 // of the values
	Error     float64 // half the 95% interval of the mean, if the values are a sample; 0 of a single value
}

// Of sums up a function of the values.
func (h Histogram) Of(f func(value int) float64) Summary {
	n, sum, square := 0.0, 0.0, 0.0
	values := slices.Sorted(maps.Keys(h)) // sums depend on their order
	for _, value := range values {
		n, sum = n+float64(h[value]), sum+f(value)*float64(h[value])
	}
	for _, value := range values {
		square += (f(value) - sum/n) * (f(value) - sum/n) * float64(h[value])
	}
	s := Summary{Mean: sum / n, Deviation: math.Sqrt(square / n)}
	if n > 1 {
		s.Error = studentQuantile(n-1) * math.Sqrt(square/(n-1)/n)
	}
	return s
}

// Add adds the values of another histogram.
func (h Histogram) Add(other Histogram) {
	for value, times := range other {
		h[value] += times
	}
}
