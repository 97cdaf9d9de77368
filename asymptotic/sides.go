package asymptotic

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// ParseSides reads a board of any size, as people write it: in one word, such as 19, 9x13
// or 10^9, or in two, 9 and 13. The error says what would be right.
func ParseSides(args ...string) (rows, cols *big.Int, err error) {
	words := args
	switch len(args) {
	case 0:
		return nil, nil, errors.New("no board is given: want a size such as 19, 9x13 or 10^9")
	case 1:
		words = strings.Split(strings.ToLower(args[0]), "x")
	}
	if len(words) > 2 {
		return nil, nil, fmt.Errorf("board %q: want a size such as 19, 9x13 or 10^9", strings.Join(args, " "))
	}
	var sides []*big.Int
	for _, word := range words {
		side, err := parseSide(word)
		if err != nil {
			return nil, nil, fmt.Errorf("board %q: %w", strings.Join(args, " "), err)
		}
		sides = append(sides, side)
	}
	return sides[0], sides[len(sides)-1], nil
}

// parseSide reads a positive whole number, or a power such as 10^9.
func parseSide(word string) (*big.Int, error) {
	wrong := fmt.Errorf("side %q: want a whole number from 1, of at most %d digits, such as 19 or 10^9", word, MaxSideDigits)
	base, exponent, power := strings.Cut(word, "^")
	n, ok := parseDigits(base)
	if !ok {
		return nil, wrong
	}
	if power {
		k, ok := parseDigits(exponent)
		// The power has no more digits than its exponent times the bits of its base.
		if !ok || !k.IsInt64() || k.Int64() > 4*MaxSideDigits || int64(n.BitLen())*k.Int64() > 8*MaxSideDigits {
			return nil, wrong
		}
		n.Exp(n, k, nil)
	}
	if n.Sign() == 0 || len(n.String()) > MaxSideDigits {
		return nil, wrong
	}
	return n, nil
}

func parseDigits(word string) (*big.Int, bool) {
	if word == "" || len(word) > MaxSideDigits || strings.Trim(word, "0123456789") != "" {
		return nil, false
	}
	return new(big.Int).SetString(word, 10)
}
