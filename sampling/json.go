package sampling

import (
	"encoding/json"
	"math"
)

// MarshalJSON returns the mantissa, the exponent of ten and the logarithm, all 0 for 0.
func (m Magnitude) MarshalJSON() ([]byte, error) {
	type magnitude struct {
		Mantissa float64 `json:"mantissa"`
		Exponent int64   `json:"exponent"`
		Log10    float64 `json:"log10"`
	}
	if m.Mantissa == 0 {
		return json.Marshal(magnitude{})
	}
	return json.Marshal(magnitude{m.Mantissa, m.Exponent, m.Log10()})
}

// MarshalJSON returns the estimate as an object with the fields of docs/formats.md.
func (e *Estimate) MarshalJSON() ([]byte, error) {
	low, high := &e.Low, &e.High
	if e.Nonzero == 0 && e.Method != MonteCarlo {
		low, high = nil, nil
	}
	return json.Marshal(struct {
		Rows          int        `json:"rows"`
		Cols          int        `json:"cols"`
		Value         Magnitude  `json:"value"`
		Low           *Magnitude `json:"low"`
		High          *Magnitude `json:"high"`
		Confidence    float64    `json:"confidence"`
		Share         Magnitude  `json:"share"`
		RelError      *float64   `json:"relative_error"`
		Method        string     `json:"method"`
		About         string     `json:"description"`
		Runs          int        `json:"runs"`
		Nonzero       int        `json:"runs_with_legal_position"`
		RunSpread     *float64   `json:"relative_deviation_of_a_run"`
		VarianceError float64    `json:"relative_error_of_variance"`
		LargestRun    float64    `json:"share_of_largest_run"`
		Seed          uint64     `json:"seed"`
		Threads       int        `json:"threads"`
		Seconds       float64    `json:"wall_seconds"`
		Interrupted   bool       `json:"interrupted"`
		Warnings      []string   `json:"warnings"`
	}{
		e.Board.Rows, e.Board.Cols, e.Value, low, high, Confidence, e.Share, finite(e.RelError),
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
