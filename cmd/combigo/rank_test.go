package main

import (
	"testing"
)

// Numbers are read as they are written, and nothing else is taken for a number.
func FuzzParseRank(f *testing.F) {
	for _, word := range []string{"", "0", "00", "57", "-1", "+1", "1e9", "0x10", "1_000", "103919148791293834318983090438798793468", "²", "..."} {
		f.Add(word)
	}
	f.Fuzz(func(t *testing.T, word string) {
		rank, err := parseRank(word)
		if err != nil {
			return
		}
		again, err := parseRank(rank.String())
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
