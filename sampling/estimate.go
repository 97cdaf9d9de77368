package sampling

import (
	"fmt"
	"math"
	"math/big"
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
