package asymptotic

import (
	"fmt"
	"strings"

	"combigo.dev/combigo/interval"
)

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
	return fmt.Sprintf("is between 10^%s and 10^%s", interval.Floor(b.Log10.Low, 2), interval.Ceil(b.Log10.High, 2))
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
