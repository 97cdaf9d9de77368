package patterns

import (
	"fmt"
	"testing"

	"combigo.dev/combigo/board"
)

func TestParseStones(t *testing.T) {
	for _, test := range []struct {
		text string
		want board.Span
	}{
		{"0", board.Span{}},
		{"5", board.Span{First: 5, Last: 5}},
		{"0-10", board.Span{Last: 10}},
		{"100000", board.Span{First: 100000, Last: 100000}},
	} {
		if got, err := ParseStones(test.text); err != nil || got != test.want {
			t.Errorf("%q: %v, error %v", test.text, got, err)
		}
	}
	for _, text := range []string{"", "-", "-1", "1-", "-1-2", "1-2-3", "3-2", "1e3", "100001", "99999999999999999999", " 1"} {
		if got, err := ParseStones(text); err == nil {
			t.Errorf("%q: %v, no error", text, got)
		}
	}
}

// What is read is written as it was read, or is refused.
func FuzzParseStones(f *testing.F) {
	for _, text := range []string{"0", "5", "0-10", "3-1", "-3", "x", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		span, err := ParseStones(text)
		if err != nil {
			return
		}
		if span.First < 0 || span.First > span.Last || span.Last > maxStones {
			t.Errorf("%q is %v", text, span)
		}
		again, err := ParseStones(fmt.Sprintf("%d-%d", span.First, span.Last))
		if err != nil || again != span {
			t.Errorf("%q is %v, written and read again %v, error %v", text, span, again, err)
		}
	})
}
