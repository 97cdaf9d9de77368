package reproduction

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

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
	w := newWork(t.Context(), "test", Budget{}, functions)
	w.own["square"] = ownFunction{[]string{"x"}, "x*x"}
	w.own["top"] = ownFunction{nil, "square(n)-6*n for n=1..9"}
	w.own["low"] = ownFunction{[]string{"n"}, "lower(combs(n,n))"}
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
		x := scope{w, nil}.run(formula)
		if got, err := text(x), w.taken(); err != nil || got != want {
			t.Errorf("%s is %s, want %s, %v", formula, got, want, err)
		}
	}
	if got := (scope{w, nil}).expand("{n < 3 for n=1..5} of {square(2)+1} cases"); w.taken() != nil || got != "2 of 5 cases" {
		t.Error(got)
	}
	if got := (scope{w, nil}).expand("{nothing(1)} of {square(2)} cases"); w.taken() == nil {
		t.Errorf("a text with a wrong formula is %q", got)
	}
}

// What the formulas ask for, on small boards, where it is known otherwise: by hand, or in print.
func TestFunctionsOnSmallBoards(t *testing.T) {
	w := newWork(t.Context(), "test", Budget{Time: time.Second, Threads: 1}, functions)
	for formula, want := range map[string]string{
		"colourings(emptyboard(1,2))":            "5",
		"graph(1,2).Nodes()":                     "5",
		"degrees(1,3).Edges":                     "42",
		"average(degrees(1,2).Edges, 5)":         "12/5, 12 edges, 5 nodes",
		"meandegree(degrees(1,3), 3)":            "1.294442, geometric mean 2.588885, arithmetic mean 2.8000, of 15 positions",
		"below(1, 3, printedgames(1,3), L(1,3))": "true, yes",
		"outdegrees(graph(1,3)).AtMostTwice":     "true",
		"outdegrees(graph(1,1)).AtLeastTwo":      "false",
		"plays(graph(1,3), emptyboard(1,3)).OneToOne && plays(graph(1,3), emptyboard(1,3)).OneColour":            "true",
		"played(emptyboard(1,2)) - games(1,2).Value":                                                             "0",
		`choose(graph(m,n).Shape().TwoLoops == 0, say("%v", size(m,n)), "") for m=1 n=1..7; m=2 n=2..4; m=3 n=3`: "1x1, 1x3, 2x2",
		"census(3).Cycles":                                                     "2",
		"symmetric(census(3))":                                                 "holds in 2 of 2 cases",
		"quotient(5).Find(0).Check().Visited":                                  "112",
		"counttours(quotient(2)).Best-2*census(2).SymmetricCycles":             "0",
		"play(emptyboard(3,3), 12, 99, graycode(combs(3,3)))":                  "true, 21 moves, all legal",
		"play(emptyboard(3,3), 21, 99, graycode(combs(3,3)))":                  "false, 21 moves, all legal",
		"play(emptyboard(1,3), 6, 12, rowmoves(3, false))":                     "true, 12 moves, all legal",
		"play(emptyboard(1,3), 6, 12, rowmoves(3, true))":                      "true, 9 moves, all legal",
		"gomoku(1,5,5).Positions":                                              "241",
		"coded(connect4(2,2))":                                                 "holds in 2 of 2 cases",
		"sampled(2, Chen, 50, `57`, 3)":                                        "true",
		"keybytes(1)":                                                          "1",
		"stategraph(1).Redundancy()":                                           "true",
		"stategraph(2).Falls(3)":                                               "holds in 9 of 9 cases",
		"stategraph(2).Components()":                                           "1",
		"chain(1,0).All(3) - 27":                                               "0",
		"chain(1,0).Len()":                                                     "6",
		"chain(1,0).Reversed(2)":                                               "holds in 5 of 5 cases",
		"chain(2,0).UpsideDown(2)":                                             "holds in 17 of 17 cases",
		"abs(3*chain(1,0).Decay()-lambda(1)) < 1e-9":                           "true",
		"modesof(transfer(2,UpDownClasses)).Visible() - recurrence(2).Order()": "0",
		"modesof(transfer(1,UpDownClasses)).Dominant(a(1), lambda(1))":         "holds in 1 of 1 cases, q_1 = 0.694123409091, l_1 = 2.769292354239",
		"growth(0,1).Low <= lambda(1)":                                         "true",
		"growth(2,1).High >= base":                                             "true",
		"strips(1,2,4,2) >= L(2,4)":                                            "true",
		"agree(ln(4), 2*ln(2))":                                                "true",
		"2.1e170 < rational(boardinprint(19).Lower)":                           "false",
		"same(inprint(Square,2).Lower, \"2.9583903342140\")":                   "false",
	} {
		v := scope{w, nil}.run(formula)
		got, err := text(v), w.taken()
		if f, ok := v.(finding); ok {
			if got = text(f.value); strings.Contains(want, ", ") {
				got = strings.TrimSuffix(strings.TrimSuffix(fmt.Sprintf("%s, %s", got, f.text+f.note), ", "), ", ")
			}
		}
		if err != nil || got != want {
			t.Errorf("%s is %s, want %s, %v", formula, got, want, err)
		}
	}
}

// The absolute value of an enclosure that holds 0 is not below its farther end.
func TestAbsoluteValue(t *testing.T) {
	wide := interval.Interval{Low: apd.New(-3, 0), High: apd.New(10, 0)}
	if x, err := abs(wide); err != nil || x.(interval.Interval).Low.Sign() != 0 || x.(interval.Interval).High.Cmp(apd.New(10, 0)) != 0 {
		t.Errorf("[-3,10]: %v, %v", x, err)
	}
	wide = interval.Interval{Low: apd.New(-30, 0), High: apd.New(10, 0)}
	if x, err := abs(wide); err != nil || x.(interval.Interval).Low.Sign() != 0 || x.(interval.Interval).High.Cmp(apd.New(30, 0)) != 0 {
		t.Errorf("[-30,10]: %v, %v", x, err)
	}
}

// What no formula can mean is an error.
func TestFormulasThatAreRefused(t *testing.T) {
	for _, formula := range []string{
		"7 % 2", "pow(2,1/2) == 1", "1 == 1 == (2 == 2)", "square(1,2)", "nothing(1)", "!1", "+1",
		"valid(1)", "valid(1,0,0)", "valid(1,States)", "lower(combs(1,2)).Tower()", "size(1,2).Depth", "size(1,2).Depth()", `1+"2"`, `-"2"`, "recurrence(1).Terms(5)[5]", "size(1,2)[0]", `n < 2 for n="a"..2`,
		`"a"..2 < 3`, `pow("2", 2)`, `abs("2")`, `choose(nothing(1), 1, 2)`, `choose("n < nothing(1) for n=1", 1, 2)`, `nothing(1) for n=1..2`, `say("%v", nothing(1))`, "L(2,2) && 1 == 1",
	} {
		w := newWork(t.Context(), "test", Budget{}, functions)
		w.own["square"] = ownFunction{[]string{"x"}, "x*x"}
		x := scope{w, nil}.run(formula)
		if err := w.taken(); err == nil || x != nil || w.err != nil {
			t.Errorf("%s is not refused: it is %v, %v", formula, x, err)
		}
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
		if Find(f[0]) == nil && (f[0] != everyEntry || !isFunction) {
			t.Errorf("a formula is of %s, which is no entry", f[0])
		}
	}
}
