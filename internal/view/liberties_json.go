package view

import (
	"io"
	"strings"

	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/liberties"
	"combigo.dev/combigo/result"
)

// columnDocument is the most liberties on one board, as JSON.
type columnDocument struct {
	Rows      int      `json:"rows"`
	Cols      int      `json:"cols"`
	Liberties int      `json:"value,string"`
	Formula   int      `json:"formula"`
	Agrees    bool     `json:"formula_agrees"`
	AtMost    int      `json:"at_most"`
	Proved    bool     `json:"proved"`
	Proof     string   `json:"proof"`
	States    int      `json:"column_states,omitempty"`
	Seconds   float64  `json:"wall_seconds"`
	Memory    int64    `json:"peak_memory_bytes"`
	Group     []string `json:"group,omitempty"`
	SGF       string   `json:"sgf,omitempty"`
}

type maxOnBoardDocument struct {
	columnDocument
	Method  string                 `json:"method"`
	Search  *liberties.Certificate `json:"search,omitempty"`
	Resumed []liberties.Resumption `json:"resumed,omitempty"`
	Checks  []string               `json:"checks"`
}

type ruleDocument struct {
	liberties.Rule
	Proved int `json:"proved_from,omitempty"`
	Repeat int `json:"repeat_column,omitempty"`
	Since  int `json:"repeats_column,omitempty"`
}

type rowDocument struct {
	Height  int                    `json:"rows"`
	Method  string                 `json:"method"`
	Columns []columnDocument       `json:"columns"`
	Rule    ruleDocument           `json:"rule"`
	Search  *liberties.Certificate `json:"search,omitempty"`
	Resumed []liberties.Resumption `json:"resumed,omitempty"`
	Checks  []string               `json:"checks"`
	Seconds float64                `json:"wall_seconds"`
}

func newColumnDocument(rows, cols int, c liberties.Column, withGroup bool) (columnDocument, error) {
	d := columnDocument{
		Rows: rows, Cols: cols, Liberties: c.Liberties, Formula: c.Formula, Agrees: !c.Differs(), AtMost: liberties.AtMost(rows, cols),
		Proved: c.Proof != liberties.Unproved && c.Proof != liberties.ByException, Proof: string(c.Proof),
		States: c.States, Seconds: c.Wall.Seconds(), Memory: int64(c.Memory),
	}
	if !withGroup || c.Group == nil {
		return d, nil
	}
	p, err := c.Group.Position()
	if err != nil {
		return d, err
	}
	d.Group = strings.Split(p.String(), "\n")
	if max(rows, cols) <= goban.MaxSGFSide {
		var sgf strings.Builder
		if err := goban.WriteSGF(&sgf, p); err != nil {
			return d, err
		}
		d.SGF = sgf.String()
	}
	return d, nil
}

func newMaxOnBoardDocument(b *liberties.Board) (*maxOnBoardDocument, error) {
	column, err := newColumnDocument(b.Rows, b.Cols, b.Column, true)
	column.Seconds, column.Memory = b.Wall.Seconds(), int64(result.PeakMemory())
	return &maxOnBoardDocument{
		column, string(b.Method), b.Search, b.Resumed, append([]string{}, b.Checks...),
	}, err
}

func newRowDocument(r *liberties.Row, withGroups bool) (*rowDocument, error) {
	d := &rowDocument{
		Height: r.Height, Method: string(r.Method), Search: r.Search,
		Resumed: r.Resumed, Checks: append([]string{}, r.Checks...),
		Rule:    ruleDocument{r.Rule, r.Proved, r.Repeat, r.Since},
		Seconds: r.Wall.Seconds(),
	}
	for _, c := range r.Columns {
		column, err := newColumnDocument(r.Height, c.Width, c, withGroups)
		if err != nil {
			return nil, err
		}
		d.Columns = append(d.Columns, column)
	}
	return d, nil
}

func writeRowsJSON(w io.Writer, rows []*liberties.Row, withGroups bool) error {
	var documents []*rowDocument
	for _, r := range rows {
		d, err := newRowDocument(r, withGroups)
		if err != nil {
			return err
		}
		documents = append(documents, d)
	}
	return result.JSON(w, OneOf(documents))
}
