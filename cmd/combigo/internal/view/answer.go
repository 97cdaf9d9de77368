// Package view writes results for people and for programs: text and HTML, JSON, CSV and b-files.
//
// A question leads to a result, and one function of this package makes of the result an [Answer]: a
// [Document] for people, with a form for the command line and one for pages, and the fields for
// programs. Nothing here computes; what is derived for show, such as which digits are certain, is
// derived once, and all forms are written from it.
package view

import (
	"cmp"
	"fmt"
	"html/template"
	"io"
	"math/big"
	"strings"
	"time"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/result"
)

// An Answer is what a question has led to, in all forms in which people and programs want it. Forms
// that an answer does not have are empty.
type Answer struct {
	*Document               // for people
	Terms     []result.Term // of a b-file
	Comments  []string      // above the terms
	Numbers   []any         // the answer in one number, or several, a line each
	Picture   func() (*canvas.Canvas, error)
	Formats   map[string]func(io.Writer) error // others, by name
	json      any                              // a struct, or a list of structs; see appendJSON
	csv       *grid
}

// Joined is the answers to one question about several graphs, one after the other.
func Joined(all []*Answer) *Answer {
	if len(all) == 1 {
		return all[0]
	}
	joined := &Answer{Document: &Document{}, Formats: map[string]func(io.Writer) error{}}
	var list []any
	for _, a := range all {
		a.close()
		a.parts[0].apart = true
		joined.parts, joined.page = append(joined.parts, a.parts...), append(joined.page, a.page...)
		joined.Numbers, list = append(joined.Numbers, a.Numbers...), append(list, a.json)
		for name, write := range a.Formats {
			before := joined.Formats[name]
			joined.Formats[name] = func(w io.Writer) (err error) {
				if before != nil {
					err = before(w)
				}
				return cmp.Or(err, write(w))
			}
		}
	}
	joined.json = list
	return joined
}

// Write writes the answer in a format. What is no other format is text.
func (a *Answer) Write(w io.Writer, format string, style Style) error {
	if write := a.Formats[format]; write != nil {
		return write(w)
	}
	switch format {
	case "json":
		return writeJSON(w, a.json)
	case "csv":
		return a.csv.csv(w)
	case "latex":
		return a.writeLaTeX(w)
	case "bfile":
		return result.BFile(w, a.Terms, a.Comments...)
	case "quiet":
		if a.Numbers != nil {
			return lines(w, a.Numbers...)
		}
	}
	return a.Text(w, style)
}

// A Page is an answer as the explorer shows it, in all forms at once.
type Page struct {
	Text string
	HTML template.HTML // empty if the positions say all that the text does
	JSON string
	SGF  string // of a game or of positions, if there are any
}

// Page returns the answer in the forms that the explorer shows.
func (a *Answer) Page() (*Page, error) {
	p := &Page{HTML: a.HTML()}
	for format, to := range map[string]*string{"text": &p.Text, "json": &p.JSON, "sgf": &p.SGF} {
		if format == "sgf" && a.Formats["sgf"] == nil {
			continue
		}
		var b strings.Builder
		if err := a.Write(&b, format, Style{}); err != nil {
			return nil, err
		}
		*to = b.String()
	}
	return p, nil
}

// lines writes a value a line.
func lines[T any](w io.Writer, values ...T) error {
	for _, value := range values {
		if _, err := fmt.Fprintln(w, value); err != nil {
			return err
		}
	}
	return nil
}

// line is a format that is one line.
func line(text string) func(io.Writer) error {
	return func(w io.Writer) error { return lines(w, text) }
}

// each returns what is said of each item, such as its number.
func each[T, V any](items []T, of func(T) V) []V {
	var all []V
	for _, item := range items {
		all = append(all, of(item))
	}
	return all
}

// term is a term of a b-file that is no longer than a machine word.
func term(index, value int) result.Term {
	return result.Term{Index: index, Value: big.NewInt(int64(value))}
}

// milliseconds writes a time for CSV.
func milliseconds(t time.Duration) string { return fmt.Sprintf("%.3f", t.Seconds()) }

// oneOf returns the only value of a list, or the list: what JSON has for one board, or for a table
// of them.
func oneOf[T any](list []T) any {
	if len(list) == 1 {
		return list[0]
	}
	return list
}
