package asymptotic

import (
	"math"
	"math/big"

	"combigo.dev/combigo/interval"
)

// ClassPolynomial has the growth rate of the border state classes as its largest
// root: the coefficients of x^0 to x^11. See [ClassGrowth].
var ClassPolynomial = []int64{32, 125, -508, -472, 4628, -7686, 5212, -1152, -388, 273, -56, 4}

// ClassGrowth says how many valid border state classes without a kink boards of m
// rows have: about Factor m^(-3/2) Lambda^m, with a relative error of order 1/m.
//
// Read a border from top to bottom as items: an empty point; a run of stones of one
// colour with a liberty; a string of runs without one, with gaps between them that
// begin and end with a stone of the other colour. A run without liberties is not
// beside an empty point, and two items of stones in a row have different colours.
// Strings do not cross, so gaps are balanced words of items themselves. With a mark z
// for each point, R = z/(1-z) for a run, S for a string without liberties, T = R + S,
// F = R/(1-T) for items of stones from a given colour to an empty point, and
// M = R/(1 - 2R(R + RF)) for empty points and what is between them,
//
//	S = R/(1 - GR),  G = T/(1-T^2) + F^2 M,  W = 2T/(1-T) + (1+2F)^2 M,
//
// where W counts states; a state and its exchange of colours are one class, and only
// the one without stones is its own. S is a root of a cubic equation over the
// polynomials in z. The root of its discriminant that is nearest to 0 is 1/Lambda,
// and there W has a square-root branch point (Flajolet and
// Sedgewick, Analytic Combinatorics, section VII.7). The paper bounds Lambda by
// (5+sqrt 33)/2 = 5.372, without the condition that connections are balanced
// (section 5.6).
type ClassGrowth struct {
	Lambda interval.Interval // proved: the root is enclosed
	Factor *big.Float        // computed to about as many digits
}

// NewClassGrowth returns the constants to the given number of digits.
func NewClassGrowth(digits int) *ClassGrowth {
	low, high := big.NewRat(4, 1), big.NewRat(5, 1) // of different signs
	half := big.NewRat(1, 2)
	for range int(float64(digits)*math.Log2(10)) + 4 {
		middle := new(big.Rat).Add(low, high)
		if middle.Mul(middle, half); evaluate(ClassPolynomial, middle).Sign() == evaluate(ClassPolynomial, low).Sign() {
			low = middle
		} else {
			high = middle
		}
	}
	return &ClassGrowth{Lambda: interval.New(digits+2).Rat(low, high), Factor: classFactor(low, digits)}
}

// evaluate returns the value of a polynomial.
func evaluate(polynomial []int64, x *big.Rat) *big.Rat {
	value := new(big.Rat)
	for i := len(polynomial) - 1; i >= 0; i-- {
		value.Mul(value, x).Add(value, new(big.Rat).SetInt64(polynomial[i]))
	}
	return value
}

// classEquation is the cubic equation of W over the polynomials in z: by power of W,
// the coefficients of z^0 to z^8.
var classEquation = [4][]int64{
	{0, -20, 192, -678, 1055, -597, -48, 13, 3},
	{4, -72, 444, -1275, 1756, -897, -109, 28, 9},
	{4, -50, 253, -647, 823, -372, -89, 17, 9},
	{0, -1, 10, -36, 51, -9, -28, 2, 3},
}

// classFactor returns the constant. Near the branch point z = r, W is about
// w - b sqrt(1-z/r) with b^2 = 2r Q_z/Q_ww for its equation Q; so the number of states
// is about b/(2 sqrt pi) m^(-3/2) r^-m, twice that of classes.
func classFactor(lambda *big.Rat, digits int) *big.Float {
	precision := uint(float64(digits)*math.Log2(10)) + 64
	r := new(big.Float).SetPrec(precision).SetRat(new(big.Rat).Inv(lambda))
	var q, slope [4]*big.Float // the coefficients of Q and of Q_z
	for i, polynomial := range classEquation {
		q[i], slope[i] = new(big.Float).SetPrec(precision), new(big.Float).SetPrec(precision)
		for k := len(polynomial) - 1; k >= 0; k-- {
			slope[i].Mul(slope[i], r).Add(slope[i], q[i])
			q[i].Mul(q[i], r).Add(q[i], new(big.Float).SetInt64(polynomial[k]))
		}
	}
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(precision).SetFloat64(x) }
	product := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Mul(x, y) }
	sum := func(x, y *big.Float) *big.Float { return new(big.Float).SetPrec(precision).Add(x, y) }
	// The double root w is the larger root of Q_w = 3 q3 w^2 + 2 q2 w + q1.
	d := sum(product(q[2], q[2]), product(number(-3), product(q[3], q[1])))
	root := new(big.Float).SetPrec(precision).Sqrt(d)
	w := sum(product(number(-1), q[2]), root)
	if q[3].Sign() < 0 {
		w = sum(product(number(-1), q[2]), product(number(-1), root))
	}
	w.Quo(w, product(number(3), q[3]))
	qz := number(0)
	for i := 3; i >= 0; i-- {
		qz = sum(product(qz, w), slope[i])
	}
	qww := sum(product(number(6), product(q[3], w)), product(number(2), q[2]))
	b := product(product(number(2), r), qz)
	b.Quo(b, qww).Sqrt(b)
	pi, _, err := big.ParseFloat(piDigits, 10, precision, big.ToNearestEven)
	if err != nil {
		panic(err) // the digits are a constant
	}
	return b.Quo(b, product(number(4), pi.Sqrt(pi)))
}

// piDigits bounds the digits of the factor.
const (
	piDigits       = "3.14159265358979323846264338327950288419716939937510582097494459230781640628620899862803482534211706798214808651328230664709384460955058223172535940812848111745"
	MaxClassDigits = 100
)
