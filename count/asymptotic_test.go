package count

import (
	"math"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
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
		got := (&instance{size: s}).formulaBits()
		if math.Abs(got-want) > 1 {
			t.Errorf("the formula has %.1f bits for %s, want about %.0f", got, s, want)
		}
	}
}

// A number has at least as many digits as were announced, and not many more.
func TestMinDigits(t *testing.T) {
	for rows := 1; rows <= 19; rows++ {
		for _, cols := range []int{rows, rows + 1} {
			entry, ok := published.Legal(board.Size{Rows: rows, Cols: cols})
			if !ok {
				continue
			}
			size, digits := board.Size{Rows: rows, Cols: cols}, len(entry.Int().String())
			if got := MinDigits(size); got > digits || float64(got) < 0.9*float64(digits)-3 {
				t.Errorf("L(%d,%d) has at least %d digits, and has %d", rows, cols, got, digits)
			}
		}
	}
}
