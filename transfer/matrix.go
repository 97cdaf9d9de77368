package transfer

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A Matrix is a transfer matrix T written out, with the vectors that go with it: the number of
// solutions of a strip of n+Periods periods is f' T^n x0 (Farr and Schmidt, section 4.2, formula
// (4)).
type Matrix struct {
	States  int
	Entries []MatrixEntry // by columns, then rows
	X0      []int64       // for each state, the solutions of the first periods that end in it
	F       []int64       // 1 for the states that may be the last, else 0
	Periods int           // of X0
}

// A MatrixEntry is an entry of a matrix other than zero: Value ways to go on from state Col to
// state Row in one period, counted from 0.
type MatrixEntry struct {
	Row, Col int
	Value    int64
}

// maxEntries is the largest number of entries that is written out.
const maxEntries = 50_000_000

// Matrix writes out the matrix. The numbers are exact: there are at most 2^53 ways in a period.
func (t *Transfer) Matrix(ctx context.Context) (*Matrix, error) {
	m := &Matrix{States: t.States(), Periods: t.periods, X0: wholes(t.start), F: wholes(t.accept)}
	for col := range m.States {
		if col%1024 == 0 && ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		now := map[int]float64{col: 1}
		for i := range t.levels {
			l := &t.levels[i]
			next := make(map[int]float64, len(now))
			for state, ways := range now {
				for k := l.first[state]; k < l.first[state+1]; k++ {
					next[int(l.to[k])] += ways * t.factors[l.by[k]]
				}
			}
			now = next
		}
		first := len(m.Entries)
		for row, ways := range now {
			if ways != 0 {
				m.Entries = append(m.Entries, MatrixEntry{row, col, int64(ways)})
			}
		}
		slices.SortFunc(m.Entries[first:], func(a, b MatrixEntry) int { return a.Row - b.Row })
		if len(m.Entries) > maxEntries {
			return nil, fmt.Errorf("transfer: a matrix of %d states has more than %d entries: want a narrower strip", m.States, maxEntries)
		}
	}
	return m, nil
}

func wholes(v []float64) []int64 {
	all := make([]int64, len(v))
	for i, x := range v {
		all[i] = int64(x)
	}
	return all
}

// WriteMATLAB writes a script that leaves T, x0 and f, columns, in a session of MATLAB or Octave.
// The comment may have several lines.
func (m *Matrix) WriteMATLAB(w io.Writer, comment string) error {
	b := bufio.NewWriter(w)
	commented(b, "%", comment)
	fmt.Fprintf(b, "%% %d: N = %[1]d + n periods have f' * T^n * x0 solutions\n", m.Periods)
	columns := [3]func(MatrixEntry) int64{
		func(e MatrixEntry) int64 { return int64(e.Row) + 1 },
		func(e MatrixEntry) int64 { return int64(e.Col) + 1 },
		func(e MatrixEntry) int64 { return e.Value },
	}
	for i, name := range []string{"i", "j", "v"} {
		writeList(b, name+" = [", m.Entries, columns[i], " ", "...\n", "];")
	}
	fmt.Fprintf(b, "T = sparse(i, j, v, %d, %[1]d);\n", m.States)
	for _, v := range m.vectors() {
		writeList(b, v.name+" = [", v.values, itself, " ", "...\n", "]';")
	}
	return b.Flush()
}

// WriteSage writes a script that leaves T, x0 and f in a session of Sage.
func (m *Matrix) WriteSage(w io.Writer, comment string) error {
	b := bufio.NewWriter(w)
	commented(b, "#", comment)
	fmt.Fprintf(b, "# %d: N = %[1]d + n periods have f * T^n * x0 solutions\n", m.Periods)
	entry := func(e MatrixEntry) string { return fmt.Sprintf("(%d,%d): %d", e.Row, e.Col, e.Value) }
	writeList(b, fmt.Sprintf("T = matrix(ZZ, %d, %[1]d, {", m.States), m.Entries, entry, ", ", "\n", "}, sparse=True)")
	for _, v := range m.vectors() {
		writeList(b, v.name+" = vector(ZZ, [", v.values, itself, ", ", "\n", "])")
	}
	return b.Flush()
}

// WriteMatrixMarket writes T in the coordinate format of Matrix Market.
func (m *Matrix) WriteMatrixMarket(w io.Writer, comment string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "%%MatrixMarket matrix coordinate integer general")
	commented(b, "%", comment)
	fmt.Fprintln(b, m.States, m.States, len(m.Entries))
	for _, e := range m.Entries {
		fmt.Fprintln(b, e.Row+1, e.Col+1, e.Value)
	}
	return b.Flush()
}

// WriteMatrixMarketVectors writes x0 and f, as the two columns of a matrix in the array format of
// Matrix Market.
func (m *Matrix) WriteMatrixMarketVectors(w io.Writer, comment string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "%%MatrixMarket matrix array integer general")
	commented(b, "%", comment)
	fmt.Fprintf(b, "%% the columns are x0 and f; %d + n periods have f' T^n x0 solutions\n", m.Periods)
	fmt.Fprintln(b, m.States, 2)
	for _, v := range m.vectors() {
		for _, x := range v.values {
			fmt.Fprintln(b, x)
		}
	}
	return b.Flush()
}

type namedVector struct {
	name   string
	values []int64
}

func (m *Matrix) vectors() []namedVector { return []namedVector{{"x0", m.X0}, {"f", m.F}} }

// commented writes a comment, line by line.
func commented(b *bufio.Writer, sign, comment string) {
	for line := range strings.Lines(comment) {
		fmt.Fprintf(b, "%s %s\n", sign, strings.TrimRight(line, "\n"))
	}
}

// writeList writes a list with a value of each item, what stands between two of them, and a new
// line now and then.
func writeList[T, V any](b *bufio.Writer, before string, items []T, value func(T) V, between, line, after string) {
	const perLine = 16
	b.WriteString(before)
	for k, item := range items {
		if k > 0 {
			b.WriteString(between)
		}
		if k > 0 && k%perLine == 0 {
			b.WriteString(line)
		}
		fmt.Fprint(b, value(item))
	}
	fmt.Fprintln(b, after)
}

func itself(x int64) int64 { return x }
