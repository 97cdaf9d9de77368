package view

import (
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
)

// A Strip is a strip of boards as it is written; its fields are those of the JSON output.
type Strip struct {
	Height    int             `json:"rows"`
	Lambda    enclosureOutput `json:"lambda"`
	Root      enclosureOutput `json:"root"` // lambda^(1/height)
	A         enclosureOutput `json:"a"`
	Proved    bool            `json:"proved"`
	Columns   int             `json:"columns"`
	Remainder remainderOutput `json:"observed_remainder"`
	InPrint   []printedOutput `json:"in_print,omitempty"`
}

// enclosureOutput is a number between two others; its value has the digits that are certain.
type enclosureOutput struct {
	Value  string `json:"value"`
	Low    string `json:"low"`
	High   string `json:"high"`
	Radius string `json:"radius"`
}

// remainderOutput is the envelope scale*phi^n of the remainders of some columns.
type remainderOutput struct {
	Scale float64 `json:"scale"`
	Phi   float64 `json:"phi"`
	First int     `json:"first_column"`
	Last  int     `json:"last_column"`
}

// printedOutput is a number in print, and whether its last digit is within a unit of what was
// found.
type printedOutput struct {
	published.Entry
	Agrees bool `json:"agrees"`
}

func newStrip(s *asymptotic.Strip, digits int) Strip {
	root := s.Root()
	o := Strip{
		Height: s.Height, Lambda: enclosed(s.Lambda, digits), Root: enclosed(root, digits), A: enclosed(s.A, digits),
		Proved: true, Columns: s.Columns,
		Remainder: remainderOutput{s.Remainder.Scale, s.Remainder.Phi, s.Height, s.Columns},
	}
	for _, p := range []struct {
		id string
		x  interval.Interval
	}{{"root", root}, {"a", s.A}} {
		if entry, ok := published.Find(fmt.Sprintf("strip-%d-%s", s.Height, p.id)); ok {
			o.InPrint = append(o.InPrint, printedOutput{entry, entry.Agrees(p.x)})
		}
	}
	return o
}

// enclosed returns a positive number with at most the given number of significant digits.
func enclosed(x interval.Interval, digits int) enclosureOutput {
	_, exponent, _ := x.Scientific(digits)
	return enclosureOutput{
		x.Rounded(max(0, digits-1-exponent)), x.Low.Text('f'), x.High.Text('f'), x.Radius().Text('g'),
	}
}

// document is a strip, with what is known of it.
func (s *Strip) document() *Document {
	d := &Document{labels: 17}
	d.line("Boards of %s: L(%d,n) = a lambda^n (1 + r(%[2]d,n))", Plural(s.Height, "row"), s.Height)
	d.gap()
	for _, x := range []struct{ name, value string }{
		{"  lambda", s.Lambda.Value}, {fmt.Sprintf("  lambda^(1/%d)", s.Height), s.Root.Value}, {"  a", s.A.Value},
	} {
		d.fact(x.name, x.value)
	}
	d.gap()
	d.labels = 10
	d.fact("proved", fmt.Sprintf("lambda +- %s, a +- %s; all digits shown are right", s.Lambda.Radius, s.A.Radius),
		"(quotients of completions by one column more and less)")
	d.fact("columns", fmt.Sprintf("%d at most", s.Columns))
	d.fact("observed", fmt.Sprintf("|r(%d,n)| <= %.3g * %.4g^n for n from %d to %d",
		s.Height, s.Remainder.Scale, s.Remainder.Phi, s.Remainder.First, s.Remainder.Last))
	var printed []string
	for _, p := range s.InPrint {
		printed = append(printed, fmt.Sprintf("%s = %s: %s", p.Symbol, p.Printed, verdict(p.Agrees)))
	}
	if len(printed) > 0 {
		printed = append(printed, fmt.Sprintf("(%s)", s.InPrint[0].Source()))
	}
	d.fact("in print", printed...)
	for _, p := range s.InPrint {
		x := s.Root
		if strings.HasSuffix(p.ID, "-a") {
			x = s.A
		}
		low, high := roundedFrom(p.Printed)
		name := strings.Replace(p.Symbol, "lambda_", "λ_", 1)
		d.spans(name, span{name + " here", parsed(x.Low), parsed(x.High), nil, "", ""}, span{"what rounds to the number in print", low, high, parsed(p.Printed), "", ""})
	}
	return d
}

// roundedFrom returns the numbers between which those are that round to a decimal.
func roundedFrom(decimal string) (low, high *big.Float) {
	_, decimals, _ := strings.Cut(decimal, ".")
	half, x := parsed(fmt.Sprintf("0.5e-%d", len(decimals))), parsed(decimal)
	return new(big.Float).Sub(x, half), new(big.Float).Add(x, half)
}

func verdict(agrees bool) string {
	if agrees {
		return "agrees"
	}
	return "its last digits are wrong"
}

// Strips are strips as they are written.
type Strips []Strip

// NewStrips returns strips with at most the given number of significant digits.
func NewStrips(strips []*asymptotic.Strip, digits int) Strips {
	var all Strips
	for _, s := range strips {
		all = append(all, newStrip(s, digits))
	}
	return all
}

// table has a line for each height: Table 2 of the paper.
func (s Strips) table() *Document {
	t := newTable("M", "lambda^(1/M)", "a", "columns", "in print")
	for _, x := range s {
		t.row(x.Height, x.Root.Value, x.A.Value, x.Columns, printedWord(x.InPrint))
	}
	t.right = []int{1, 4}
	d := &Document{}
	d.line("Boards of M rows: L(M,n) = a lambda^n (1 + r(M,n))")
	d.gap()
	d.table(t)
	d.gap()
	d.hinted("all digits shown are proved", "; --json has lambda, error bounds, numbers in print")
	return d
}

// printedWord sums up how numbers in print compare.
func printedWord(printed []printedOutput) string {
	if len(printed) == 0 {
		return ""
	}
	var wrong []string
	for _, p := range printed {
		if !p.Agrees {
			wrong = append(wrong, p.ID[strings.LastIndexByte(p.ID, '-')+1:])
		}
	}
	if len(wrong) == 0 {
		return "agrees"
	}
	return "differ: " + strings.Join(wrong, ", ")
}

// CSV writes a line for each strip.
func (s Strips) CSV(w io.Writer) error {
	rows := [][]any{}
	for _, x := range s {
		rows = append(rows, []any{
			x.Height, x.Lambda.Low, x.Lambda.High, x.Root.Value, x.A.Low, x.A.High, x.Columns,
			significant(x.Remainder.Scale), significant(x.Remainder.Phi),
		})
	}
	return writeCSV(w, rows, "rows", "lambda_low", "lambda_high", "root", "a_low", "a_high", "columns", "remainder_scale", "remainder_phi")
}

func significant(x float64) string { return strconv.FormatFloat(x, 'g', 5, 64) }

// Lambdas writes the growth rates, one a line.
func (s Strips) Lambdas(w io.Writer) error {
	for _, x := range s {
		if err := Lines(w, x.Lambda.Value); err != nil {
			return err
		}
	}
	return nil
}

// Document is one strip with all that is known of it, or a table of several.
func (s Strips) Document() *Document {
	if len(s) == 1 {
		return s[0].document()
	}
	return s.table()
}
