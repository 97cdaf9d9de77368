package reproduction

import (
	"fmt"
	"math/big"
	"slices"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

const sharperWidth = 8 // of strips that give sharper bounds than those in print, of width 6

// latticeTable1 adds the lines of n x n, whose number is known.
func latticeTable1(w *work, n int, value *big.Int) error {
	w.basis = result.OneWay
	q := bounds.Question{Kind: lattice.Square, Colors: 2}
	size := board.Size{Rows: n, Cols: n}
	b, err := q.Board(w.ctx, size, 6, w.options())
	if err != nil {
		return err
	}
	in := b.InPrint()
	lower, upper := in.Beaten(b)
	w.boardBound(w.line("lower", n, "6"), in.Lower, b.Lower.Value, lower)
	w.boardBound(w.line("upper", n, "6"), in.Upper, b.Upper.Value, upper)
	w.row("enclosed", one(b.Lower.Value.Cmp(value) <= 0 && value.Cmp(b.Upper.Value) <= 0), n)
	if n == 19 { // section 7 names the strips
		below, err := w.stripProduct(n, false, 6, 4, 3, 6)
		if err != nil {
			return err
		}
		above, err := w.stripProduct(n, true, 6, 4, 4, 5)
		if err != nil {
			return err
		}
		w.boardBound(w.line("lower", n, "6, 4, 3, 6"), in.Lower, below, false)
		w.boardBound(w.line("upper", n, "6, 4, 4, 5"), in.Upper, above, false)
		w.row("lower-strips", widths(b.Lower))
		w.row("upper-strips", widths(b.Upper))
	}
	_, err = w.within(2*time.Second, func() error {
		b, err := q.Board(w.ctx, size, sharperWidth, w.options())
		if err != nil {
			return err
		}
		lower, upper := in.Beaten(b)
		w.compare(printed{text: in.Lower}, w.line("lower", n, sharperWidth), finding{value: lower, text: bounds.FloorDigits(b.Lower.Value, 16), mark: Sharper})
		w.compare(printed{text: in.Upper}, w.line("upper", n, sharperWidth), finding{value: upper, text: bounds.CeilDigits(b.Upper.Value, 16), mark: Sharper})
		return nil
	})
	return err
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
func (w *work) stripProduct(cols int, upper bool, widths ...int) (*big.Int, error) {
	product := big.NewInt(1)
	for i, width := range widths {
		s := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: width, SafeFirst: upper && i > 0, SafeLast: upper && i < len(widths)-1}
		n, err := s.Count(w.ctx, cols, 2, w.options())
		if err != nil {
			return nil, err
		}
		product.Mul(product, n)
	}
	return product, nil
}

// conditional bounds the constant of a lattice by conditional probabilities.
func conditional(w *work, kind lattice.Kind, width int) (*bounds.Conditional, error) {
	return bounds.Question{Kind: kind, Colors: 2, Direction: bounds.Either}.Conditional(w.ctx, width, w.options())
}

// greaterLattice compares the constants of the hexagonal and the square-octagonal lattice.
func greaterLattice(hexagonal, octagonal *bounds.Conditional) finding {
	f := finding{value: "not known", basis: result.Proved}
	if hexagonal.Lower > octagonal.Upper {
		f.value, f.text, f.mark = true, "the hexagonal lattice", Further
	}
	f.note = fmt.Sprintf("square-octagonal < %s, hexagonal > %s (docs/bounds.md)", bounds.Ceil(octagonal.Upper, 6), bounds.Floor(hexagonal.Lower, 6))
	return f
}

// constant adds the lines for a published bracket by rows; columns or wider strips may be sharper.
func constant(w *work, of string, p bounds.Published) error {
	q := bounds.Question{Kind: p.Kind, Colors: p.Colors, Direction: bounds.Rows}
	add := func(strips string, width int) error {
		b, err := q.Constant(w.ctx, width, w.options())
		if err != nil {
			return err
		}
		w.compare(printed{text: p.Lower, kind: lowerBound}, w.line("lower", of, strips), b.Lower.Value)
		w.compare(printed{text: p.Upper, kind: upperBound}, w.line("upper", of, strips), b.Upper.Value)
		return nil
	}
	if err := add("", p.Width); err != nil {
		return err
	}
	_, err := w.within(time.Second, func() error {
		q.Direction = bounds.Either
		return add(fmt.Sprintf("strips of %d, ", p.Width+1), p.Width+1)
	})
	return err
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
