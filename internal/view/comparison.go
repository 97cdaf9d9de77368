package view

import (
	"encoding/json"
	"fmt"
	"math/big"

	"combigo.dev/combigo/comparison"
)

// Comparison is each figure with its formula and what was published.
func Comparison(r *comparison.Report) *Answer {
	d := &Document{}
	d.line("Positions of %s on the %s board", r.Game, r.Board)
	if headline := comparisonHeadline(r); headline != "" {
		d.line("%s", headline)
	}
	t := newTable("figure", "value", "formula", "rests on")
	for _, f := range r.Figures {
		basis := string(f.Basis)
		if f.Published != "" {
			basis += fmt.Sprintf("; in print: %s (%s)", f.Published, f.Source)
		}
		t.row(f.Name, figureValue(f), f.Formula, basis)
	}
	d.table(t)
	d.title("How it was computed")
	d.provenance(&r.Provenance)
	return &Answer{Document: d, Numbers: []any{r.Figures[0].Value}, json: object{
		"game", r.Game, "rows", r.Board.Rows, "cols", r.Board.Cols, "figures", objects(r.Figures, func(f comparison.Figure) object {
			number := any(absent{})
			if f.Value == nil && f.Real != 0 {
				number = json.Number(f.RealText())
			}
			return object{
				"name", f.Name, "formula", some(f.Formula), "value", some(f.Value), "real", number, "published", some(f.Published),
				"source", some(f.Source), "basis", f.Basis,
			}
		}),
		"", provenanceObject(&r.Provenance),
	}}
}

func figureValue(f comparison.Figure) string {
	switch {
	case f.Value != nil:
		return f.Value.String()
	case f.Real != 0:
		return f.RealText()
	}
	return ""
}

// comparisonHeadline is the answer in a line: the number of positions, and its share of all if that
// is known. Of games of which only bounds are known there is none.
func comparisonHeadline(r *comparison.Report) string {
	first, last := r.Figures[0], r.Figures[len(r.Figures)-1]
	switch {
	case r.Game == "gomoku" && first.Value != nil:
		whole := r.Figures[1].Value
		return fmt.Sprintf("%s: %s, %s of all %s", first.Name, first.Value, percent(new(big.Rat).SetFrac(first.Value, whole)), r.Figures[1].Formula)
	case r.Game == "connect4" && last.Value != nil:
		return fmt.Sprintf("%s: %s", last.Name, last.Value)
	}
	return ""
}
