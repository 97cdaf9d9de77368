package symmetry_test

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/symmetry"
)

func counted(t testing.TB, rows, cols int, opt symmetry.Options) *symmetry.Result {
	t.Helper()
	r, err := symmetry.Count(context.Background(), board.Size{Rows: rows, Cols: cols}, opt)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Places are taken one after the other, row by row, and stones are 0, 1 and 2. look says which
// place is seen where if a board is looked at from another side; this file knows of no
// permutations, quotients and lemmas.
func look(rows, cols, side int) []int {
	var places []int
	for v := range rows * cols {
		r, c := v/cols, v%cols
		if side&1 != 0 {
			r = rows - 1 - r
		}
		if side&2 != 0 {
			c = cols - 1 - c
		}
		if side&4 != 0 {
			r, c = c, r
		}
		places = append(places, r*cols+c)
	}
	return places
}

// looks returns the places from all sides that a board can be looked at from.
func looks(rows, cols int) (all [][]int) {
	sides := 4
	if rows == cols {
		sides = 8
	}
	for side := range sides {
		all = append(all, look(rows, cols, side))
	}
	return all
}

// before reports whether a look of a position, with the colours exchanged or not, comes before it.
func before(places, position []int, exchange bool) bool {
	for v, place := range places {
		c := position[place]
		if exchange {
			c = (3 - c) % 3
		}
		if c != position[v] {
			return c < position[v]
		}
	}
	return false
}

// enumerate counts the legal positions that no other look of the same position comes before,
// without and with exchange of the colours.
func enumerate(t *testing.T, rows, cols int) (orbits, colored int64) {
	t.Helper()
	p, err := goban.New(rows, cols)
	if err != nil {
		t.Fatal(err)
	}
	looks := looks(rows, cols)
	for position := range enumeration.Colorings(rows*cols, 2) {
		least, leastColored := true, true
		for _, places := range looks {
			if before(places, position, false) {
				least = false
				break
			}
			leastColored = leastColored && !before(places, position, true)
		}
		if !least {
			continue
		}
		for v, c := range position {
			p.Set(v/cols, v%cols, goban.Color(c))
		}
		if p.Legal() {
			orbits++
			if leastColored {
				colored++
			}
		}
	}
	return orbits, colored
}

func TestAgainstEnumeration(t *testing.T) {
	sizes := [][2]int{{1, 1}, {1, 2}, {2, 1}, {1, 3}, {1, 7}, {8, 1}, {2, 2}, {2, 3}, {3, 2}, {2, 4}, {3, 3}}
	if longtests.Wanted() {
		sizes = append(sizes, [2]int{5, 2}, [2]int{3, 4}, [2]int{4, 4}, [2]int{5, 3})
	}
	for _, size := range sizes {
		orbits, colored := enumerate(t, size[0], size[1])
		r := counted(t, size[0], size[1], symmetry.Options{})
		if r.Orbits.Int64() != orbits || r.OrbitsColored.Int64() != colored {
			t.Errorf("%v: %v and %v, want %d and %d", size, r.Orbits, r.OrbitsColored, orbits, colored)
		}
	}
}

// fixedByHand counts the legal positions of a board that a motion leaves as they are, or turns into
// their exchange: it puts stones on all points that the motion leads to from one of them.
func fixedByHand(t *testing.T, size board.Size, motion lattice.Permutation, exchange bool) int64 {
	t.Helper()
	p, err := goban.New(size.Rows, size.Cols)
	if err != nil {
		t.Fatal(err)
	}
	colors := slices.Repeat([]int{-1}, len(motion))
	n := int64(0)
	var fill func(v int)
	fill = func(v int) {
		for v < len(motion) && colors[v] >= 0 {
			v++
		}
		if v == len(motion) {
			for u, c := range colors {
				p.Set(u%size.Rows, u/size.Rows, goban.Color(c))
			}
			if p.Legal() {
				n++
			}
			return
		}
		for first := range 3 {
			var cycle []int
			c, u := first, v
			for colors[u] < 0 {
				colors[u] = c
				cycle = append(cycle, u)
				if exchange {
					c = (3 - c) % 3
				}
				u = motion[u]
			}
			if c == first {
				fill(v + 1)
			}
			for _, u := range cycle {
				colors[u] = -1
			}
		}
	}
	fill(0)
	return n
}

// Every number of fixed positions that is small enough.
func TestFixedPositions(t *testing.T) {
	peakBytes := 3e3
	if longtests.Wanted() {
		peakBytes = 3e4
	}
	for _, size := range []board.Size{
		{Rows: 1, Cols: 9},
		{Rows: 2, Cols: 6},
		{Rows: 5, Cols: 3},
		{Rows: 3, Cols: 6},
		{Rows: 4, Cols: 4},
		{Rows: 4, Cols: 5},
		{Rows: 5, Cols: 5},
		{Rows: 6, Cols: 6},
	} {
		r := counted(t, size.Rows, size.Cols, symmetry.Options{})
		for _, row := range r.Rows {
			for _, m := range row.Motions {
				for k, fixed := range []*symmetry.Fixed{row.Same, row.Exchanged} {
					positions, _ := new(big.Float).SetInt(fixed.Value).Float64()
					if positions > peakBytes {
						continue
					}
					if want := fixedByHand(t, size, m.Points, k == 1); fixed.Value.Int64() != want {
						t.Errorf("%s, %s, exchange %v: %v positions, want %d", size, m.Name, k == 1, fixed.Value, want)
					}
				}
			}
		}
	}
}

func TestPublished(t *testing.T) {
	orbits := []string{"1", "13", "1824", "3047783"}
	colored := []string{"1", "8", "924", "1524805"}
	for i := range orbits {
		r := counted(t, i+1, i+1, symmetry.Options{})
		if r.Orbits.String() != orbits[i] || r.OrbitsColored.String() != colored[i] {
			t.Errorf("%dx%[1]d: %v and %v, want %s and %s", i+1, r.Orbits, r.OrbitsColored, orbits[i], colored[i])
		}
	}
}

// The motions of a board are the automorphisms of its graph, which package lattice finds by
// searching.
func TestMotionsAreAllSymmetries(t *testing.T) {
	for rows := 1; rows <= 5; rows++ {
		for cols := 1; cols <= 5; cols++ {
			size := board.Size{Rows: rows, Cols: cols}
			g, err := lattice.New(lattice.Square, rows, cols, lattice.Options{})
			if err != nil {
				t.Fatal(err)
			}
			group, err := lattice.Symmetries(g, 100)
			if err != nil {
				t.Fatal(err)
			}
			motions := symmetry.Motions(size)
			if len(group) != len(motions) {
				t.Errorf("%s: %d motions, %v automorphisms", size, len(motions), len(group))
			}
			for _, p := range group {
				if !slices.ContainsFunc(motions, func(m symmetry.Motion) bool { return slices.Equal(m.Points, p) }) {
					t.Errorf("%s: the automorphism %v is no motion", size, p)
				}
			}
		}
	}
}

func TestClasses(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		want       string
	}{
		{1, 1, "identity"},
		{1, 4, "identity, left-right reflection"},
		{4, 1, "identity, top-bottom reflection"},
		{2, 3, "identity, top-bottom reflection, left-right reflection, half turn"},
		{3, 3, "identity, reflections along the sides, half turn, quarter turns, diagonal reflections"},
	} {
		var names []string
		for _, c := range symmetry.Classes(board.Size{Rows: test.rows, Cols: test.cols}) {
			names = append(names, c.Name)
		}
		if got := strings.Join(names, ", "); got != test.want {
			t.Errorf("%dx%d: %s, want %s", test.rows, test.cols, got, test.want)
		}
	}
}

// A board has the numbers of the board turned by a right angle, for any number of threads.
func TestTurnedBoards(t *testing.T) {
	for _, size := range [][2]int{{2, 5}, {3, 6}, {4, 7}, {5, 6}} {
		a := counted(t, size[0], size[1], symmetry.Options{Options: par.Options{Threads: 1}})
		b := counted(t, size[1], size[0], symmetry.Options{Options: par.Options{Threads: 3}})
		if a.Orbits.Cmp(b.Orbits) != 0 || a.OrbitsColored.Cmp(b.OrbitsColored) != 0 {
			t.Errorf("%v: %v and %v, turned %v and %v", size, a.Orbits, a.OrbitsColored, b.Orbits, b.OrbitsColored)
		}
	}
}

func TestEstimates(t *testing.T) {
	size := board.Size{Rows: 7, Cols: 7}
	r := counted(t, 7, 7, symmetry.Options{})
	estimates, err := symmetry.Estimates(size, symmetry.Options{})
	if err != nil || len(estimates) != 2*len(r.Rows) {
		t.Fatalf("%d estimates, error %v", len(estimates), err)
	}
	for i, e := range estimates {
		row := r.Rows[i/2]
		fixed := []*symmetry.Fixed{row.Same, row.Exchanged}[i%2]
		if e.Name != row.Name || e.Colored != (i%2 == 1) || e.Board != fixed.Board {
			t.Errorf("estimate %+v is not for %s, %s", e, row.Name, fixed.Board)
		}
		if e.Seconds < 0 || (fixed.Engine == "frontier") != (e.Width > 0) {
			t.Errorf("estimate %+v for engine %q", e, fixed.Engine)
		}
	}
}

func TestTable(t *testing.T) {
	boards, err := board.ParseRange("1-4")
	if err != nil {
		t.Fatal(err)
	}
	last := 0.0
	results, err := symmetry.Table(context.Background(), boards, symmetry.Options{Options: par.Options{Progress: func(share float64) {
		if share < last || share > 1+1e-9 {
			t.Errorf("progress %v after %v", share, last)
		}
		last = share
	}}})
	if err != nil || len(results) != 4 || results[3].Orbits.String() != "3047783" {
		t.Errorf("%d results, error %v", len(results), err)
	}
}

func TestRefused(t *testing.T) {
	for _, test := range []struct {
		rows, cols int
		memory     result.Bytes
		want       string
	}{
		{0, 4, 0, "a side has from 1"},
		{25, 25, 0, "the shorter side has at most 24 points"},
		{13, 13, 1 << 20, "board 13x13 needs about "},
		{4, 2000, 1 << 10, "needs about"},
	} {
		size := board.Size{Rows: test.rows, Cols: test.cols}
		_, err := symmetry.Count(context.Background(), size, symmetry.Options{Options: par.Options{Memory: test.memory}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", size, err, test.want)
		}
	}
	var memory *result.MemoryError
	_, err := symmetry.Count(context.Background(), board.Size{Rows: 12, Cols: 12}, symmetry.Options{Options: par.Options{Memory: 240 << 20}})
	if !errors.As(err, &memory) || memory.Need <= memory.Ceiling || !strings.Contains(err.Error(), "board 12x12, half turn: the fold needs about ") {
		t.Errorf("error %v", err)
	}
	var plain *result.MemoryError
	_, err = symmetry.Count(context.Background(), board.Size{Rows: 15, Cols: 15}, symmetry.Options{Options: par.Options{Memory: 1 << 30}})
	if !errors.As(err, &plain) {
		t.Errorf("error %v", err)
	}
}

func TestCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := symmetry.Count(ctx, board.Size{Rows: 9, Cols: 9}, symmetry.Options{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

// BenchmarkCount counts the positions of boards up to symmetry, and reports the time and the states
// of the half turn:
//
//	go test -run - -bench Count ./symmetry
func BenchmarkCount(b *testing.B) {
	for _, side := range []int{8, 9, 10} {
		b.Run(fmt.Sprintf("side=%d", side), func(b *testing.B) {
			var r *symmetry.Result
			for b.Loop() {
				r = counted(b, side, side, symmetry.Options{})
			}
			for _, row := range r.Rows {
				if row.Name == "half turn" {
					b.ReportMetric(row.Same.States, "peak-states")
					b.ReportMetric(row.Same.StateSteps+row.Exchanged.StateSteps, "state-steps")
				}
			}
		})
	}
}

// What a table takes is told once, before the first count.
func TestEstimateBeforeTheCount(t *testing.T) {
	ctx, cancel := context.WithCancelCause(context.Background())
	enough := errors.New("enough")
	boards, err := board.ParseRange("9-11")
	if err != nil {
		t.Fatal(err)
	}
	var told []symmetry.Forecast
	_, err = symmetry.Table(ctx, boards, symmetry.Options{Options: par.Options{Memory: 64 << 30}, Estimated: func(f symmetry.Forecast) { told = append(told, f); cancel(enough) }})
	var memory *result.MemoryError
	if errors.As(err, &memory) {
		t.Skip("this machine has not the memory")
	}
	if !errors.Is(err, enough) && !errors.Is(err, context.Canceled) || len(told) != 1 {
		t.Fatalf("%v, %v", err, told)
	}
	var seconds float64
	var peakBytes result.Bytes
	for size := range boards.Sizes() {
		parts, err := symmetry.Estimates(size, symmetry.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range parts {
			seconds += e.Seconds
			peakBytes = max(peakBytes, e.Bytes)
		}
	}
	if got := told[0]; got.Bytes != peakBytes || got.Seconds < seconds || got.Seconds > 1.1*seconds {
		t.Errorf("estimated are %.0f s and %s, the parts take %.0f s and %s", got.Seconds, got.Bytes, seconds, peakBytes)
	}
}
