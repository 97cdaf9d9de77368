package bounds

import (
	"math/big"
	"testing"
)

func TestFloorAndCeil(t *testing.T) {
	for _, c := range []struct {
		x           float64
		decimals    int
		floor, ceil string
	}{
		{2.5, 1, "2.5", "2.5"},
		{2.5, 0, "2", "3"},
		{0.1, 3, "0.100", "0.101"}, // the double is above a tenth
		{3, 2, "3.00", "3.00"},
		{2.9999, 2, "2.99", "3.00"},
	} {
		if floor, ceil := Floor(c.x, c.decimals), Ceil(c.x, c.decimals); floor != c.floor || ceil != c.ceil {
			t.Errorf("%v: %s and %s, want %s and %s", c.x, floor, ceil, c.floor, c.ceil)
		}
	}
}

func TestSignificant(t *testing.T) {
	if floor, ceil := FloorSignificant(123.4567, 5), CeilSignificant(123.4567, 5); floor != "123.45" || ceil != "123.46" {
		t.Errorf("%s and %s", floor, ceil)
	}
	if floor, ceil := FloorSignificant(123456.7, 5), CeilSignificant(123456.7, 5); floor != "123456" || ceil != "123457" {
		t.Errorf("%s and %s", floor, ceil)
	}
}

func TestDigits(t *testing.T) {
	for _, c := range []struct {
		n           string
		floor, ceil string
	}{
		{"123", "123", "123"},
		{"123456", "1.234e+5", "1.235e+5"},
		{"123400", "1.234e+5", "1.234e+5"},
		{"999991", "9.999e+5", "1.000e+6"},
	} {
		n, _ := new(big.Int).SetString(c.n, 10)
		if floor, ceil := FloorDigits(n, 4), CeilDigits(n, 4); floor != c.floor || ceil != c.ceil {
			t.Errorf("%s: %s and %s, want %s and %s", c.n, floor, ceil, c.floor, c.ceil)
		}
	}
}
