package game

import (
	"encoding/json"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
)

// MarshalJSON returns the number of games as an object with the fields of docs/reference/json.md.
func (g *Games) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		Rows     int            `json:"rows"`
		Cols     int            `json:"cols"`
		Graph    string         `json:"graph,omitempty"`
		Superko  string         `json:"superko"`
		Suicide  bool           `json:"suicide"`
		Value    result.Decimal `json:"value"`
		Complete bool           `json:"complete"`
		Longest  int            `json:"longest_game"`
		Nodes    int            `json:"nodes"`
		Edges    int            `json:"edges"`
		Method   string         `json:"method"`
		Engine   string         `json:"engine"`
		Threads  int            `json:"threads"`
		Seconds  float64        `json:"wall_seconds"`
		Memory   int64          `json:"peak_memory_bytes"`
		Checks   []string       `json:"checks"`
	}{
		g.Board.Rows, g.Board.Cols, g.Where, g.Rules.Superko.String(), g.Rules.Suicide == goban.SuicideAllowed,
		result.Decimal{Int: g.Value},
		g.Whole, g.Longest, g.Nodes, g.Edges, g.Description, g.Engine, g.Threads, g.Wall.Seconds(), int64(g.PeakMemory),
		result.List(g.Checks),
	})
}
