package comparison

import (
	"encoding/json"
	"strconv"

	"combigo.dev/combigo/result"
)

// MarshalJSON returns the report as an object with the fields of docs/reference/json.md.
func (r *Report) MarshalJSON() ([]byte, error) {
	type figure struct {
		Name      string         `json:"name"`
		Formula   string         `json:"formula,omitempty"`
		Value     result.Decimal `json:"value,omitzero"`
		Real      json.Number    `json:"real,omitempty"`
		Published string         `json:"published,omitempty"`
		Source    string         `json:"source,omitempty"`
		Basis     result.Basis   `json:"basis"`
	}
	var figures []figure
	for _, f := range r.Figures {
		one := figure{f.Name, f.Formula, result.Decimal{Int: f.Value}, "", f.Published, f.Source, f.Basis}
		if f.Value == nil && f.Real != 0 {
			one.Real = json.Number(f.RealText())
		}
		figures = append(figures, one)
	}
	return json.Marshal(struct {
		Game    string   `json:"game"`
		Rows    int      `json:"rows"`
		Cols    int      `json:"cols"`
		Figures []figure `json:"figures"`
		result.ProvenanceDocument
	}{r.Game, r.Board.Rows, r.Board.Cols, figures, r.Document()})
}

// RealText returns the figure that is no whole number with ten significant digits.
func (f *Figure) RealText() string { return strconv.FormatFloat(f.Real, 'g', 10, 64) }
