package count

import (
	"math"
	"math/big"
	"testing"

	"combigo/board"
)

// Section 5.11: relative accuracy 0.99993 at n = 5, 0.99999999 at n = 9, and
// 1.00000000000023 at n = 13. For the accuracy a of the formula, the deviation
// of the number from it is 1/a - 1.
func TestDeviationIsTheOneOfThePaper(t *testing.T) {
	for _, c := range []struct {
		n        int
		value    string
		accuracy float64
		rounding float64
	}{
		{5, "414295148741", 0.99993, 5e-6},
		{9, "103919148791293834318983090438798793469", 0.99999999, 5e-9},
		{13, "37249792307686396442294904767024517674249157948208717533254799550970595875237705", 1.00000000000023, 1e-14},
	} {
		value, _ := new(big.Int).SetString(c.value, 10)
		got := deviation(board.Size{Rows: c.n, Cols: c.n}, value)
		if want := 1/c.accuracy - 1; math.Abs(got-want) > c.rounding {
			t.Errorf("L(%d,%d) is off by %.3g, want %.3g", c.n, c.n, got, want)
		}
	}
}

// The last digit of each constant matters: one more or less spoils L(19,19).
func TestFormulaMeetsTheLargestNumber(t *testing.T) {
	value, _ := new(big.Int).SetString("208168199381979984699478633344862770286522453884530548425639456820927"+
		"419612738015378525648451698519643907259916015628128546089888314427129715319317557736620397247064840935", 10)
	if off := deviation(board.Size{Rows: 19, Cols: 19}, value); math.Abs(off) > 1e-16 {
		t.Errorf("L(19,19) is off by %.3g", off)
	}
}

func TestFormulaBits(t *testing.T) {
	for s, want := range map[board.Size]float64{
		{Rows: 4, Cols: 100}:    0,
		{Rows: 7, Cols: 30000}:  0,
		{Rows: 15, Cols: 15}:    38,
		{Rows: 1000, Cols: 12}:  22,
		{Rows: 5, Cols: 5}:      6,
		{Rows: 24, Cols: 24}:    43,
		{Rows: 30000, Cols: 24}: 34,
	} {
		got := formulaBits(s)
		if math.Abs(got-want) > 1 {
			t.Errorf("the formula has %.1f bits for %s, want about %.0f", got, s, want)
		}
	}
}
