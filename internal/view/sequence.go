package view

import (
	"cmp"
	"fmt"
	"html"
	"io"
	"strings"

	"combigo.dev/combigo/sequence"
)

// Sequences lists the sequences that are known.
func Sequences() *Document {
	t := newTable("id", "a(n)")
	for _, s := range sequence.All() {
		t.row(s.ID, s.Name)
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
	var text strings.Builder
	for _, term := range s.Terms {
		_ = lines.Add(&text, term, "bfile") // a builder takes everything
		t.row(term.N, term.Value)
	}
	for _, comment := range s.Comments() {
		if strings.HasPrefix(comment, "https://") {
			d.add(verbatim(""), fmt.Sprintf("<p class=\"alone\"><a href=\"%s\">%[1]s</a></p>\n", html.EscapeString(comment)))
		} else {
			d.add(verbatim(""), "<p>"+Typeset(comment)+"</p>\n")
		}
	}
	d.add(verbatim(text.String()), t.html(d.section))
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
		if t.Wrong != nil {
			err = cmp.Or(err, Lines(w, fmt.Sprintf("# the OEIS has a(%d) = %v", t.N, t.Wrong)))
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

// Draft writes what an editor of the OEIS needs.
func (s *SequenceTerms) Draft(w io.Writer) error {
	lines, err := s.Sequence.Draft(s.Terms)
	if err != nil {
		return err
	}
	return Lines(w, lines...)
}
