package sampling

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
)

// MarshalJSON returns the number in quotes, such as "2.0816819938197998e+170": it may be too large
// for a floating-point one.
func (m Magnitude) MarshalJSON() ([]byte, error) {
	text := "0"
	if m.Mantissa != 0 {
		text = fmt.Sprintf("%ve%+d", m.Mantissa, m.Exponent)
	}
	return strconv.AppendQuote(nil, text), nil
}

// MarshalJSON returns the estimate as an object with the fields of docs/reference/json.md.
func (e *Estimate) MarshalJSON() ([]byte, error) {
	low, high := &e.Low, &e.High
	if e.Nonzero == 0 {
		low, high = nil, nil
	}
	return json.Marshal(struct {
		Rows          int        `json:"rows"`
		Cols          int        `json:"cols"`
		Value         Magnitude  `json:"value"`
		Low           *Magnitude `json:"low"`
		High          *Magnitude `json:"high"`
		Log10         *float64   `json:"log10,string"`
		Confidence    float64    `json:"confidence"`
		Share         Magnitude  `json:"share"`
		RelError      *float64   `json:"relative_error,string"`
		Method        string     `json:"method"`
		About         string     `json:"description"`
		Runs          int        `json:"runs"`
		Nonzero       int        `json:"runs_with_legal_position"`
		RunSpread     *float64   `json:"relative_deviation_of_a_run"`
		VarianceError float64    `json:"relative_error_of_variance"`
		LargestRun    float64    `json:"share_of_largest_run"`
		Seed          uint64     `json:"seed,string"`
		Threads       int        `json:"threads"`
		Seconds       float64    `json:"wall_seconds"`
		Interrupted   bool       `json:"interrupted"`
		Warnings      []string   `json:"warnings"`
	}{
		e.Board.Rows, e.Board.Cols, e.Value, low, high, finite(e.Value.Log10()), Confidence, e.Share, finite(e.RelError),
		e.Method.String(), e.Method.Description(), e.Runs, e.Nonzero, finite(e.RunSpread), e.VarianceError, e.LargestRun,
		e.Seed, e.Threads, e.Wall.Seconds(), e.Interrupted, append([]string{}, e.Warnings()...),
	})
}

// finite returns nil, which is null in JSON, for infinity.
func finite(x float64) *float64 {
	if math.IsInf(x, 0) || math.IsNaN(x) {
		return nil
	}
	return &x
}
