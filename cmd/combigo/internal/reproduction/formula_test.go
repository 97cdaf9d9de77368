package reproduction

import (
	"fmt"
	"math/big"
	"strings"
	"testing"

	"combigo.dev/combigo/interval"
)

// text writes what a formula found.
func text(v value) string {
	switch x := v.(type) {
	case *big.Rat:
		return x.RatString()
	case interval.Interval:
		return x.Rounded(12)
	}
	return fmt.Sprint(v)
}

// Formulas, worked out by hand.
func TestFormulas(t *testing.T) {
	w := &work{ctx: t.Context(), entry: "test", out: &Outcome{}, functions: functions, own: map[string][]string{
		"square": {"x", "x*x"},
		"top":    {"", "square(n)-6*n for n=1..9"},
	}}
	for formula, want := range map[string]string{
		"1+2*3-4/5":                              "31/5",
		"(1+2)*3":                                "9",
		"pow(2/3,3)":                             "8/27",
		"pow(2,1/2)":                             "1.414213562373",
		"root(pow(10,30), 10)":                   "1000.000000000000",
		"abs(1-3)+abs(ln(2)-1)":                  "2.306852819440",
		"log2(8)+floor(7/2)":                     "6.000000000000",
		"square(square(3))":                      "81",
		"top()":                                  "27",
		"L(2,2)+L(1,20)-printed(2,2)":            "488441801",
		"1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2":     "true",
		"1 == 2":                                 "false",
		"pow(2,1/2) != 1.5":                      "true",
		"pow(2,1/2) > 1.4142135623":              "true",
		"square(n) < 10 for n=1..5":              "holds in 3 of 5 cases",
		"m < n for m=1,2 n=m..3; m=7 n=1":        "holds in 3 of 6 cases",
		`choose("n < 5 for n=1..4", "a", "b")`:   "a",
		`choose("n < 4 for n=1..4", "a", "b")`:   "b",
		`choose(1 == 1, 2, square("no number"))`: "2",
		`say("%v of %.2f", 7, 10/3)`:             "7 of 3.33",
		`rounded(1/3, 4)`:                        "0.3333",
		`down(2/3, 4)`:                           "0.6666",
	} {
		if got := text(scope{w, map[string]value{}}.run(formula)); got != want {
			t.Errorf("%s is %s, want %s", formula, got, want)
		}
	}
	if got := (scope{w, map[string]value{}}).expand("{n < 3 for n=1..5} of {square(2)+1} cases"); got != "2 of 5 cases" {
		t.Error(got)
	}
}

// Functions of entries have other names than those that all entries may use.
func TestFunctionsOfEntries(t *testing.T) {
	for _, f := range fields("formulas.tsv", 6) {
		name, _, isFunction := strings.Cut(f[1], "(")
		if isFunction && functions[name] != nil {
			t.Errorf("%s hides the function %s", f[0], name)
		}
		if Find(f[0]) == nil {
			t.Errorf("a formula is of %s, which is no entry", f[0])
		}
	}
}
