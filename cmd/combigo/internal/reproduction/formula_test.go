package reproduction

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/cockroachdb/apd/v3"

	"combigo.dev/combigo/interval"
	"combigo.dev/combigo/result"
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
		"low":    {"n", "lower(combs(n,n))"},
	}}
	for formula, want := range map[string]string{
		"1+2*3-4/5":                              "31/5",
		"(1+2)*3":                                "9",
		"pow(2/3,3)":                             "8/27",
		"combs(3,3).Count(Black)":                "3",
		"strip(1).Height + size(2,3).Cols":       "4",
		"census(2).Games":                        "0",
		"recurrence(1).Terms(5)[4]":              "113",
		"low(3).Tower().Binary > 3":              "true",
		"stategraph(1).TwoOrThree() for m=1,2":   "holds in 12 of 12 cases",
		"pow(2,1/2)":                             "1.414213562373",
		"root(pow(10,30), 10)":                   "1000.000000000000",
		"abs(1-3)+abs(ln(2)-1)":                  "2.306852819440",
		"log2(8)+floor(7/2)":                     "6.000000000000",
		"square(square(3))":                      "81",
		"top()":                                  "27",
		"L(2,2)+L(1,20)-printed(2,2)":            "488441801",
		"1 < 2 && 2 <= 2 && 3 > 2 && 2 >= 2":     "true",
		"1 == 2":                                 "false",
		"1 != 2":                                 "true",
		"1 == 1 || 1 == 2":                       "true",
		"-2+5":                                   "3",
		"abs(pow(2,1/2)-3)":                      "1.585786437627",
		`choose(1 == 1, "a for b", "b")`:         "a for b",
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

// The absolute value of an enclosure that holds 0 is not below its farther end.
func TestAbsoluteValue(t *testing.T) {
	wide := interval.Interval{Low: apd.New(-3, 0), High: apd.New(10, 0)}
	if got := enclosure(abs(wide)); got.Low.Sign() != 0 || got.High.Cmp(apd.New(10, 0)) != 0 {
		t.Errorf("[-3,10]: %v", got)
	}
	wide = interval.Interval{Low: apd.New(-30, 0), High: apd.New(10, 0)}
	if got := enclosure(abs(wide)); got.Low.Sign() != 0 || got.High.Cmp(apd.New(30, 0)) != 0 {
		t.Errorf("[-30,10]: %v", got)
	}
}

// What no formula can mean is an error.
func TestFormulasThatAreRefused(t *testing.T) {
	for _, formula := range []string{
		"7 % 2", "pow(2,1/2) == 1", "1 == 1 == (2 == 2)", "square(1,2)", "nothing(1)", "!1", "+1",
		"valid(1)", "valid(1,0,0)", "valid(1,States)", "lower(combs(1,2)).Tower()", "size(1,2).Depth", "size(1,2).Depth()", `1+"2"`, "L(2,2) && 1 == 1",
	} {
		w := &work{ctx: t.Context(), entry: "test", out: &Outcome{}, functions: functions, own: map[string][]string{"square": {"x", "x*x"}}}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is not refused", formula)
				}
			}()
			scope{w, map[string]value{}}.run(formula)
		}()
	}
}

// Functions of entries have other names than those that all entries may use.
func TestFunctionsOfEntries(t *testing.T) {
	for _, f := range fields("formulas.tsv", 6) {
		name, _, isFunction := strings.Cut(f[1], "(")
		if isFunction && functions[name] != nil {
			t.Errorf("%s hides the function %s", f[0], name)
		}
		basis, _, _ := strings.Cut(f[4], " if ")
		if !slices.Contains([]result.Basis{"", result.Proved, result.TwoWays, result.OneWay, result.Observed, result.Quoted}, result.Basis(basis)) && !isFunction {
			t.Errorf("%s, %s rests on %q", f[0], f[1], basis)
		}
		if Find(f[0]) == nil {
			t.Errorf("a formula is of %s, which is no entry", f[0])
		}
	}
}
