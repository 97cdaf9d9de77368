package connected

import (
	"context"
	"slices"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/par"
)

// The numbers of constructible classes at kink 0 from height 9 on: 337 fewer
// than valid ones for 9 (Combinatorics of Go, section 5.2).
func TestConstructibleClassesPublished(t *testing.T) {
	most := 2
	if longtests.Wanted() {
		most = 11
	}
	want := map[int]int64{1: 3, 2: 9, 9: 109736 - 337, 10: 451752, 11: 1892073}
	for m, n := range want {
		if m > most {
			continue
		}
		got, err := ConstructibleClasses(context.Background(), m, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got[0] != n {
			t.Errorf("height %d: %d constructible classes at kink 0, want %d", m, got[0], n)
		}
	}
}

// After some columns the search through real boards sees every constructible
// state and its exchange.
func TestConstructibleClassesAgainstPlainSearch(t *testing.T) {
	const columns = 12
	most := 4
	if longtests.Wanted() {
		most = 5
	}
	for height := 1; height <= most; height++ {
		got, err := ConstructibleClasses(context.Background(), height, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for points, states := range plain.Tables(height, columns) {
			if want := int64(len(states)+1) / 2; points > height*(columns-1) && got[points%height] != want {
				t.Errorf("height %d kink %d: %d classes, by search %d", height, points%height, got[points%height], want)
			}
		}
	}
}

// The classes after each point, against those of a program that lists positions by their states;
// and after the last column all constructible classes. The last column, and no other one, ends with
// the classes of the one before.
func TestReachedClasses(t *testing.T) {
	most := 5
	if longtests.Wanted() {
		most = 6
	}
	for height := 1; height <= most; height++ {
		got, err := ReachedClasses(t.Context(), height, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for points, states := range plain.Tables(height, len(got)/height) {
			if want := int64(len(states)+1) / 2; points > 0 && got[points-1] != want {
				t.Errorf("height %d, %d points: %d classes, want %d", height, points, got[points-1], want)
			}
		}
		all, err := ConstructibleClasses(t.Context(), height, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		ends := []int64{0}
		for end := height; end <= len(got); end += height {
			ends = append(ends, got[end-1])
		}
		if n := len(slices.Compact(slices.Clone(ends))); n != len(ends)-1 || ends[n] != ends[n-1] {
			t.Errorf("height %d: columns end with %d classes", height, ends[1:])
		}
		if got[len(got)-1] != all[0] {
			t.Errorf("height %d: %d classes in the end, %d are constructible", height, got[len(got)-1], all[0])
		}
	}
}
