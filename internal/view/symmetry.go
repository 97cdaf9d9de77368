package view

import (
	"encoding/csv"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"combigo/board"
	"combigo/result"
	"combigo/symmetry"
)

// chosen returns the number that the flags ask for.
func (f *symmetryFlags) chosen(r *symmetry.Result) *big.Int {
	if f.exchange {
		return r.OrbitsColored
	}
	return r.Orbits
}

// fixedWidth is what the other columns leave of 80 columns.
const fixedWidth = 36

// writeSymmetry writes a table of the fixed positions, and the two numbers.
func writeSymmetry(w io.Writer, r *symmetry.Result) error {
	t := newTable()
	t.AppendHeader(table.Row{"motions", "", "colours", "fixed positions"})
	t.SetColumnConfigs([]table.ColumnConfig{
		right(2), {Number: 4, Align: text.AlignRight, AlignHeader: text.AlignRight, WidthMax: fixedWidth, WidthMaxEnforcer: text.WrapHard},
	})
	for _, row := range r.Rows {
		t.AppendRow(table.Row{row.Name, len(row.Motions), "kept", row.Same.Value})
		t.AppendRow(table.Row{"", len(row.Motions), "exchanged", row.Exchanged.Value})
	}
	if _, err := fmt.Fprintf(w, "Legal positions of board %s up to symmetry\n\n%s\n\n", r.Board, t.Render()); err != nil {
		return err
	}
	for _, line := range symmetryLines(r) {
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

func symmetryLines(r *symmetry.Result) []string {
	var lines []string
	for _, number := range []struct {
		name  string
		value *big.Int
	}{
		{fmt.Sprintf("Up to the %s", plural(r.Order, "motion")), r.Orbits},
		{fmt.Sprintf("Up to the %s and exchange of colours", plural(r.Order, "motion")), r.OrbitsColored},
	} {
		lines = append(lines, number.name+":")
		for _, group := range result.Group(number.value) {
			lines = append(lines, "  "+group)
		}
		lines = append(lines, "")
	}
	for _, check := range r.Checks {
		lines = append(lines, "check: "+check)
	}
	return append(lines, fmt.Sprintf("%s of computing, %s, at most %s of memory",
		r.Wall.Round(time.Millisecond), plural(r.Threads, "thread"), r.PeakMemory))
}

// orbitWidth leaves room for two numbers in 80 columns.
const orbitWidth = 32

// writeSymmetries writes a line for each board.
func writeSymmetries(w io.Writer, results []*symmetry.Result) error {
	t := newTable()
	t.AppendHeader(table.Row{"board", "motions", "up to motions", "and exchange of colours"})
	t.SetColumnConfigs([]table.ColumnConfig{
		right(2),
		{Number: 3, WidthMax: orbitWidth, WidthMaxEnforcer: text.WrapHard},
		{Number: 4, WidthMax: orbitWidth, WidthMaxEnforcer: text.WrapHard},
	})
	var wall time.Duration
	for _, r := range results {
		t.AppendRow(table.Row{r.Board, r.Order, r.Orbits, r.OrbitsColored})
		wall += r.Wall
	}
	_, err := fmt.Fprintf(w, "Legal positions up to symmetry\n\n%s\n\n%s, %s of computing; all sums of Burnside's lemma\nfor all subgroups come out whole, all their terms are odd (--json lists them)\n",
		t.Render(), plural(len(results), "board"), wall.Round(time.Millisecond))
	return err
}

func writeEstimates(w io.Writer, size board.Size, estimates []symmetry.Estimate) error {
	t := newTable()
	t.AppendHeader(table.Row{"motions", "colours", "counted", "width", "memory", "seconds"})
	t.SetColumnConfigs([]table.ColumnConfig{right(4), right(5), right(6)})
	seconds := 0.0
	for _, e := range estimates {
		colours, width, memory := "kept", "", ""
		if e.Colored {
			colours = "exchanged"
		}
		if e.Width > 0 {
			width = strconv.Itoa(e.Width)
		}
		if e.Bytes > 0 {
			memory = e.Bytes.String()
		}
		t.AppendRow(table.Row{e.Name, colours, e.Board, width, memory, fmt.Sprintf("%.3g", e.Seconds)})
		seconds += e.Seconds
	}
	_, err := fmt.Fprintf(w, "What it takes to count the positions of board %s up to symmetry, roughly\n\n%s\n\nTogether about %.3g s on one thread\n",
		size, t.Render(), seconds)
	return err
}

// writeSymmetryCSV writes a line of column names and a line for each class of
// motions of each board.
func writeSymmetryCSV(w io.Writer, results []*symmetry.Result) error {
	lines := csv.NewWriter(w)
	lines.Write([]string{"rows", "cols", "motions", "number", "fixed", "fixed_exchanged", "orbits", "orbits_exchanged"})
	for _, r := range results {
		for _, row := range r.Rows {
			lines.Write([]string{
				strconv.Itoa(r.Board.Rows), strconv.Itoa(r.Board.Cols), row.Name, strconv.Itoa(len(row.Motions)),
				row.Same.Value.String(), row.Exchanged.Value.String(), r.Orbits.String(), r.OrbitsColored.String(),
			})
		}
	}
	lines.Flush()
	return lines.Error()
}

// symmetryDocument is a result as JSON: long numbers are strings.
type symmetryDocument struct {
	Rows          int               `json:"rows"`
	Cols          int               `json:"cols"`
	Legal         string            `json:"legal"`
	Order         int               `json:"group_order"`
	Orbits        string            `json:"orbits"`
	OrbitsColored string            `json:"orbits_exchanged"`
	Classes       []motionsDocument `json:"classes"`
	Threads       int               `json:"threads"`
	Seconds       float64           `json:"wall_seconds"`
	PeakMemory    int64             `json:"peak_memory_bytes,omitempty"`
	Checks        []string          `json:"checks"`
}

type motionsDocument struct {
	Name      string        `json:"name"`
	Number    int           `json:"number"`
	Fixed     fixedDocument `json:"fixed"`
	Exchanged fixedDocument `json:"fixed_exchanged"`
}

type fixedDocument struct {
	Value      string   `json:"value"`
	Board      string   `json:"board"`
	Engine     string   `json:"engine,omitempty"`
	Points     int      `json:"points"`
	Width      int      `json:"width,omitempty"`
	States     float64  `json:"states,omitempty"`
	StateSteps float64  `json:"state_steps,omitempty"`
	Seconds    float64  `json:"wall_seconds"`
	Checks     []string `json:"checks"`
}

func newSymmetryDocument(r *symmetry.Result) symmetryDocument {
	d := symmetryDocument{
		Rows: r.Board.Rows, Cols: r.Board.Cols, Legal: r.Legal.String(), Order: r.Order,
		Orbits: r.Orbits.String(), OrbitsColored: r.OrbitsColored.String(),
		Threads: r.Threads, Seconds: r.Wall.Seconds(), PeakMemory: int64(r.PeakMemory), Checks: r.Checks,
	}
	for _, row := range r.Rows {
		d.Classes = append(d.Classes, motionsDocument{
			row.Name, len(row.Motions), newFixedDocument(row.Same), newFixedDocument(row.Exchanged),
		})
	}
	return d
}

func newFixedDocument(f *symmetry.Fixed) fixedDocument {
	return fixedDocument{
		Value: f.Value.String(), Board: f.Board, Engine: f.Engine, Points: f.Points, Width: f.Width,
		States: f.States, StateSteps: f.StateSteps, Seconds: f.Wall.Seconds(), Checks: append([]string{}, f.Checks...),
	}
}
