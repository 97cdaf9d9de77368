package result

import (
	"fmt"
	"io"
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
