package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strconv"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/bounds"
	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/result"
)

const sharperWidth = 8 // of strips that give sharper bounds than those in print, of width 6

func latticeTable1(w *work) error {
	w.basis = result.OneWay
	q := bounds.Question{Kind: lattice.Square, Colors: 2}
	for _, n := range []int{17, 18, 19} {
		size := board.Size{Rows: n, Cols: n}
		b, err := q.Board(w.ctx, size, 6, w.options())
		if err != nil {
			return err
		}
		in := b.InPrint()
		if in == nil {
			return fmt.Errorf("internal error: no published bounds for %v", size)
		}
		lower, upper := in.Beaten(b)
		w.boardBound(fmt.Sprintf("%d, lower bound, strips of 6", n), in.Lower, b.Lower.Value, lower)
		w.boardBound(fmt.Sprintf("%d, upper bound, strips of 6", n), in.Upper, b.Upper.Value, upper)
		w.claim(fmt.Sprintf("lower bound <= L(%d,%[1]d) <= upper bound", n), "bounds", inside(b, knownLegal(n, n)), 1)
		if n == 19 {
			if err := w.printedStrips(in); err != nil {
				return err
			}
			w.texts("19, strips of the lower bound", "3 4 6 6", widths(b.Lower))
			w.texts("19, strips of the upper bound", "4 4 5 6", widths(b.Upper)).
				explain("the division here gives a sharper bound: see the line for strips of 6 (docs/bounds.md)")
		}
		_, err = w.within(2*time.Second, func() error {
			sharper, err := q.Board(w.ctx, size, sharperWidth, w.options())
			if err != nil {
				return err
			}
			lower, upper := in.Beaten(sharper)
			w.sharper(fmt.Sprintf("%d, lower bound, strips of %d", n, sharperWidth), in.Lower, bounds.FloorDigits(sharper.Lower.Value, 16), lower)
			w.sharper(fmt.Sprintf("%d, upper bound, strips of %d", n, sharperWidth), in.Upper, bounds.CeilDigits(sharper.Upper.Value, 16), upper)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// printedStrips adds the bounds of 19x19 by the strips that section 7 names.
func (w *work) printedStrips(in *bounds.PublishedBoard) error {
	for _, x := range []struct {
		name, printed string
		upper         bool
		widths        []int
	}{{"lower", in.Lower, false, []int{6, 4, 3, 6}}, {"upper", in.Upper, true, []int{6, 4, 4, 5}}} {
		n, err := w.stripProduct(19, x.upper, x.widths...)
		if err != nil {
			return err
		}
		w.scientific(fmt.Sprintf("19, %s bound, strips of %s", x.name, joinInts(x.widths, ", ")), x.printed, n)
	}
	return nil
}

// stripProduct is the bound for boards of some columns by a division in strips of rows (section
// 4.3): free ones give the lower bound, and those that are safe wherever they were cut the upper
// one.
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

// latticeRemarks checks what section 7 says beside its tables, and the inequalities of section 4.3,
// which are printed the wrong way round.
func latticeRemarks(w *work) error {
	lower, upper, enclosed, cases := 0, 0, 0, 0
	for _, cols := range []int{4, 8, 16, 100} {
		var bound [2][2]*big.Int
		for i, widths := range [][]int{{5, 3}, {4, 4}} {
			for k, safe := range []bool{false, true} {
				var err error
				if bound[i][k], err = w.stripProduct(cols, safe, widths...); err != nil {
					return err
				}
			}
		}
		value, err := w.counted(8, cols)
		if err != nil {
			return err
		}
		cases++
		if bound[0][0].Cmp(bound[1][0]) > 0 {
			lower++
		}
		if bound[0][1].Cmp(bound[1][1]) < 0 {
			upper++
		}
		if bound[0][0].Cmp(value) <= 0 && value.Cmp(bound[0][1]) <= 0 {
			enclosed++
		}
	}
	w.claim("8 rows, and 4, 8, 16 and 100 columns: strips of 5 + 3 give a sharper lower bound than 4 + 4", "8 = 5 + 3", lower, cases)
	w.claim("the same for the upper bound", "8 = 5 + 3", upper, cases)
	r := w.texts("section 4.3: S(M,N) and the product of S(k,N) over free strips", "<=", map[bool]string{true: ">=", false: "<="}[enclosed == cases])
	r.Basis = result.Proved
	r.explain("a slip: positions of the strips together are positions of the board, as the sentence before says; safe strips are the other way round, too")
	in := (&bounds.BoardBracket{Question: bounds.Question{Kind: lattice.Square, Colors: 2}, Board: board.Size{Rows: 19, Cols: 19}}).InPrint()
	estimate, good := big.NewRat(21, 10), 0
	estimate.Mul(estimate, new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(170), nil)))
	low, okLow := new(big.Rat).SetString(in.Lower)
	high, okHigh := new(big.Rat).SetString(in.Upper)
	if okLow && okHigh && new(big.Rat).Quo(high, estimate).Cmp(new(big.Rat).Quo(estimate, low)) < 0 {
		good++
	}
	w.claim("the estimate 2.1e170 is closer to the upper bound of Table 1, by ratio", "section 7", good, 1).Basis = result.Proved
	return w.latticeOrder()
}

// latticeOrder compares the constants of four lattices by bounds: those of Table 2, and sharper
// ones for the two lattices that the paper cannot tell apart.
func (w *work) latticeOrder() error {
	in := func(kind lattice.Kind) (low, high float64) {
		p := bounds.InPrint(kind, 2)[0]
		low, _ = strconv.ParseFloat(p.Lower, 64)
		high, _ = strconv.ParseFloat(p.Upper, 64)
		return low, high
	}
	order, good := []lattice.Kind{lattice.Triangular, lattice.Square, lattice.Hexagonal}, 0
	for i := range 2 {
		low, _ := in(order[i])
		if _, high := in(order[i+1]); low > high {
			good++
		}
	}
	w.claim("the bounds of Table 2: triangular > square > hexagonal", "section 7", good, 2).Basis = result.Proved
	const what, cost = "which of the hexagonal and the square-octagonal lattice has the greater constant", 8 * time.Second
	done, err := w.within(cost, func() error {
		hexagonal, err := bounds.Question{Kind: lattice.Hexagonal, Colors: 2, Direction: bounds.Either}.Conditional(w.ctx, 7, w.options())
		if err != nil {
			return err
		}
		octagonal, err := bounds.Question{Kind: lattice.SquareOctagonal, Colors: 2, Direction: bounds.Either}.Conditional(w.ctx, 6, w.options())
		if err != nil {
			return err
		}
		r := Row{What: what, Printed: "not known", Here: "not known", Mark: Equal, Basis: result.Proved}
		if hexagonal.Lower > octagonal.Upper {
			r.Here, r.Mark = "the hexagonal lattice", Further
		}
		r.Note = fmt.Sprintf("square-octagonal < %s, hexagonal > %s (docs/bounds.md)", bounds.Ceil(octagonal.Upper, 6), bounds.Floor(hexagonal.Lower, 6))
		w.add(r)
		return nil
	})
	if err == nil && !done {
		w.tooLarge(what, "not known", w.takes(cost))
	}
	return err
}

// widths returns the widths of the strips of a division, the least first: that of the paper is not
// in that order.
func widths(d bounds.Division) string {
	var all []int
	for _, s := range d.Strips {
		all = append(all, s.Width)
	}
	slices.Sort(all)
	return joinInts(all, " ")
}

// boardBound adds a line for a bound by the strips of the paper, which may be divided in a better
// way.
func (w *work) boardBound(what, printed string, here *big.Int, beaten bool) {
	if beaten {
		w.add(Row{What: what, Printed: printed, Here: here.String(), Mark: Sharper, Note: "by a better division into strips (docs/bounds.md)"})
		return
	}
	w.scientific(what, printed, here)
}

func inside(b *bounds.BoardBracket, n *big.Int) int {
	if b.Lower.Value.Cmp(n) <= 0 && n.Cmp(b.Upper.Value) <= 0 {
		return 1
	}
	return 0
}

// sharper adds a line for a bound that is to be sharper than the one in print.
func (w *work) sharper(what, printed, here string, is bool) {
	r := Row{What: what, Printed: printed, Here: here, Mark: Sharper}
	if !is {
		r.Mark = Different
	}
	w.add(r)
}

// constant adds the lines for a published bracket, whose strips are of rows; columns, or wider
// strips, may be sharper.
func (w *work) constant(name string, p bounds.Published) error {
	q := bounds.Question{Kind: p.Kind, Colors: p.Colors, Direction: bounds.Rows}
	b, err := q.Constant(w.ctx, p.Width, w.options())
	if err != nil {
		return err
	}
	w.eigenvalue(name+", lower bound", p.Lower, b.Lower.Value, bounds.Floor(b.Lower.Value, 15), true)
	w.eigenvalue(name+", upper bound", p.Upper, b.Upper.Value, bounds.Ceil(b.Upper.Value, 15), false)
	_, err = w.within(time.Second, func() error {
		q.Direction = bounds.Either
		sharp, err := q.Constant(w.ctx, p.Width+1, w.options())
		if err != nil {
			return err
		}
		what := fmt.Sprintf("%s, strips of %d, ", name, p.Width+1)
		w.eigenvalue(what+"lower bound", p.Lower, sharp.Lower.Value, bounds.Floor(sharp.Lower.Value, 15), true)
		w.eigenvalue(what+"upper bound", p.Upper, sharp.Upper.Value, bounds.Ceil(sharp.Upper.Value, 15), false)
		return nil
	})
	return err
}

// doublePrecision is the error that the last digits of published eigenvalues may have.
const doublePrecision = 1e-13

// eigenvalue compares a bound with the one in print: the same but for rounding, sharper, or not.
func (w *work) eigenvalue(what, printed string, here float64, text string, lower bool) {
	r := Row{What: what, Printed: printed, Here: text, Mark: Different, Basis: result.Proved}
	x, _ := strconv.ParseFloat(printed, 64)
	gain := here - x
	if !lower {
		gain = -gain
	}
	switch {
	case math.Abs(gain) < doublePrecision:
		r.Mark, r.Note = Equal, "but for rounding: here away from the constant, in print as double precision had it"
	case gain > 0:
		r.Mark = Sharper
	}
	w.add(r).explain("the bounds here are certified to all their digits (docs/bounds.md)")
}

func latticeTable2(w *work) error {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal} {
		if err := w.constant(kind.String(), bounds.InPrint(kind, 2)[0]); err != nil {
			return err
		}
	}
	return nil
}

func latticeTable3(w *work) error {
	for colors := 2; colors <= 6; colors++ {
		if err := w.constant(fmt.Sprintf("%d colours", colors), bounds.InPrint(lattice.Square, colors)[0]); err != nil {
			return err
		}
	}
	return nil
}

func latticeTable4(w *work) error {
	w.basis = result.OneWay
	for _, row := range printedRows()["fs-table-4"] {
		var width, colors int
		var safe string
		if _, err := fmt.Sscan(row.row, &width, &colors, &safe); err != nil {
			return err
		}
		s := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: width, SafeFirst: safe != "free", SafeLast: safe == "double-safe"}
		n, err := s.Count(w.ctx, 100, colors, w.options())
		if err != nil {
			return err
		}
		w.scientific(fmt.Sprintf("%dx100, %d colours, %s", width, colors, safe), row.printed, n)
	}
	return nil
}
