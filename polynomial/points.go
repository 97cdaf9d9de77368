package polynomial

import (
	"fmt"
	"math/big"
	"regexp"
	"strings"
	"sync"
)

// pointSyntax keeps out exponents, with which a few characters could ask for a number of millions
// of digits. To compile it takes longer than any other command does to start.
var pointSyntax = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]{1,1000}(/[0-9]{1,1000})?$`) })

// ParsePoints reads a list of rational numbers, such as 2,3,-1/2.
func ParsePoints(s string) ([]*big.Rat, error) {
	var points []*big.Rat
	for word := range strings.SplitSeq(s, ",") {
		x, ok := new(big.Rat), pointSyntax().MatchString(strings.TrimSpace(word))
		if ok {
			_, ok = x.SetString(strings.TrimSpace(word))
		}
		if !ok {
			return nil, fmt.Errorf("%q is not a number: want whole numbers or fractions, such as 2,3,-1/2", word)
		}
		points = append(points, x)
	}
	return points, nil
}
