package board

import (
	"fmt"
	"math/big"
	"regexp"
	"strconv"
	"strings"
)

// MaxStrip is the longest side that [ParseStrip] reads.
const MaxStrip = 1_000_000_000_000_000_000

// ParseStrip reads a size, as [Parse] does, whose sides may be as long as
// [MaxStrip] and may be written as powers, such as 10^18 or 1e18.
func ParseStrip(words ...string) (rows, cols uint64, err error) {
	if len(words) < 1 || len(words) > 2 {
		return 0, 0, fmt.Errorf("board: %d words given: want one or two, such as 9, 3x1000000 or 3 10^18", len(words))
	}
	sides := words
	if len(words) == 1 {
		sides = splitAtCross(words[0])
	}
	var lengths [2]uint64
	for i, side := range sides {
		if lengths[i], err = parseLength(side); err != nil {
			return 0, 0, fmt.Errorf("board %q: %w", words[min(i, len(words)-1)], err)
		}
	}
	if len(sides) == 1 {
		lengths[1] = lengths[0]
	}
	return lengths[0], lengths[1], nil
}

var powerSyntax = regexp.MustCompile(`^([0-9]{1,20})(?:(\^|[eE])([0-9]{1,2}))?$`)

func parseLength(s string) (uint64, error) {
	parts := powerSyntax.FindStringSubmatch(s)
	if parts == nil {
		if strings.Trim(s, "0123456789") == "" && s != "" {
			return 0, outOfStrip(s)
		}
		return 0, fmt.Errorf("%q is not a number of points: want a number such as 9, 1000000 or 10^18", s)
	}
	n, _ := new(big.Int).SetString(parts[1], 10)
	exponent, _ := strconv.ParseInt("0"+parts[3], 10, 64)
	switch parts[2] {
	case "^":
		n.Exp(n, big.NewInt(exponent), nil)
	case "e", "E":
		n.Mul(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(exponent), nil))
	}
	if n.Sign() == 0 || n.Cmp(big.NewInt(MaxStrip)) > 0 {
		return 0, outOfStrip(s)
	}
	return n.Uint64(), nil
}

func outOfStrip(side string) error {
	return fmt.Errorf("a side has from 1 to 10^18 points, not %s", side)
}
