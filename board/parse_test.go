package board

import (
	"slices"
	"strings"
	"testing"
)

func TestParse(t *testing.T) {
	for words, want := range map[string]Size{
		"9":           {9, 9},
		"9 13":        {9, 13},
		"9x13":        {9, 13},
		"9X13":        {9, 13},
		"13x9":        {13, 9},
		"1":           {1, 1},
		"09":          {9, 9},
		"5-5":         {5, 5},
		"5-5 6-6":     {5, 6},
		"30000x30000": {30000, 30000},
	} {
		got, err := Parse(strings.Fields(words)...)
		if err != nil || got != want {
			t.Errorf("Parse(%q) is %v, %v, want %v", words, got, err, want)
		}
	}
}

func TestParseRange(t *testing.T) {
	for words, want := range map[string]Range{
		"1-11":     {Span{1, 11}, Span{1, 11}, true},
		"9":        {Span{9, 9}, Span{9, 9}, true},
		"1-6 1-20": {Span{1, 6}, Span{1, 20}, false},
		"1-6x1-20": {Span{1, 6}, Span{1, 20}, false},
		"7 1-20":   {Span{7, 7}, Span{1, 20}, false},
		"2-3 5":    {Span{2, 3}, Span{5, 5}, false},
	} {
		got, err := ParseRange(strings.Fields(words)...)
		if err != nil || got != want {
			t.Errorf("ParseRange(%q) is %v, %v, want %v", words, got, err, want)
		}
	}
}

// Each error quotes the word that is wrong, and says what would be right.
func TestErrorsNameTheWord(t *testing.T) {
	for words, want := range map[string]string{
		"0":                    `board "0": a side has from 1 to 30000 points, not 0`,
		"-3":                   `board "-3": a side has from 1 to 30000 points, not -3`,
		"9 -3":                 `board "-3": a side has from 1 to 30000 points, not -3`,
		"9 0":                  `board "0": a side has from 1 to 30000 points, not 0`,
		"30001":                `board "30001": a side has from 1 to 30000 points, not 30001`,
		"99999999999999999999": `board "99999999999999999999": a side has from 1 to 30000 points`,
		"x":                    `board "x": "x" is not a number of points: want sizes such as 9`,
		"9x":                   `board "9x": "" is not a number`,
		"x9":                   `board "x9": "" is not a number`,
		"9x9x9":                `board "9x9x9": "9x9" is not a number`,
		"9 x":                  `board "x": "x" is not a number`,
		"9x9 9":                `board "9x9 9": 9x9 is a whole board: want one word such as 9x13, or two such as 9 13`,
		"5 9x13":               `board "5 9x13": 9x13 is a whole board: want one word such as 9x13, or two such as 9 13`,
		"9x 13":                `board "9x": "9x" is not a number of points`,
		"+9":                   `board "+9": "+9" is not a number`,
		"1e3":                  `board "1e3": "1e3" is not a number`,
		"9.5":                  `board "9.5": "9.5" is not a number`,
		"9-3":                  `board "9-3": the range runs backwards: write 3-9`,
		"1-6 20-1":             `board "20-1": the range runs backwards: write 1-20`,
		"1-":                   `board "1-": "" is not a number`,
		"1-2-3":                `board "1-2-3": "2-3" is not a number`,
		"":                     `board: 0 words given`,
		"1 2 3":                `board: 3 words given`,
	} {
		_, err := ParseRange(strings.Fields(words)...)
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("ParseRange(%q): the error is %v, want %s", words, err, want)
		}
	}
}

func TestParseRefusesRanges(t *testing.T) {
	for _, words := range []string{"1-11", "9 1-3", "1-2x5"} {
		_, err := Parse(strings.Fields(words)...)
		if err == nil || !strings.Contains(err.Error(), "not a range") {
			t.Errorf("Parse(%q): the error is %v", words, err)
		}
	}
}

func TestSizes(t *testing.T) {
	for words, want := range map[string]string{
		"1-3":     "1x1 2x2 3x3",
		"1-2 3-4": "1x3 1x4 2x3 2x4",
		"2-3 7":   "2x7 3x7",
		"9":       "9x9",
	} {
		r, err := ParseRange(strings.Fields(words)...)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for size := range r.Sizes() {
			got = append(got, size.String())
		}
		if !slices.Equal(got, strings.Fields(want)) || len(got) != r.Len() {
			t.Errorf("the %d sizes of %s are %v, want %s", r.Len(), words, got, want)
		}
	}
}

func TestValidate(t *testing.T) {
	for size, ok := range map[Size]bool{
		{1, 1}: true, {MaxSide, 1}: true, {9, 13}: true,
		{0, 1}: false, {1, -1}: false, {1, MaxSide + 1}: false, {}: false,
	} {
		if err := size.Validate(); (err == nil) != ok {
			t.Errorf("Validate of %s gives %v", size, err)
		}
	}
}

// Whatever is read is a valid range, and reads back from its own spelling.
func FuzzParseRange(f *testing.F) {
	for _, word := range []string{"9", "9x13", "1-11", "1-6x1-20", "x", "-", "9-3", "0", "", "９"} {
		f.Add(word, "")
		f.Add(word, "7")
	}
	f.Fuzz(func(t *testing.T, first, second string) {
		words := []string{first}
		if second != "" {
			words = append(words, second)
		}
		r, err := ParseRange(words...)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("the error has more than one line: %q", err)
			}
			return
		}
		for _, size := range []Size{{r.Rows.First, r.Cols.First}, {r.Rows.Last, r.Cols.Last}} {
			if err := size.Validate(); err != nil {
				t.Error(err)
			}
		}
		if again, err := ParseRange(r.String()); err != nil || again != r {
			t.Errorf("%q is %v, but %q is %v, %v", words, r, r.String(), again, err)
		}
	})
}
