package view

import (
	"fmt"
	"io"
	"strconv"
	"time"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/symmetry"
)

// Symmetry is a table of the fixed positions, and the two numbers.
func Symmetry(r *symmetry.Result) *Document {
	t := newTable("motions", "", "colours", "fixed positions")
	t.right = []int{2, 4}
	for _, row := range r.Rows {
		t.row(row.Name, len(row.Motions), "kept", row.Same.Value)
		t.row("", len(row.Motions), "exchanged", row.Exchanged.Value)
	}
	d := &Document{}
	d.line("Legal positions of board %s up to symmetry", r.Board)
	d.gap()
	d.table(t)
	d.gap()
	d.head("Up to the %s:", Plural(r.Order, "motion"))
	d.number("", r.Orbits.String())
	d.gap()
	d.head("Up to the %s and exchange of colours:", Plural(r.Order, "motion"))
	d.number("", r.OrbitsColored.String())
	d.gap()
	d.checks(r.Checks)
	d.line("%s of computing, %s, at most %s of memory", r.Wall.Round(time.Millisecond), Plural(r.Threads, "thread"), r.PeakMemory)
	return d
}

// Symmetries has a line for each board.
func Symmetries(results []*symmetry.Result) *Document {
	t := newTable("board", "motions", "up to motions", "and exchange of colours")
	t.right = []int{2}
	var wall time.Duration
	for _, r := range results {
		t.row(r.Board, r.Order, r.Orbits, r.OrbitsColored)
		wall += r.Wall
	}
	d := &Document{}
	d.line("Legal positions up to symmetry")
	d.gap()
	d.table(t)
	d.gap()
	d.hinted(fmt.Sprintf("%s, %s of computing; all sums of Burnside's lemma for all subgroups come out whole, all their terms are odd",
		Plural(len(results), "board"), wall.Round(time.Millisecond)), " (--json lists them)")
	return d
}

// SymmetryEstimates is what numbers will take.
func SymmetryEstimates(size board.Size, estimates []symmetry.Estimate) *Document {
	t := newTable("motions", "colours", "counted", "width", "memory", "seconds")
	t.right = []int{4, 5, 6}
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
		t.row(e.Name, colours, e.Board, width, memory, fmt.Sprintf("%.3g", e.Seconds))
		seconds += e.Seconds
	}
	d := &Document{}
	d.line("What it takes to count the positions of board %s up to symmetry, roughly", size)
	d.gap()
	d.table(t)
	d.gap()
	d.line("Together about %.3g s on one thread", seconds)
	return d
}

// SymmetryCSV writes a line for each class of motions of each board.
func SymmetryCSV(w io.Writer, results []*symmetry.Result) error {
	var rows [][]any
	for _, r := range results {
		for _, row := range r.Rows {
			rows = append(rows, []any{
				r.Board.Rows, r.Board.Cols, row.Name, len(row.Motions), row.Same.Value, row.Exchanged.Value, r.Orbits, r.OrbitsColored,
			})
		}
	}
	return writeCSV(w, rows, "rows", "cols", "motions", "number", "fixed", "fixed_exchanged", "value", "value_with_exchange")
}
