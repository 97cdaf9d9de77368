package transfer_test

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"testing"

	"combigo.dev/combigo/internal/states/connected"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/transfer"
)

func strip(t testing.TB, g *lattice.Graph, period, colors int) *transfer.Transfer {
	t.Helper()
	s, err := transfer.LegalStrip(t.Context(), g, byNumber(g), period, colors, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// byNumber returns the order of a lattice column by column.
func byNumber(g *lattice.Graph) []int {
	order := make([]int, g.Len())
	for v := range order {
		order[v] = v
	}
	return order
}

// Farr and Schmidt, Table 2: the lower bounds are roots of the growth of free strips of height 6,
// the upper ones of double-safe ones. There, the empty rows that make a strip safe are counted as
// rows: the strip begins with row 1, where the square-octagonal lattice is another one.
func TestTable2(t *testing.T) {
	for _, c := range []struct {
		kind       lattice.Kind
		free, safe float64
	}{
		{lattice.Square, 2.958390334214091, 2.983702175733463},
		{lattice.Triangular, 2.987746640147263, 2.997980185636975},
		{lattice.Hexagonal, 2.873504100894481, 2.950174880917301},
		{lattice.SquareOctagonal, 2.872141227144343, 2.949445944086531},
	} {
		free := strip(t, stripBoard(t, c.kind, 6, 0, false), 6*c.kind.Period(), 2)
		safe := strip(t, stripBoard(t, c.kind, 6, 1, true), 6*c.kind.Period(), 2)
		checkRoot(t, fmt.Sprintf("%v, free", c.kind), free, 6*c.kind.Period(), c.free)
		checkRoot(t, fmt.Sprintf("%v, double-safe", c.kind), safe, 6*c.kind.Period(), c.safe)
	}
}

func checkRoot(t *testing.T, name string, s *transfer.Transfer, points int, want float64) {
	t.Helper()
	low, high, err := s.Root(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	got := math.Pow((low+high)/2, 1/float64(points))
	if high/low > 1+1e-13 || math.Abs(got-want) > 2e-14 {
		t.Errorf("%s: %.15f of [%v, %v], want %.15f", name, got, low, high, want)
	}
}

// stripBoard returns the rows first, first+1, ... of a piece of a lattice.
func stripBoard(t testing.TB, kind lattice.Kind, rows, first int, safe bool) *lattice.Graph {
	t.Helper()
	whole := piece(t, kind, first+rows, 5*kind.Period())
	_, cols := whole.Size()
	var es [][2]int
	var border []int
	number := func(v int) int { row, col, _ := whole.Place(v); return col*rows + row - first }
	for u, v := range whole.Edges() {
		row, _, _ := whole.Place(u)
		if next, _, _ := whole.Place(v); min(row, next) >= first {
			es = append(es, [2]int{number(u), number(v)})
		}
	}
	for col := range cols {
		if safe {
			border = append(border, col*rows, col*rows+rows-1)
		}
	}
	g, err := lattice.FromEdges(rows*cols, es)
	if err != nil {
		t.Fatal(err)
	}
	if g, err = g.WithSafe(border...); err != nil {
		t.Fatal(err)
	}
	return g
}

// solutions returns the number of solutions of a strip of some periods.
func solutions(t *testing.T, s *transfer.Transfer, periods int) (sum float64) {
	t.Helper()
	start, first := s.Start()
	v, w := s.Accept(), make([]float64, s.States())
	for range periods - first {
		if err := s.Apply(t.Context(), w, v); err != nil {
			t.Fatal(err)
		}
		v, w = w, v
	}
	for i, ways := range start {
		sum += ways * v[i]
	}
	return sum
}

func TestStripCounts(t *testing.T) {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal} {
		for rows := 1; rows <= 4; rows++ {
			for periods := 2; periods <= 4; periods++ {
				s := strip(t, stripBoard(t, kind, rows, 0, false), rows*kind.Period(), 3)
				n := solutions(t, s, periods)
				want, _ := strconv.ParseFloat(count(t, piece(t, kind, rows, periods*kind.Period()), 3), 64)
				if math.Abs(n/want-1) > 1e-14 {
					t.Errorf("%v of %d rows and %d periods: %v, want %v", kind, rows, periods, n, want)
				}
			}
		}
	}
}

// Farr and Schmidt, Table 4.
func TestTable4(t *testing.T) {
	for _, c := range []struct {
		rows, colors int
		free, safe   float64
	}{
		{1, 2, 1.197615353980522e44, 5.153775207320113e47},
		{1, 6, 2.262096163990697e67, 3.234476509624757e84},
		{2, 5, 9.412149214131599e137, 4.268252238120267e155},
		{3, 4, 7.054118968360604e192, 1.673346874227885e205},
		{5, 2, 1.341139245616684e235, 2.80945174721662e237},
	} {
		for safe, want := range map[bool]float64{false: c.free, true: c.safe} {
			s := strip(t, stripBoard(t, lattice.Square, c.rows, 0, safe), c.rows, c.colors)
			got := solutions(t, s, 100)
			if math.Abs(got/want-1) > 1e-12 {
				t.Errorf("%d rows, %d colours, safe %v: %v, want %v", c.rows, c.colors, safe, got, want)
			}
		}
	}
}

// The states of strips are the constructible border state classes of Combinatorics of Go, section
// 5.
func TestStripStates(t *testing.T) {
	for rows := 1; rows <= 7; rows++ {
		want, err := connected.ConstructibleClasses(t.Context(), rows, par.Options{})
		if err != nil {
			t.Fatal(err)
		}
		s := strip(t, stripBoard(t, lattice.Square, rows, 0, false), rows, 2)
		if got := s.States(); int64(got) != want[0] {
			t.Errorf("%d rows: %d states, want %d", rows, got, want[0])
		}
	}
}

// A matrix does not depend on the number of threads.
func TestTransferSameForAnyThreads(t *testing.T) {
	g := stripBoard(t, lattice.Triangular, 5, 0, false)
	var lows []float64
	for _, threads := range []int{1, 3} {
		s, err := transfer.LegalStrip(t.Context(), g, byNumber(g), 5, 3, par.Options{Threads: threads})
		if err != nil {
			t.Fatal(err)
		}
		low, high, err := s.Root(t.Context(), 1e-10)
		if err != nil {
			t.Fatal(err)
		}
		lows = append(lows, low, high)
	}
	if lows[0] != lows[2] || lows[1] != lows[3] {
		t.Errorf("%v", lows)
	}
}

func TestStripErrors(t *testing.T) {
	g := piece(t, lattice.Hexagonal, 3, 8)
	for _, c := range []struct{ period, colors int }{
		{3, 2}, {0, 2}, {-1, 2}, {100, 2}, {6, -1}, {6, transfer.MaxColors + 1},
	} {
		_, err := transfer.LegalStrip(t.Context(), g, byNumber(g), c.period, c.colors, par.Options{})
		if err == nil {
			t.Errorf("%+v: no error", c)
		}
	}
	_, err := transfer.LegalStrip(t.Context(), g, byNumber(g), 6, 2, par.Options{Memory: 10})
	var e *result.MemoryError
	if !errors.As(err, &e) {
		t.Errorf("error %v", err)
	}
}
