package result

import (
	"fmt"
	"math"
	"math/big"
	"strings"
)

const (
	groupSize  = 10 // digits between two spaces
	longNumber = 60 // digits above which a number is grouped and counted
	countWidth = 5  // of the number of digits at the end of a line
)

// Long reports whether a number is long enough to be written in groups of digits.
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
