package view

import (
	"bytes"
	"html/template"
	"io"
)

// A Page is the answer of a command as the explorer shows it, in all forms at once.
type Page struct {
	Text string        `json:"text"`
	HTML template.HTML `json:"html"` // empty if the positions say all that the text does
	JSON string        `json:"json"`
	SGF  string        `json:"sgf"` // of a game or of positions, if there are any
}

// NewPage returns a document as an answer, with what else there is to write, by format.
func NewPage(d *Document, others map[string]func(io.Writer) error) (*Page, error) {
	p := &Page{HTML: d.HTML()}
	for format, to := range map[string]*string{"text": &p.Text, "json": &p.JSON, "sgf": &p.SGF} {
		write := others[format]
		if format == "text" {
			write = func(w io.Writer) error { return d.Text(w, Style{}) }
		}
		if write == nil {
			continue
		}
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return nil, err
		}
		*to = b.String()
	}
	return p, nil
}
