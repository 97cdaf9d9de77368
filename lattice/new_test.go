package lattice_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
	"combigo.dev/combigo/internal/longtests"
	"combigo.dev/combigo/lattice"
)

// build makes a piece of a lattice that must be all right.
func build(t testing.TB, kind lattice.Kind, rows, cols int, opts lattice.Options) *lattice.Graph {
	t.Helper()
	g, err := lattice.New(kind, rows, cols, opts)
	if err != nil {
		t.Fatal(err)
	}
	checkSimple(t, g)
	return g
}

// fromEdges makes a graph that must be all right.
func fromEdges(t testing.TB, n int, edges [][2]int) *lattice.Graph {
	t.Helper()
	g, err := lattice.FromEdges(n, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// isOrder reports whether an order has every vertex once.
func isOrder(g *lattice.Graph, order []int) bool {
	sorted := slices.Sorted(slices.Values(order))
	for v := range sorted {
		if sorted[v] != v {
			return false
		}
	}
	return len(order) == g.Len()
}

// anySize returns a small size that the kind can have.
func anySize(kind lattice.Kind, rows, cols int) (int, int) {
	if kind == lattice.Cycle {
		return 1, rows * cols
	}
	return rows, cols
}

// edgeList returns the edges as (row,col)-(row,col), columns first.
func edgeList(g *lattice.Graph) string {
	var b strings.Builder
	for u, v := range g.Edges() {
		row, col, _ := g.Place(u)
		row2, col2, _ := g.Place(v)
		fmt.Fprintf(&b, " %d%d-%d%d", row, col, row2, col2)
	}
	return strings.TrimSpace(b.String())
}

func TestNewEdges(t *testing.T) {
	for _, test := range []struct {
		kind       lattice.Kind
		rows, cols int
		firstRow   int
		want       string // rows and columns of the ends
	}{
		{lattice.Square, 1, 1, 0, ""},
		{lattice.Square, 2, 3, 0, "00-10 00-01 10-11 01-11 01-02 11-12 02-12"},
		{lattice.Triangular, 2, 2, 0, "00-10 00-01 10-01 10-11 01-11"},
		{lattice.Hexagonal, 2, 3, 0, "00-10 00-01 01-11 11-12 02-12"},
		{lattice.Hexagonal, 2, 3, 1, "00-10 10-11 01-11 01-02 02-12"},
		{lattice.SquareOctagonal, 4, 2, 0, "00-10 00-01 10-20 20-30 30-31 01-11 11-21 21-31"},
		{lattice.SquareOctagonal, 4, 3, 0, "00-10 00-01 10-20 20-30 30-31 01-11 11-21 11-12 21-31 21-22 02-12 12-22 22-32"},
		{lattice.SquareOctagonal, 2, 2, 1, "00-10 01-11"},
		{lattice.SquareOctagonal, 2, 2, 3, "00-10 00-01 10-11 01-11"},
		{lattice.Cylinder, 1, 3, 0, "00-01 00-02 01-02"},
		{lattice.Cylinder, 2, 2, 0, "00-10 00-01 10-11 01-11"},
		{lattice.Cylinder, 3, 1, 0, "00-10 10-20"},
		{lattice.Torus, 3, 1, 0, "00-10 00-20 10-20"},
		{lattice.Torus, 2, 2, 0, "00-10 00-01 10-11 01-11"},
		{lattice.Cycle, 1, 4, 0, "00-01 00-03 01-02 02-03"},
		{lattice.Cycle, 1, 2, 0, "00-01"},
	} {
		g := build(t, test.kind, test.rows, test.cols, lattice.Options{FirstRow: test.firstRow})
		if got := edgeList(g); got != test.want {
			t.Errorf("%v from row %d: edges %s, want %s", g, test.firstRow, got, test.want)
		}
	}
}

// Inside a lattice every vertex has the same number of neighbours.
func TestDegreesInside(t *testing.T) {
	want := map[lattice.Kind]int{
		lattice.Square: 4, lattice.Triangular: 6, lattice.Hexagonal: 3, lattice.SquareOctagonal: 3,
	}
	for kind, degree := range want {
		for firstRow := range 5 {
			g := build(t, kind, 7, 8, lattice.Options{FirstRow: firstRow})
			for v := range g.Len() {
				row, col, _ := g.Place(v)
				inside := row > 0 && row < 6 && col > 0 && col < 7
				if inside && g.Degree(v) != degree {
					t.Errorf("%v from row %d: %s has %d neighbours, want %d", g, firstRow, g.Name(v), g.Degree(v), degree)
				}
			}
		}
	}
	torus := build(t, lattice.Torus, 3, 4, lattice.Options{})
	for v := range torus.Len() {
		if torus.Degree(v) != 4 {
			t.Errorf("torus: vertex %d has %d neighbours", v, torus.Degree(v))
		}
	}
}

// girths returns the lengths of the shortest cycles through each edge at a vertex, in ascending
// order.
func girths(g *lattice.Graph, v int) []int {
	var lengths []int
	for _, u := range g.Neighbors(v) {
		lengths = append(lengths, distanceWithout(g, v, u)+1)
	}
	slices.Sort(lengths)
	return lengths
}

// distanceWithout returns the distance of two adjacent vertices when the edge between them is left
// out.
func distanceWithout(g *lattice.Graph, from, to int) int {
	distance := map[int]int{from: 0}
	for queue := []int{from}; len(queue) > 0; queue = queue[1:] {
		v := queue[0]
		for _, u := range g.Neighbors(v) {
			_, seen := distance[u]
			if seen || v == from && u == to {
				continue
			}
			distance[u] = distance[v] + 1
			queue = append(queue, u)
		}
	}
	return distance[to]
}

// The faces at a vertex are 6, 6, 6 and 4, 8, 8: so the shortest cycles through its edges are.
func TestFaces(t *testing.T) {
	for kind, want := range map[lattice.Kind][]int{
		lattice.Hexagonal:       {6, 6, 6},
		lattice.SquareOctagonal: {4, 4, 8},
	} {
		g := build(t, kind, 12, 12, lattice.Options{})
		for v := range g.Len() {
			row, col, _ := g.Place(v)
			inside := row > 3 && row < 8 && col > 3 && col < 8
			if inside && !slices.Equal(girths(g, v), want) {
				t.Errorf("%v: cycles at %s have lengths %v, want %v", g, g.Name(v), girths(g, v), want)
			}
		}
	}
}

// The square is in Tromp and Farnebäck, "Combinatorics of Go", Table 2 (A094777). The others are
// from counts by other programs.
func TestKnownNumbers(t *testing.T) {
	for _, test := range []struct {
		kind   lattice.Kind
		colors int
		want   []int64 // for 1x1, 2x2, ...
	}{
		{lattice.Square, 2, []int64{1, 57, 12675}},
		{lattice.Square, 3, []int64{1, 127, 86095}},
		{lattice.Torus, 2, []int64{1, 57, 17767}},
		{lattice.Cylinder, 2, []int64{1, 57, 15579}},
		{lattice.Triangular, 2, []int64{1, 61, 14509}},
	} {
		for i, want := range test.want {
			g := build(t, test.kind, i+1, i+1, lattice.Options{})
			checkCount(t, g, test.colors, want)
		}
	}
	checkCount(t, build(t, lattice.Cycle, 1, 4, lattice.Options{}), 2, 57)
}

// On the torus the neighbours of a point around its row are adjacent up to side 3. The engine of
// package transfer counts the larger one, too, in its test of orders.
func TestKnownNumber4x4(t *testing.T) {
	if !longtests.Wanted() {
		t.Skip("set COMBIGO_LONG_TESTS=1 to look at 43 million positions")
	}
	checkCount(t, build(t, lattice.Torus, 4, 4, lattice.Options{}), 2, 37764009)
}

func checkCount(t *testing.T, g *lattice.Graph, colors int, want int64) {
	t.Helper()
	got, err := enumeration.Count(g, colors)
	if err != nil || !got.IsInt64() || got.Int64() != want {
		t.Errorf("%v, %d colours: %v positions, error %v, want %d", g, colors, got, err, want)
	}
}

// A row that is known empty is the same as a row that is there and held empty.
func TestSafeIsAnEmptyRow(t *testing.T) {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal, lattice.Cylinder} {
		for _, opts := range []lattice.Options{{SafeTop: true}, {SafeBottom: true}, {SafeTop: true, SafeBottom: true}} {
			const rows, cols = 2, 3
			top, bottom := boolToInt(opts.SafeTop), boolToInt(opts.SafeBottom)
			framed := build(t, kind, top+rows+bottom, cols, lattice.Options{FirstRow: 1 - top})
			want := int64(0)
			for position := range enumeration.Positions(framed, 2) {
				if emptyOutside(framed, position, top, top+rows) {
					want++
				}
			}
			opts.FirstRow = 1
			checkCount(t, build(t, kind, rows, cols, opts), 2, want)
		}
	}
}

func boolToInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// emptyOutside reports whether the rows before the first and from the last on are empty.
func emptyOutside(g *lattice.Graph, position []int, first, last int) bool {
	for v, color := range position {
		if row, _, _ := g.Place(v); color > 0 && (row < first || row >= last) {
			return false
		}
	}
	return true
}

func TestNewErrors(t *testing.T) {
	for _, test := range []struct {
		kind       lattice.Kind
		rows, cols int
		opts       lattice.Options
		want       string
	}{
		{lattice.None, 2, 2, lattice.Options{}, "none is no lattice: want one of [square triangular"},
		{lattice.Kind(99), 2, 2, lattice.Options{}, "lattice(99) is no lattice"},
		{lattice.Square, 0, 3, lattice.Options{}, "square 0x3: want sides from 1, and at most 1048576 vertices"},
		{lattice.Square, 3, -1, lattice.Options{}, "square 3x-1: want sides from 1"},
		{lattice.Torus, 1 << 11, 1 << 10, lattice.Options{}, "torus 2048x1024: want sides from 1, and at most"},
		{lattice.Square, 1 << 62, 4, lattice.Options{}, "want sides from 1, and at most"},
		{lattice.Cycle, 2, 3, lattice.Options{}, "cycle 2x3: a cycle has a single row, such as 1x6"},
		{lattice.Torus, 3, 3, lattice.Options{SafeTop: true}, "torus with a safe boundary: a torus has no top and no bottom"},
		{lattice.Cycle, 1, 3, lattice.Options{SafeBottom: true}, "cycle with a safe boundary"},
		{lattice.Hexagonal, 3, 3, lattice.Options{FirstRow: -1}, "hexagonal from row -1 of the lattice: want a row from 0"},
	} {
		_, err := lattice.New(test.kind, test.rows, test.cols, test.opts)
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v %dx%d: error %v, want %q", test.kind, test.rows, test.cols, err, test.want)
		}
	}
}

func TestParseKind(t *testing.T) {
	for _, kind := range lattice.Kinds() {
		if got, err := lattice.ParseKind(kind.String()); got != kind || err != nil {
			t.Errorf("ParseKind(%q) = %v, %v", kind, got, err)
		}
	}
	_, err := lattice.ParseKind("cubic")
	want := `"cubic" is not a lattice: want square, triangular, hexagonal, square-octagonal, cylinder, torus or cycle`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

// Layers hold every vertex once, top first, and edges keep to neighbouring layers. A period later
// the layer looks the same.
func TestLayers(t *testing.T) {
	for _, kind := range lattice.Kinds() {
		rows, cols := anySize(kind, 4, 6)
		g := build(t, kind, rows, cols, lattice.Options{FirstRow: 1})
		if m, n := g.Size(); m != rows || n != cols || g.Kind() != kind {
			t.Errorf("%v: kind %v, size %dx%d", g, g.Kind(), m, n)
		}
		var layers [][]int
		for col := range cols {
			layers = append(layers, nil)
			for v := range g.Len() {
				if _, at, _ := g.Place(v); at == col {
					layers[col] = append(layers[col], v)
				}
			}
		}
		if !isOrder(g, slices.Concat(layers...)) {
			t.Fatalf("%v: layers %v", g, layers)
		}
		for u, v := range g.Edges() {
			_, a, _ := g.Place(u)
			_, b, _ := g.Place(v)
			if d := b - a; d > 1 && d != cols-1 || d > 1 && kind.Period() > 0 {
				t.Errorf("%v: edge %s-%s joins layers %d and %d", g, g.Name(u), g.Name(v), a, b)
			}
		}
		if period := kind.Period(); period > 0 {
			checkPeriod(t, g, layers[:cols-period], period*rows)
		}
	}
}

// checkPeriod makes sure that edges between vertices of the layers are there a shift later.
func checkPeriod(t *testing.T, g *lattice.Graph, layers [][]int, shift int) {
	t.Helper()
	vertices := slices.Concat(layers...)
	for _, u := range vertices {
		for _, v := range vertices {
			if g.Adjacent(u, v) != g.Adjacent(u+shift, v+shift) {
				t.Errorf("%v: %s-%s and %s-%s differ", g, g.Name(u), g.Name(v), g.Name(u+shift), g.Name(v+shift))
			}
		}
	}
}
