package reproduction

import (
	"fmt"
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

func latticeTable1(w *work) {
	w.basis = result.OneWay
	q := bounds.Question{Kind: lattice.Square, Colors: 2}
	for _, n := range []int{17, 18, 19} {
		size, value := board.Size{Rows: n, Cols: n}, knownLegal(n, n)
		b := must(q.Board(w.ctx, size, 6, w.options()))
		in := b.InPrint()
		lower, upper := in.Beaten(b)
		w.boardBound(fmt.Sprintf("%d, lower bound, strips of 6", n), in.Lower, b.Lower.Value, lower)
		w.boardBound(fmt.Sprintf("%d, upper bound, strips of 6", n), in.Upper, b.Upper.Value, upper)
		w.row(fmt.Sprintf("lower bound <= L(%d,%[1]d) <= upper bound", n), one(b.Lower.Value.Cmp(value) <= 0 && value.Cmp(b.Upper.Value) <= 0))
		if n == 19 { // section 7 names the strips
			w.boardBound("19, lower bound, strips of 6, 4, 3, 6", in.Lower, w.stripProduct(19, false, 6, 4, 3, 6), false)
			w.boardBound("19, upper bound, strips of 6, 4, 4, 5", in.Upper, w.stripProduct(19, true, 6, 4, 4, 5), false)
			w.row("19, strips of the lower bound", widths(b.Lower))
			w.row("19, strips of the upper bound", widths(b.Upper))
		}
		w.within(2*time.Second, func() {
			b := must(q.Board(w.ctx, size, sharperWidth, w.options()))
			lower, upper := in.Beaten(b)
			w.sharper(printed{text: in.Lower}, fmt.Sprintf("%d, lower bound, strips of %d", n, sharperWidth), bounds.FloorDigits(b.Lower.Value, 16), lower)
			w.sharper(printed{text: in.Upper}, fmt.Sprintf("%d, upper bound, strips of %d", n, sharperWidth), bounds.CeilDigits(b.Upper.Value, 16), upper)
		})
	}
}

// boardBound adds a line for a bound by the strips of the paper, which may be divided in a better
// way.
func (w *work) boardBound(what, in string, here *big.Int, beaten bool) {
	if beaten {
		w.sharper(printed{text: in}, what, here.String(), true).Note = "by a better division into strips (docs/bounds.md)"
		return
	}
	w.against(printed{text: in, kind: doubles}, what, here)
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

// stripProduct is the bound for boards of some columns by a division in strips of rows (section
// 4.3): free ones give the lower bound, and those that are safe wherever they were cut the upper
// one.
func (w *work) stripProduct(cols int, upper bool, widths ...int) *big.Int {
	product := big.NewInt(1)
	for i, width := range widths {
		s := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: width, SafeFirst: upper && i > 0, SafeLast: upper && i < len(widths)-1}
		product.Mul(product, must(s.Count(w.ctx, cols, 2, w.options())))
	}
	return product
}

// latticeRemarks checks what section 7 says beside its tables, and the inequalities of section 4.3,
// which are printed the wrong way round.
func latticeRemarks(w *work) {
	var lower, upper, enclosed cases
	for _, cols := range []int{4, 8, 16, 100} {
		low, high, value := w.stripProduct(cols, false, 5, 3), w.stripProduct(cols, true, 5, 3), w.counted(8, cols)
		lower.add(low.Cmp(w.stripProduct(cols, false, 4, 4)) > 0)
		upper.add(high.Cmp(w.stripProduct(cols, true, 4, 4)) < 0)
		enclosed.add(low.Cmp(value) <= 0 && value.Cmp(high) <= 0)
	}
	w.row("8 rows, and 4, 8, 16 and 100 columns: strips of 5 + 3 give a sharper lower bound than 4 + 4", &lower)
	w.row("the same for the upper bound", &upper)
	sign := map[bool]string{true: ">=", false: "<="}[enclosed.good == enclosed.all]
	w.row("section 4.3: S(M,N) and the product of S(k,N) over free strips", sign).Basis = result.Proved
	in := (&bounds.BoardBracket{Question: bounds.Question{Kind: lattice.Square, Colors: 2}, Board: board.Size{Rows: 19, Cols: 19}}).InPrint()
	number := func(text string) *big.Rat {
		x, ok := new(big.Rat).SetString(text)
		if !ok {
			panic("not a number: " + text) // the numbers are constants
		}
		return x
	}
	estimate := number("2.1e170")
	closer := new(big.Rat).Quo(number(in.Upper), estimate).Cmp(new(big.Rat).Quo(estimate, number(in.Lower))) < 0
	w.row("the estimate 2.1e170 is closer to the upper bound of Table 1, by ratio", one(closer)).Basis = result.Proved
	w.latticeOrder()
}

// latticeOrder compares the constants of four lattices by bounds: those of Table 2, and sharper
// ones for the two lattices that the paper cannot tell apart.
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
	w.row("the bounds of Table 2: triangular > square > hexagonal", &apart).Basis = result.Proved
	const what = "which of the hexagonal and the square-octagonal lattice has the greater constant"
	w.lines(func() {
		bracket := func(kind lattice.Kind, width int) *bounds.Conditional {
			return must(bounds.Question{Kind: kind, Colors: 2, Direction: bounds.Either}.Conditional(w.ctx, width, w.options()))
		}
		hexagonal, octagonal := bracket(lattice.Hexagonal, 7), bracket(lattice.SquareOctagonal, 6)
		r := w.between(what, "not known", true)
		if hexagonal.Lower > octagonal.Upper {
			r.Here, r.Mark = "the hexagonal lattice", Further
		}
		r.Basis = result.Proved
		r.Note = fmt.Sprintf("square-octagonal < %s, hexagonal > %s (docs/bounds.md)", bounds.Ceil(octagonal.Upper, 6), bounds.Floor(hexagonal.Lower, 6))
	}, what)
}

// constant adds the lines for a published bracket, whose strips are of rows; columns, or wider
// strips, may be sharper.
func (w *work) constant(name string, p bounds.Published) {
	q := bounds.Question{Kind: p.Kind, Colors: p.Colors, Direction: bounds.Rows}
	add := func(name string, width int) {
		b := must(q.Constant(w.ctx, width, w.options()))
		w.against(printed{text: p.Lower, kind: lowerBound}, name+"lower bound", b.Lower.Value)
		w.against(printed{text: p.Upper, kind: upperBound}, name+"upper bound", b.Upper.Value)
	}
	add(name+", ", p.Width)
	w.within(time.Second, func() {
		q.Direction = bounds.Either
		add(fmt.Sprintf("%s, strips of %d, ", name, p.Width+1), p.Width+1)
	})
}

func latticeTable2(w *work) {
	for _, kind := range []lattice.Kind{lattice.Square, lattice.Triangular, lattice.Hexagonal, lattice.SquareOctagonal} {
		w.constant(kind.String(), bounds.InPrint(kind, 2)[0])
	}
}

func latticeTable3(w *work) {
	for colors := 2; colors <= 6; colors++ {
		w.constant(fmt.Sprintf("%d colours", colors), bounds.InPrint(lattice.Square, colors)[0])
	}
}

func latticeTable4(w *work) {
	w.basis = result.OneWay
	for i, most := range []int{6, 6, 6, 3, 2, 2} { // colours, by the width
		for colors := 2; colors <= most; colors++ {
			for k, name := range []string{"free", "single-safe", "double-safe"} {
				s := bounds.Strip{Kind: lattice.Square, Direction: bounds.Rows, Width: i + 1, SafeFirst: k > 0, SafeLast: k > 1}
				w.row(fmt.Sprintf("%dx100, %d colours, %s", i+1, colors, name), must(s.Count(w.ctx, 100, colors, w.options())))
			}
		}
	}
}
