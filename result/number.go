package result

import (
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"
)

// MaxBFileDigits is the length of the longest term of a b-file.
const MaxBFileDigits = 1000

// A Term is one term a(n) of a sequence.
type Term struct {
	Index int
	Value *big.Int
}

// BFile writes the terms in the format of the b-files of the On-Line Encyclopedia of Integer
// Sequences: one line "n a(n)" for each, with a single space and a line feed, below a line for each
// comment. It returns an error, and writes nothing, if there is no term, if an index is not the one
// before plus 1, or if a term has more than [MaxBFileDigits] digits.
//
// Source: https://oeis.org/wiki/B-files
func BFile(w io.Writer, terms []Term, comments ...string) error {
	if len(terms) == 0 {
		return fmt.Errorf("b-file: there are no terms")
	}
	var text strings.Builder
	for _, comment := range comments {
		fmt.Fprintf(&text, "# %s\n", comment)
	}
	for i, term := range terms {
		if want := terms[0].Index + i; term.Index != want {
			return fmt.Errorf("b-file: index %d follows %d: want steps of one, so %d", term.Index, want-1, want)
		}
		value := term.Value.String()
		if digits := len(strings.TrimPrefix(value, "-")); digits > MaxBFileDigits {
			return fmt.Errorf("b-file: term %d has %d digits: at most %d are allowed", term.Index, digits, MaxBFileDigits)
		}
		fmt.Fprintf(&text, "%d %s\n", term.Index, value)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

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
