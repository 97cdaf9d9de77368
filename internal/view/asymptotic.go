package view

import (
	"fmt"
	"strings"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/asymptotic"
	"combigo.dev/combigo/internal/published"
	"combigo.dev/combigo/interval"
)

// Constants are the constants of the asymptotic formula as they are written; its fields are those
// of the JSON output.
type Constants struct {
	Proved bool          `json:"proved"`
	L      []constantWay `json:"l"`
	B      []constantWay `json:"b"`
	A      []constantWay `json:"a"`
	Terms  []termOfBase  `json:"terms,omitempty"`
}

// constantWay is a constant as found in one way. The first way is the best one.
type constantWay struct {
	Value  string `json:"value"` // the certain digits, or those in print
	Low    string `json:"low"`
	High   string `json:"high"`
	Radius string `json:"radius"`
	Method string `json:"method"`
	// Agrees says whether the error bar has a number in common with that of the best way.
	Agrees bool `json:"agrees"`
}

// termOfBase is an approximation to the base of liberties from boards of n and n+1 rows.
type termOfBase struct {
	N       int            `json:"n"`
	Value   string         `json:"value"`
	Error   string         `json:"error"` // its distance from L
	InPrint *printedOutput `json:"in_print,omitempty"`
}

const (
	maxDecimals  = 40 // of constants
	termDecimals = 26
)

// NewConstants finds the constants from square boards with sides up to squares and from strips with
// up to strips rows, and the approximations to L if terms is set.
func NewConstants(squares, strips int, terms bool) *Constants {
	o := &Constants{}
	for _, c := range []asymptotic.Constants{
		asymptotic.FromSquares(squares, asymptotic.Wynn),
		asymptotic.FromSquares(squares, asymptotic.Aitken),
		asymptotic.FromStrips(strips, asymptotic.Wynn),
		asymptotic.FirstOrder(squares),
		asymptotic.Printed(),
	} {
		o.L, o.B, o.A = addWay(o.L, c.L), addWay(o.B, c.B), addWay(o.A, c.A)
	}
	if terms {
		o.Terms = termsOfBase(squares - 1)
	}
	return o
}

func addWay(ways []constantWay, e asymptotic.Estimate) []constantWay {
	agrees := true
	if len(ways) > 0 {
		low, _ := interval.Parse(ways[0].Low)
		high, _ := interval.Parse(ways[0].High)
		agrees = e.Value.Overlaps(interval.Interval{Low: low.Low, High: high.High})
	}
	value := e.Printed
	if value == "" {
		value = e.Value.Rounded(maxDecimals)
	}
	return append(ways, constantWay{
		value, e.Value.Low.Text('f'), e.Value.High.Text('f'), short(e.Value.Radius()), e.Method, agrees,
	})
}

// termsOfBase lists the approximations of Table 6.
func termsOfBase(last int) []termOfBase {
	a := interval.New(2 * maxDecimals)
	base := asymptotic.Best().L.Value
	var terms []termOfBase
	for i, x := range asymptotic.BaseApproximations(last) {
		value := a.Rat(x, x)
		off := a.Sub(value, base)
		term := termOfBase{N: i + 1, Value: interval.Fixed(value.Low, termDecimals), Error: short(off.Middle(0))}
		if entry, ok := published.Find(fmt.Sprintf("base-%d", i+1)); ok {
			term.InPrint = &printedOutput{entry, entry.Agrees(value)}
		}
		terms = append(terms, term)
	}
	return terms
}

// short returns a number in scientific notation.
func short(x *apd.Decimal) string { return strings.ToLower(x.Text('E')) }

// Document is the constants, and where the plot is if there is one.
func (o *Constants) Document(plot string) *Document {
	d := &Document{}
	d.line("L(m,n) ~ A B^(m+n) L^(mn) for m rows and n columns")
	for _, c := range []struct {
		name string
		ways []constantWay
	}{{"L, the base of liberties", o.L}, {"B", o.B}, {"A", o.A}} {
		d.gap()
		d.head("%s", c.name)
		d.table(wayTable(c.ways))
	}
	if o.Terms != nil {
		d.gap()
		d.head("L(n,n) L(n+1,n+1) / L(n,n+1)^2")
		d.table(termTable(o.Terms))
	}
	d.gap()
	d.line("The digits shown are those that the error bar leaves. It is ten times the disagreement of the last " +
		"extrapolations; before extrapolation, the last step; in print, a unit of the last digit. Nothing here is proved.")
	if plot != "" {
		d.gap()
		d.line("The plot is in %s.", plot)
	}
	return d
}

func wayTable(ways []constantWay) *grid {
	t := newTable()
	for _, way := range ways {
		mark := way.Method
		if !way.Agrees {
			mark += ": disagrees"
		}
		t.row("", way.Value, "+- "+way.Radius, mark)
	}
	return t
}

func termTable(terms []termOfBase) *grid {
	t := newTable("n", "value", "less L", "in print")
	for _, term := range terms {
		printed := ""
		if term.InPrint != nil {
			if printed = term.InPrint.Printed; !term.InPrint.Agrees {
				printed += " (differs)"
			}
		}
		t.row(term.N, term.Value, term.Error, printed)
	}
	t.right = []int{1, 3}
	return t
}
