package view

import (
	"fmt"
	"html"
	"io"
	"strings"
	"time"

	"combigo.dev/combigo/cmd/combigo/internal/reproduction"
	"combigo.dev/combigo/comparison"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sequence"
)

// PaperList is the entries of all papers.
func PaperList() *Answer {
	d := &Document{}
	var t *grid
	all := reproduction.All()
	for i, e := range all {
		if i == 0 || e.Document != all[i-1].Document {
			d.heading("%s", e.Document)
			d.gap()
			t = d.table()
		}
		t.row(e.ID, e.Place, e.Title)
	}
	d.line("%d entries; combigo paper show ID recomputes one, combigo paper all all.", len(all))
	return &Answer{Document: d, json: all, Numbers: mapSlice(all, func(e *reproduction.Entry) any { return e.ID })}
}

// PaperOutcome is an entry next to the published one, with the file of its figure, if there is one.
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
		d.addPage("<figure class=\"drawn\">" + o.SVG + "</figure>\n")
		if file == "" {
			d.hint("--output FILE.svg writes the figure.")
		} else {
			d.line("The figure is in %s.", file)
		}
	}
	d.gap()
	d.line("%s", paperTally(o.Count))
	return &Answer{Document: d, Numbers: []any{paperTally(o.Count)}, json: outcomeJSON{e, o}}
}

type outcomeJSON struct {
	*reproduction.Entry
	*reproduction.Outcome
}

// paperTally says how many lines have which mark.
func paperTally(count func(reproduction.Mark) int) string {
	total := 0
	for _, m := range reproduction.Marks {
		total += count(m)
	}
	return Plural(total, "line") + ": " + reproduction.Tally(count)
}

// PaperRun is how many lines of each entry came out, with the name of the report, if there is one.
func PaperRun(run *reproduction.Run, name string) *Answer {
	d := &Document{}
	t := d.table("entry", "lines", ">time")
	for _, r := range run.Records {
		if r.Outcome == nil {
			t.row(r.ID, "", "no time")
			continue
		}
		t.row(r.ID, reproduction.Tally(r.Outcome.Count), r.Wall.Round(time.Millisecond))
	}
	d.line("%d of %d entries in %v; %s", run.Recomputed(), len(run.Records), run.Wall.Round(time.Millisecond), paperTally(run.Count))
	if name != "" {
		d.line("The report is in %s.", name)
	}
	return &Answer{Document: d, Numbers: []any{paperTally(run.Count)}, json: mapSlice(run.Records, func(r *reproduction.Record) outcomeJSON {
		return outcomeJSON{r.Entry, r.Outcome}
	})}
}

// Sequences lists the sequences that are known.
func Sequences() *Answer {
	a := &Answer{Document: &Document{}, json: sequence.All(), csv: newTable("id", "name")}
	t := a.table("id", "a(n)")
	for _, s := range sequence.All() {
		t.row(s.ID, s.Name)
		a.Numbers = append(a.Numbers, s.ID)
		a.csv.row(s.ID, s.Name)
	}
	return a
}

// SequenceTerms is the first terms of a sequence, as a b-file and as a table on a page.
func SequenceTerms(s *sequence.Sequence, terms []sequence.Term) *Answer {
	d, t := &Document{}, newTable("n", "value")
	a := &Answer{Document: d, Comments: s.Comments(), csv: newTable("id", "n", "value")}
	for _, comment := range a.Comments {
		if strings.HasPrefix(comment, "https://") {
			d.addPage(fmt.Sprintf("<p class=\"alone\"><a href=\"%s\">%[1]s</a></p>\n", html.EscapeString(comment)))
		} else {
			d.addPage("<p>" + Typeset(comment) + "</p>\n")
		}
	}
	for _, term := range terms {
		t.row(term.N, term.Value)
		a.Terms, a.Numbers = append(a.Terms, result.Term{Index: term.N, Value: term.Value}), append(a.Numbers, term.Value)
		a.csv.row(s.ID, term.N, term.Value)
		if term.Wrong != nil {
			a.Comments = append(a.Comments, fmt.Sprintf("the OEIS has a(%d) = %v", term.N, term.Wrong))
		}
	}
	var text strings.Builder
	_ = result.BFile(&text, a.Terms, a.Comments...) // of terms that are too long there is none, and a page has few terms
	d.add(entries, verbatim(text.String()), t.html(d.section))
	a.json = struct {
		*sequence.Sequence
		Terms []sequence.Term `json:"terms"`
	}{s, terms}
	a.Formats = map[string]func(io.Writer) error{"draft": func(w io.Writer) error {
		text, err := s.Draft(terms)
		if err != nil {
			return err
		}
		return writeLines(w, text...)
	}}
	return a
}

// Comparison is each figure with its formula and what was published.
func Comparison(r *comparison.Report) *Answer {
	d := &Document{}
	d.line("Positions of %s on the %s board", r.Game, r.Board)
	t := d.table("figure", "value", "formula", "rests on")
	for _, f := range r.Figures {
		basis := string(f.Basis)
		if f.Published != "" {
			basis += fmt.Sprintf("; in print: %s (%s)", f.Published, f.Source)
		}
		value := ""
		switch {
		case f.Value != nil:
			value = f.Value.String()
		case f.Real != 0:
			value = f.RealText()
		}
		t.row(f.Name, value, f.Formula, basis)
	}
	d.pageHeading("How it was computed")
	d.provenance(&r.Provenance)
	return &Answer{Document: d, Numbers: []any{r.Figures[0].Value}, json: r}
}
