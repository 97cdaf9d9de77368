package board

import (
	"fmt"
	"math/big"
	"regexp"
)

// ParseSides reads a size, as [Parse] does, whose sides may be as long as 10 to a given power and
// may be written as powers, such as 10^18 or 1e18.
func ParseSides(maxPower int, words ...string) (rows, cols *big.Int, err error) {
	sides, err := splitSides(words, "9, 3x1000000 or 3 10^18")
	if err != nil {
		return nil, nil, err
	}
	var lengths []*big.Int
	for i, side := range sides {
		length, err := parseLength(side, maxPower)
		if err != nil {
			return nil, nil, fmt.Errorf("board %q: %w", words[min(i, len(words)-1)], err)
		}
		lengths = append(lengths, length)
	}
	return lengths[0], lengths[len(lengths)-1], nil
}

var powerSyntax = regexp.MustCompile(`^([0-9]{1,102})(?:(\^|[eE])([0-9]{1,3}))?$`)

// parseLength reads a side that is at most 10 to the power maxPower.
func parseLength(s string, maxPower int) (*big.Int, error) {
	parts := powerSyntax.FindStringSubmatch(s)
	if parts == nil {
		return nil, fmt.Errorf("%q is not a number of points: want a number such as 9, 1000000 or 10^18", s)
	}
	n, _ := new(big.Int).SetString(parts[1], 10)
	exponent, _ := new(big.Int).SetString("0"+parts[3], 10)
	ten := big.NewInt(10)
	switch parts[2] {
	case "^":
		n.Exp(n, exponent, nil)
	case "e", "E":
		n.Mul(n, exponent.Exp(ten, exponent, nil))
	}
	if n.Sign() == 0 || n.Cmp(ten.Exp(ten, big.NewInt(int64(maxPower)), nil)) > 0 {
		return nil, fmt.Errorf("a side has from 1 to 10^%d points, not %s", maxPower, s)
	}
	return n, nil
}
