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

// wholes returns whole numbers as integers.
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
	for line := range strings.Lines(comment) {
		fmt.Fprintf(b, "%% %s\n", strings.TrimRight(line, "\n"))
	}
	fmt.Fprintf(b, "%% %d: N = %[1]d + n periods have f' * T^n * x0 solutions\n", m.Periods)
	var rows, cols, values []int64
	for _, e := range m.Entries {
		rows, cols, values = append(rows, int64(e.Row)+1), append(cols, int64(e.Col)+1), append(values, e.Value)
	}
	writeList(b, "i", rows, "];")
	writeList(b, "j", cols, "];")
	writeList(b, "v", values, "];")
	fmt.Fprintf(b, "T = sparse(i, j, v, %d, %[1]d);\n", m.States)
	writeList(b, "x0", m.X0, "]';")
	writeList(b, "f", m.F, "]';")
	return b.Flush()
}

// writeList writes a list with a new line now and then.
func writeList(b *bufio.Writer, name string, values []int64, after string) {
	const perLine = 16
	b.WriteString(name + " = [")
	for k, x := range values {
		if k > 0 {
			b.WriteByte(' ')
		}
		if k > 0 && k%perLine == 0 {
			b.WriteString("...\n")
		}
		fmt.Fprint(b, x)
	}
	fmt.Fprintln(b, after)
}
