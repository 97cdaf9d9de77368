package count

import (
	"encoding/json"

	"combigo.dev/combigo/result"
)

// MarshalJSON returns the table as an object with the fields of docs/reference/json.md.
func (t *StoneTable) MarshalJSON() ([]byte, error) {
	var positions [][]result.Decimal
	for _, row := range t.Positions {
		positions = append(positions, result.Decimals(row))
	}
	return json.Marshal(struct {
		Rows        int                `json:"rows"`
		Cols        int                `json:"cols"`
		Graph       string             `json:"graph,omitempty"`
		Points      int                `json:"points"`
		Value       result.Decimal     `json:"value"`
		Positions   [][]result.Decimal `json:"positions"`
		ByBlack     []result.Decimal   `json:"by_black"`
		ByStones    []result.Decimal   `json:"by_stones"`
		Equal       result.Decimal     `json:"equal"`
		Alternating result.Decimal     `json:"equal_or_one_black_more"`
		Mean        string             `json:"mean_stones"`
		Variance    string             `json:"variance_stones"`
		Spread      float64            `json:"standard_deviation_stones"`
		result.ProvenanceDocument
	}{
		t.Legal.Board.Rows, t.Legal.Board.Cols, t.Legal.Where, t.Points(),
		result.Decimal{Int: t.Sum()},
		positions,
		result.Decimals(t.Black()), result.Decimals(t.Total()),
		result.Decimal{Int: t.WithDifference(0)},
		result.Decimal{Int: t.Alternating()},
		t.Mean().RatString(), t.Variance().RatString(), t.Spread(), t.Document(),
	})
}
