package asymptotic

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/interval"
)

// Method is how the number for a board is estimated.
type Method string

// The methods.
const (
	ByStrip   Method = "strip"   // a_m lambda_m^n, with the constants of strips of m rows
	ByFormula Method = "formula" // A B^(m+n) L^(mn)
)

// Board is an estimate of the number of legal positions on a board.
type Board struct {
	Short, Long *big.Int
	Method      Method `json:"method"`
	// Log10 encloses the decimal logarithm, with all expected errors. The
	// enclosure is not proved: see Own.
	Log10 interval.Interval
	// Constants is the relative error that the error bars of the constants lead
	// to, and Own that of the formula if its constants were exact, both from above and
	// to two digits; [EstimateBoard] says where Own is from. Large ones are meant as
	// errors of the logarithm. Own is not followed below 10^-300: see OwnText.
	Constants *apd.Decimal `json:"relative_error_of_constants"`
	Own       *apd.Decimal `json:"relative_error_of_formula"`
}

// Formula returns the formula of the estimate, such as A B^38 L^361.
func (b *Board) Formula() string {
	if b.Method == ByStrip {
		return fmt.Sprintf("a_%v lambda_%[1]v^%v", b.Short, b.Long)
	}
	return fmt.Sprintf("A B^%v L^%v", new(big.Int).Add(b.Short, b.Long), new(big.Int).Mul(b.Short, b.Long))
}

// Range returns the interval of Log10 without numbers below 1: on every board the empty position is
// legal.
func (b *Board) Range() interval.Interval {
	x := b.Log10
	if x.Low.Sign() < 0 {
		x.Low = interval.Whole(0).Low
	}
	return x
}

// Deviation returns the logarithm of the middle of the estimate divided by a number,
// to two digits: its relative error, if the number is right and the error small.
func (b *Board) Deviation(value *big.Int) *apd.Decimal {
	a := interval.New(2 * keptDigits)
	ten := a.Ln(interval.Whole(10))
	off := a.Sub(a.Mul(b.Log10, ten), a.Ln(interval.Int(value)))
	return off.Middle(0)
}

// MaxSide bounds the sides of boards that are estimated: to 10^MaxSide.
const MaxSide = 100

// EstimateBoard estimates L(m,n) for m, n >= 1 of at most 10^[MaxSide].
//
// With a shorter side m of at most [LastStored], it is a_m lambda_m^n (Theorem 2),
// and the formula's own error is the envelope of the remainders r(m,n) of
// boards up to some 40 columns. With longer sides it is A B^(m+n) L^(mn) with [Best]
// (Theorem 6), and the formula's own error is that of [formulaError].
func EstimateBoard(m, n *big.Int) (*Board, error) {
	for _, side := range []*big.Int{m, n} {
		if side.Sign() <= 0 || side.Cmp(new(big.Int).Exp(big.NewInt(10), big.NewInt(MaxSide), nil)) > 0 {
			return nil, fmt.Errorf("asymptotic: want sides from 1 to 10^%d", MaxSide)
		}
	}
	if m.Cmp(n) > 0 {
		m, n = n, m
	}
	e := &Board{Short: m, Long: n, Method: ByFormula}
	a := interval.New(keptDigits + len(m.String()) + len(n.String()))
	var ln interval.Interval
	var own float64
	if m.Cmp(big.NewInt(int64(LastStored()))) <= 0 {
		e.Method = ByStrip
		ln, own = lnStrip(a, Stored(int(m.Int64())), n)
	} else {
		ln, own = lnFormula(a, Best(), m, n), formulaError(m, n)
	}
	e.Constants = ln.Radius()
	e.Own = upward(own)
	ln = interval.Interval{Low: a.Around(ln.Low, e.Own).Low, High: a.Around(ln.High, e.Own).High}
	e.Log10 = a.Quo(ln, a.Ln(interval.Whole(10)))
	return e, nil
}

// leastOwn is what smaller errors of a formula count as. Floating-point numbers lose their digits
// not far below it, and then all of the number.
var leastOwn = apd.New(1, -300)

// upward returns x with two digits, rounded up, and leastOwn if x is less.
func upward(x float64) *apd.Decimal {
	d := interval.Decimal(fmt.Sprintf("%.1e", x*1.05))
	if d.Cmp(leastOwn) < 0 {
		d.Set(leastOwn)
	}
	return d
}

// lnStrip returns ln(a_m lambda_m^n), and the expected error of that: of -ln(1-r) and
// ln(1+r) the larger one, for the envelope r of the remainder.
func lnStrip(a *interval.Arithmetic, s *Strip, n *big.Int) (ln interval.Interval, own float64) {
	ln = a.Add(a.Ln(s.A), a.Mul(interval.Int(n), a.Ln(s.Lambda)))
	return ln, -math.Log1p(-s.Remainder.at(asFloat(n)))
}

// lnFormula returns ln(A B^(m+n) L^(mn)).
func lnFormula(a *interval.Arithmetic, c Constants, m, n *big.Int) interval.Interval {
	sides := interval.Int(new(big.Int).Add(m, n))
	points := interval.Int(new(big.Int).Mul(m, n))
	ln := a.Ln(c.A.Value)
	ln = a.Add(ln, a.Mul(sides, a.Ln(c.B.Value)))
	return a.Add(ln, a.Mul(points, a.Ln(c.L.Value)))
}

// formulaError returns the relative error that the asymptotic formula is expected
// to have on an m x n board by itself, from above. It is at most
//
//	s(m,n) + s(n,m),  s(m,n) = 2 n / 20^m + 10 / 10^m
//
// for s bounds the measured n |ln(lambda_m/(B L^m))| + |ln(a_m/(A B^m))| of all strips that are
// stored, and what they tell of longer sides. Beyond these it is an extrapolation.
func formulaError(m, n *big.Int) float64 {
	x, y := asFloat(m), asFloat(n)
	return stripError(x, y) + stripError(y, x)
}

func stripError(m, n float64) float64 {
	return 2*math.Exp(math.Log(n)-m*math.Log(20)) + 10*math.Pow(10, -m)
}

// asFloat returns n as a floating-point number, the largest one if it is larger.
func asFloat(n *big.Int) float64 {
	x, _ := new(big.Float).SetInt(n).Float64()
	return min(x, math.MaxFloat64)
}

// lnRemainder returns ln(1+r(m,n)) = ln(L(m,n) / (a_m lambda_m^n)) for a number that
// is known (Corollary 4; Figure 12), where the strip is stored.
func lnRemainder(size board.Size, value *big.Int) interval.Interval {
	a := interval.New(keptDigits)
	ln, _ := lnStrip(a, Stored(size.Rows), big.NewInt(int64(size.Cols)))
	return a.Sub(a.Ln(interval.Int(value)), ln)
}

// Deviation returns value / (A B^(m+n) L^(mn)) - 1 for a number that ought to be
// L(m,n), with the constants of [Best].
func Deviation(size board.Size, value *big.Int) float64 {
	c := Best()
	formula := power(middle(c.L.Value), size.Points())
	formula.Mul(formula, power(middle(c.B.Value), size.Rows+size.Cols))
	formula.Mul(formula, middle(c.A.Value))
	ratio := float(value)
	ratio.Quo(ratio, formula)
	d, _ := ratio.Sub(ratio, newFloat().SetInt64(1)).Float64()
	return d
}

// Scientific returns the estimate as mantissa x 10^exponent, with the digits that
// are certain if all errors are as expected, at most the given number. It is not ok if there
// are none: then only the logarithm is known.
func (b *Board) Scientific(most int) (mantissa string, exponent *big.Int, ok bool) {
	whole := floor(b.Log10.Middle(2*MaxSide + 2))
	if b.Log10.Radius().Cmp(apd.New(3, -1)) > 0 {
		return "", whole, false
	}
	a := interval.New(keptDigits + 2*MaxSide)
	rest := a.Sub(b.Log10, interval.Int(whole))
	narrow := interval.New(keptDigits)
	rest = narrow.Add(rest, interval.Whole(0))
	mantissa, shift, ok := narrow.Exp(narrow.Mul(rest, narrow.Ln(interval.Whole(10)))).Scientific(most)
	return mantissa, whole.Add(whole, big.NewInt(int64(shift))), ok
}

// floor returns the largest whole number up to x.
func floor(x *apd.Decimal) *big.Int {
	n, _ := new(big.Int).SetString(interval.Floor(x, 0), 10)
	return n
}

// Error returns the expected relative error from above: that of the constants and the
// formula's own.
func (b *Board) Error() *apd.Decimal {
	sum := new(apd.Decimal)
	ctx := apd.BaseContext.WithPrecision(2)
	ctx.Rounding = apd.RoundUp
	if _, err := ctx.Add(sum, b.Constants, b.Own); err != nil {
		panic("asymptotic: " + err.Error()) // both are finite
	}
	return sum
}

// ConstantsError returns the relative error that the error bars of [Best] lead to on a board.
func ConstantsError(size board.Size) float64 {
	bar := func(e Estimate) float64 { return math.Pow(10, -agreement(e.Value)) }
	c := Best()
	return bar(c.A) + bar(c.B)*float64(size.Rows+size.Cols) + bar(c.L)*float64(size.Points())
}

const (
	logDigits = 60 // of the logarithm of an estimate that is shown
	// minLogDigits is how many digits of a logarithm are worth showing alone.
	minLogDigits = 4
)

// Text returns the estimate as what follows L(m,n) in a formula: "= 2.08 x 10^170" with
// the digits that are certain if all errors are as expected, at most the given number; if there are
// none, "= 10^(1.2 x 10^5)" with those of the exponent, or "is between 10^1.23 and 10^1.25".
func (b *Board) Text(most int) string {
	if mantissa, exponent, ok := b.Scientific(most); ok {
		return fmt.Sprintf("= %s x 10^%v", mantissa, exponent)
	}
	if mantissa, exponent, ok := b.Log10.Scientific(logDigits); ok && len(mantissa) > minLogDigits {
		return fmt.Sprintf("= 10^(%s x 10^%d)", mantissa, exponent)
	}
	x := b.Range()
	return fmt.Sprintf("is between 10^%s and 10^%s", interval.Floor(x.Low, 2), interval.Ceil(x.High, 2))
}

// OwnText returns the formula's own error as 2.1e-98, or as below 1e-300 where it is not followed
// any further.
func (b *Board) OwnText() string {
	text := strings.ToLower(b.Own.Text('E'))
	if b.Own.Cmp(leastOwn) == 0 {
		return "below " + text
	}
	return text
}
