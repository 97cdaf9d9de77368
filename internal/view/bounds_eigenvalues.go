package view

import (
	"io"

	"combigo.dev/combigo/bounds"
)

// eigenvalueDigits is the number of significant digits of eigenvalues.
const eigenvalueDigits = 16

// An EigenvalueRow is the enclosure of the eigenvalue of a strip; its fields are those of the JSON
// output.
type EigenvalueRow struct {
	Width   int    `json:"width"`
	Borders string `json:"borders"`
	Low     string `json:"low"`
	High    string `json:"high"`
	States  int    `json:"states"`
}

// EigenvalueRows returns the eigenvalues of strips as they are written.
func EigenvalueRows(all []*bounds.Eigenvalues) []EigenvalueRow {
	var rows []EigenvalueRow
	for _, e := range all {
		for i, g := range []*bounds.Growth{e.Free, e.Single, e.Double} {
			low, high := g.PerLine()
			rows = append(rows, EigenvalueRow{
				e.Width, []string{"free", "single-safe", "double-safe"}[i],
				bounds.FloorSignificant(low, eigenvalueDigits), bounds.CeilSignificant(high, eigenvalueDigits), g.States,
			})
		}
	}
	return rows
}

// Eigenvalues has a line for each strip.
func Eigenvalues(q bounds.Question, rows []EigenvalueRow) *Document {
	t := newTable("width", "borders", "at least", "at most", "states")
	t.right = []int{1, 5}
	for _, r := range rows {
		t.row(r.Width, r.Borders, r.Low, r.High, r.States)
	}
	d := &Document{}
	d.line("Growth of strips of the %v lattice with each line, %s", q.Kind, colorsText(q.Colors))
	d.gap()
	d.table(t)
	return d
}

// EigenvaluesCSV writes a line for each strip.
func EigenvaluesCSV(w io.Writer, all []EigenvalueRow) error {
	var rows [][]any
	for _, r := range all {
		rows = append(rows, []any{r.Width, r.Borders, r.Low, r.High, r.States})
	}
	return writeCSV(w, rows, "width", "borders", "low", "high", "states")
}
