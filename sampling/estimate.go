package sampling

import (
	"fmt"
	"math"
	"math/big"
	"time"

	"combigo/board"
)

// A Magnitude is a positive number of any size, Mantissa * 10^Exponent with a
// mantissa from 1 to 10; or 0.
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

// log10of3 and log10of2 are exact to 60 digits, so that the fraction of their
// multiples is exact to many.
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

// An Estimate is what was found of L(m,n).
type Estimate struct {
	Board   board.Size
	Method  Method
	Seed    uint64
	Runs    int
	Nonzero int // runs that reached a legal position
	Threads int
	Wall    time.Duration

	Value     Magnitude // the estimate of L(m,n)
	Low, High Magnitude // its 95% interval
	Share     Magnitude // Value / 3^(mn)
	RelError  float64   // half the interval divided by the estimate; infinity if that is 0
	RunSpread float64   // standard deviation of a run divided by the estimate

	LargestRun    float64 // the share of the largest run in the sum of all
	VarianceError float64 // relative standard error of the variance of the runs

	Interrupted bool // the context ended before the runs did
}

func (s *sampler) estimate() *Estimate {
	t := &s.total
	mean := t.mean()
	low, high := max(0, mean-t.normalError()), mean+t.normalError()
	if s.opt.Method == MonteCarlo {
		low, high = t.binomial()
		low, high = math.Ldexp(low, -s.exponent), math.Ldexp(high, -s.exponent)
	}
	points := s.size.Points()
	e := &Estimate{
		Board: s.size, Method: s.opt.Method, Seed: s.opt.Seed,
		Runs: t.n, Nonzero: t.nonzero, Threads: s.threads(),
		Value: magnitude(mean, s.exponent, points),
		Low:   magnitude(low, s.exponent, points),
		High:  magnitude(high, s.exponent, points),
		Share: magnitude(mean, s.exponent, 0),
	}
	e.RelError, e.RunSpread, e.VarianceError = math.Inf(1), math.Inf(1), t.varianceError()
	if mean > 0 {
		e.RelError = (high - low) / 2 / mean
		e.RunSpread = math.Sqrt(t.variance()) / mean
		e.LargestRun = t.largest / t.sum
	}
	return e
}

const (
	fewHits          = 30
	fewRuns          = 100
	dominatingRun    = 0.1
	badVarianceError = 0.25
)

// Warnings says what speaks against the interval, in sentences.
func (e *Estimate) Warnings() []string {
	var warnings []string
	warn := func(format string, args ...any) { warnings = append(warnings, fmt.Sprintf(format, args...)) }
	switch {
	case e.Nonzero == 0 && e.Method == MonteCarlo:
		warn("no legal position was found: all that is known is the upper end of the interval")
	case e.Nonzero == 0:
		warn("no run reached a legal position: this says nothing about their number, and there is no interval")
	case e.Method == MonteCarlo && e.Nonzero < fewHits:
		warn("only %d legal positions were found: the interval is right, but wide", e.Nonzero)
	}
	if e.Method == MonteCarlo || e.Nonzero == 0 {
		return warnings
	}
	if e.Runs < fewRuns {
		warn("only %d runs were made: the interval supposes that their mean is about normal", e.Runs)
	}
	if e.LargestRun > dominatingRun {
		warn("the largest run makes up %.0f%% of the sum: the interval is likely to be too short, and the estimate too small", 100*e.LargestRun)
	}
	if e.VarianceError > badVarianceError {
		warn("the variance is itself known to %.0f%% only: the interval may be too short", 100*e.VarianceError)
	}
	return warnings
}
