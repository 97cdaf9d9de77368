package reproduction

import (
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/drawing"
	"combigo.dev/combigo/result"
)

// positionOfNumber writes a number from 0 to 3^(rows cols) - 1 in ternary onto a board, the first
// digit in the upper left corner, row by row: 0 is an empty point, 1 a black stone and 2 a white
// one.
func positionOfNumber(n *big.Int, rows, cols int) (*goban.Position, error) {
	p, err := goban.New(rows, cols)
	if err != nil {
		return nil, err
	}
	digits := n.Text(3)
	if len(digits) > rows*cols {
		return nil, fmt.Errorf("a number of %d ternary digits does not fit %dx%d points", len(digits), rows, cols)
	}
	for i, digit := range fmt.Sprintf("%0*s", rows*cols, digits) {
		p.Set(i/cols, i%cols, goban.Color(digit-'0'))
	}
	return p, nil
}

// abstractNumber draws L(19,19) as the abstract prints it.
func abstractNumber(w *work) {
	w.basis = result.Quoted
	const side = 19
	number := knownLegal(side, side)
	p := must(positionOfNumber(number, side, side))
	w.row("ternary digits, with zeros before the first: points of a board", p.Rows()*p.Cols())
	w.row("zeros before the first digit", side*side-len(number.Text(3)))
	var ring []goban.Point
	var places []string
	verdict := "legal"
	for _, s := range p.Illegal() {
		verdict = "not legal"
		ring = append(ring, s.Points...)
		places = append(places, fmt.Sprintf("%v %s", s.Color, p.Label(s.Points[0])))
	}
	w.row("the position that the number spells", verdict).Note = fmt.Sprintf("%d strings without a liberty: %s", len(places), strings.Join(places, ", "))
	for i, row := range strings.Split(strings.TrimSpace(p.String()), "\n") {
		w.row(fmt.Sprintf("row %d", side-i), row)
	}
	w.note("0, 1 and 2 are an empty point, a black and a white stone, the first digit in the upper left corner. Strings without a liberty are ringed. " +
		"The text of the paper has the number of the glyphs, 361 between two parentheses of 19 lines, but not which they are.")
	var s drawing.Sheet
	s.Board(0.5, 0.5, 1, p, drawing.BoardOptions{Ring: ring})
	w.out.SVG = s.SVG(side+1, side+1, "L(19,19) in ternary, as a position on 19x19")
}

// earlierCounts has the numbers of section 2, which other people found, and what section 5 says of
// trying all positions.
func earlierCounts(w *work) {
	w.row("L(4,5), the largest in August 1994", w.counted(4, 5))
	estimate := new(big.Float).SetPrec(longFloat).SetInt(power(3, 361))
	estimate.Mul(estimate, new(big.Float).SetPrec(longFloat).SetRat(big.NewRat(12, 1000)))
	w.row("A. Flammenkamp's estimate of L(19,19), 0.012 x 3^361", estimate).Basis = result.Quoted
	share, _ := new(big.Float).Quo(estimate, new(big.Float).SetPrec(longFloat).SetInt(knownLegal(19, 19))).Float64()
	w.row("that estimate / L(19,19)", fmt.Sprintf("%.5f", share)).Basis = result.Quoted
	w.basis = result.Proved
	w.row("colourings of 5x5", power(3, 25))
	w.row("colourings of 9x9", power(3, 81))
	w.row("times as many of 6x6 as of 5x5", power(3, 11))
}
