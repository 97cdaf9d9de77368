package reproduction

import (
	"fmt"
	"testing"

	"combigo.dev/combigo/internal/column"
	"combigo.dev/combigo/internal/oracle/graphs"
)

// Legal configurations one by one: the five and the seventeen of the document, and three vertices.
func TestConfigurations(t *testing.T) {
	for height := 1; height <= 3; height++ {
		for colors := 1; colors <= 3; colors++ {
			legal := 0
			for _, states := range column.Colorings(height, 2*colors) {
				good := true
				for i, a := range states {
					for j, b := range states {
						if i+1 != j && j+1 != i || int(a) <= colors {
							continue
						}
						good = good && b != 0 && int(b) != int(a)-colors // a is not yet safe
					}
				}
				if good {
					legal++
				}
			}
			if got := configurations(height, colors); got != legal {
				t.Errorf("%d vertices, %d colours: %d, want %d", height, colors, got, legal)
			}
		}
	}
	if configurations(1, 2) != 5 || configurations(2, 2) != 17 {
		t.Error("not as in print")
	}
}

// Formula (4) against enumeration, also for other numbers of colours.
func TestSectionsAgreeWithEnumeration(t *testing.T) {
	for _, c := range []struct{ rows, cols, colors int }{{1, 6, 2}, {2, 4, 2}, {3, 3, 2}, {2, 3, 3}, {3, 2, 4}, {2, 5, 1}} {
		want, err := graphs.Count(rectangle(c.rows, c.cols), c.colors)
		if err != nil {
			t.Fatal(err)
		}
		if got := newSections(c.rows, c.colors).count(c.cols)[c.cols-1]; got.Cmp(want) != 0 {
			t.Errorf("%+v: %v, want %v", c, got, want)
		}
	}
}

// The trace of one row by hand: on a cycle of three vertices, the positions with an empty vertex
// but for the strings between two others, and all black or all white, safe or not.
func TestTraceOfOneRow(t *testing.T) {
	plain, safe := cylinder(1, 3)
	c, err := graphs.Count(plain, 2)
	if err != nil {
		t.Fatal(err)
	}
	primed, err := graphs.Count(safe, 2)
	if err != nil {
		t.Fatal(err)
	}
	traces := newSections(1, 2).traces(3)
	if fmt.Sprint(c, primed, traces[2], closedWalks(1, 3)) != "19 21 23 23" {
		t.Errorf("C = %v, C' = %v, trace %v, walks %v", c, primed, traces[2], closedWalks(1, 3))
	}
}
