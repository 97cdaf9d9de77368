package enum_test

import (
	"testing"

	"combigo.dev/combigo/internal/enum"
)

type side int

var sides = enum.Of[side]("side", "", "left", "right")

func TestNames(t *testing.T) {
	for v, name := range []string{"side(0)", "left", "right", "side(3)"} {
		if got := sides.Name(side(v)); got != name {
			t.Errorf("the name of %d is %q, want %q", v, got, name)
		}
	}
	if got := sides.Name(-1); got != "side(-1)" {
		t.Errorf("the name of -1 is %q", got)
	}
	for _, v := range []side{1, 2} {
		if got, err := sides.Parse(sides.Name(v)); got != v || err != nil {
			t.Errorf("%v is read as %v, %v", v, got, err)
		}
	}
	for _, name := range []string{"", "Left", "side(0)", "up"} {
		if got, err := sides.Parse(name); err == nil {
			t.Errorf("%q is read as %v", name, got)
		}
	}
	if _, err := sides.Parse("up"); err.Error() != `"up" is not a side: want left or right` {
		t.Errorf("the error is %v", err)
	}
}

func TestAlternatives(t *testing.T) {
	for _, test := range []struct {
		words []string
		want  string
	}{{nil, ""}, {[]string{"text"}, "text"}, {[]string{"text", "json"}, "text or json"}, {[]string{"text", "json", "csv"}, "text, json or csv"}} {
		if got := enum.Alternatives(test.words); got != test.want {
			t.Errorf("%q: %q, want %q", test.words, got, test.want)
		}
	}
}
