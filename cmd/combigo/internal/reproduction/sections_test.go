package reproduction

import (
	"fmt"
	"math/big"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
)

// The five and the seventeen of the document. Of one colour, a vertex that is not yet safe is
// next to its like only, so that all are or none: 2^M + 1 configurations.
func TestConfigurations(t *testing.T) {
	for _, c := range []struct{ height, colors, want int }{{1, 2, 5}, {2, 2, 17}, {1, 1, 3}, {2, 1, 5}, {3, 1, 9}, {1, 3, 7}} {
		if got := configurations(c.height, c.colors); got != c.want {
			t.Errorf("%d vertices, %d colours: %d, want %d", c.height, c.colors, got, c.want)
		}
	}
}

// Formula (4) against enumeration, also for other numbers of colours.
func TestSectionsAgreeWithEnumeration(t *testing.T) {
	for _, c := range []struct{ rows, cols, colors int }{{1, 6, 2}, {2, 4, 2}, {3, 3, 2}, {2, 3, 3}, {3, 2, 4}, {2, 5, 1}} {
		g, err := rectangle(c.rows, c.cols)
		if err != nil {
			t.Fatal(err)
		}
		want, err := enumeration.Count(g, c.colors)
		if err != nil {
			t.Fatal(err)
		}
		if got := newSections(c.rows, c.colors).Positions(c.cols); got.Cmp(want) != 0 {
			t.Errorf("%+v: %v, want %v", c, got, want)
		}
	}
}

// closedWalks counts what the trace of T^N counts, for one and two rows: colourings of Cyl_{M,N}
// whose groups without a liberty all go round the cylinder, two for each such group, which may be
// safe or not yet safe in all columns alike.
func closedWalks(rows, cols int) int64 {
	total := int64(0)
	for _, position := range colorings(rows*cols, 2) {
		total += walksOf(rows, cols, position)
	}
	return total
}

// walksOf is the part of a colouring, given column by column.
func walksOf(rows, cols int, position []int) int64 {
	seen, ways := make([]bool, len(position)), int64(1)
	for start, color := range position {
		if color == 0 || seen[start] {
			continue
		}
		// Columns are counted on round the cylinder: a vertex that is met in two columns is on a
		// path that goes round.
		at, stack, live, round := map[int]int{start: start / rows}, []int{start}, false, false
		for len(stack) > 0 {
			v := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			seen[v] = true
			visit := func(row, col int) {
				if row < 0 || row >= rows {
					return
				}
				u := ((col%cols)+cols)%cols*rows + row
				if position[u] == 0 {
					live = true
				}
				if position[u] != color {
					return
				}
				if known, met := at[u]; met {
					round = round || known != col
					return
				}
				at[u] = col
				stack = append(stack, u)
			}
			row, col := v%rows, at[v]
			visit(row-1, col)
			visit(row+1, col)
			visit(row, col-1)
			visit(row, col+1)
		}
		switch {
		case !live && !round:
			return 0
		case !live:
			ways *= 2
		}
	}
	return ways
}

// The trace of one row by hand: on a cycle of three vertices, the positions with an empty vertex
// except for the strings between two others, and all black or all white, safe or not.
func TestTraceOfOneRow(t *testing.T) {
	var counts [2]*big.Int
	for i, safe := range []bool{false, true} {
		g, err := cylinder(1, 3, safe)
		if err != nil {
			t.Fatal(err)
		}
		if counts[i], err = enumeration.Count(g, 2); err != nil {
			t.Fatal(err)
		}
	}
	if got := fmt.Sprint(counts, newSections(1, 2).Trace(3), closedWalks(1, 3)); got != "[19 21] 23 23" {
		t.Errorf("C, C', the trace and walks: %s", got)
	}
}

// The traces of one row and of two are what closedWalks counts.
func TestTracesAreClosedWalks(t *testing.T) {
	for m := 1; m <= 2; m++ {
		for n := 3; n <= 7 && m*n <= 10; n++ {
			if walks, trace := closedWalks(m, n), newSections(m, 2).Trace(n); trace.Int64() != walks {
				t.Errorf("M = %d: tr(T^%d) is %v, want %d", m, n, trace, walks)
			}
		}
	}
}
