package reproduction

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"

	"combigo/board"
	"combigo/bounds"
	"combigo/lattice"
)

const sharperWidth = 8 // of strips that give sharper bounds than those in print, of width 6

func latticeTable1(w *work) error {
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
			w.texts("19, strips of the lower bound", "3 4 6 6", widths(b.Lower))
			w.texts("19, strips of the upper bound", "4 4 5 6", widths(b.Upper)).
				explain("the division here gives a sharper bound: see the line above (docs/bounds.md)")
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

// widths returns the widths of the strips of a division, the least first: that of the paper is not in that order.
func widths(d bounds.Division) string {
	var all []int
	for _, s := range d.Strips {
		all = append(all, s.Width)
	}
	slices.Sort(all)
	return joinInts(all, " ")
}

// boardBound adds a line for a bound by the strips of the paper, which may be divided in a better way.
func (w *work) boardBound(what, printed string, here *big.Int, beaten bool) {
	if beaten {
		w.add(Row{What: what, Printed: printed, Here: here.String(), Mark: Better, Note: "a sharper bound, by a better division into strips (docs/bounds.md)"})
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
	r := Row{What: what, Printed: printed, Here: here, Mark: Better, Note: "a sharper bound"}
	if !is {
		r.Mark, r.Note = Different, ""
	}
	w.add(r)
}

// constant adds the lines for a published bracket, whose strips are of rows; columns, or wider strips, may be sharper.
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
func (w *work) eigenvalue(what string, printed, here float64, text string, lower bool) {
	r := Row{What: what, Printed: fmt.Sprintf("%.15g", printed), Here: text, Mark: Different}
	gain := here - printed
	if !lower {
		gain = -gain
	}
	switch {
	case math.Abs(gain) < doublePrecision:
		r.Mark, r.Note = Equal, "rounded away from the constant"
	case gain > 0:
		r.Mark, r.Note = Better, "a sharper bound"
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
