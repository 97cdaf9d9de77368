package view

import (
	"html"
	"regexp"
	"strings"
)

var wholeNumber = regexp.MustCompile(`^\d+$`)

// cell is a number in groups, or typeset text.
func cell(text string) string {
	if wholeNumber.MatchString(text) {
		return Grouped(text)
	}
	if name, value, ok := strings.Cut(text, " = "); ok && wholeNumber.MatchString(value) {
		return Typeset(name) + " = " + Grouped(value)
	}
	return Typeset(text)
}

// Grouped puts spaces between groups of three digits, that do not break the line unless the number
// is long.
func Grouped(digits string) string {
	const short, long = 5, 24
	space := "\u202f" // narrow, no break
	switch {
	case len(digits) < short:
		return digits
	case len(digits) > long:
		space = " "
	}
	first := (len(digits)-1)%3 + 1
	groups := []string{digits[:first]}
	for at := first; at < len(digits); at += 3 {
		groups = append(groups, digits[at:at+3])
	}
	return strings.Join(groups, space)
}

var typesetting = []struct {
	from *regexp.Regexp
	to   string
}{
	{regexp.MustCompile(`(\d)e\+?0*(\d+)\b`), "$1 x 10^$2"},
	{regexp.MustCompile(`(\d)e-0*(\d+)\b`), "$1 x 10^-$2"},
	{regexp.MustCompile(`\b(\d+|[mn])x(\d+|[mn])\b`), "$1\u202f×\u202f$2"},
	{regexp.MustCompile(`\b(\d+|[mn]) x (\d+|[mn])\b`), "$1\u202f×\u202f$2"},
	{regexp.MustCompile(`\blambda`), "λ"},
	{regexp.MustCompile(`\+- ?`), "±\u202f"},
	{regexp.MustCompile(`>=`), "≥"},
	{regexp.MustCompile(`<=`), "≤"},
}

// Typeset returns a line of text for people as HTML, with powers and indices raised and lowered,
// and signs for times, lambda and others.
func Typeset(text string) string {
	for _, t := range typesetting {
		text = t.from.ReplaceAllString(text, t.to)
	}
	return raised(text)
}

var index = regexp.MustCompile(`(^|[^\pL\d])(λ|[A-Za-z])_(\d+|[a-z])\b`)

// raised writes exponents and indices.
func raised(text string) string {
	before, after, found := strings.Cut(text, "^")
	escaped := index.ReplaceAllString(html.EscapeString(before), "$1$2<sub>$3</sub>")
	if !found {
		return escaped
	}
	n := exponent(after)
	if n == 0 {
		return escaped + "^" + raised(after)
	}
	power := after[:n]
	if strings.HasPrefix(power, "(") {
		power = power[1 : n-1]
	}
	return escaped + "<sup>" + strings.ReplaceAll(raised(power), "-", "−") + "</sup>" + raised(after[n:])
}

var simpleExponent = regexp.MustCompile(`^(-?\d+(\.\d+)?|[A-Za-z]+)`)

// exponent returns the length of the exponent that a text begins with: a number, a name, what is in
// parentheses, or a name with something in parentheses.
func exponent(text string) int {
	n := len(simpleExponent.FindString(text))
	if n > 0 && text[n-1] <= '9' || n == len(text) || text[n] != '(' {
		return n
	}
	depth := 0
	for i, c := range text[n:] {
		switch c {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return n + i + 1
			}
		}
	}
	return n
}
