package result

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// A Decimal is a whole number that is a string of digits in JSON, where programs that read numbers
// as floating-point ones would spoil it.
type Decimal struct{ *big.Int }

// MarshalJSON returns the digits in quotes, or null for no number.
func (d Decimal) MarshalJSON() ([]byte, error) {
	if d.Int == nil {
		return []byte("null"), nil
	}
	return strconv.AppendQuote(nil, d.String()), nil
}

// Decimals returns the numbers as they are written in JSON: an empty list for none.
func Decimals(numbers []*big.Int) []Decimal {
	list := make([]Decimal, len(numbers))
	for i, n := range numbers {
		list[i] = Decimal{n}
	}
	return list
}

// List returns a list that is empty in JSON, not null, if there is nothing in it.
func List[T any](list []T) []T { return append([]T{}, list...) }

const (
	groupSize  = 10 // digits between two spaces
	longNumber = 60 // digits above which a number is grouped and counted
	countWidth = 5  // of the number of digits at the end of a line
)

// Long reports whether a number has so many digits that it is written in groups of them.
func Long(digits string) bool { return len(digits) > longNumber }

// GroupedDigits returns the number of digits of a line of [Group].
func GroupedDigits(width int) int { return groupSize * max(1, (width-countWidth)/(groupSize+1)) }

// Group returns digits as they are, on one line, if they are at most 60 and the line is wide
// enough; otherwise in lines of a width, in groups of ten, each line with the number of digits up
// to its end, like a printed table:
//
//	1075146430 8361383118 7684137548 6612380973 3788820327 8444027646    60
//	0166287088 3601711298 3093392398 6899833780 1509491                 107
func Group(digits string, width int) []string {
	perLine := GroupedDigits(width)
	if !Long(digits) && len(digits) <= perLine {
		return []string{digits}
	}
	var lines []string
	for from := 0; from < len(digits); from += perLine {
		to := min(from+perLine, len(digits))
		lines = append(lines, fmt.Sprintf("%-*s %4d", perLine/groupSize*(groupSize+1), Groups(digits[from:to]), to))
	}
	return lines
}

// Groups puts a space after every ten digits but the last.
func Groups(digits string) string {
	var b strings.Builder
	for i, digit := range digits {
		if i > 0 && i%groupSize == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(digit)
	}
	return b.String()
}

// Ln returns the natural logarithm of a positive number that may be beyond all floating-point
// numbers.
func Ln(n *big.Int) float64 {
	mantissa := new(big.Float)
	exponent := new(big.Float).SetInt(n).MantExp(mantissa)
	m, _ := mantissa.Float64()
	return math.Log(m) + float64(exponent)*math.Ln2
}

// precision is the number of bits that leaves a rounded decimal of fewer than
// twenty digits right, save for a double rounding with odds of 2^-190.
const precision = 256

// significant returns x with the given number of significant digits, as a
// plain decimal if it is near 1 and as, say, 2.0817e+170 otherwise.
func significant(x *big.Rat, digits int) string {
	f := new(big.Float).SetPrec(precision).SetRat(x)
	return f.Text('g', digits)
}
