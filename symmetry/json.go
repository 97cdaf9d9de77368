package symmetry

import (
	"encoding/json"

	"combigo.dev/combigo/result"
)

// MarshalJSON returns the result as an object with the fields of docs/reference/json.md.
func (r *Result) MarshalJSON() ([]byte, error) {
	type class struct {
		Name      string `json:"name"`
		Number    int    `json:"number"`
		Fixed     *Fixed `json:"fixed"`
		Exchanged *Fixed `json:"fixed_exchanged"`
	}
	var classes []class
	for _, row := range r.Rows {
		classes = append(classes, class{row.Name, len(row.Motions), row.Same, row.Exchanged})
	}
	return json.Marshal(struct {
		Rows          int            `json:"rows"`
		Cols          int            `json:"cols"`
		Legal         result.Decimal `json:"legal"`
		Order         int            `json:"group_order"`
		Orbits        result.Decimal `json:"value"`
		OrbitsColored result.Decimal `json:"value_with_exchange"`
		Classes       []class        `json:"classes"`
		Threads       int            `json:"threads"`
		Seconds       float64        `json:"wall_seconds"`
		PeakMemory    int64          `json:"peak_memory_bytes,omitempty"`
		Checks        []string       `json:"checks"`
	}{
		r.Board.Rows, r.Board.Cols,
		result.Decimal{Int: r.Legal},
		r.Order,
		result.Decimal{Int: r.Orbits},
		result.Decimal{Int: r.OrbitsColored},
		classes, r.Threads, r.Wall.Seconds(), int64(r.PeakMemory), r.Checks,
	})
}

// MarshalJSON returns the number as an object with the fields of docs/reference/json.md.
func (f *Fixed) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Value      result.Decimal `json:"value"`
		Graph      string         `json:"graph"`
		Engine     string         `json:"engine,omitempty"`
		Points     int            `json:"points"`
		Width      int            `json:"width,omitempty"`
		States     float64        `json:"states,omitempty"`
		StateSteps float64        `json:"state_steps,omitempty"`
		Seconds    float64        `json:"wall_seconds"`
		Checks     []string       `json:"checks"`
	}{
		result.Decimal{Int: f.Value},
		f.Board, f.Engine, f.Points, f.Width, f.States, f.StateSteps, f.Wall.Seconds(),
		result.List(f.Checks),
	})
}
