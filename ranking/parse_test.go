package ranking

import (
	"math/big"
	"strings"
	"testing"
)

// What is read is written as it was read, or is refused by its line.
func FuzzParseRanks(f *testing.F) {
	for _, text := range []string{"0", "5\n17 3\n", "", "-1", "\n\nx", strings.Repeat("9", 100), "007"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		ranks, err := ParseRanks("in", []byte(text))
		words := strings.Fields(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "in") {
				t.Errorf("%q: %v does not name the text", text, err)
			}
			return
		}
		if len(ranks) != len(words) {
			t.Fatalf("%q: %d numbers, want %d", text, len(ranks), len(words))
		}
		for i, word := range words {
			if want, ok := new(big.Int).SetString(word, 10); !ok || want.Sign() < 0 || ranks[i].Cmp(want) != 0 {
				t.Errorf("%q is read as %v", word, ranks[i])
			}
		}
	})
}

// Numbers are read as they are written, and nothing else is taken for a number.
func FuzzParseRank(f *testing.F) {
	for _, word := range []string{"", "0", "00", "57", "-1", "+1", "1e9", "0x10", "1_000", "103919148791293834318983090438798793468", "²", "..."} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		rank, err := ParseRank(word)
		if err != nil {
			return
		}
		again, err := ParseRank(rank.String())
		if err != nil || again.Cmp(rank) != 0 || rank.Sign() < 0 {
			t.Errorf("%q is read as %d, and that as %d, %v", word, rank, again, err)
		}
		for _, r := range word {
			if r < '0' || '9' < r {
				t.Fatalf("%q is taken for a number", word)
			}
		}
	})
}
