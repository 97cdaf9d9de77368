package view

import (
	"fmt"
	"io"
	"strings"

	"combigo/lattice"
	"combigo/polynomial"
	"combigo/result"
)

const polynomialWidth = 80

// wrapTerms breaks words into lines of a width, each with a margin in front.
func wrapTerms(margin string, width int, words []string) string {
	var b strings.Builder
	line := margin
	for _, word := range words {
		if len(line) > len(margin) && len(line)+1+len(word) > width {
			b.WriteString(line + "\n")
			line = margin
		}
		if len(line) > len(margin) {
			line += " "
		}
		line += word
	}
	return b.String() + line + "\n"
}

// Polynomial writes the polynomial, its factors and values, and how it was got, for people. What is known beyond the
// board, if anything, follows its name.
func Polynomial(w io.Writer, r *polynomial.Result, beyond string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "Go polynomial of the %s%s\n\n", BoardName(r.Graph), beyond)
	b.WriteString(wrapTerms("  ", polynomialWidth, r.Poly.Terms()))
	b.WriteString("\n")
	if r.Factorization != nil {
		b.WriteString(factorText(r.Factorization))
	}
	for _, v := range r.Values {
		b.WriteString(item("at "+v.At.RatString(), v.Value.RatString()))
	}
	if len(r.Values) > 0 {
		b.WriteString("\n")
	}
	b.WriteString(provenanceText(&r.Provenance))
	_, err := io.WriteString(w, b.String())
	return err
}

// BoardName returns a board in words.
func BoardName(g *lattice.Graph) string {
	if g.Kind() == lattice.Cycle {
		return fmt.Sprintf("cycle of %d points", g.Len())
	}
	return g.String()
}

func factorText(f *polynomial.Factorization) string {
	var b strings.Builder
	b.WriteString("Factors\n\n")
	b.WriteString(wrapTerms("  ", polynomialWidth, wholeTerms(f.String())))
	b.WriteString("\n")
	for i, factor := range f.Factors {
		b.WriteString(item(fmt.Sprintf("factor %d", i+1), factorStatus(factor)))
	}
	if len(f.Factors) > 0 {
		b.WriteString("\n")
	}
	return b.String()
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

const itemWidth = 12

// item returns a label and a text, wrapped; nothing if there is no text.
func item(label, text string) string {
	if text == "" {
		return ""
	}
	margin := strings.Repeat(" ", itemWidth)
	lines := wrapTerms(margin, polynomialWidth, strings.Fields(text))
	if len(label) >= itemWidth {
		return label + "\n" + lines
	}
	return label + lines[len(label):]
}

// provenanceText says how a polynomial was got.
func provenanceText(v *result.Provenance) string {
	text := item("method", v.Method+": "+v.Description) +
		item("engine", engineOf(v)) +
		item("run", runOf(v))
	label := "checks"
	for _, check := range v.Checks {
		text += item(label, check)
		label = ""
	}
	for _, note := range v.Notes {
		text += item("notes", note)
	}
	return text
}

func engineOf(v *result.Provenance) string {
	if v.States == 0 {
		return v.Engine
	}
	return fmt.Sprintf("%s, at most %d values at once, %.3g state-steps", v.Engine, v.States, v.StateSteps)
}

func runOf(v *result.Provenance) string {
	threads := "1 thread"
	if v.Threads != 1 {
		threads = fmt.Sprintf("%d threads", v.Threads)
	}
	return fmt.Sprintf("%s, %.3g s, %s of memory at the peak", threads, v.Wall.Seconds(), v.PeakMemory)
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

// PolynomialQuiet writes the values, a line for each, or else the factors, if they were asked for, or else the polynomial.
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
