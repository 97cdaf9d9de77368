package view

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"

	"combigo/bounds"
	"combigo/result"
)

// eigenvalueDigits is the number of significant digits of eigenvalues.
const eigenvalueDigits = 16

// eigenvalueOutput is the enclosure of the eigenvalue of a strip; its fields are those of the JSON output.
type eigenvalueOutput struct {
	Width   int    `json:"width"`
	Borders string `json:"borders"`
	Low     string `json:"low"`
	High    string `json:"high"`
	States  int    `json:"states"`
}

func eigenvalueRows(all []*bounds.Eigenvalues) []eigenvalueOutput {
	var rows []eigenvalueOutput
	for _, e := range all {
		for i, g := range []*bounds.Growth{e.Free, e.Single, e.Double} {
			low, high := g.PerLine()
			rows = append(rows, eigenvalueOutput{
				e.Width, []string{"free", "single-safe", "double-safe"}[i],
				bounds.FloorSignificant(low, eigenvalueDigits), bounds.CeilSignificant(high, eigenvalueDigits), g.States,
			})
		}
	}
	return rows
}

func (f *boundsFlags) writeEigenvalues(w io.Writer, all []*bounds.Eigenvalues) error {
	rows := eigenvalueRows(all)
	switch {
	case f.json || f.format.format == "json":
		return result.JSON(w, rows)
	case f.csv || f.format.format == "csv":
		return writeEigenvaluesCSV(w, rows)
	}
	t := newTable()
	t.AppendHeader(table.Row{"width", "borders", "at least", "at most", "states"})
	t.SetColumnConfigs([]table.ColumnConfig{right(1), right(5)})
	for _, r := range rows {
		t.AppendRow(table.Row{r.Width, r.Borders, r.Low, r.High, r.States})
	}
	q := all[0].Question
	_, err := fmt.Fprintf(w, "Growth of strips of the %v lattice with each line, %s\n\n%s\n",
		q.Kind, colorsText(q.Colors), t.Render())
	return err
}

func writeEigenvaluesCSV(w io.Writer, rows []eigenvalueOutput) error {
	lines := [][]string{{"width", "borders", "low", "high", "states"}}
	for _, r := range rows {
		lines = append(lines, []string{strconv.Itoa(r.Width), r.Borders, r.Low, r.High, strconv.Itoa(r.States)})
	}
	return csv.NewWriter(w).WriteAll(lines)
}
