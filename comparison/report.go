// Package comparison computes the numbers of positions of other games, with which Go is compared:
// gomoku, Connect-4 and chess.
//
// For [Gomoku] the positions without five in a row are counted exactly. For [Connect4] and [Chess]
// it is hard to say whether a position can come up in a game, so that there are upper bounds, as
// formulas that are worked out. On small boards of Connect-4 all games are played.
//
// Each gives a [Report]: figures in the order of the argument, each with its formula, its value,
// and the value that was published, if one was.
//
// Source: "Combinatorics of Go", section 6, called the paper below.
package comparison

import (
	"math/big"
	"strconv"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

// A Report is the results on the positions of a game.
type Report struct {
	Game    string     `json:"game"` // such as "gomoku"
	Board   board.Size `json:",inline"`
	Figures []Figure   `json:"figures"`
	result.Provenance
}

// A Figure is one number of a report.
type Figure struct {
	Name      string       `json:"name"`                // what it is, such as "positions without five in a row"
	Formula   string       `json:"formula,omitempty"`   // how it is computed; empty for a quotation
	Value     *big.Int     `json:"value,omitempty"`     // exact; nil if the figure is no whole number or not computed
	Real      float64      `json:"real,omitempty"`      // if Value is nil and it is computed, to ten significant digits
	Published string       `json:"published,omitempty"` // in the words of the source; empty if it is not there
	Source    string       `json:"source,omitempty"`    // of what was published
	Basis     result.Basis `json:"basis"`
}

// paper is the source of most of what was published.
const paper = "the paper, section 6"

// pow returns base^exponent.
func pow(base, exponent int) *big.Int {
	return new(big.Int).Exp(big.NewInt(int64(base)), big.NewInt(int64(exponent)), nil)
}

func factorial(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

func ratio(a *big.Rat, b *big.Int) float64 {
	q, _ := new(big.Rat).Quo(a, new(big.Rat).SetInt(b)).Float64()
	return decimal(q)
}

// decimal rounds a number to ten significant digits.
func decimal(x float64) float64 {
	rounded, _ := strconv.ParseFloat(strconv.FormatFloat(x, 'g', 10, 64), 64)
	return rounded
}

// RealText returns the figure that is no whole number, with at most ten significant digits.
func (f *Figure) RealText() string { return strconv.FormatFloat(f.Real, 'g', -1, 64) }
