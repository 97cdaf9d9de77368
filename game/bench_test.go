package game

import (
	"context"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

// BenchmarkCount counts the games of 1x4, and of 2x2 if there is time.
func BenchmarkCount(b *testing.B) {
	for _, size := range [][2]int{{1, 4}, {2, 2}} {
		if size[0] == 2 && !longtests.Wanted() {
			continue
		}
		board := square(b, size[0], size[1])
		b.Run(board.String(), func(b *testing.B) {
			for b.Loop() {
				if _, err := Count(context.Background(), board, Rules{}, par.Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkDegrees finds the positions of 4x4 and counts their moves.
func BenchmarkDegrees(b *testing.B) {
	board := square(b, 4, 4)
	for b.Loop() {
		p, err := NewPositions(context.Background(), board, par.Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := p.Degrees(context.Background(), Rules{}, par.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}
