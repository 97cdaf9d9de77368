package transfer_test

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"testing"

	"combigo.dev/combigo/internal/enumeration"
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
			want, err := enumeration.Count(g, c.colors)
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

// What is written is read again: the entries and both vectors.
func TestMatrixFile(t *testing.T) {
	m, _ := matrixOf(t, lattice.Square, 2, 2)
	var script bytes.Buffer
	if err := m.WriteMATLAB(&script, "a strip\nof two rows"); err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(script.String(), "...\n", "")
	if !strings.HasPrefix(text, "% a strip\n% of two rows\n") || !strings.Contains(text, fmt.Sprintf("\nT = sparse(i, j, v, %d, %[1]d);\n", m.States)) {
		t.Errorf("the script is %s", text)
	}
	list := func(name string) (all []int64) {
		_, rest, _ := strings.Cut(text, "\n"+name+" = [")
		rest, _, _ = strings.Cut(rest, "]")
		for word := range strings.FieldsSeq(rest) {
			x, err := strconv.ParseInt(word, 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, x)
		}
		return all
	}
	var entries []transfer.MatrixEntry
	cols, values := list("j"), list("v")
	for k, row := range list("i") {
		entries = append(entries, transfer.MatrixEntry{Row: int(row) - 1, Col: int(cols[k]) - 1, Value: values[k]})
	}
	if !slices.Equal(entries, m.Entries) || !slices.Equal(list("x0"), m.X0) || !slices.Equal(list("f"), m.F) {
		t.Errorf("read are %v, %v, %v; want %v, %v, %v", entries, list("x0"), list("f"), m.Entries, m.X0, m.F)
	}
}
