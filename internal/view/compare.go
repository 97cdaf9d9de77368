package view

import (
	"fmt"
	"math/big"

	"combigo/comparison"
)

// Comparison is each figure with its formula and what was published.
func Comparison(r *comparison.Report) *Document {
	d := &Document{}
	d.line("Positions of %s on the %s board", r.Game, r.Board)
	d.gap()
	for _, f := range r.Figures {
		d.head("%s", f.Name)
		d.fact("  formula", f.Formula)
		d.fact("  value", figureValue(f))
		if f.Published != "" {
			d.fact("  published", fmt.Sprintf("%s (%s)", f.Published, f.Source))
		}
	}
	d.gap()
	d.title("How it was computed")
	d.provenance(&r.Provenance)
	return d
}

func figureValue(f comparison.Figure) string {
	switch {
	case f.Value != nil && f.Value.BitLen() > 64:
		return fmt.Sprintf("%s, about %.5g", f.Value, new(big.Float).SetInt(f.Value))
	case f.Value != nil:
		return f.Value.String()
	case f.Real != 0:
		return f.RealText()
	}
	return ""
}
