package asymptotic

import (
	"math"
	"math/big"
	"slices"
	"strings"

	"combigo.dev/combigo/interval"
)

// ClassPolynomial has the growth rate of the border state classes as its largest
// root: the coefficients of x^0 to x^11. See [ClassGrowth].
var ClassPolynomial = []int64{32, 125, -508, -472, 4628, -7686, 5212, -1152, -388, 273, -56, 4}

// factorPolynomial has beta = 165.5625915127985... as its largest root: the coefficients of x^0 to
// x^11. See [ClassGrowth].
const factorPolynomial = `
	-2530731500612243435814912 60211485724456751924183040 -357461362961471630015856640
	35677785048560179655294976 241656002738559922952601600 -176698325915714243051697152
	38666917566653496080124928 -4388728476594778048468800 25082463346179721825088
	322620480433136788 2607003340116 4988869`

// ClassGrowth says how many valid border state classes without a kink boards of m
// rows have: about Factor m^(-3/2) Lambda^m, with a relative error of order 1/m.
//
// Read a border from top to bottom as items: an empty point; a run of stones of one colour with a
// liberty; a string of runs without one, with gaps between them that begin and end with a stone of
// the other colour. A run without liberties is not next to an empty point, and two items of stones
// in a row have different colours. Strings do not cross, so gaps are balanced words of items
// themselves. With a mark z for each point, R = z/(1-z) for a run, S for a string without
// liberties, T = R + S, F = R/(1-T) for items of stones from a given colour to an empty point, and
// M = R/(1 - 2R(R + RF)) for empty points and what is between them,
//
//	S = R/(1 - GR),  G = T/(1-T^2) + F^2 M,  W = 2T/(1-T) + (1+2F)^2 M,
//
// where W counts states; a state and its exchange of colours are one class, and only the one
// without stones is its own. S is a root of a cubic equation over the polynomials in z. The root of
// its discriminant that is nearest to 0 is 1/Lambda, and there W has a square-root branch point w -
// b sqrt(1 - z Lambda) (Flajolet and Sedgewick, Analytic Combinatorics, section VII.7): so the
// number of states is about b/(2 sqrt pi) m^(-3/2) Lambda^m, twice that of classes. A number of the
// field of Lambda, beta = b^2 is a root of a polynomial, too. The paper bounds Lambda by (5+sqrt
// 33)/2 = 5.372, without the condition that connections are balanced (section 5.6).
type ClassGrowth struct {
	Lambda interval.Interval // proved: the root is enclosed
	Factor *big.Float        // sqrt(beta/pi)/4, to about as many digits
}

// NewClassGrowth returns the constants to the given number of digits.
func NewClassGrowth(digits int) *ClassGrowth {
	var classes, factors []*big.Int
	for _, c := range ClassPolynomial {
		classes = append(classes, big.NewInt(c))
	}
	for c := range strings.FieldsSeq(factorPolynomial) {
		n, _ := new(big.Int).SetString(c, 10)
		factors = append(factors, n)
	}
	low, high := root(classes, 4, digits)
	beta, _ := root(factors, 165, digits)
	factor := new(big.Float).SetPrec(uint(float64(digits)*math.Log2(10)) + 64).SetRat(beta)
	pi, _, err := big.ParseFloat(piDigits, 10, factor.Prec(), big.ToNearestEven)
	if err != nil {
		panic(err) // the digits are a constant
	}
	factor.Sqrt(factor.Quo(factor, pi)).Quo(factor, big.NewFloat(4))
	return &ClassGrowth{Lambda: interval.New(digits+2).Rat(low, high), Factor: factor}
}

// root encloses the root of a polynomial between a whole number and the next one, where its values
// have different signs.
func root(polynomial []*big.Int, from int64, digits int) (low, high *big.Rat) {
	low, high = big.NewRat(from, 1), big.NewRat(from+1, 1)
	half := big.NewRat(1, 2)
	for range int(float64(digits)*math.Log2(10)) + 4 {
		middle := new(big.Rat).Add(low, high)
		if middle.Mul(middle, half); evaluate(polynomial, middle).Sign() == evaluate(polynomial, low).Sign() {
			low = middle
		} else {
			high = middle
		}
	}
	return low, high
}

// evaluate returns the value of a polynomial.
func evaluate(polynomial []*big.Int, x *big.Rat) *big.Rat {
	value := new(big.Rat)
	for _, c := range slices.Backward(polynomial) {
		value.Mul(value, x).Add(value, new(big.Rat).SetInt(c))
	}
	return value
}

// piDigits bounds the digits of the factor.
const (
	piDigits       = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651328230664709384460955058223172535940812848111745"
	MaxClassDigits = 100
)
