package view

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"combigo/published"
	"combigo/reproduction"
	"combigo/result"
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

// PaperList writes the entries of all papers for people.
func PaperList(w io.Writer) error {
	p := &page{w: w}
	all := reproduction.All()
	for i, t := 0, table.Writer(nil); i < len(all); i++ {
		if i == 0 || all[i].Document != all[i-1].Document {
			t = newTable()
			t.SetColumnConfigs([]table.ColumnConfig{wrapped(2, 17), wrapped(3, 38)})
		}
		t.AppendRow(table.Row{all[i].ID, all[i].Place, all[i].Title})
		if i == len(all)-1 || all[i+1].Document != all[i].Document {
			p.printf("%s\n\n%s\n\n", all[i].Document, t.Render())
		}
	}
	p.printf("%d entries; combigo paper show ID recomputes one, combigo paper all all.\n", len(all))
	return p.err
}

// A PaperDocument is an entry recomputed; its fields are those of the JSON output.
type PaperDocument struct {
	paperEntry
	*reproduction.Outcome
}

// PaperOutcome writes an entry beside the published one for people.
func PaperOutcome(w io.Writer, e *reproduction.Entry, o *reproduction.Outcome, file string) error {
	p := &paperPage{page{w: w}}
	p.line("%s", e.Title)
	p.line("%s\n", e.Source())
	for _, r := range o.Rows {
		p.row(r)
	}
	for _, n := range o.Notes {
		p.line("")
		p.paragraph("", n)
	}
	if o.SVG != "" {
		if file == "" {
			p.line("\n--output FILE.svg writes the figure.")
		} else {
			p.line("\nThe figure is in %s.", file)
		}
	}
	p.line("\n%s", PaperTally(o.Count))
	return p.err
}

// PaperTally says how many lines have which mark.
func PaperTally(count func(reproduction.Mark) int) string {
	var words []string
	total := 0
	for _, m := range []reproduction.Mark{
		reproduction.Equal, reproduction.Better, reproduction.Different, reproduction.TooLarge, reproduction.Unprinted,
	} {
		if n := count(m); n > 0 {
			words, total = append(words, fmt.Sprintf("%d %s", n, m)), total+n
		}
	}
	noun := "lines"
	if total == 1 {
		noun = "line"
	}
	return fmt.Sprintf("%d %s: %s", total, noun, strings.Join(words, ", "))
}

// paperPage writes lines of 80 columns.
type paperPage struct{ page }

func (p *paperPage) line(form string, args ...any) { p.printf(form+"\n", args...) }

// markWidth is the width of the longest mark and a space.
const markWidth = 11

// paragraph writes a text after a label, in lines that begin below its first one.
func (p *paperPage) paragraph(label, content string) {
	if content == "" {
		return
	}
	indent := 0
	if label != "" {
		indent = markWidth
	}
	for i, line := range strings.Split(text.WrapSoft(content, 80-indent), "\n") {
		if i > 0 {
			label = ""
		}
		p.line("%s", strings.TrimRight(fmt.Sprintf("%-*s%s", indent, label, line), " "))
	}
}

func (p *paperPage) row(r reproduction.Row) {
	if r.Printed == r.Here {
		p.paragraph(string(r.Mark), r.What+" = "+r.Here)
	} else {
		p.paragraph(string(r.Mark), r.What)
		p.paragraph("  printed", r.Printed)
		p.paragraph("  here", r.Here)
	}
	p.paragraph("  note", r.Note)
	p.paragraph("  earlier", r.Earlier)
}

// PaperRunJSON writes all entries that were computed.
func PaperRunJSON(w io.Writer, run *reproduction.Run) error {
	var all []PaperDocument
	for _, r := range run.Records {
		all = append(all, PaperDocument{toPaperEntry(r.Entry), r.Outcome})
	}
	return result.JSON(w, all)
}

// PaperRun writes how many lines of each entry came out for people.
func PaperRun(w io.Writer, run *reproduction.Run, name string) error {
	t := newTable("entry", "equal", "better", "different", "too large", "unprinted", "time")
	for _, r := range run.Records {
		if r.Outcome == nil {
			t.AppendRow(table.Row{r.ID, "", "", "", "", "", "no time"})
			continue
		}
		row := table.Row{r.ID}
		for _, m := range []reproduction.Mark{
			reproduction.Equal, reproduction.Better, reproduction.Different, reproduction.TooLarge, reproduction.Unprinted,
		} {
			if n := r.Outcome.Count(m); n > 0 {
				row = append(row, n)
			} else {
				row = append(row, "")
			}
		}
		t.AppendRow(append(row, r.Wall.Round(time.Millisecond)))
	}
	t.SetColumnConfigs(right(2, 3, 4, 5, 6, 7))
	report := ""
	if name != "" {
		report = "\nThe report is in " + name + "."
	}
	_, err := fmt.Fprintf(w, "%s\n\n%d of %d entries in %v; %s%s\n", t.Render(),
		run.Recomputed(), len(run.Records), run.Wall.Round(time.Millisecond), PaperTally(run.Count), report)
	return err
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
