package view

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"

	"combigo/sequence"
)

// Sequences lists the sequences that are known.
func Sequences() *Document {
	t := newTable("id", "a(n)")
	t.SetColumnConfigs([]table.ColumnConfig{wrapped(2, 58)})
	for _, s := range sequence.All() {
		t.AppendRow(table.Row{s.ID, s.Name})
	}
	d := &Document{}
	d.table(t)
	return d
}

// SequenceIDs lists the ids of the sequences that are known.
func SequenceIDs(w io.Writer) error { return Lines(w, sequence.IDs()...) }

// SequenceTerms is a sequence with its first terms; its fields are those of the JSON output.
type SequenceTerms struct {
	*sequence.Sequence
	Terms []sequence.Term `json:"terms"`
}

// Document is the terms as a b-file, and as a table on a page.
func (s *SequenceTerms) Document() *Document {
	d, t, lines := &Document{}, newTable("n", "value"), &SequenceTerms{Sequence: s.Sequence}
	for _, term := range s.Terms {
		_ = lines.Add(&d.text, term, "bfile") // a document takes everything
		t.AppendRow(table.Row{term.N, term.Value})
	}
	for _, comment := range s.Comments() {
		if strings.HasPrefix(comment, "https://") {
			d.add("", fmt.Sprintf("<p class=\"alone\"><a href=\"%s\">%[1]s</a></p>\n", html.EscapeString(comment)))
		} else {
			d.add("", "<p>"+Typeset(comment)+"</p>\n")
		}
	}
	d.add("", t.html(d.section))
	return d
}

// Add takes the next term, and writes it if the format has a line for each: bfile, csv or quiet.
func (s *SequenceTerms) Add(w io.Writer, t sequence.Term, format string) (err error) {
	first := len(s.Terms) == 0
	s.Terms = append(s.Terms, t)
	switch format {
	case "bfile":
		if first {
			err = Lines(w, "# "+strings.Join(s.Comments(), "\n# "))
		}
		return cmp.Or(err, Lines(w, fmt.Sprintf("%d %v", t.N, t.Value)))
	case "csv":
		if first {
			err = Lines(w, "id,n,value")
		}
		return cmp.Or(err, Lines(w, fmt.Sprintf("%s,%d,%v", s.ID, t.N, t.Value)))
	case "quiet":
		return Lines(w, t.Value)
	}
	return nil
}
