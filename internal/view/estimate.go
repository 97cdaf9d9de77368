package view

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"combigo/asymptotic"
	"combigo/interval"
	"combigo/published"
	"combigo/result"
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
	maxGrouped     = 600
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
	if e.Exact != nil {
		o.Exact = &exactOutput{*e.Exact, short(e.Deviation(e.Exact.Int()))}
	}
	return o
}

// Quiet returns the estimate in a word.
func (o *Estimate) Quiet() string {
	if o.Mantissa != "" {
		return o.Mantissa + "e" + o.Exponent.String()
	}
	text := strings.TrimPrefix(strings.TrimPrefix(o.Number, "= "), "is between ")
	return strings.Replace(text, " and ", "..", 1)
}

// Text writes the estimate for people.
func (o *Estimate) Text(w io.Writer) error {
	board := fmt.Sprintf("%vx%v", o.Rows, o.Cols)
	lines := []string{
		fmt.Sprintf("Legal positions on the %s board, estimated\n", board),
		fmt.Sprintf("  L(%v,%v) %s\n", o.Rows, o.Cols, o.Number),
	}
	lines = append(lines, o.layout()...)
	lines = append(lines,
		"formula   "+o.formulaText(),
		fmt.Sprintf("error     %s is to be expected, not proved, %s:", o.Error, o.ErrorKind()),
		fmt.Sprintf("          %s from the constants, %s of the formula itself", o.ConstantsError, o.OwnText),
	)
	if o.Exact != nil {
		lines = append(lines, o.exactLines()...)
	}
	bounds := fmt.Sprintf("proved    L(%v,%v) >= 10^%s (Theorem 4: %s)", o.Rows, o.Cols, o.LowerLog10, o.LowerTiles)
	lines = append(lines, bounds)
	if o.UpperLog10 != "" {
		lines = append(lines, fmt.Sprintf("          L(%v,%v) <= 10^%s (Theorem 3)", o.Rows, o.Cols, o.UpperLog10))
	}
	_, err := fmt.Fprintln(w, strings.Join(lines, "\n"))
	return err
}

// ErrorKind says what the error is relative to; a template of package web asks, too.
func (o *Estimate) ErrorKind() string {
	if o.Mantissa != "" {
		return "relative"
	}
	return "in the natural logarithm"
}

// ProvedConstants reports whether the constants are those of a strip; a template of package web asks, too.
func (o *Estimate) ProvedConstants() bool { return o.Method == string(asymptotic.ByStrip) }

func (o *Estimate) formulaText() string {
	if o.ProvedConstants() {
		return o.Formula + ", with constants that are proved (combigo strip)"
	}
	return o.Formula + ", with constants from combigo asymptotic"
}

// layout returns the digits in groups of ten, a dot for each that is not known, if
// they are not too many, and else only how many they are.
func (o *Estimate) layout() []string {
	if o.Mantissa == "" {
		return nil
	}
	count := new(big.Int).Add(o.Exponent, big.NewInt(1))
	lines := []string{fmt.Sprintf("digits    %v, rounded after the last one shown", count)}
	known := strings.Replace(o.Mantissa, ".", "", 1)
	if !count.IsInt64() || count.Int64() > maxGrouped || len(known) > int(count.Int64()) {
		return append(lines, "")
	}
	digits := known + strings.Repeat(".", int(count.Int64())-len(known))
	lines = append(lines, "")
	for _, line := range result.Group(digits) {
		lines = append(lines, "  "+line)
	}
	return append(lines, "")
}

func (o *Estimate) exactLines() []string {
	lines := []string{fmt.Sprintf("exactly   %s:", o.Exact.Source()), ""}
	for _, line := range result.Group(o.Exact.Printed) {
		lines = append(lines, "  "+line)
	}
	return append(lines, "", fmt.Sprintf("          the estimate is off by %s", o.Exact.Deviation))
}
