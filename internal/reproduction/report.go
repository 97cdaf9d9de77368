package reproduction

import (
	_ "embed"
	"html/template"
	"io"
	"regexp"
	"time"

	"combigo.dev/combigo/internal/published"
)

//go:embed report.html
var reportText string

var reportPage = template.Must(template.New("report").Funcs(template.FuncMap{
	"drawing": inline,
	"round":   func(d time.Duration) string { return d.Round(time.Millisecond).String() },
}).Parse(reportText))

// nameSpaces are the declarations that a drawing needs only in a file of its own.
var nameSpaces = regexp.MustCompile(`\s+xmlns(:xlink)?="[^"]*"`)

// inline makes a drawing part of the page, in which the name of its language is known.
func inline(svg string) template.HTML {
	return template.HTML(nameSpaces.ReplaceAllString(svg, "")) // drawings are made by this package and escape their texts
}

// chapter is the records of a paper.
type chapter struct {
	Document published.Document
	Records  []*Record
}

func (r *Run) chapters() []chapter {
	var all []chapter
	for _, x := range r.Records {
		if len(all) == 0 || all[len(all)-1].Document != x.Document {
			all = append(all, chapter{Document: x.Document})
		}
		last := &all[len(all)-1]
		last.Records = append(last.Records, x)
	}
	return all
}

// tally is how many lines have a mark.
type tally struct {
	Mark  Mark
	Count int
}

func (r *Run) tallies() []tally {
	var all []tally
	for _, m := range Marks {
		all = append(all, tally{m, r.Count(m)})
	}
	return all
}

// WriteHTML writes the run as a page that stands for itself: with its drawings and its style,
// without scripts, and without anything that would have to be fetched. It is well-formed XML, too.
func (r *Run) WriteHTML(w io.Writer) error {
	return reportPage.Execute(w, map[string]any{"Run": r, "Chapters": r.chapters(), "Tallies": r.tallies()})
}
