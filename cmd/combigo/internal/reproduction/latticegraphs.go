package reproduction

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/count"
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
			w.compare(printed{text: in.Lower}, w.line("lower", n, sharperWidth), finding{value: lower, text: bounds.FloorDigits(b.Lower.Value, 16), mark: Sharper})
			w.compare(printed{text: in.Upper}, w.line("upper", n, sharperWidth), finding{value: upper, text: bounds.CeilDigits(b.Upper.Value, 16), mark: Sharper})
		})
	}
}

// boardBound adds a line for a bound by strips, which a better division may beat.
func (w *work) boardBound(l line, in string, here *big.Int, beaten bool) {
	if beaten {
		f := finding{value: true, text: here.String(), mark: Sharper, note: "by a better division into strips (docs/bounds.md)"}
		w.compare(printed{text: in}, l, f)
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

// closerToUpper reports whether an estimate is closer to the upper bound of Table 1 than to the
// lower one, by ratio.
func closerToUpper(estimate *big.Rat) bool {
	in := (&bounds.BoardBracket{Question: bounds.Question{Kind: lattice.Square, Colors: 2}, Board: board.Size{Rows: 19, Cols: 19}}).InPrint()
	return new(big.Rat).Quo(rational(in.Upper), estimate).Cmp(new(big.Rat).Quo(estimate, rational(in.Lower))) < 0
}

// greaterLattice compares the constants of the hexagonal and the square-octagonal lattice.
func greaterLattice(w *work) finding {
	bracket := func(kind lattice.Kind, width int) *bounds.Conditional {
		return must(bounds.Question{Kind: kind, Colors: 2, Direction: bounds.Either}.Conditional(w.ctx, width, w.options()))
	}
	hexagonal, octagonal := bracket(lattice.Hexagonal, 7), bracket(lattice.SquareOctagonal, 6)
	f := finding{value: "not known", basis: result.Proved}
	if hexagonal.Lower > octagonal.Upper {
		f.value, f.text, f.mark = true, "the hexagonal lattice", Further
	}
	f.note = fmt.Sprintf("square-octagonal < %s, hexagonal > %s (docs/bounds.md)", bounds.Ceil(octagonal.Upper, 6), bounds.Floor(hexagonal.Lower, 6))
	return f
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

// cylinder returns Cyl_{M,N}, or Cyl'_{M,N}, whose first column has empty neighbours.
func cylinder(rows, cols int, safe bool) (*lattice.Graph, error) {
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
	g, err := lattice.FromEdges(rows*cols, edges)
	if err != nil || !safe {
		return g, err
	}
	return g.WithSafe(first...)
}

// cylinderCount counts the legal positions of two colours on a cylinder.
func cylinderCount(w *work, rows, cols int, safe bool) *big.Int {
	return must(count.Graph(w.ctx, must(cylinder(rows, cols, safe)), count.Options{Options: w.options()})).Value
}
