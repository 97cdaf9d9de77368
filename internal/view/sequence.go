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
func Sequences() *Answer {
	t := newTable("id", "a(n)")
	for _, s := range sequence.All() {
		t.row(s.ID, s.Name)
	}
	a := &Answer{Document: &Document{}, json: sequence.All(), Numbers: each(sequence.IDs(), func(id string) string { return id })}
	a.table(t)
	return a
}

// SequenceTerms is a sequence with its first terms.
type SequenceTerms struct {
	*sequence.Sequence
	Terms []sequence.Term
}

// Answer is the terms as a b-file, and as a table on a page.
func (s *SequenceTerms) Answer() *Answer {
	d, t, written := &Document{}, newTable("n", "value"), &SequenceTerms{Sequence: s.Sequence}
	var text strings.Builder
	for _, term := range s.Terms {
		_ = written.Add(&text, term, "bfile") // a builder takes everything
		t.row(term.N, term.Value)
	}
	for _, comment := range s.Comments() {
		if strings.HasPrefix(comment, "https://") {
			d.addPage(fmt.Sprintf("<p class=\"alone\"><a href=\"%s\">%[1]s</a></p>\n", html.EscapeString(comment)))
		} else {
			d.addPage("<p>" + Typeset(comment) + "</p>\n")
		}
	}
	d.add(entries, verbatim(text.String()), t.html(d.section))
	return &Answer{Document: d, Formats: map[string]func(io.Writer) error{"draft": s.draft}, json: object{
		"", s.Sequence, "terms", objects(s.Terms, func(t sequence.Term) object {
			return object{"n", t.N, "value", t.Value, "in_oeis", t.Printed, "wrong_in_oeis", some(t.Wrong)}
		}),
	}}
}

// Add takes the next term, and writes it if the format has a line for each: bfile, csv or quiet.
func (s *SequenceTerms) Add(w io.Writer, t sequence.Term, format string) (err error) {
	first := len(s.Terms) == 0
	s.Terms = append(s.Terms, t)
	switch format {
	case "bfile":
		if first {
			err = lines(w, "# "+strings.Join(s.Comments(), "\n# "))
		}
		if t.Wrong != nil {
			err = cmp.Or(err, lines(w, fmt.Sprintf("# the OEIS has a(%d) = %v", t.N, t.Wrong)))
		}
		return cmp.Or(err, lines(w, fmt.Sprintf("%d %v", t.N, t.Value)))
	case "csv":
		if first {
			err = lines(w, "id,n,value")
		}
		return cmp.Or(err, lines(w, fmt.Sprintf("%s,%d,%v", s.ID, t.N, t.Value)))
	case "quiet":
		return lines(w, t.Value)
	}
	return nil
}

// draft writes what an editor of the OEIS needs.
func (s *SequenceTerms) draft(w io.Writer) error {
	text, err := s.Draft(s.Terms)
	if err != nil {
		return err
	}
	return lines(w, text...)
}
