package view

import (
	"fmt"
	"math/big"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/board"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
)

// An Estimate is an estimate as it is written; its fields are those of the JSON output.
type Estimate struct {
	Rows           *big.Int     `json:"rows"`
	Cols           *big.Int     `json:"cols"`
	Value          string       `json:"value,omitempty"`    // the certain digits, if there are any, with the exponent
	Mantissa       string       `json:"mantissa,omitempty"` // the certain digits, if there are any
	Exponent       *big.Int     `json:"exponent"`           // of ten
	Log10          string       `json:"log10,omitempty"`    // its certain digits, if there are any
	Log10Low       string       `json:"log10_low"`
	Log10High      string       `json:"log10_high"`
	Error          string       `json:"relative_error"` // expected, from above
	ConstantsError string       `json:"relative_error_of_constants"`
	OwnError       string       `json:"relative_error_of_formula"` // from above, 1e-300 at least
	Proved         bool         `json:"proved"`
	Method         string       `json:"method"`
	Formula        string       `json:"formula"`
	Exact          *exactOutput `json:"exact,omitempty"`
	LowerLog10     string       `json:"proved_log10_lower"`
	LowerTiles     string       `json:"proved_lower_tiles"` // the boards whose numbers are multiplied
	UpperLog10     string       `json:"proved_log10_upper,omitempty"`

	Number  string `json:"-"` // the estimate in a formula
	OwnText string `json:"-"` // the formula's own error
}

// exactOutput is the number itself, where that is in print.
type exactOutput struct {
	published.Entry
	// Deviation is estimate/number - 1 for the middle of the estimate.
	Deviation string `json:"deviation"`
}

const (
	logDecimals    = 20
	provedDecimals = 6 // of the logarithms of proved bounds
)

// NewEstimate returns an estimate as it is written, with at most the given number of digits.
func NewEstimate(rows, cols *big.Int, e *asymptotic.Board, digits int) *Estimate {
	mantissa, exponent, ok := e.Scientific(digits)
	if !ok {
		mantissa = ""
	}
	o := &Estimate{
		Rows: rows, Cols: cols, Mantissa: mantissa, Exponent: exponent,
		Log10: e.Log10.Rounded(logDecimals), Log10Low: e.Log10.Low.Text('f'), Log10High: e.Log10.High.Text('f'),
		Error: short(e.Error()), ConstantsError: short(e.Constants), OwnError: short(e.Own),
		Method: string(e.Method), Formula: e.Formula(),
		Number: e.Text(digits), OwnText: e.OwnText(), LowerLog10: interval.Floor(asymptotic.Theorem4(rows, cols).Low, provedDecimals),
		LowerTiles: asymptotic.NewTiling(rows, cols).String(),
	}
	if bounds, ok := asymptotic.Theorem3(rows, cols); ok {
		o.UpperLog10 = interval.Ceil(bounds.High, provedDecimals)
	}
	if mantissa != "" {
		o.Value = mantissa + "e+" + exponent.String()
	}
	if entry, ok := inPrint(e.Short, e.Long); ok {
		o.Exact = &exactOutput{entry, short(e.Deviation(entry.Int()))}
	}
	return o
}

// inPrint returns the published number of a board, if there is one.
func inPrint(short, long *big.Int) (published.Entry, bool) {
	if long.Cmp(big.NewInt(board.MaxSide)) > 0 {
		return published.Entry{}, false
	}
	return published.Legal(board.Size{Rows: int(short.Int64()), Cols: int(long.Int64())})
}

// Quiet returns the estimate in a word.
func (o *Estimate) Quiet() string {
	if o.Mantissa != "" {
		return o.Mantissa + "e" + o.Exponent.String()
	}
	text := strings.TrimPrefix(strings.TrimPrefix(o.Number, "= "), "is between ")
	return strings.Replace(text, " and ", "..", 1)
}

// Document is the estimate, with what is known beyond it.
func (o *Estimate) Document() *Document {
	d, symbol := &Document{labels: 10}, fmt.Sprintf("L(%v,%v)", o.Rows, o.Cols)
	d.line("Legal positions on the %vx%v board, estimated", o.Rows, o.Cols)
	d.gap()
	d.formula(symbol+" ", o.Number)
	d.gap()
	if o.Mantissa != "" {
		d.fact("digits", fmt.Sprintf("%v, rounded after the last one shown", new(big.Int).Add(o.Exponent, big.NewInt(1))))
	}
	d.fact("formula", o.formulaText())
	d.fact("error", fmt.Sprintf("%s is to be expected, not proved, %s: %s from the constants, %s of the formula itself",
		o.Error, o.errorKind(), o.ConstantsError, o.OwnText))
	d.fact("proved", fmt.Sprintf("%s >= 10^%s (Theorem 4: %s)", symbol, o.LowerLog10, o.LowerTiles))
	if o.UpperLog10 != "" {
		d.fact("", fmt.Sprintf("%s <= 10^%s (Theorem 3)", symbol, o.UpperLog10))
	}
	if o.Exact != nil {
		d.fact("exactly", fmt.Sprintf("%s; the estimate is off by %s:", o.Exact.Source(), o.Exact.Deviation))
		d.gap()
		d.number(symbol+" = ", o.Exact.Printed)
	}
	return d
}

// errorKind says what the error is relative to.
func (o *Estimate) errorKind() string {
	if o.Mantissa != "" {
		return "relative"
	}
	return "in the natural logarithm"
}

func (o *Estimate) formulaText() string {
	if o.Method == string(asymptotic.ByStrip) {
		return o.Formula + ", with constants that are proved (combigo strip)"
	}
	return o.Formula + ", with constants from combigo asymptotic"
}
