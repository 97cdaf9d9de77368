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
func abstractNumber(w *work) error {
	w.basis = result.Quoted
	const side = 19
	number := knownLegal(side, side)
	p, err := positionOfNumber(number, side, side)
	if err != nil {
		return err
	}
	digits := len(number.Text(3))
	w.number("ternary digits, with zeros before the first: points of a board", "361", int64(p.Rows()*p.Cols()))
	w.number("zeros before the first digit", "", int64(side*side-digits))
	illegal := p.Illegal()
	var ring []goban.Point
	var places []string
	for _, s := range illegal {
		ring = append(ring, s.Points...)
		places = append(places, fmt.Sprintf("%v %s", s.Color, p.Label(s.Points[0])))
	}
	verdict := "legal"
	if len(illegal) > 0 {
		verdict = "not legal"
	}
	w.add(Row{
		What: "the position that the number spells", Here: verdict, Mark: NotInPaper,
		Note: fmt.Sprintf("%d strings without a liberty: %s", len(illegal), strings.Join(places, ", ")),
	})
	for i, row := range strings.Split(strings.TrimSpace(p.String()), "\n") {
		w.add(Row{What: fmt.Sprintf("row %d", side-i), Here: row, Mark: NotInPaper})
	}
	w.note("0, 1 and 2 are an empty point, a black and a white stone, the first digit in the upper left corner. Strings without a liberty are ringed. " +
		"The text of the paper has the number of the glyphs, 361 between two parentheses of 19 lines, but not which they are.")
	var s drawing.Sheet
	s.Board(0.5, 0.5, 1, p, drawing.BoardOptions{Ring: ring})
	w.out.SVG = s.SVG(side+1, side+1, "L(19,19) in ternary, as a position on 19x19")
	return nil
}
