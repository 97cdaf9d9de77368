package view

import (
	"fmt"
	"io"
	"time"

	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/internal/reproduction"
	"combigo.dev/combigo/result"
)

// paperEntry is an entry of the list; its fields are those of the JSON output.
type paperEntry struct {
	ID       string             `json:"id"`
	Kind     reproduction.Kind  `json:"kind"`
	Document published.Document `json:"document"`
	Place    string             `json:"place"`
	Title    string             `json:"title"`
	Seconds  float64            `json:"cost_seconds"`
}

func toPaperEntry(e *reproduction.Entry) paperEntry {
	return paperEntry{e.ID, e.Kind, e.Document, e.Place, e.Title, e.Cost.Seconds()}
}

// PaperList is the entries of all papers.
func PaperList() *Document {
	d := &Document{}
	all := reproduction.All()
	for i, t := 0, (*grid)(nil); i < len(all); i++ {
		if i == 0 || all[i].Document != all[i-1].Document {
			t = newTable()
		}
		t.row(all[i].ID, all[i].Place, all[i].Title)
		if i == len(all)-1 || all[i+1].Document != all[i].Document {
			d.head("%s", all[i].Document)
			d.gap()
			d.table(t)
			d.gap()
		}
	}
	d.line("%d entries; combigo paper show ID recomputes one, combigo paper all all.", len(all))
	return d
}

// A PaperDocument is an entry recomputed; its fields are those of the JSON output.
type PaperDocument struct {
	paperEntry
	*reproduction.Outcome
}

// PaperOutcome is an entry beside the published one, with the file of its figure, if there is one.
func PaperOutcome(e *reproduction.Entry, o *reproduction.Outcome, file string) *Document {
	d := &Document{labels: 17} // the longest mark and a space
	d.line("%s", e.Title)
	d.line("%s", e.Source())
	d.gap()
	for _, r := range o.Rows {
		if r.Printed == r.Here && r.Here != "" {
			d.fact(r.Mark.Words(), fmt.Sprintf("%s = %s (%s)", r.What, r.Here, r.Basis))
		} else {
			d.fact(r.Mark.Words(), r.What)
			d.fact("  printed", r.Printed)
			if r.Here != "" {
				d.fact("  here", fmt.Sprintf("%s (%s)", r.Here, r.Basis))
			}
		}
		d.fact("  note", r.Note)
		d.fact("  earlier", r.Earlier)
	}
	for _, n := range o.Notes {
		d.gap()
		d.line("%s", n)
	}
	if o.SVG != "" {
		d.gap()
		if file == "" {
			d.hint("--output FILE.svg writes the figure.")
		} else {
			d.line("The figure is in %s.", file)
		}
	}
	d.gap()
	d.line("%s", PaperTally(o.Count))
	return d
}

// PaperTally says how many lines have which mark.
func PaperTally(count func(reproduction.Mark) int) string {
	total, noun := 0, "lines"
	for _, m := range reproduction.Marks {
		total += count(m)
	}
	if total == 1 {
		noun = "line"
	}
	return fmt.Sprintf("%d %s: %s", total, noun, reproduction.Tally(count))
}

// PaperRunJSON writes all entries that were computed.
func PaperRunJSON(w io.Writer, run *reproduction.Run) error {
	var all []PaperDocument
	for _, r := range run.Records {
		all = append(all, PaperDocument{toPaperEntry(r.Entry), r.Outcome})
	}
	return result.JSON(w, all)
}

// PaperRun is how many lines of each entry came out, with the name of the report, if there is one.
func PaperRun(run *reproduction.Run, name string) *Document {
	t := newTable("entry", "lines", "time")
	for _, r := range run.Records {
		if r.Outcome == nil {
			t.row(r.ID, "", "no time")
			continue
		}
		t.row(r.ID, reproduction.Tally(r.Outcome.Count), r.Wall.Round(time.Millisecond))
	}
	t.right = []int{3}
	d := &Document{}
	d.table(t)
	d.gap()
	d.line("%d of %d entries in %v; %s", run.Recomputed(), len(run.Records), run.Wall.Round(time.Millisecond), PaperTally(run.Count))
	if name != "" {
		d.line("The report is in %s.", name)
	}
	return d
}

// PaperListJSON writes the entries of all papers.
func PaperListJSON(w io.Writer) error {
	var all []paperEntry
	for _, e := range reproduction.All() {
		all = append(all, toPaperEntry(e))
	}
	return result.JSON(w, all)
}

// NewPaperDocument returns an entry as it is written in JSON.
func NewPaperDocument(e *reproduction.Entry, o *reproduction.Outcome) PaperDocument {
	return PaperDocument{toPaperEntry(e), o}
}

// PaperIDs writes the ids of the entries of all papers, one a line.
func PaperIDs(w io.Writer) error {
	for _, e := range reproduction.All() {
		if err := Lines(w, e.ID); err != nil {
			return err
		}
	}
	return nil
}
