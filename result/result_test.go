package result

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"math/big"
	"strings"
	"testing"
	"time"

	"combigo.dev/combigo/board"
)

func number(t testing.TB, s string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		t.Fatalf("%q is not a number", s)
	}
	return n
}

// sample returns a result with every field filled, of a value and whole given.
func sample(t testing.TB, value string, whole *big.Int) *Result {
	t.Helper()
	return &Result{
		Quantity: "legal positions",
		Symbol:   "L(9,13)",
		Board:    board.Size{Rows: 9, Cols: 13},
		Value:    number(t, value),
		Whole:    Whole{Name: "positions", Power: "3^117", Value: whole},
		Provenance: Provenance{
			Method:     "dp",
			Engine:     "border",
			Moduli:     []uint64{1<<62 - 57, 1<<62 - 87},
			Passes:     1,
			Threads:    2,
			Wall:       1234567 * time.Microsecond,
			PeakMemory: 20 << 20,
			States:     109736,
			StateSteps: 1.25e7,
			Checks:     []string{"a check", strings.Repeat("a check of many words ", 8)},
			Notes:      []string{"a note"},
		},
	}
}

var threeTo361 = new(big.Int).Exp(big.NewInt(3), big.NewInt(361), nil)

const legal19 = "208168199381979984699478633344862770286522453884530548425639456820927" +
	"419612738015378525648451698519643907259916015628128546089888314427129715319317557736620397247064840935"

// All digits are there, and counted, whatever the grouping.
func TestGroupKeepsDigits(t *testing.T) {
	for length := 1; length < 200; length++ {
		n := number(t, legal19+legal19)
		n.Quo(n, new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(342-length)), nil))
		var digits, last string
		lines := Group(n.String(), 75)
		if length <= longNumber {
			if len(lines) != 1 || lines[0] != n.String() {
				t.Fatalf("%s is grouped as %q", n, lines)
			}
			continue
		}
		for _, line := range lines {
			fields := strings.Fields(line)
			last = fields[len(fields)-1]
			digits += strings.Join(fields[:len(fields)-1], "")
		}
		if digits != n.String() || number(t, last).Int64() != int64(length) {
			t.Fatalf("%s is grouped as %s, %s digits", n, digits, last)
		}
	}
}

// The decimals are those of the exact quotient, by long division.
func TestSignificantIsExact(t *testing.T) {
	value, whole := number(t, legal19), threeTo361
	shifted := new(big.Int).Mul(value, new(big.Int).Exp(big.NewInt(10), big.NewInt(16), nil))
	quotient, remainder := new(big.Int).QuoRem(shifted, whole, new(big.Int))
	if remainder.Lsh(remainder, 1).Cmp(whole) >= 0 {
		quotient.Add(quotient, big.NewInt(1))
	}
	want := "0.0" + quotient.String()
	if got := significant(new(big.Rat).SetFrac(value, whole), 15); got != want {
		t.Errorf("the share is %s, want %s", got, want)
	}
}

func TestJSONFieldsAreStable(t *testing.T) {
	var b bytes.Buffer
	if err := JSON(&b, sample(t, legal19, threeTo361)); err != nil {
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
	text, err := json.Marshal(&Result{Value: big.NewInt(1)})
	if err != nil || !strings.Contains(string(text), `"checks":[]`) {
		t.Errorf("got %s, %v", text, err)
	}
}

func TestCSVReadsBack(t *testing.T) {
	var b bytes.Buffer
	if err := CSV(&b, []*Result{sample(t, "57", big.NewInt(81)), sample(t, legal19, threeTo361)}); err != nil {
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

func TestBFile(t *testing.T) {
	var b bytes.Buffer
	terms := []Term{{0, big.NewInt(5)}, {1, big.NewInt(-7)}, {2, number(t, strings.Repeat("9", 1000))}}
	if err := BFile(&b, terms); err != nil {
		t.Fatal(err)
	}
	if want := "0 5\n1 -7\n2 " + strings.Repeat("9", 1000) + "\n"; b.String() != want {
		t.Errorf("the b-file is %q", b.String())
	}
}

func TestBFileRefuses(t *testing.T) {
	one := big.NewInt(1)
	for want, terms := range map[string][]Term{
		"no terms":                  {},
		"index 3 follows 1":         {{1, one}, {3, one}},
		"index 1 follows 1":         {{1, one}, {1, one}},
		"index 0 follows 1":         {{1, one}, {0, one}},
		"term 2 has 1001 digits":    {{1, one}, {2, number(t, "1"+strings.Repeat("0", 1000))}},
		"at most 1000 are allowed":  {{1, number(t, strings.Repeat("9", 1001))}},
		"index 6 follows 4: want s": {{4, one}, {6, one}},
	} {
		var b bytes.Buffer
		err := BFile(&b, terms)
		if err == nil || !strings.Contains(err.Error(), want) || b.Len() > 0 {
			t.Errorf("want an error with %q and no output, got %v and %q", want, err, &b)
		}
	}
}

func TestPeakMemory(t *testing.T) {
	if peak := PeakMemory(); peak != 0 && (peak < 1<<20 || peak > 1<<36) {
		t.Errorf("the peak memory of a small test is %s", peak)
	}
}
