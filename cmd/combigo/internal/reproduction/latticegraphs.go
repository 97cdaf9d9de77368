package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/count"
	"combigo.dev/combigo/internal/states/plain"
	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

const sharperWidth = 8 // of strips that give sharper bounds than those in print, of width 6

func latticeTable1(w *work) {
	w.basis = result.OneWay
	q := bounds.Question{Kind: lattice.Square, Colors: 2}
	for _, n := range []int{17, 18, 19} {
		size, value := board.Size{Rows: n, Cols: n}, knownLegal(n, n)
		b := must(q.Board(w.ctx, size, 6, w.options()))
		in := b.InPrint()
		lower, upper := in.Beaten(b)
		w.boardBound(w.line("lower", n, "6"), in.Lower, b.Lower.Value, lower)
		w.boardBound(w.line("upper", n, "6"), in.Upper, b.Upper.Value, upper)
		w.row("enclosed", one(b.Lower.Value.Cmp(value) <= 0 && value.Cmp(b.Upper.Value) <= 0), n)
		if n == 19 { // section 7 names the strips
			w.boardBound(w.line("lower", n, "6, 4, 3, 6"), in.Lower, w.stripProduct(19, false, 6, 4, 3, 6), false)
			w.boardBound(w.line("upper", n, "6, 4, 4, 5"), in.Upper, w.stripProduct(19, true, 6, 4, 4, 5), false)
			w.row("lower-strips", widths(b.Lower))
			w.row("upper-strips", widths(b.Upper))
		}
		w.within(2*time.Second, func() {
			b := must(q.Board(w.ctx, size, sharperWidth, w.options()))
			lower, upper := in.Beaten(b)
			w.sharper(in.Lower, w.line("lower", n, sharperWidth), bounds.FloorDigits(b.Lower.Value, 16), lower)
			w.sharper(in.Upper, w.line("upper", n, sharperWidth), bounds.CeilDigits(b.Upper.Value, 16), upper)
		})
	}
}

// boardBound adds a line for a bound by strips, which a better division may beat.
func (w *work) boardBound(l line, in string, here *big.Int, beaten bool) {
	if beaten {
		w.sharper(in, l, here.String(), true).Note = "by a better division into strips (docs/bounds.md)"
		return
	}
	w.compare(printed{text: in, kind: doubles}, l, here)
}

// widths returns the widths of the strips of a division, the least first.
func widths(d bounds.Division) string {
	var all []int
	for _, s := range d.Strips {
		all = append(all, s.Width)
	}
	slices.Sort(all)
	return joinInts(all, " ")
}

// stripProduct bounds boards by free strips of rows from below, by safe ones from above (4.3).
func (w *work) stripProduct(cols int, upper bool, widths ...int) *big.Int {
	product := big.NewInt(1)
	for i, width := range widths {
		s := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: width, SafeFirst: upper && i > 0, SafeLast: upper && i < len(widths)-1}
		product.Mul(product, must(s.Count(w.ctx, cols, 2, w.options())))
	}
	return product
}

// latticeRemarks checks what section 7 says beside its tables, and the inequalities of section 4.3.
func latticeRemarks(w *work) {
	var lower, upper, enclosed cases
	for _, cols := range []int{4, 8, 16, 100} {
		low, high, value := w.stripProduct(cols, false, 5, 3), w.stripProduct(cols, true, 5, 3), w.counted(8, cols)
		lower.add(low.Cmp(w.stripProduct(cols, false, 4, 4)) > 0)
		upper.add(high.Cmp(w.stripProduct(cols, true, 4, 4)) < 0)
		enclosed.add(low.Cmp(value) <= 0 && value.Cmp(high) <= 0)
	}
	w.row("lower", &lower)
	w.row("upper", &upper)
	sign := map[bool]string{true: ">=", false: "<="}[enclosed.good == enclosed.all]
	w.row("free-product", sign).Basis = result.Proved
	in := (&bounds.BoardBracket{Question: bounds.Question{Kind: lattice.Square, Colors: 2}, Board: board.Size{Rows: 19, Cols: 19}}).InPrint()
	estimate := rational("2.1e170")
	closer := new(big.Rat).Quo(rational(in.Upper), estimate).Cmp(new(big.Rat).Quo(estimate, rational(in.Lower))) < 0
	w.row("estimate", one(closer)).Basis = result.Proved
	w.latticeOrder()
}

// latticeOrder compares the constants of four lattices by the bounds of Table 2 and sharper ones.
func (w *work) latticeOrder() {
	in := func(kind lattice.Kind) (low, high float64) {
		p := bounds.InPrint(kind, 2)[0]
		return must(strconv.ParseFloat(p.Lower, 64)), must(strconv.ParseFloat(p.Upper, 64))
	}
	var apart cases
	for _, pair := range [][2]lattice.Kind{{lattice.Triangular, lattice.Square}, {lattice.Square, lattice.Hexagonal}} {
		low, _ := in(pair[0])
		_, high := in(pair[1])
		apart.add(low > high)
	}
	w.row("apart", &apart).Basis = result.Proved
	w.lines(func() {
		bracket := func(kind lattice.Kind, width int) *bounds.Conditional {
			return must(bounds.Question{Kind: kind, Colors: 2, Direction: bounds.Either}.Conditional(w.ctx, width, w.options()))
		}
		hexagonal, octagonal := bracket(lattice.Hexagonal, 7), bracket(lattice.SquareOctagonal, 6)
		r := w.between("greater", "not known", true)
		if hexagonal.Lower > octagonal.Upper {
			r.Here, r.Mark = "the hexagonal lattice", Further
		}
		r.Basis = result.Proved
		r.Note = fmt.Sprintf("square-octagonal < %s, hexagonal > %s (docs/bounds.md)", bounds.Ceil(octagonal.Upper, 6), bounds.Floor(hexagonal.Lower, 6))
	}, w.line("greater"))
}

// latticeFekete checks the roots of Lemma 1 against their limit, and section 3 for squares.
func latticeFekete(w *work) {
	const last = 5
	a := interval.New(keptDigits)
	var below, trivial, squares cases
	for m := 1; m <= last; m++ {
		limit, most := asymptotic.Stored(m).Lambda, interval.Int(power(3, int64(m)))
		for i, number := range w.strips(m, 41) {
			root := a.Root(interval.Int(number), i+1)
			below.add(root.High.Cmp(limit.Low) <= 0)
			trivial.add(root.High.Cmp(most.Low) <= 0)
		}
	}
	for n := 1; n < asymptotic.LastSquare; n++ {
		for l := 1; n+l <= asymptotic.LastSquare; l++ {
			parts := new(big.Int).Exp(knownLegal(l, l), big.NewInt(int64(2*(n/l)+1)), nil)
			squares.add(parts.Mul(parts, knownLegal(n, n)).Cmp(knownLegal(n+l, n+l)) <= 0)
		}
	}
	w.row("below", &below, last)
	w.row("trivial", &trivial, last)
	w.row("squares", &squares, asymptotic.LastSquare).Basis = result.Quoted
}

// latticeSafe computes the growth of strips with empty rows beyond them.
func latticeSafe(w *work) {
	const last, long = 6, 40
	base, _ := asymptotic.Best().L.Value.Middle(16).Float64()
	var larger, around, limits cases
	upper := &cases{}
	for _, e := range must(bounds.Question{Kind: lattice.Square, Colors: 2}.AllEigenvalues(w.ctx, 1, last, w.options())) {
		free, _ := e.Free.PerLine()
		for b, g := range []*bounds.Growth{e.Single, e.Double} {
			low, high := g.PerLine()
			larger.add(low >= free)
			s := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: e.Width, SafeFirst: true, SafeLast: b == 1}
			count := func(n int) *big.Int { return must(s.Count(w.ctx, n, 2, w.options())) }
			quotient := ratio(count(long), count(long-1))
			limits.add(math.Abs(quotient/high-1) < 1e-12)
			w.row("growth", bounds.Floor(low, 11), b+1, e.Width).Basis = result.Proved
			if b == 1 {
				around.add(math.Pow(free, 1/float64(e.Width)) <= base && base <= math.Pow(high, 1/float64(e.Width)))
			}
		}
	}
	for _, cols := range []int{4, 8, 16} {
		upper.add(w.counted(8, cols).Cmp(w.stripProduct(cols, true, 3, 2, 3)) <= 0)
	}
	w.row("limits", &limits, long-1, last)
	w.row("larger", &larger, last)
	w.row("around", &around, last)
	sign := map[bool]string{true: "<=", false: ">="}[upper.good == upper.all]
	w.row("safe-product", sign).Basis = result.Proved
}

// constant adds the lines for a published bracket by rows; columns or wider strips may be sharper.
func (w *work) constant(of any, p bounds.Published) {
	q := bounds.Question{Kind: p.Kind, Colors: p.Colors, Direction: bounds.Rows}
	add := func(strips string, width int) {
		b := must(q.Constant(w.ctx, width, w.options()))
		w.compare(printed{text: p.Lower, kind: lowerBound}, w.line("lower", of, strips), b.Lower.Value)
		w.compare(printed{text: p.Upper, kind: upperBound}, w.line("upper", of, strips), b.Upper.Value)
	}
	add("", p.Width)
	w.within(time.Second, func() {
		q.Direction = bounds.Either
		add(fmt.Sprintf("strips of %d, ", p.Width+1), p.Width+1)
	})
}

func latticeTable2(w *work) {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal} {
		w.constant(kind, bounds.InPrint(kind, 2)[0])
	}
}

func latticeTable3(w *work) {
	for colors := 2; colors <= 6; colors++ {
		w.constant(colors, bounds.InPrint(lattice.Square, colors)[0])
	}
}

func latticeTable4(w *work) {
	w.basis = result.OneWay
	for i, most := range []int{6, 6, 6, 3, 2, 2} { // colours, by the width
		for colors := 2; colors <= most; colors++ {
			for k, name := range []string{"free", "single-safe", "double-safe"} {
				s := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: i + 1, SafeFirst: k > 0, SafeLast: k > 1}
				w.row("strip", must(s.Count(w.ctx, 100, colors, w.options())), i+1, colors, name)
			}
		}
	}
}

// latticeSections counts what section 4.1 defines, and checks formula (4).
func latticeSections(w *work) {
	for m := 1; m <= 6; m++ {
		if r := w.row("configurations", configurations(m, 2), m); m > 4 { // those below come up
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
				w.row("dimension", len(t.all), colors, m).Basis = result.OneWay
			}
			if colors != 2 {
				continue
			}
			const columns = 6
			fits := &cases{}
			for i, positions := range t.count(columns) {
				fits.add(positions.Cmp(w.counted(m, i+1)) == 0)
			}
			w.row("formula", fits, m, columns)
		}
		w.row("same", same, colors, last)
	}
}

// configurations counts the legal column configurations: no vertex that is not yet safe is adjacent
// to a safe one of its colour or to an empty one.
func configurations(height, colors int) (legal int) {
	mayTouch := func(a, b int) bool { // 0 for none, c for safe, colors+c for not yet safe
		return a <= colors || b != 0 && b != a-colors
	}
	for _, states := range colorings(height, 2*colors) {
		good := true
		for i := range height - 1 {
			good = good && mayTouch(states[i], states[i+1]) && mayTouch(states[i+1], states[i])
		}
		if good {
			legal++
		}
	}
	return legal
}

// colorings returns all columns of a height in colours from 0 to the given one.
func colorings(height, colors int) [][]int {
	all := [][]int{nil}
	for range height {
		var longer [][]int
		for _, c := range all {
			for color := range colors + 1 {
				longer = append(longer, append(slices.Clip(c), color))
			}
		}
		all = longer
	}
	return all
}

// configuration returns a section without its groups.
func configuration(s plain.State) string {
	s.Points = slices.Clone(s.Points)
	for i := range s.Points {
		s.Points[i].Group = min(s.Points[i].Group, 1)
	}
	return s.String()
}

// cylinder returns Cyl_{M,N}, and Cyl'_{M,N}, whose first column has empty neighbours.
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

// latticeCylinder checks the inequalities of section 3, and the trace of section 4.2.
func latticeCylinder(w *work) {
	const last, columns, powers = 3, 7, 24
	inside, primed, traced := &cases{}, &cases{}, &cases{}
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
				w.row("trace", fmt.Sprintf("%v, and C'(%d,%d) = %v", trace, m, n, withSafe), n, m).
					explain(fmt.Sprintf("the trace is not C'. It counts colourings of the plain cylinder, of which C(%d,%d) = %v are legal, and as well those in which groups without a liberty go round, "+
						"two for each such group: safe in all columns, or not yet safe in all. The limit of its roots is the same", m, n, c))
			}
		}
		root, _ := new(big.Float).SetInt(traces[powers-1]).Float64()
		lambda, _ := asymptotic.Stored(m).Lambda.Middle(16).Float64()
		here := math.Pow(root, 1.0/powers)
		w.row("trace-root", one(math.Abs(here/lambda-1) < 1e-6), powers, m).Here = fmt.Sprintf("%.9f, s = %.9f", here, lambda)
	}
	w.row("inside", inside, last, columns)
	w.row("primed", primed, last, columns)
	w.row("traced", traced, last, columns).Note = "this is what the limit needs"
}

// latticeLimits shows how the limits of Theorem 2 are approached.
func latticeLimits(w *work) {
	base, a := asymptotic.Best().L.Value, interval.New(keptDigits)
	below, last := &cases{}, asymptotic.LastStored()
	for m := 1; m <= last; m++ {
		root := storedRoot(m)
		below.add(root.High.Cmp(base.Low) < 0)
		w.row("strip-root", root, m).Basis = result.Proved
	}
	w.row("below", below, last)
	for _, n := range []int{5, 10, 15, 19} {
		w.row("square-root", a.Root(interval.Int(knownLegal(n, n)), n*n), n, n*n).Basis = result.Quoted
	}
	const rows = 3
	for _, n := range []int{4, 8, 12} {
		g, _ := cylinder(rows, n)
		w.row("cylinder-root", a.Root(interval.Int(w.onGraph(g)), n), rows, n, n).Basis = result.OneWay
	}
	w.row("strip", asymptotic.Stored(rows).Lambda, rows).Basis = result.Proved
}
