package goban

import (
	"strings"
	"testing"
)

// What is far too much for any board is refused while it is read, before it takes memory.
func TestFarTooMuch(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"lines", strings.Repeat("X O\n", maxBlock+10), "in:65537:1: more than 65536 lines without a blank one: expected boards of at most 4096 rows"},
		{"borders of stars", strings.Repeat("***\n*X*\n***\n", maxBlock/3+10), "in:65537:1: more than 65536 lines without a blank one: expected boards of at most 4096 rows"},
		{"points", "(;SZ[9]AB" + strings.Repeat("[aa]", maxValues+10) + ")", "in:1:262155: more than 65536 values of property AB: expected a board of at most 52 rows and columns"},
		{"moves", "(;SZ[9]" + strings.Repeat(";B[]", maxSteps+10) + ")", "in:1:8388616: more than 2097152 moves: expected a game of at most that many"},
	} {
		found := 0
		for _, err := range Parse("in", []byte(c.text)) {
			if found++; err == nil || err.Error() != c.want || found > 1 {
				t.Errorf("%s: %v, want %q", c.name, err, c.want)
			}
		}
		if found == 0 {
			t.Errorf("%s: nothing is found", c.name)
		}
	}
	boards := 0
	for _, err := range Parse("in", []byte(strings.Repeat("***\n*X*\n***\n", 5000))) {
		if boards++; err != nil {
			t.Fatal(err)
		}
	}
	if boards != 5000 {
		t.Errorf("%d of 5000 boards one below the other", boards)
	}
}
