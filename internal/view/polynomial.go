package view

import (
	"fmt"
	"io"
	"regexp"
	"strings"

	"combigo.dev/combigo/lattice"
	"combigo.dev/combigo/polynomial"
)

// Polynomial is the polynomial, its factors and values, and how it was got. What is known beyond
// the board, if anything, follows its name.
func Polynomial(r *polynomial.Result, beyond string) *Answer {
	d := titled("Go polynomial of the %s%s", BoardName(r.Graph), beyond)
	d.formula("", r.Poly.Terms()...)
	text, factorization := r.Poly.String(), any(absent{})
	if f := r.Factorization; f != nil {
		text, factorization = f.String(), object{
			"content", f.Content, "power_of_lambda", f.Power, "factors", objects(f.Factors, func(f polynomial.Factor) object {
				return object{"coefficients", f.Poly, "multiplicity", f.Multiplicity, "proved_irreducible", f.Irreducible}
			}),
		}
		d.head("Factors")
		d.gap()
		d.formula("", wholeTerms(text)...)
		for i, factor := range f.Factors {
			d.fact(fmt.Sprintf("factor %d", i+1), factorStatus(factor))
		}
	}
	d.gap()
	a := &Answer{Document: d}
	for _, v := range r.Values {
		d.fact("at "+v.At.RatString(), v.Value.RatString())
		a.Numbers = append(a.Numbers, v.Value.RatString())
	}
	if len(r.Values) == 0 {
		a.Numbers = []any{text}
	}
	d.gap()
	d.provenance(&r.Provenance)
	a.json = object{
		"graph", r.Graph, "vertices", r.Graph.Len(), "edges", r.Graph.EdgeCount(), "variable", "lambda", "degree", r.Poly.Degree(), "coefficients", r.Poly,
		"factorization", factorization,
		"values", some(objects(r.Values, func(v polynomial.Value) object { return object{"at", v.At, "value", v.Value} })),
		"", provenanceObject(&r.Provenance),
	}
	a.Formats = map[string]func(io.Writer) error{
		"sage": line("R.<x> = QQ[]; p = " + algebra(r.Poly, "x")), "mathematica": line("p = " + algebra(r.Poly, "x")), "pari": line("p = " + algebra(r.Poly, "x")),
		"latex": line(exponents.ReplaceAllString(strings.ReplaceAll(text, "lambda", `\lambda`), "^{$1}")),
	}
	return a
}

var exponents = regexp.MustCompile(`\^(\d+)`)

// BoardName returns a board in words.
func BoardName(g *lattice.Graph) string {
	if g.Kind() == lattice.Cycle {
		return fmt.Sprintf("cycle of %d points", g.Len())
	}
	return g.String()
}

// wholeTerms splits a product between its terms, and not within "14 lambda".
func wholeTerms(text string) []string {
	const joint = "_"
	words := strings.Fields(strings.ReplaceAll(text, " lambda", joint+"lambda"))
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], joint, " ")
	}
	return joinSigns(words)
}

// joinSigns puts signs before the terms that they belong to.
func joinSigns(words []string) []string {
	var joined []string
	sign := ""
	for _, word := range words {
		if word == "+" || word == "-" {
			sign = word + " "
			continue
		}
		joined = append(joined, sign+word)
		sign = ""
	}
	return joined
}

func factorStatus(f polynomial.Factor) string {
	status := fmt.Sprintf("degree %d", f.Poly.Degree())
	if f.Multiplicity > 1 {
		status += fmt.Sprintf(", %d times", f.Multiplicity)
	}
	switch {
	case f.Poly.Degree() == 1:
		return status
	case f.Irreducible:
		return status + ", irreducible"
	}
	return status + ", not split further: without rational roots and multiple factors, but not proved irreducible"
}

// algebra returns a polynomial as programs for algebra read it, the highest power first.
func algebra(p polynomial.Poly, variable string) string {
	var b strings.Builder
	for k := len(p) - 1; k >= 0; k-- {
		if p[k].Sign() == 0 {
			continue
		}
		if b.Len() > 0 && p[k].Sign() > 0 {
			b.WriteByte('+')
		}
		fmt.Fprintf(&b, "%d", p[k])
		if k > 0 {
			fmt.Fprintf(&b, "*%s^%d", variable, k)
		}
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}
