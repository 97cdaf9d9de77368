package transfer_test

import (
	"bufio"
	"bytes"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/oracle/graphs"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/par"
	"combigo.dev/combigo/transfer"
)

// matrixOf returns the matrix of a strip of a lattice, and its period in columns.
func matrixOf(t *testing.T, kind lattice.Kind, rows, colors int) (*transfer.Matrix, int) {
	t.Helper()
	g, err := lattice.New(kind, rows, 5*kind.Period(), lattice.Options{})
	if err != nil {
		t.Fatal(err)
	}
	order := make([]int, g.Len())
	for v := range order {
		row, col := v%rows, v/rows
		for u := range order {
			if r, c, _ := g.Place(u); r == row && c == col {
				order[v] = u
			}
		}
	}
	strip, err := transfer.LegalStrip(t.Context(), g, order, rows*kind.Period(), colors, par.Options{})
	if err != nil {
		t.Fatal(err)
	}
	m, err := strip.Matrix(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m, kind.Period()
}

// product returns f' T^n x0, by definition.
func product(m *transfer.Matrix, n int) *big.Int {
	x := make([]*big.Int, m.States)
	for i, v := range m.X0 {
		x[i] = big.NewInt(v)
	}
	for range n {
		y := make([]*big.Int, m.States)
		for i := range y {
			y[i] = new(big.Int)
		}
		for _, e := range m.Entries {
			y[e.Row].Add(y[e.Row], new(big.Int).Mul(big.NewInt(e.Value), x[e.Col]))
		}
		x = y
	}
	sum := new(big.Int)
	for i, v := range m.F {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(v), x[i]))
	}
	return sum
}

func TestMatrixCountsPositions(t *testing.T) {
	for _, c := range []struct {
		kind           lattice.Kind
		rows, colors   int
		longest, least int
	}{
		{lattice.Square, 1, 2, 9, 1},
		{lattice.Square, 3, 2, 4, 1},
		{lattice.Square, 2, 3, 4, 1},
		{lattice.Triangular, 2, 2, 5, 1},
		{lattice.Hexagonal, 2, 2, 6, 1},
		{lattice.SquareOctagonal, 2, 2, 6, 1},
	} {
		m, period := matrixOf(t, c.kind, c.rows, c.colors)
		checked := 0
		for n := 0; (m.Periods+n)*period <= c.longest; n++ {
			g, err := lattice.New(c.kind, c.rows, (m.Periods+n)*period, lattice.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want, err := graphs.Count(g, c.colors)
			if err != nil {
				t.Fatal(err)
			}
			checked++
			if got := product(m, n); got.Cmp(want) != 0 {
				t.Errorf("%v, %d rows, %d colours, %d columns: %v, want %v", c.kind, c.rows, c.colors, (m.Periods+n)*period, got, want)
			}
		}
		if checked < c.least {
			t.Errorf("%v: nothing was compared", c.kind)
		}
	}
}

// What is written is read again: the entries of Matrix Market, and the numbers of the lists of the
// scripts.
func TestMatrixFiles(t *testing.T) {
	m, _ := matrixOf(t, lattice.Square, 2, 2)
	var market, vectors, matlab, sage bytes.Buffer
	for _, err := range []error{
		m.WriteMatrixMarket(&market, "a strip"), m.WriteMatrixMarketVectors(&vectors, "a strip"),
		m.WriteMATLAB(&matlab, "a strip\nof two rows"), m.WriteSage(&sage, "a strip"),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	var read transfer.Matrix
	lines := bufio.NewScanner(&market)
	for lines.Scan() {
		var e transfer.MatrixEntry
		switch n, _ := fmt.Sscan(lines.Text(), &e.Row, &e.Col, &e.Value); {
		case strings.HasPrefix(lines.Text(), "%"):
		case n == 3 && read.States == 0:
			read.States = e.Row
		case n == 3:
			read.Entries = append(read.Entries, transfer.MatrixEntry{Row: e.Row - 1, Col: e.Col - 1, Value: e.Value})
		default:
			t.Errorf("line %q", lines.Text())
		}
	}
	if read.States != m.States || fmt.Sprint(read.Entries) != fmt.Sprint(m.Entries) {
		t.Errorf("%d states, %v; want %d, %v", read.States, read.Entries, m.States, m.Entries)
	}
	if n := strings.Count(vectors.String(), "\n"); n != 4+2*m.States {
		t.Errorf("the vectors have %d lines for %d states", n, m.States)
	}
	for text, want := range map[string]string{
		matlab.String(): "% a strip\n% of two rows\n", sage.String(): "# a strip\n",
	} {
		if !strings.HasPrefix(text, want) || !strings.Contains(text, "x0 = ") || !strings.Contains(text, "f = ") {
			t.Errorf("%s", text)
		}
	}
	if got := strings.Count(sage.String(), ": "); got != len(m.Entries)+1 {
		t.Errorf("%d entries for Sage, want %d", got-1, len(m.Entries))
	}
}
