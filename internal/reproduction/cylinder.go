package reproduction

import (
	"fmt"
	"math"
	"math/big"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/column"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// latticeSections counts what section 4.1 defines, and checks formula (4).
func latticeSections(w *work) error {
	for m, in := range []string{"5", "17", "", "", "", ""} {
		w.number(fmt.Sprintf("legal column configurations, 2 colours, M = %d", m+1), in, int64(configurations(m+1, 2)))
	}
	for colors := 1; colors <= 4; colors++ {
		good, cases := 0, 0
		last := map[int]int{1: 5, 2: 4, 3: 3, 4: 2}[colors]
		for m := 1; m <= last; m++ {
			t := newSections(m, colors)
			seen := map[string]bool{}
			for _, s := range t.all {
				seen[configuration(s)] = true
			}
			cases++
			if len(seen) == configurations(m, colors) {
				good++
			}
			if m == last || colors == 2 {
				w.number(fmt.Sprintf("position sections that come up, %d colours, M = %d: the dimension of T", colors, m), "", int64(len(t.all))).Basis = result.OneWay
			}
			if colors != 2 {
				continue
			}
			fits := 0
			const columns = 6
			for n := 1; n <= columns; n++ {
				legal, err := w.counted(m, n)
				if err != nil {
					return err
				}
				if t.count(n).Cmp(legal) == 0 {
					fits++
				}
			}
			w.claim(fmt.Sprintf("S(%d,N) = f' T^(N-1) x0, N = 1 to %d", m, columns), "formula (4)", fits, columns)
		}
		w.claim(fmt.Sprintf("%d colours: the legal configurations are those that come up, M = 1 to %d", colors, last), "section 4.1", good, cases)
	}
	w.note("T is made from its definition, with the groups of safe vertices, too; the strips of combigo bounds keep only those that are not yet safe, and need fewer states. combigo bounds --width M --matrix FILE writes those matrices.")
	return nil
}

// cylinder returns Cyl_{M,N}, and Cyl'_{M,N} with an empty neighbour of each vertex of the first
// column.
func cylinder(rows, cols int) (plain, safe *lattice.Graph, err error) {
	var edges [][2]int
	var first []int
	for row := range rows {
		first = append(first, row)
		for col := range cols {
			edges = append(edges, [2]int{col*rows + row, (col+1)%cols*rows + row})
			if row > 0 {
				edges = append(edges, [2]int{col*rows + row - 1, col*rows + row})
			}
		}
	}
	if plain, err = lattice.FromEdges(rows*cols, edges); err != nil {
		return nil, nil, err
	}
	safe, err = plain.WithSafe(first...)
	return plain, safe, err
}

// onGraph counts the legal positions of two colours on a graph.
func (w *work) onGraph(g *lattice.Graph) (*big.Int, error) {
	r, err := count.Graph(w.ctx, g, w.countOptions())
	if err != nil {
		return nil, err
	}
	return r.Value, nil
}

// closedWalks counts what the trace of T^N counts, for one and two rows: colourings of Cyl_{M,N}
// whose groups without a liberty all go round the cylinder, two for each such group, which may be
// safe or not yet safe in all columns alike.
func closedWalks(rows, cols int) int64 {
	total := int64(0)
	for _, position := range column.Colorings(rows*cols, 2) {
		total += walksOf(rows, cols, position)
	}
	return total
}

// walksOf is the part of a colouring, given column by column.
func walksOf(rows, cols int, position []int8) int64 {
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

// latticeCylinder checks the inequalities of cylinders of section 3, and what section 4.2 says of
// the trace.
func latticeCylinder(w *work) error {
	const last, columns, powers = 3, 7, 24
	good, primed, cases, traced, walks, walked := 0, 0, 0, 0, 0, 0
	for m := 1; m <= last; m++ {
		traces := newSections(m, 2).traces(powers)
		for n := 3; n <= columns; n++ {
			plain, safe, err := cylinder(m, n)
			if err != nil {
				return err
			}
			longer, _, err := cylinder(m, n+2)
			if err != nil {
				return err
			}
			var c [3]*big.Int
			for i, g := range []*lattice.Graph{plain, safe, longer} {
				if c[i], err = w.onGraph(g); err != nil {
					return err
				}
			}
			narrow, err := w.counted(m, n)
			if err != nil {
				return err
			}
			wide, err := w.counted(m, n+2)
			if err != nil {
				return err
			}
			cases++
			if narrow.Cmp(c[0]) <= 0 && c[0].Cmp(wide) <= 0 {
				good++
			}
			if c[0].Cmp(c[1]) <= 0 && c[1].Cmp(c[2]) <= 0 {
				primed++
			}
			if traces[n-1].Cmp(c[0]) >= 0 && traces[n-1].Cmp(c[2]) <= 0 {
				traced++
			}
			if n == 3 && m < last {
				w.texts(fmt.Sprintf("tr(T^%d), M = %d", n, m), fmt.Sprintf("C'(%d,%d)", m, n), fmt.Sprintf("%v, and C'(%d,%d) = %v", traces[n-1], m, n, c[1])).
					explain(fmt.Sprintf("the trace is not C'. It counts colourings of the plain cylinder, of which C(%d,%d) = %v are legal, and as well those in which groups without a liberty go round, "+
						"two for each such group: safe in all columns, or not yet safe in all (see below). The limit of its roots is the same", m, n, c[0]))
			}
			if m*n <= 10 && m < last {
				walked++
				if traces[n-1].Cmp(big.NewInt(closedWalks(m, n))) == 0 {
					walks++
				}
			}
		}
		root, _ := new(big.Float).SetInt(traces[powers-1]).Float64()
		lambda, _ := asymptotic.Stored(m).Lambda.Middle(16).Float64()
		near := 0
		here := math.Pow(root, 1.0/powers)
		if math.Abs(here/lambda-1) < 1e-6 {
			near++
		}
		w.claim(fmt.Sprintf("tr(T^%d)^(1/%[1]d) is s(%d) but for a millionth", powers, m), "limit", near, 1).Here = fmt.Sprintf("%.9f, s = %.9f", here, lambda)
	}
	what := fmt.Sprintf(", M = 1 to %d, N = 3 to %d", last, columns)
	w.claim("S(M,N) <= C(M,N) <= S(M,N+2)"+what, "section 3", good, cases)
	w.claim("C(M,N) <= C'(M,N) <= C(M,N+2)"+what, "section 4.2", primed, cases)
	w.claim("C(M,N) <= tr(T^N) <= C(M,N+2)"+what, "", traced, cases).Note = "this is what the limit needs"
	w.claim("tr(T^N) counts the colourings in which only groups that go round have no liberty, two for each such group, M = 1 and 2, MN <= 10", "", walks, walked)
	return nil
}

// latticeLimits shows how the limits of Theorem 2 are approached.
func latticeLimits(w *work) error {
	base := asymptotic.Best().L.Value
	a := interval.New(keptDigits)
	rising, below, last := 0, 0, asymptotic.LastStored()
	for m := 1; m <= last; m++ {
		root := storedRoot(m)
		if root.High.Cmp(base.Low) < 0 {
			below++
		}
		if m > 1 && storedRoot(m-1).High.Cmp(root.Low) < 0 {
			rising++
		}
		w.decimals(fmt.Sprintf("s(%d)^(1/%[1]d)", m), "", root).Basis = result.Proved
	}
	w.claim(fmt.Sprintf("s(M)^(1/M) < s, M = 1 to %d", last), "Theorem 2", below, last)
	w.claim("and it rises with M, as far as is known", "Theorem 2", rising, last-1)
	for _, n := range []int{5, 10, 15, 19} {
		w.decimals(fmt.Sprintf("S(%d,%[1]d)^(1/%d)", n, n*n), "", a.Root(interval.Int(knownLegal(n, n)), n*n)).Basis = result.Quoted
	}
	const rows = 3
	for _, n := range []int{4, 8, 12} {
		g, _, err := cylinder(rows, n)
		if err != nil {
			return err
		}
		c, err := w.onGraph(g)
		if err != nil {
			return err
		}
		w.decimals(fmt.Sprintf("C(%d,%d)^(1/%d), to s(%[1]d)", rows, n, n), "", a.Root(interval.Int(c), n))
	}
	w.decimals(fmt.Sprintf("s(%d)", rows), "", asymptotic.Stored(rows).Lambda).Basis = result.Proved
	w.note("The base s is the extrapolated one of docs/growth.md; s(M) is proved. In print the exponent of C(M,N) in the theorem is 1/M: it must be 1/N, as in section 3.")
	return nil
}
