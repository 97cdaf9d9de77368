package ranking

import (
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/syntax"
)

// maxRankDigits is the length of the longest number that is read: no table has a number of
// positions with more digits.
const maxRankDigits = 100_000

// maxRanks is the most numbers that are read at a time.
const maxRanks = 1 << 20

// ParseRank reads a whole number that is not negative.
func ParseRank(word string) (*big.Int, error) {
	rank, ok := new(big.Int), len(word) > 0 && len(word) <= maxRankDigits && strings.Trim(word, "0123456789") == ""
	if ok {
		_, ok = rank.SetString(word, 10)
	}
	if !ok {
		return nil, fmt.Errorf("%q is not the number of a position: want a whole number from 0 on", syntax.Brief(word))
	}
	return rank, nil
}

// ParseRanks reads numbers with white space between them. Errors say in which line of the named
// text one is wrong.
func ParseRanks(name string, text []byte) ([]*big.Int, error) {
	var ranks []*big.Int
	line := 0
	for row := range strings.Lines(string(text)) {
		line++
		for word := range strings.FieldsSeq(row) {
			if len(ranks) == maxRanks {
				return nil, fmt.Errorf("%s:%d: more than %d numbers: want fewer at a time", name, line, maxRanks)
			}
			rank, err := ParseRank(word)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, line, err)
			}
			ranks = append(ranks, rank)
		}
	}
	if len(ranks) == 0 {
		return nil, fmt.Errorf("%s is empty: want numbers of positions", name)
	}
	return ranks, nil
}
