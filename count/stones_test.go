package count_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
)

func stones(t testing.TB, rows, cols int, opt count.Options) *count.StoneTable {
	t.Helper()
	table, err := count.Stones(context.Background(), board.Size{Rows: rows, Cols: cols}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// Tables against all positions, one by one, on the board of package goban.
func TestStonesAgainstEnumeration(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 6}, {2, 2}, {2, 5}, {3, 3}, {4, 2}}
	if longtests.Wanted() {
		sizes = append(sizes, [2]int{3, 4})
	}
	for _, size := range sizes {
		table := stones(t, size[0], size[1], count.Options{})
		position, err := goban.New(size[0], size[1])
		if err != nil {
			t.Fatal(err)
		}
		want := map[[2]int]int64{}
		for colors := range enumeration.Colorings(size[0]*size[1], 2) {
			var placed [3]int
			for v, c := range colors {
				position.Set(v/size[1], v%size[1], goban.Color(c))
				placed[c]++
			}
			if position.Legal() {
				want[[2]int{placed[1], placed[2]}]++
			}
		}
		for b, row := range table.Positions {
			for w, n := range row {
				if n.Int64() != want[[2]int{b, w}] {
					t.Errorf("%v: %v positions of %d and %d stones, want %d", size, n, b, w, want[[2]int{b, w}])
				}
			}
		}
	}
}

func TestStonesPublished(t *testing.T) {
	equal := []string{"1", "13", "2005", "2978377"}
	alternating := []string{"1", "25", "3884", "5820817"}
	for i := range equal {
		table := stones(t, i+1, i+1, count.Options{})
		if got := table.WithDifference(0).String(); got != equal[i] {
			t.Errorf("%dx%[1]d: %s positions with equally many stones, want %s", i+1, got, equal[i])
		}
		if got := table.Alternating().String(); got != alternating[i] {
			t.Errorf("%dx%[1]d: %s positions with b-w in {0,1}, want %s", i+1, got, alternating[i])
		}
	}
}

// A table does not depend on threads, or on which way round the board lies.
func TestStonesSameForAnyThreads(t *testing.T) {
	want := stones(t, 4, 5, count.Options{Options: par.Options{Threads: 1}})
	for _, other := range []*count.StoneTable{
		stones(t, 4, 5, count.Options{Options: par.Options{Threads: 3}}), stones(t, 5, 4, count.Options{}),
	} {
		for b, row := range want.Positions {
			for w, n := range row {
				if n.Cmp(other.Positions[b][w]) != 0 {
					t.Errorf("%d and %d stones: %v positions, and %v", b, w, n, other.Positions[b][w])
				}
			}
		}
	}
}

// The moments of 1x2 by hand: 5 positions, 4 of one stone.
func TestStonesMoments(t *testing.T) {
	table := stones(t, 1, 2, count.Options{})
	mean, variance, deviation := table.Moments()
	if mean.RatString() != "4/5" || variance.RatString() != "4/25" || math.Abs(deviation-0.4) > 1e-15 {
		t.Errorf("mean %v, variance %v, deviation %v, want 4/5, 4/25 and 0.4", mean, variance, deviation)
	}
	if table.Points() != 2 || table.Black()[1].Int64() != 2 || table.Total()[1].Int64() != 4 || len(table.Checks) != 3 {
		t.Errorf("points %d, black %v, total %v, checks %q", table.Points(), table.Black(), table.Total(), table.Checks)
	}
}

// Other boards: the sum is the number of legal positions, which the table is checked with.
func TestStonesOfOtherBoards(t *testing.T) {
	table := stones(t, 3, 3, count.Options{Variant: count.Variant{Lattice: lattice.Torus}})
	if table.Legal.Where == "" || table.Sum().Cmp(table.Legal.Value) != 0 {
		t.Errorf("%s: sum %v", table.Legal.Where, table.Sum())
	}
	g, err := lattice.FromEdges(3, [][2]int{{0, 1}, {1, 2}})
	if err != nil {
		t.Fatal(err)
	}
	path, err := count.GraphStones(context.Background(), g, count.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if row := stones(t, 1, 3, count.Options{}); path.Sum().Cmp(row.Sum()) != 0 || path.Positions[1][1].Cmp(row.Positions[1][1]) != 0 {
		t.Errorf("a path of 3 has %v positions, the row %v", path.Sum(), row.Sum())
	}
}

func TestStonesRefused(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		opt        count.Options
		want       string
	}{
		{0, 3, count.Options{}, "a side has from 1"},
		{3, 3, count.Options{Variant: count.Variant{Colors: 3}}, "colors 3: "},
		{3, 3, count.Options{Method: count.Frontier}, "method: "},
		{3, 3, count.Options{Modular: true}, "method: "},
		{1, 3000, count.Options{}, "3000 points are too many"},
		{9, 9, count.Options{Options: par.Options{Memory: 1 << 24}, Variant: count.Variant{Lattice: lattice.Cylinder}}, "the cylinder 9x9: a frontier of width "},
		{14, 14, count.Options{Options: par.Options{Memory: 1 << 30}}, "board 14x14: the table of stones needs about "},
		{40, 40, count.Options{}, "a frontier of width 40"},
	} {
		_, err := count.Stones(context.Background(), board.Size{Rows: test.rows, Cols: test.cols}, test.opt)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%dx%d: error %v, want %q", test.rows, test.cols, err, test.want)
		}
	}
	_, err := count.Stones(context.Background(), board.Size{Rows: 14, Cols: 14}, count.Options{Options: par.Options{Memory: 1 << 30}})
	var tooMuch *result.MemoryError
	if !errors.As(err, &tooMuch) || !tooMuch.Given || tooMuch.Need <= tooMuch.Ceiling {
		t.Errorf("error %v", err)
	}
}

// BenchmarkStones counts by stones and reports the time:
//
//	go test -run - -bench Stones ./count
func BenchmarkStones(b *testing.B) {
	for b.Loop() {
		stones(b, 6, 6, count.Options{})
	}
}
