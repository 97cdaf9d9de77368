package connected

import (
	"context"
	"testing"

	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/par"
)

// Table 2 of Combinatorics of Go: the constructible up-down classes.
var publishedUpDown = []int64{3, 7, 21, 64, 242, 880, 3453, 13556, 55193}

func TestUpDownClassesTable2(t *testing.T) {
	most := 7
	if longtests.Wanted() {
		most = len(publishedUpDown)
	}
	for i, want := range publishedUpDown[:most] {
		height := i + 1
		classes, upDown, err := ConstructibleUpDownClasses(context.Background(), height, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if upDown != want {
			t.Errorf("height %d: %d constructible up-down classes, published %d", height, upDown, want)
		}
		all, err := ConstructibleClasses(context.Background(), height, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if classes != all[0] {
			t.Errorf("height %d: %d constructible classes here, %d there", height, classes, all[0])
		}
	}
}

// The valid words of a height are listed one by one, in both colours.
func TestValidStatesByList(t *testing.T) {
	for height := 1; height <= 6; height++ {
		states := map[Word]bool{}
		validWords(height, func(w Word) { states[w], states[w.Swapped()] = true, true })
		if got := ValidStatesAt(height, 0).Int64(); got != int64(len(states)) {
			t.Errorf("height %d: %d valid states, %d by list", height, got, len(states))
		}
	}
}

// The valid words of a height are listed one by one and put in classes.
func TestValidUpDownClassesByList(t *testing.T) {
	most := 6
	if longtests.Wanted() {
		most = 7
	}
	for height := 1; height <= most; height++ {
		classes := map[Word]bool{}
		validWords(height, func(w Word) {
			best := w
			for _, v := range []Word{w.Swapped(), w.Mirror(height), w.Mirror(height).Swapped()} {
				best = min(best, v)
			}
			classes[best] = true
		})
		if got := ValidUpDownClasses(height).Int64(); got != int64(len(classes)) {
			t.Errorf("height %d: %d valid up-down classes, %d by list", height, got, len(classes))
		}
	}
}

// A valid word is valid upside down, and is itself again when turned twice.
func TestMirror(t *testing.T) {
	const height = 6
	valid := map[Word]bool{}
	validWords(height, func(w Word) { valid[w] = true })
	for w := range valid {
		if m := w.Mirror(height); !valid[m] || m.Mirror(height) != w {
			t.Errorf("word %x has the mirror image %x", uint64(w), uint64(m))
		}
	}
}

// validWords visits the valid words of a height without kink.
func validWords(height int, visit func(Word)) {
	startInterface.words(0, height, height, 0, 0, func(w Word, _ interfaceClass) { visit(w) })
}
