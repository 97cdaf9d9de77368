package asymptotic

import (
	"strings"
	"testing"
)

func TestParseSides(t *testing.T) {
	for text, want := range map[string]string{
		"19":       "19 19",
		"9x13":     "9 13",
		"9 13":     "9 13",
		"9X13":     "9 13",
		"10^3x2^4": "1000 16",
		"007":      "7 7",
		"1^40":     "1 1",
	} {
		rows, cols, err := ParseSides(strings.Fields(text)...)
		if err != nil || rows.String()+" "+cols.String() != want {
			t.Errorf("%q is read as %v and %v, %v; want %s", text, rows, cols, err, want)
		}
	}
}

// Whatever is read is a board that can be estimated.
func FuzzParseSides(f *testing.F) {
	for _, text := range []string{"19", "9x13", "10^9", "2^", "x", "^", "10^100", "9^9^9", "-1", "1e9", "0", "99999^20"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rows, cols, err := ParseSides(text)
		if err != nil {
			if strings.TrimSpace(err.Error()) == "" {
				t.Error("an error says nothing")
			}
			return
		}
		if rows.Sign() <= 0 || cols.Sign() <= 0 || max(len(rows.String()), len(cols.String())) > MaxSideDigits {
			t.Errorf("%q is read as %v and %v", text, rows, cols)
		}
	})
}
