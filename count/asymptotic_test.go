package count

import (
	"math"
	"testing"

	"combigo/board"
)

func TestFormulaBits(t *testing.T) {
	for s, want := range map[board.Size]float64{
		{Rows: 4, Cols: 100}:    0,
		{Rows: 7, Cols: 30000}:  0,
		{Rows: 15, Cols: 15}:    38,
		{Rows: 1000, Cols: 12}:  22,
		{Rows: 5, Cols: 5}:      6,
		{Rows: 24, Cols: 24}:    56,
		{Rows: 30000, Cols: 24}: 48,
	} {
		got := formulaBits(s)
		if math.Abs(got-want) > 1 {
			t.Errorf("the formula has %.1f bits for %s, want about %.0f", got, s, want)
		}
	}
}
