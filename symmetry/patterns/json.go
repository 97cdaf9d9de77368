package patterns

import (
	"encoding/json"

	"combigo.dev/combigo/result"
)

// MarshalJSON returns the result as an object with the fields of docs/reference/json.md.
func (r *Result) MarshalJSON() ([]byte, error) {
	type meaning struct {
		Name       string `json:"name"`
		Definition string `json:"definition"`
	}
	var motions []string
	for _, m := range r.Motions {
		motions = append(motions, m.Name)
	}
	var meanings []meaning
	for i, v := range r.Values {
		if i == 0 || r.Values[i-1].Meaning != v.Meaning {
			meanings = append(meanings, meaning{v.Meaning.String(), v.Meaning.Definition()})
		}
	}
	return json.Marshal(struct {
		Rows     int       `json:"rows"`
		Cols     int       `json:"cols"`
		Legal    bool      `json:"legal"`
		Motions  []string  `json:"motions"`
		Meanings []meaning `json:"meanings"`
		Patterns []Value   `json:"patterns"`
		Threads  int       `json:"threads"`
		Seconds  float64   `json:"wall_seconds"`
		Checks   []string  `json:"checks"`
	}{r.Board.Rows, r.Board.Cols, r.Legal, motions, meanings, r.Values, r.Threads, r.Wall.Seconds(), r.Checks})
}

// MarshalJSON returns one number, null for a tree that was left out, with the terms of Burnside's
// lemma: one for each motion, then one for each motion with exchange of colours.
func (v Value) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Meaning string           `json:"meaning"`
		Stones  int              `json:"stones"`
		Value   result.Decimal   `json:"value"`
		Terms   []result.Decimal `json:"fixed,omitempty"`
	}{v.Meaning.String(), v.Stones, result.Decimal{Int: v.Number}, result.Decimals(v.Terms)})
}
