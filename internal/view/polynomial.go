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
func Polynomial(r *polynomial.Result, beyond string) *Document {
	d := &Document{}
	d.line("Go polynomial of the %s%s", BoardName(r.Graph), beyond)
	d.gap()
	d.formula("", r.Poly.Terms()...)
	d.gap()
	if f := r.Factorization; f != nil {
		d.head("Factors")
		d.gap()
		d.formula("", wholeTerms(f.String())...)
		d.gap()
		for i, factor := range f.Factors {
			d.fact(fmt.Sprintf("factor %d", i+1), factorStatus(factor))
		}
		if len(f.Factors) > 0 {
			d.gap()
		}
	}
	for _, v := range r.Values {
		d.fact("at "+v.At.RatString(), v.Value.RatString())
	}
	if len(r.Values) > 0 {
		d.gap()
	}
	d.provenance(&r.Provenance)
	return d
}

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

// Algebra returns a polynomial as programs for algebra read it, the highest power first.
func Algebra(p polynomial.Poly, variable string) string {
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

var exponents = regexp.MustCompile(`\^(\d+)`)

// LaTeX returns a polynomial, or its factors if they were asked for, as a formula of LaTeX.
func LaTeX(r *polynomial.Result) string {
	text := r.Poly.String()
	if r.Factorization != nil {
		text = r.Factorization.String()
	}
	return exponents.ReplaceAllString(strings.ReplaceAll(text, "lambda", `\lambda`), "^{$1}")
}

// PolynomialQuiet writes the values, a line for each, or else the factors, if they were asked for,
// or else the polynomial.
func PolynomialQuiet(w io.Writer, r *polynomial.Result) error {
	for _, v := range r.Values {
		if err := Lines(w, v.Value.RatString()); err != nil {
			return err
		}
	}
	switch {
	case len(r.Values) > 0:
		return nil
	case r.Factorization != nil:
		return Lines(w, r.Factorization.String())
	}
	return Lines(w, r.Poly.String())
}
