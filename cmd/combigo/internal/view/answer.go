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

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/cmd/combigo/internal/canvas"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
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
		a.parts[0].apart = true
		joined.parts = append(joined.parts, a.parts...)
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
			return writeLines(w, a.Numbers...)
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

// writeLines writes a value a line.
func writeLines[T any](w io.Writer, values ...T) error {
	for _, value := range values {
		if _, err := fmt.Fprintln(w, value); err != nil {
			return err
		}
	}
	return nil
}

// oneLine is a format that is one line.
func oneLine(text string) func(io.Writer) error {
	return func(w io.Writer) error { return writeLines(w, text) }
}

// term is a term of a b-file that is no longer than a machine word.
func term(index, value int) result.Term {
	return result.Term{Index: index, Value: big.NewInt(int64(value))}
}

// singleOrList returns the only value of a list, or the list: what JSON has for one board, or for a
// table of them.
func singleOrList[T any](list []T) any {
	if len(list) == 1 {
		return list[0]
	}
	return list
}

// Schema is the first field of every JSON document: the name of what the fields mean, with a number
// that changes if a field changes its meaning, or goes.
const Schema = "combigo 1"

// appendJSON appends a value as JSON. Of a struct with tags such as `json:"rows"` the fields with a
// tag are written, in their order, those of embedded structs and with the option "inline" in place;
// the options "omitempty" and "string" are those of encoding/json. The type of a value alone says
// how the value is written:
//
//	*big.Int, uint64   a string of digits: programs that read floating-point numbers spoil others
//	int, int64         a number, above 2^53 a string of digits
//	float64            a number, null if it is not finite
//	*big.Rat           a string, such as "57" or "-1/2"
//	sampling.Magnitude a string, such as "2.0816819938197998e+170"
//	*apd.Decimal       a string, such as "1.1e-8"
//	time.Duration      seconds
//	result.Bytes       a number of bytes
//	goban.Rule         whether suicide is allowed
//	an enumeration     its name
//	an error           its text in one line, with what helps
//	a list             a list, empty for nil
//	*goban.Position    a list of the rows of the diagram
func appendJSON(b []byte, v reflect.Value) []byte {
	for v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if !v.IsValid() || v.Kind() == reflect.Pointer && v.IsNil() {
		return append(b, "null"...)
	}
	value := v.Interface()
	switch x := value.(type) {
	case *big.Int:
		value = x.String()
	case *big.Rat:
		value = x.RatString()
	case uint64:
		value = strconv.FormatUint(x, 10)
	case time.Duration:
		value = x.Seconds()
	case sampling.Magnitude:
		value = "0"
		if x.Mantissa != 0 {
			value = fmt.Sprintf("%ve%+d", x.Mantissa, x.Exponent)
		}
	case *apd.Decimal:
		value = scientificDecimal(x)
	case error:
		value = Explained(x)
	case *goban.Position:
		return appendJSON(b, reflect.ValueOf(strings.Split(x.String(), "\n")))
	case int, int64, result.Bytes:
		if n := v.Int(); max(n, -n) > 1<<53 || n == math.MinInt64 { // not all numbers from there on are floating-point numbers
			value = strconv.FormatInt(n, 10)
		}
	case goban.Rule:
		value = x == goban.SuicideAllowed
	case float64:
		if math.IsInf(x, 0) || math.IsNaN(x) {
			value = nil
		} else if math.Abs(x) > 1<<53 {
			value = json.Number(strconv.FormatFloat(x, 'e', -1, 64))
		}
	default:
		object := reflect.Indirect(v)
		if v.Kind() == reflect.Slice {
			b = append(b, '[')
			for i := range v.Len() {
				if i > 0 {
					b = append(b, ',')
				}
				b = appendJSON(b, v.Index(i))
			}
			return append(b, ']')
		} else if object.Kind() == reflect.Struct && tagged(object.Type()) {
			fields := appendFields(nil, object)
			return append(append(append(b, '{'), fields[min(1, len(fields)):]...), '}')
		} else if named, ok := value.(interface{ String() string }); ok {
			value = named.String()
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(value) // a text, a number, or yes or no: never fails
	return append(b, bytes.TrimSpace(text.Bytes())...)
}

// scientificDecimal returns a number in scientific notation.
func scientificDecimal(x *apd.Decimal) string { return strings.ToLower(x.Text('E')) }

// jsonOf returns a value as JSON, on one line.
func jsonOf(value any) []byte { return appendJSON(nil, reflect.ValueOf(value)) }

// tagged says whether a struct is written as an object, and not by its name.
func tagged(t reflect.Type) bool {
	return slices.ContainsFunc(reflect.VisibleFields(t), func(f reflect.StructField) bool { return f.Tag.Get("json") != "" })
}

// appendFields appends the fields of a struct, each after a comma.
func appendFields(b []byte, v reflect.Value) []byte {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case name == "-" || strings.Contains(options, "omitempty") && (value.IsZero() || value.Kind() == reflect.Slice && value.Len() == 0):
		case name == "" && (field.Anonymous || strings.HasPrefix(options, "inline")):
			for value.Kind() == reflect.Interface || value.Kind() == reflect.Pointer {
				value = value.Elem()
			}
			if value.IsValid() {
				b = appendFields(b, value)
			}
		case name != "":
			text := string(appendJSON(nil, value))
			if options == "string" && text != "null" {
				text = strconv.Quote(text)
			}
			b = append(b, `,"`+name+`":`+text...)
		}
	}
	return b
}

// writeJSON writes a struct or a list of structs, indented and with a line feed at the end. Each
// begins with the schema.
func writeJSON(w io.Writer, value any) error {
	named := func(v any) any {
		return struct {
			Schema string `json:"schema"`
			Value  any    `json:",inline"`
		}{Schema, v}
	}
	if v := reflect.ValueOf(value); v.Kind() == reflect.Slice {
		list := make([]any, v.Len())
		for i := range list {
			list[i] = named(v.Index(i).Interface())
		}
		value = list
	} else {
		value = named(value)
	}
	var text bytes.Buffer
	if err := json.Indent(&text, jsonOf(value), "", "  "); err != nil {
		return err
	}
	text.WriteByte('\n')
	_, err := text.WriteTo(w)
	return err
}
