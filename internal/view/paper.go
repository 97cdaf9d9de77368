package view

import (
	"fmt"
	"time"

	"combigo.dev/combigo/internal/reproduction"
)

func paperObject(e *reproduction.Entry) object {
	return object{"id", e.ID, "kind", e.Kind, "document", e.Document, "place", e.Place, "title", e.Title, "cost_seconds", e.Cost}
}

// PaperList is the entries of all papers.
func PaperList() *Answer {
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
		}
	}
	d.line("%d entries; combigo paper show ID recomputes one, combigo paper all all.", len(all))
	return &Answer{Document: d, json: objects(all, paperObject), Numbers: each(all, func(e *reproduction.Entry) string { return e.ID })}
}

// PaperOutcome is an entry beside the published one, with the file of its figure, if there is one.
func PaperOutcome(e *reproduction.Entry, o *reproduction.Outcome, file string) *Answer {
	d := &Document{labels: 17} // the longest mark and a space
	d.line("%s", e.Title)
	d.line("%s", e.Source())
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
	d.gap()
	if o.SVG != "" {
		if file == "" {
			d.hint("--output FILE.svg writes the figure.")
		} else {
			d.line("The figure is in %s.", file)
		}
	}
	d.gap()
	d.line("%s", paperTally(o.Count))
	return &Answer{Document: d, Numbers: []any{paperTally(o.Count)}, json: outcomeObject(e, o)}
}

func outcomeObject(e *reproduction.Entry, o *reproduction.Outcome) object {
	return append(paperObject(e), "", o)
}

// paperTally says how many lines have which mark.
func paperTally(count func(reproduction.Mark) int) string {
	total, noun := 0, "lines"
	for _, m := range reproduction.Marks {
		total += count(m)
	}
	if total == 1 {
		noun = "line"
	}
	return fmt.Sprintf("%d %s: %s", total, noun, reproduction.Tally(count))
}

// PaperRun is how many lines of each entry came out, with the name of the report, if there is one.
func PaperRun(run *reproduction.Run, name string) *Answer {
	t := newTable("entry", "lines", ">time")
	for _, r := range run.Records {
		if r.Outcome == nil {
			t.row(r.ID, "", "no time")
			continue
		}
		t.row(r.ID, reproduction.Tally(r.Outcome.Count), r.Wall.Round(time.Millisecond))
	}
	d := &Document{}
	d.table(t)
	d.line("%d of %d entries in %v; %s", run.Recomputed(), len(run.Records), run.Wall.Round(time.Millisecond), paperTally(run.Count))
	if name != "" {
		d.line("The report is in %s.", name)
	}
	return &Answer{Document: d, Numbers: []any{paperTally(run.Count)}, json: objects(run.Records, func(r *reproduction.Record) object {
		return outcomeObject(r.Entry, r.Outcome)
	})}
}
