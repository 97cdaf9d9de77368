package board

import (
	"strings"
	"testing"
)

func TestParseStrip(t *testing.T) {
	for text, want := range map[string][2]uint64{
		"3 1000000":             {3, 1_000_000},
		"3x1000000":             {3, 1_000_000},
		"10^18 9":               {MaxStrip, 9},
		"9 1e18":                {9, MaxStrip},
		"9x1000000000000000000": {9, MaxStrip},
		"7":                     {7, 7},
		"2^10x03":               {1024, 3},
	} {
		rows, cols, err := ParseStrip(strings.Fields(text)...)
		if err != nil || [2]uint64{rows, cols} != want {
			t.Errorf("%q: %d, %d, %v, want %d", text, rows, cols, err, want)
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
		"3 -5":                      "not a number",
		"3 1-5":                     "not a number",
		"3 1e":                      "not a number",
		"x":                         "not a number",
		"3 10^100":                  "not a number",
	} {
		if _, _, err := ParseStrip(strings.Fields(text)...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
}

func FuzzParseStrip(f *testing.F) {
	f.Add("3x1000000")
	f.Add("10^18")
	f.Fuzz(func(t *testing.T, text string) {
		rows, cols, err := ParseStrip(text)
		if err == nil && (rows < 1 || cols < 1 || rows > MaxStrip || cols > MaxStrip) {
			t.Errorf("%q: %d, %d", text, rows, cols)
		}
	})
}
