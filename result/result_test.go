package result

import (
	"bytes"
	"math/big"
	"strings"
	"testing"
)

func number(t testing.TB, s string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		t.Fatalf("%q is not a number", s)
	}
	return n
}

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
