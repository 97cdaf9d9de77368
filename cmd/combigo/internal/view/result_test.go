package view

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"combigo.dev/combigo/board"
	"combigo.dev/combigo/cmd/combigo/internal/selftest"
	"combigo.dev/combigo/goban"
	"combigo.dev/combigo/internal/buildinfo"
	"combigo.dev/combigo/recurrence"
	"combigo.dev/combigo/result"
	"combigo.dev/combigo/sampling"
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
	if got := textOf(t, Result(r).Document); got != want {
		t.Errorf("the text is\n%s", got)
	}
	r.Where = "the graph of 4 vertices and 4 edges"
	if got := textOf(t, Result(r).Document); !strings.HasPrefix(got, "Legal positions on the graph of 4 vertices and 4 edges\n") {
		t.Errorf("the text is\n%s", got)
	}
}

func TestTextFitsTheScreen(t *testing.T) {
	for _, value := range []string{"0", "57", "103919148791293834318983090438798793469", legal19} {
		for line := range strings.Lines(textOf(t, Result(sample(t, value)).Document)) {
			line = strings.TrimSuffix(line, "\n")
			if utf8.RuneCountInString(line) > 80 || strings.HasSuffix(line, " ") {
				t.Errorf("the line %q is too long or ends in a space", line)
			}
		}
	}
}

// The decimals are those of the exact quotient, by long division.
func TestShareIsExact(t *testing.T) {
	value, whole := number(t, legal19), threeTo361
	shifted := new(big.Int).Mul(value, new(big.Int).Exp(big.NewInt(10), big.NewInt(16), nil))
	quotient, remainder := new(big.Int).QuoRem(shifted, whole, new(big.Int))
	if remainder.Lsh(remainder, 1).Cmp(whole) >= 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	want := "0.0" + quotient.String()
	if got := rounded(new(big.Rat).SetFrac(value, whole), 'g', 15); got != want {
		t.Errorf("the share is %s, want %s", got, want)
	}
}

func TestJSONFieldsAreStable(t *testing.T) {
	var b bytes.Buffer
	if err := Result(sample(t, legal19)).Write(&b, "json", Style{}); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(b.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"quantity": "legal positions", "symbol": "L(9,13)", "rows": 9.0, "cols": 13.0,
		"value": legal19, "digits": 171.0, "share": "0.0119575286982276", "share_of": "3^117",
		"method": "dp", "engine": "border",
		"passes": 1.0, "threads": 2.0, "wall_seconds": 1.234567,
		"peak_memory_bytes": float64(20 << 20), "states": 109736.0, "state_steps": 1.25e7,
	}
	for name, value := range want {
		if got[name] != value {
			t.Errorf("field %s is %v, want %v", name, got[name], value)
		}
	}
	moduli, _ := got["moduli"].([]any)
	if len(moduli) != 2 || moduli[0] != "4611686018427387847" {
		t.Errorf("the moduli are %v", got["moduli"])
	}
}

func TestJSONChecksAreAlwaysAnArray(t *testing.T) {
	if text := jsonOf(Result(&result.Result{Value: big.NewInt(1)}).json); !strings.Contains(string(text), `"checks":[]`) {
		t.Errorf("got %s", text)
	}
}

func TestCSVReadsBack(t *testing.T) {
	var b bytes.Buffer
	small := sample(t, "57")
	small.Whole.Value = big.NewInt(81)
	if err := resultRows([]*result.Result{small, sample(t, legal19)}).csv(&b); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&b).ReadAll()
	if err != nil || len(rows) != 3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	if got := strings.Join(rows[0], ","); got != "quantity,rows,cols,value,digits,share,method,engine,threads,wall_seconds,peak_memory_bytes" {
		t.Errorf("the header is %s", got)
	}
	if rows[2][3] != legal19 || rows[1][4] != "2" || rows[1][5] != "0.703703703703704" {
		t.Errorf("the rows are %v", rows[1:])
	}
}

// A board that is not plain is named in every format.
func TestWhereIsShown(t *testing.T) {
	r := sample(t, "57")
	r.Board, r.Where = board.Size{}, "the graph of 4 vertices and 4 edges"
	for format, want := range map[string]string{
		"json": "\"symbol\": \"L(9,13)\",\n  \"graph\": \"the graph of 4 vertices and 4 edges\",\n  \"value\"",
		"csv":  "\nlegal positions on the graph of 4 vertices and 4 edges,0",
		"text": "Legal positions on the graph of 4 vertices and 4 edges\n",
	} {
		var b bytes.Buffer
		if err := Result(r).Write(&b, format, Style{}); err != nil || !strings.Contains(b.String(), want) {
			t.Errorf("%q is not in %s, %v", want, &b, err)
		}
	}
}

// What becomes of a value in JSON depends on its type and its tag alone.
func TestJSONOf(t *testing.T) {
	p, err := goban.ParsePosition("X.\n.O\n")
	if err != nil {
		t.Fatal(err)
	}
	type inner struct {
		A      int `json:"a"`
		Secret int
	}
	var none *big.Int
	for want, value := range map[string]any{
		`{"n":"57","none":null}`: struct {
			N    *big.Int `json:"n"`
			None *big.Int `json:"none"`
			Left *big.Int `json:"left,omitempty"`
			List []int    `json:"list,omitempty"`
		}{big.NewInt(57), none, none, []int{}},
		`{"a":1,"b":{"a":2},"a":3,"c":"4","d":null}`: struct {
			inner
			B    *inner  `json:"b"`
			Any  any     `json:",inline"`
			Gone *inner  `json:",inline"`
			C    int     `json:"c,string"`
			D    float64 `json:"d,string"`
		}{inner{1, 9}, &inner{A: 2}, inner{A: 3}, nil, 4, math.Inf(1)},
		`["7","1/2",1.5,8,"situational","<&>"]`:                        []any{uint64(7), big.NewRat(1, 2), 1500 * time.Millisecond, result.Bytes(8), goban.SituationalSuperko, "<&>"},
		`[[],["1","2"],["X.",".O"],null,null]`:                         []any{[]string(nil), []*big.Int{big.NewInt(1), big.NewInt(2)}, p, nil, math.NaN()},
		`[9007199254740992,"9007199254740993","-9223372036854775808"]`: []any{1 << 53, 1<<53 + 1, math.MinInt64},
		`["two lines",1e+30]`:                                          []any{errors.New("two\nlines"), 1e30},
	} {
		if text := string(jsonOf(value)); text != want {
			t.Errorf("the value is %s, want %s", text, want)
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
	text := textOf(t, Result(r).Document)
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

// Without a legal position a sample has no interval.
func TestSampleWithoutInterval(t *testing.T) {
	a := Sample(&sampling.Estimate{Runs: 2, RelError: math.Inf(1)})
	text := jsonOf(a.json)
	if !strings.Contains(string(text), `"low":null,"high":null`) || !strings.Contains(textOf(t, a.Document), "interval    unknown") {
		t.Errorf("%s", text)
	}
}

// What the checks of the program found is said of each, and whether all passed.
func TestVersion(t *testing.T) {
	a := Version(buildinfo.Info{}, []selftest.Outcome{{Name: "kernels", Equal: "plain Go"}, {Name: "files", Fault: errors.New("no room")}})
	var text, programs strings.Builder
	if err := errors.Join(a.Write(&text, "text", Style{}), a.Write(&programs, "json", Style{})); err != nil {
		t.Fatal(err)
	}
	if !strings.HasSuffix(text.String(), "kernels     equal: plain Go\nfiles       FAILS: no room\n") || !strings.Contains(programs.String(), `"passed": false`) {
		t.Errorf("%s%s", &text, &programs)
	}
}

// The order of a recurrence is said with what proves it.
func TestRecurrenceOrder(t *testing.T) {
	o, err := recurrence.FindOrder(t.Context(), 3, recurrence.Options{Primes: 1, Seed: 5})
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	if err := RecurrenceOrder(o).Write(&text, "text", Style{}); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"\norder       19\n", "19 modulo the prime ", "31 constructible", "up-down classes, 21,", "42, give the order modulo a prime"} {
		if !strings.Contains(strings.Join(strings.Fields(text.String()), " "), strings.Join(strings.Fields(want), " ")) {
			t.Errorf("there is no %q in\n%s", want, &text)
		}
	}
}
