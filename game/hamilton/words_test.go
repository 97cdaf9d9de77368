package hamilton

import (
	"slices"
	"testing"
)

func TestSplitWords(t *testing.T) {
	for _, test := range []struct {
		command string
		want    []string
	}{
		{"", nil},
		{" \t", nil},
		{"concorde", []string{"concorde"}},
		{" cp a  {tour} ", []string{"cp", "a", "{tour}"}},
		{`"my solver" 'it"s' a"b c"d ''`, []string{"my solver", `it"s`, "ab cd", ""}},
	} {
		if got, err := splitWords(test.command); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, %v; want %q", test.command, got, err, test.want)
		}
	}
	for _, command := range []string{`"`, `cp 'a b`, `a"'`} {
		if got, err := splitWords(command); err == nil {
			t.Errorf("%q: %q", command, got)
		}
	}
}
