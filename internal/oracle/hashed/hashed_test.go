package hashed

import "testing"

func TestCount(t *testing.T) {
	for _, c := range []struct {
		rows, cols int
		want       string
	}{
		{1, 1, "1"},
		{1, 2, "5"},
		{1, 7, "867"},
		{2, 2, "57"},
		{2, 6, "299681"},
		{3, 3, "12675"},
		{4, 3, "321689"},
		{5, 5, "414295148741"},
	} {
		if got := Count(c.rows, c.cols); got.String() != c.want {
			t.Errorf("L(%d,%d) = %v, want %s", c.rows, c.cols, got, c.want)
		}
	}
}
