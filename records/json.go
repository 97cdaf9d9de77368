package records

import (
	"encoding/json"
	"strings"
)

// MarshalJSON returns the record as an object with the fields of docs/reference/json.md.
func (r *Record) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Of         string   `json:"of"`
		Rows       int      `json:"rows"`
		Cols       int      `json:"cols"`
		Value      int      `json:"value,string"`
		Diagram    []string `json:"diagram"`
		States     int      `json:"peak_states"`
		StateSteps int64    `json:"state_steps"`
		Checks     []string `json:"checks"`
		Rule       *Rule    `json:"rule,omitempty"`
	}{
		r.Of.String(), r.Board.Rows, r.Board.Cols, r.Value, strings.Split(r.Position.String(), "\n"),
		r.Stats.PeakStates, r.Stats.StateSteps, r.Checks, r.Rule,
	})
}

// MarshalJSON returns the rule as an object with the fields of docs/reference/json.md.
func (r *Rule) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Text   string `json:"text"`
		Rows   int    `json:"rows"`
		Proved bool   `json:"proved"`
		From   int    `json:"from_width,omitempty"`
		Period int    `json:"period,omitempty"`
		Gain   int    `json:"gain_per_period"`
		Values []int  `json:"values"`
		First  int    `json:"column,omitempty"`
		Second int    `json:"repeat_column,omitempty"`
		States int    `json:"column_states"`
	}{r.String(), r.Height, r.Proved, r.From, r.Period, r.Gain, r.Values, r.First, r.Second, r.Stats.ColumnStates})
}
