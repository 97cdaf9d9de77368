package game

import (
	"context"
	"maps"
	"testing"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/sampling"
)

// TestFeatures compares the statistics with features by flood fill of all positions.
func TestFeatures(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 2}, {2, 2}, {1, 7}, {3, 3}}
	if longtests.Wanted() {
		sizes = append(sizes, [2]int{3, 4})
	}
	for _, size := range sizes {
		b, err := lattice.New(lattice.Square, size[0], size[1], lattice.Options{})
		if err != nil {
			t.Fatal(err)
		}
		p, err := NewPositions(context.Background(), b, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		got, err := p.Features(context.Background(), par.Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		want := sampling.NewHistograms(len(goban.Features{}))
		all, err := goban.All(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		for q := range all {
			for feature, value := range q.Features() {
				want[feature][value]++
			}
		}
		for feature, h := range want {
			if !maps.Equal(got[feature], h) {
				t.Errorf("%v, %v: %v, by flood fill %v", size, goban.Feature(feature), got[feature], h)
			}
		}
	}
}
