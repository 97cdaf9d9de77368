package border

import (
	"context"
	"testing"
)

func TestHalvesAgainstTheWholeBoard(t *testing.T) {
	for height := 1; height <= 7; height++ {
		e, err := New(height)
		if err != nil {
			t.Fatal(err)
		}
		for width := 1; width <= 8; width++ {
			want, _, err := e.Count(context.Background(), width, Options{})
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := e.Halves(context.Background(), width, Options{Threads: 2})
			if err != nil {
				t.Errorf("%dx%d: %v", height, width, err)
				continue
			}
			if got.Cmp(want) != 0 {
				t.Errorf("%dx%d: %v, want %v", height, width, got, want)
			}
		}
	}
}
