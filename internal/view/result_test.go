package view

import (
	"math/big"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/result"
)

const legal19 = "208168199381979984699478633344862770286522453884530548425639456820927" +
	"419612738015378525648451698519643907259916015628128546089888314427129715319317557736620397247064840935"

var threeTo361 = new(big.Int).Exp(big.NewInt(3), big.NewInt(361), nil)

func number(t *testing.T, s string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		t.Fatalf("%q is not a number", s)
	}
	return n
}

// sample is a result with every field filled, of a value given.
func sample(t *testing.T, value string) *result.Result {
	return &result.Result{
		Quantity: "legal positions", Symbol: "L(9,13)", Board: board.Size{Rows: 9, Cols: 13}, Value: number(t, value),
		Whole: result.Whole{Name: "positions", Power: "3^117", Value: threeTo361},
		Provenance: result.Provenance{
			Method: "dp", Engine: "border", Moduli: []uint64{1<<62 - 57, 1<<62 - 87}, Passes: 1, Threads: 2,
			Wall: 1234567 * time.Microsecond, PeakMemory: 20 << 20, States: 109736, StateSteps: 1.25e7,
			Checks: []string{"a check", strings.Repeat("a check of many words ", 8)}, Notes: []string{"a note"},
		},
	}
}

func TestResult(t *testing.T) {
	r := &result.Result{
		Quantity: "legal positions", Symbol: "L(3,3)", Board: board.Size{Rows: 3, Cols: 3}, Value: big.NewInt(12675),
		Whole: result.Whole{Name: "positions", Power: "3^9", Value: big.NewInt(19683)},
		Provenance: result.Provenance{
			Method: "brute", Description: "every position looked at", Engine: "goban", Threads: 1, Wall: 2 * time.Millisecond,
			Checks: []string{"less than 3^9"},
		},
	}
	const want = `Legal positions on the 3x3 board

  L(3,3) = 12675

digits      5
share       64.3957 % of all 3^9 = 19683 positions

method      brute: every position looked at
engine      goban
run         1 thread, 2.0 ms
checks      less than 3^9
`
	if got := textOf(t, Result(r)); got != want {
		t.Errorf("the text is\n%s", got)
	}
	r.Where = "the graph of 4 vertices and 4 edges"
	if got := textOf(t, Result(r)); !strings.HasPrefix(got, "Legal positions on the graph of 4 vertices and 4 edges\n") {
		t.Errorf("the text is\n%s", got)
	}
}

func TestTextFitsTheScreen(t *testing.T) {
	for _, value := range []string{"0", "57", "103919148791293834318983090438798793469", legal19} {
		for line := range strings.Lines(textOf(t, Result(sample(t, value)))) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > 80 || strings.HasSuffix(line, " ") {
				t.Errorf("the line %q is too long or ends in a space", line)
			}
		}
	}
}

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		num, den string
		want     string
	}{
		{"1", "3", "33.3333 %"},
		{"57", "81", "70.3704 %"},
		{"1", "1", "100 %"},
		{"0", "3", "0 %"},
		{"1", "10000", "0.01 %"},
		{"1", "30000", "3.33333e-05"},
		{legal19, threeTo361.String(), "1.19575 %"},
	} {
		share := new(big.Rat).SetFrac(number(t, c.num), number(t, c.den))
		if got := percent(share); got != c.want {
			t.Errorf("%s of %s is %s, want %s", c.num, c.den, got, c.want)
		}
	}
}

func TestDuration(t *testing.T) {
	for d, want := range map[time.Duration]string{
		300 * time.Microsecond:  "0.3 ms",
		12 * time.Millisecond:   "12 ms",
		1234 * time.Millisecond: "1.23 s",
		125 * time.Second:       "2 min 5 s",
		187 * time.Minute:       "3 h 7 min",
	} {
		if got := duration(d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

// The middle of a huge number is left out, with the digits counted.
func TestTextOfHugeNumbers(t *testing.T) {
	r := &result.Result{Quantity: "legal positions", Symbol: "L(3,10000)", Value: new(big.Int).Exp(big.NewInt(10), big.NewInt(14_000), nil)}
	r.Value.Add(r.Value, big.NewInt(7))
	text := textOf(t, Result(r))
	for _, want := range []string{
		"L(3,10000) =\n  1000000000 0000000000",
		"\n  (13440 digits more; --quiet prints all)\n",
		" 13980\n  0000000000 0000000000 7                                            14001\n",
		"digits      14001, about 1.0000 x 10^14000",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
	if lines := strings.Count(text, "\n"); lines > 25 {
		t.Errorf("%d lines", lines)
	}
}
