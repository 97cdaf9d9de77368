// Package view writes results for people and for programs: text and HTML, JSON, CSV and b-files.
//
// A question leads to a result, and one function of this package makes of the result an [Answer]: a
// [Document] for people, with a form for the command line and one for pages, and the fields for
// programs. Nothing here computes; what is derived for show, such as which digits are certain, is
// derived once, and all forms are written from it.
package view

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"math"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/goban"
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
	json      any                              // an object, or a list of objects
	csv       []object                         // lines, each with the names of the columns
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
		return writeCSV(w, a.csv)
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

// writeCSV writes a line with the names of the columns and a line for each object.
func writeCSV(w io.Writer, rows []object) error {
	var all [][]string
	for i, row := range rows {
		names, line := make([]string, len(row)/2), make([]string, len(row)/2)
		for column := range line {
			names[column], line[column] = fmt.Sprint(row[2*column]), fmt.Sprint(row[2*column+1])
		}
		if i == 0 {
			all = append(all, names)
		}
		all = append(all, line)
	}
	return csv.NewWriter(w).WriteAll(all)
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
func each[T, V any](items []T, of func(T) V) []any {
	var all []any
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

// Schema is the first field of every JSON document: the name of what the fields mean, with a number
// that changes if a field changes its meaning, or goes.
const Schema = "combigo 1"

// An object is a JSON object: names and values of its fields by turns, in the order in which they
// are written. The name "" splices the fields of its value in. The type of a value alone says how
// the value is written:
//
//	*big.Int, uint64   a string of digits: programs that read floating-point numbers spoil others
//	int, int64         a number, above 2^53 a string of digits
//	*big.Rat           a string, such as "57" or "-1/2"
//	time.Duration      seconds
//	result.Bytes       a number of bytes
//	an enumeration     its name
//	a list             a list, empty for nil
//	*goban.Position    a list of the rows of the diagram
//	[some]             nothing, not even the name, for a zero value
type object []any

// MarshalJSON writes the fields in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	for i := 0; i < len(o); i += 2 {
		value := o[i+1]
		if o[i] != "" {
			value = jsonValue(value)
		}
		if value == (absent{}) {
			continue
		}
		text, err := unescaped(value)
		if err != nil {
			return nil, err
		}
		switch {
		case o[i] != "":
			fmt.Fprintf(&b, ",%q:%s", o[i], text)
		case len(text) > len("{}") && text[0] == '{':
			fmt.Fprintf(&b, ",%s", text[1:len(text)-1])
		}
	}
	return slices.Concat([]byte("{"), bytes.TrimPrefix(b.Bytes(), []byte(",")), []byte("}")), nil
}

// absent is the value of a field that is left out.
type absent struct{}

// some leaves a field out whose value is zero, or a list or text without anything in it.
func some(value any) any {
	v := reflect.ValueOf(value)
	if !v.IsValid() || v.IsZero() || v.Kind() == reflect.Slice && v.Len() == 0 {
		return absent{}
	}
	return value
}

// jsonValue is what stands for a value in JSON.
func jsonValue(value any) any {
	v := reflect.ValueOf(value)
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil
	}
	switch value := value.(type) {
	case *big.Int:
		return value.String()
	case *big.Rat:
		return value.RatString()
	case uint64:
		return strconv.FormatUint(value, 10)
	case time.Duration:
		return value.Seconds()
	case result.Bytes:
		return jsonValue(int64(value))
	case int, int64:
		return jsonInteger(fmt.Sprint(value))
	case float64:
		if math.Abs(value) > 1<<53 {
			return json.Number(strconv.FormatFloat(value, 'e', -1, 64))
		}
	case *goban.Position:
		return strings.Split(value.String(), "\n")
	case json.Number, json.Marshaler:
		return value
	}
	if v.Kind() == reflect.Slice {
		list := make([]any, v.Len())
		for i := range list {
			list[i] = jsonValue(v.Index(i).Interface())
		}
		return list
	}
	if named, ok := value.(fmt.Stringer); ok {
		return named.String()
	}
	return value
}

// jsonInteger writes a whole number, above 2^53 as a string: from there on floating-point numbers
// are not all whole numbers.
func jsonInteger(digits string) any {
	if n, err := strconv.ParseInt(digits, 10, 64); err != nil || max(n, -n) > 1<<53 || n == math.MinInt64 {
		return digits
	}
	return json.Number(digits)
}

// objects makes an object of each item of a list.
func objects[T any](list []T, of func(T) object) []object {
	all := make([]object, len(list))
	for i, item := range list {
		all[i] = of(item)
	}
	return all
}

// oneOf returns the only value of a list, or the list: what JSON has for one board, or for a table
// of them.
func oneOf[T any](list []T) any {
	if len(list) == 1 {
		return list[0]
	}
	return list
}

// unescaped returns a value as JSON, in which signs that HTML would read otherwise are as they are.
func unescaped(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(text.Bytes()), err
}

// writeJSON writes an object or a list of objects, indented and with a line feed at the end. Each
// begins with the schema.
func writeJSON(w io.Writer, value any) error {
	named := func(v any) any { return object{"schema", Schema, "", v} }
	whole := any(nil)
	if v := reflect.ValueOf(value); v.Kind() != reflect.Slice || v.Type() == reflect.TypeFor[object]() {
		whole = named(value)
	} else {
		list := make([]any, v.Len())
		for i := range list {
			list[i] = named(v.Index(i).Interface())
		}
		whole = list
	}
	text, err := unescaped(whole)
	if err != nil {
		return err
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, text, "", "  "); err != nil {
		return err
	}
	indented.WriteByte('\n')
	_, err = indented.WriteTo(w)
	return err
}
