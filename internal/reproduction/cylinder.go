package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/column"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

// latticeSections counts what section 4.1 defines, and checks formula (4).
func latticeSections(w *work) {
	for m := 1; m <= 6; m++ {
		if r := w.row(fmt.Sprintf("legal column configurations, 2 colours, M = %d", m), configurations(m, 2)); m > 4 { // those below come up
			r.Basis = result.OneWay
		}
	}
	for i, last := range []int{5, 4, 3, 2} {
		colors, same := i+1, &cases{}
		for m := 1; m <= last; m++ {
			t := newSections(m, colors)
			seen := map[string]bool{}
			for _, s := range t.all {
				seen[configuration(s)] = true
			}
			same.add(len(seen) == configurations(m, colors))
			if m == last || colors == 2 {
				w.row(fmt.Sprintf("position sections that come up, %d colours, M = %d: the dimension of T", colors, m), len(t.all)).Basis = result.OneWay
			}
			if colors != 2 {
				continue
			}
			const columns = 6
			fits := &cases{}
			for i, positions := range t.count(columns) {
				fits.add(positions.Cmp(w.counted(m, i+1)) == 0)
			}
			w.row(fmt.Sprintf("S(%d,N) = f' T^(N-1) x0, N = 1 to %d", m, columns), fits)
		}
		w.row(fmt.Sprintf("%d colours: the legal configurations are those that come up, M = 1 to %d", colors, last), same)
	}
}

// configurations counts the legal column configurations: states none, c-safe and c-NYS of each
// vertex such that no vertex that is not yet safe is adjacent to a safe one of its colour or to an
// empty one.
func configurations(height, colors int) int {
	states := 2*colors + 1 // 0 for none, c for safe, colors+c for not yet safe
	may := func(a, b int) bool {
		for range 2 {
			if a > colors && (b == 0 || b == a-colors) {
				return false
			}
			a, b = b, a
		}
		return true
	}
	ways := slices.Repeat([]int{1}, states)
	for range height - 1 {
		next := make([]int, states)
		for a, n := range ways {
			for b := range next {
				if may(a, b) {
					next[b] += n
				}
			}
		}
		ways = next
	}
	total := 0
	for _, n := range ways {
		total += n
	}
	return total
}

// configuration returns a section without its groups.
func configuration(s column.State) string {
	s = slices.Clone(s)
	for i := range s {
		s[i].Group = min(s[i].Group, 1)
	}
	return s.String()
}

// cylinder returns Cyl_{M,N}, and Cyl'_{M,N} with an empty neighbour of each vertex of the first
// column.
func cylinder(rows, cols int) (plain, safe *lattice.Graph) {
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
	plain = must(lattice.FromEdges(rows*cols, edges))
	return plain, must(plain.WithSafe(first...))
}

// onGraph counts the legal positions of two colours on a graph.
func (w *work) onGraph(g *lattice.Graph) *big.Int {
	return must(count.Graph(w.ctx, g, count.Options{Options: w.options()})).Value
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
func latticeCylinder(w *work) {
	const last, columns, powers = 3, 7, 24
	inside, primed, traced, walked := &cases{}, &cases{}, &cases{}, &cases{}
	ordered := func(x, y, z *big.Int) bool { return x.Cmp(y) <= 0 && y.Cmp(z) <= 0 }
	for m := 1; m <= last; m++ {
		traces := newSections(m, 2).traces(powers)
		for n := 3; n <= columns; n++ {
			plain, safe := cylinder(m, n)
			longer, _ := cylinder(m, n+2)
			c, withSafe, wide, trace := w.onGraph(plain), w.onGraph(safe), w.onGraph(longer), traces[n-1]
			inside.add(ordered(w.counted(m, n), c, w.counted(m, n+2)))
			primed.add(ordered(c, withSafe, wide))
			traced.add(ordered(c, trace, wide))
			if n == 3 && m < last {
				w.row(fmt.Sprintf("tr(T^%d), M = %d", n, m), fmt.Sprintf("%v, and C'(%d,%d) = %v", trace, m, n, withSafe)).
					explain(fmt.Sprintf("the trace is not C'. It counts colourings of the plain cylinder, of which C(%d,%d) = %v are legal, and as well those in which groups without a liberty go round, "+
						"two for each such group: safe in all columns, or not yet safe in all (see below). The limit of its roots is the same", m, n, c))
			}
			if m*n <= 10 && m < last {
				walked.add(trace.Cmp(big.NewInt(closedWalks(m, n))) == 0)
			}
		}
		root, _ := new(big.Float).SetInt(traces[powers-1]).Float64()
		lambda, _ := asymptotic.Stored(m).Lambda.Middle(16).Float64()
		here := math.Pow(root, 1.0/powers)
		w.row(fmt.Sprintf("tr(T^%d)^(1/%[1]d) is s(%d) but for a millionth", powers, m), one(math.Abs(here/lambda-1) < 1e-6)).Here = fmt.Sprintf("%.9f, s = %.9f", here, lambda)
	}
	what := fmt.Sprintf(", M = 1 to %d, N = 3 to %d", last, columns)
	w.row("S(M,N) <= C(M,N) <= S(M,N+2)"+what, inside)
	w.row("C(M,N) <= C'(M,N) <= C(M,N+2)"+what, primed)
	w.row("C(M,N) <= tr(T^N) <= C(M,N+2)"+what, traced).Note = "this is what the limit needs"
	w.row("tr(T^N) counts the colourings in which only groups that go round have no liberty, two for each such group, M = 1 and 2, MN <= 10", walked)
}

// latticeLimits shows how the limits of Theorem 2 are approached.
func latticeLimits(w *work) {
	base, a := asymptotic.Best().L.Value, interval.New(keptDigits)
	rising, below, last := &cases{}, &cases{}, asymptotic.LastStored()
	for m := 1; m <= last; m++ {
		root := storedRoot(m)
		below.add(root.High.Cmp(base.Low) < 0)
		if m > 1 {
			rising.add(storedRoot(m-1).High.Cmp(root.Low) < 0)
		}
		w.row(fmt.Sprintf("s(%d)^(1/%[1]d)", m), root).Basis = result.Proved
	}
	w.row(fmt.Sprintf("s(M)^(1/M) < s, M = 1 to %d", last), below)
	w.row("and it rises with M, as far as is known", rising)
	for _, n := range []int{5, 10, 15, 19} {
		w.row(fmt.Sprintf("S(%d,%[1]d)^(1/%d)", n, n*n), a.Root(interval.Int(knownLegal(n, n)), n*n)).Basis = result.Quoted
	}
	const rows = 3
	for _, n := range []int{4, 8, 12} {
		g, _ := cylinder(rows, n)
		w.row(fmt.Sprintf("C(%d,%d)^(1/%d), to s(%[1]d)", rows, n, n), a.Root(interval.Int(w.onGraph(g)), n)).Basis = result.OneWay
	}
	w.row(fmt.Sprintf("s(%d)", rows), asymptotic.Stored(rows).Lambda).Basis = result.Proved
}
