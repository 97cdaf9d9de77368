package result

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// csvHeader names the columns of [CSV], as the fields of the JSON are named.
var csvHeader = []string{
	"quantity", "rows", "cols", "value", "digits", "share",
	"method", "engine", "threads", "wall_seconds", "peak_memory_bytes",
}

// CSV writes a line of column names and a line for each result. The names and
// the order of the columns do not change; new ones may come at the end.
func CSV(w io.Writer, results []*Result) error {
	out := csv.NewWriter(w)
	rows := [][]string{csvHeader}
	for _, r := range results {
		rows = append(rows, []string{
			quantityOf(r), strconv.Itoa(r.Board.Rows), strconv.Itoa(r.Board.Cols),
			r.Value.String(), strconv.Itoa(r.Digits()), machineShare(r),
			r.Method, r.Engine, strconv.Itoa(r.Threads),
			strconv.FormatFloat(r.Wall.Seconds(), 'f', 6, 64),
			strconv.FormatInt(int64(r.PeakMemory), 10),
		})
	}
	return out.WriteAll(rows)
}

// quantityOf returns what is counted, with the board in words if its sides do
// not say all.
func quantityOf(r *Result) string {
	if r.Where == "" {
		return r.Quantity
	}
	return r.Quantity + " on " + r.Where
}

// MaxBFileDigits is the length of the longest term of a b-file.
const MaxBFileDigits = 1000

// A Term is one term a(n) of a sequence.
type Term struct {
	Index int
	Value *big.Int
}

// BFile writes the terms in the format of the b-files of the On-Line Encyclopedia of Integer
// Sequences: one line "n a(n)" for each, with a single space and a line feed, below a line for each
// comment. It returns an error, and writes nothing, if there is no term, if an index is not the one
// before plus 1, or if a term has more than [MaxBFileDigits] digits.
//
// Source: https://oeis.org/wiki/B-files
func BFile(w io.Writer, terms []Term, comments ...string) error {
	if len(terms) == 0 {
		return fmt.Errorf("b-file: there are no terms")
	}
	var text strings.Builder
	for _, comment := range comments {
		fmt.Fprintf(&text, "# %s\n", comment)
	}
	for i, term := range terms {
		if want := terms[0].Index + i; term.Index != want {
			return fmt.Errorf("b-file: index %d follows %d: want steps of one, so %d", term.Index, want-1, want)
		}
		value := term.Value.String()
		if digits := len(strings.TrimPrefix(value, "-")); digits > MaxBFileDigits {
			return fmt.Errorf("b-file: term %d has %d digits: at most %d are allowed", term.Index, digits, MaxBFileDigits)
		}
		fmt.Fprintf(&text, "%d %s\n", term.Index, value)
	}
	_, err := io.WriteString(w, text.String())
	return err
}

// document is a result as JSON: numbers that may exceed 2^53 are strings.
type document struct {
	Quantity string  `json:"quantity"`
	Symbol   string  `json:"symbol"`
	OEIS     string  `json:"oeis,omitempty"`
	Rows     int     `json:"rows,omitempty"`
	Cols     int     `json:"cols,omitempty"`
	Graph    string  `json:"graph,omitempty"`
	Value    Decimal `json:"value"`
	Digits   int     `json:"digits"`
	Share    string  `json:"share,omitempty"`
	ShareOf  string  `json:"share_of,omitempty"`
	ProvenanceDocument
}

// ProvenanceDocument is a provenance as fields of a JSON object, to be embedded in it.
type ProvenanceDocument struct {
	Method     string   `json:"method"`
	About      string   `json:"description,omitempty"`
	Engine     string   `json:"engine"`
	Limbs      int      `json:"limbs,omitempty"`
	Moduli     []string `json:"moduli,omitempty"`
	Passes     int      `json:"passes,omitempty"`
	Threads    int      `json:"threads"`
	Seconds    float64  `json:"wall_seconds"`
	PeakMemory int64    `json:"peak_memory_bytes,omitempty"`
	States     int64    `json:"states,omitempty"`
	StateSteps float64  `json:"state_steps,omitempty"`
	Checks     []string `json:"checks"`
	Notes      []string `json:"notes,omitempty"`
}

// machineDigits is the number of significant digits of a share in JSON and CSV.
const machineDigits = 15

// MarshalJSON returns the result as a JSON object. The names of its fields do
// not change; new ones may come. The value, the moduli and the share are
// strings of decimal digits, since programs that read JSON numbers as
// floating-point numbers would spoil them.
func (r *Result) MarshalJSON() ([]byte, error) {
	return json.Marshal(document{
		Quantity: r.Quantity, Symbol: r.Symbol, OEIS: r.OEIS, Rows: r.Board.Rows, Cols: r.Board.Cols, Graph: r.Where,
		Value: Decimal{r.Value}, Digits: r.Digits(), Share: machineShare(r), ShareOf: r.Whole.Power,
		ProvenanceDocument: r.Document(),
	})
}

// Document returns the provenance as fields of a JSON object.
func (p *Provenance) Document() ProvenanceDocument {
	return ProvenanceDocument{
		Method: p.Method, About: p.Description, Engine: p.Engine,
		Limbs: p.Limbs, Moduli: decimals(p.Moduli), Passes: p.Passes,
		Threads: p.Threads, Seconds: p.Wall.Seconds(), PeakMemory: int64(p.PeakMemory),
		States: p.States, StateSteps: p.StateSteps,
		Checks: List(p.Checks), Notes: p.Notes,
	}
}

func machineShare(r *Result) string {
	if r.Whole.Value == nil {
		return ""
	}
	return significant(r.Share(), machineDigits)
}

func decimals(numbers []uint64) []string {
	var texts []string
	for _, n := range numbers {
		texts = append(texts, fmt.Sprint(n))
	}
	return texts
}

// Schema is the first field of every JSON document: the name of what the fields mean, with a number
// that changes if a field changes its meaning, or goes.
const Schema = "combigo 1"

// JSON writes one value, such as a [Result] or a slice of them, as indented JSON with a line feed
// at its end. Each object begins with the field schema.
func JSON(w io.Writer, value any) error {
	text, err := unescaped(value)
	if err != nil {
		return err
	}
	var list []json.RawMessage
	switch {
	case text[0] == '{':
		text = named(text)
	case json.Unmarshal(text, &list) == nil:
		parts := make([][]byte, len(list))
		for i, part := range list {
			parts[i] = part
			if part[0] == '{' {
				parts[i] = named(part)
			}
		}
		text = slices.Concat([]byte("["), bytes.Join(parts, []byte(",")), []byte("]"))
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, text, "", "  "); err != nil {
		return err
	}
	indented.WriteByte('\n')
	_, err = indented.WriteTo(w)
	return err
}

// unescaped returns a value as JSON, in which signs that HTML would read otherwise are as they are.
func unescaped(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(text.Bytes()), err
}

// named returns an object that begins with the schema.
func named(object []byte) []byte {
	first := `{"schema":"` + Schema + `"`
	if object[1] != '}' {
		first += ","
	}
	return append([]byte(first), object[1:]...)
}
