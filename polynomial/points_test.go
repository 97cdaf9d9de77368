package polynomial_test

import (
	"strings"
	"testing"

	"combigo.dev/combigo/polynomial"
)

func TestParsePoints(t *testing.T) {
	points, err := polynomial.ParsePoints("2, 3,-1/2,007")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, x := range points {
		got = append(got, x.RatString())
	}
	if list := strings.Join(got, " "); list != "2 3 -1/2 7" {
		t.Errorf("read as %s", list)
	}
	for _, text := range []string{"", "x", "1,,2", "1/0", "1e9", "0.5", "1/-2", strings.Repeat("9", 1001)} {
		if points, err := polynomial.ParsePoints(text); err == nil {
			t.Errorf("%q is read as %v", text, points)
		}
	}
}
