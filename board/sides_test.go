package board

import (
	"fmt"
	"strings"
	"testing"
)

func TestParseSides(t *testing.T) {
	for text, want := range map[string]string{
		"3 1000000":             "3 1000000",
		"3x1000000":             "3 1000000",
		"10^18 9":               "1000000000000000000 9",
		"9 1e18":                "9 1000000000000000000",
		"9x1000000000000000000": "9 1000000000000000000",
		"7":                     "7 7",
		"9X13":                  "9 13",
		"1^40":                  "1 1",
		"2^10x03":               "1024 3",
	} {
		rows, cols, err := ParseSides(18, strings.Fields(text)...)
		if err != nil || fmt.Sprint(rows, cols) != want {
			t.Errorf("%q: %v, %v, %v, want %s", text, rows, cols, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                          "0 words",
		"1 2 3":                     "3 words",
		"3 0":                       "from 1 to 10^18",
		"3 10^19":                   "from 1 to 10^18",
		"3 99^99":                   "from 1 to 10^18",
		"3 1000000000000000001":     "from 1 to 10^18",
		"3 99999999999999999999999": "from 1 to 10^18",
		"3 10^100":                  "from 1 to 10^18",
		"3 -5":                      "not a number",
		"3 1-5":                     "not a number",
		"3 1e":                      "not a number",
		"9^9^9":                     "not a number",
		"x":                         "not a number",
	} {
		if _, _, err := ParseSides(18, strings.Fields(text)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	if n, _, err := ParseSides(100, "10^100"); err != nil || len(n.String()) != 101 {
		t.Errorf("10^100: %v, %v", n, err)
	}
}

func FuzzParseSides(f *testing.F) {
	f.Add("3x1000000")
	f.Add("10^18")
	f.Fuzz(func(t *testing.T, text string) {
		rows, cols, err := ParseSides(18, text)
		if err == nil && (rows.Sign() <= 0 || cols.Sign() <= 0 || max(len(rows.String()), len(cols.String())) > 19) {
			t.Errorf("%q: %v, %v", text, rows, cols)
		}
	})
}
