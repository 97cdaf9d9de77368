package view

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"combigo/comparison"
)

// Comparison writes each figure with its formula and what was published.
func Comparison(w io.Writer, r *comparison.Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Positions of %s on the %s board\n\n", r.Game, r.Board)
	for _, f := range r.Figures {
		b.WriteString(f.Name + "\n")
		b.WriteString(item("  formula", f.Formula))
		b.WriteString(item("  value", figureValue(f)))
		if f.Published != "" {
			b.WriteString(item("  published", fmt.Sprintf("%s (%s)", f.Published, f.Source)))
		}
	}
	b.WriteString("\n" + provenanceText(&r.Provenance))
	_, err := io.WriteString(w, b.String())
	return err
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
