package goban

import (
	"strings"
	"testing"
)

func TestStarredDiagrams(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"one board":     {"***\n*O*\n***\n", []string{"O"}},
		"a caption":     {"Extra solution 2x3: 4 liberties\n****\n*.O*\n*X.*\n*.O*\n****\n", []string{".O/X./.O"}},
		"two, indented": {"    ****   ***\n    *.O*   *X*\n    ****   *.*\n           ***\n", []string{".O", "X/."}},
		"and below":     {"***\n*O*\n***\nSolution:\n***\n*.*\n***\n\n.X\n", []string{"O", ".", ".X"}},
	} {
		var got []string
		for record, err := range ParseDiagrams("a", []byte(c.text)) {
			if err != nil {
				t.Errorf("%s: %v", name, err)
				break
			}
			got = append(got, strings.ReplaceAll(strings.TrimSpace(record.Position.String()), "\n", "/"))
		}
		if strings.Join(got, " ") != strings.Join(c.want, " ") {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestStarredDiagramsRefused(t *testing.T) {
	for text, want := range map[string]string{
		"****\n*.O*\n":              "a:2:5: a board without its lower border: expected ****",
		"****\n****\n":              "a:2:1: a border of stars without a board",
		"****\n*.?*\n****\n":        "a:2:3: unexpected '?': expected . (empty)",
		"****\n..O*\n****\n":        "a:2:1: unexpected '.': expected * on the border",
		"****\n*.*\n****\n":         "a:2:4: the border of stars ends here",
		"***\n*.*\n***\nso it is\n": "a:4:1: text below the border of a board",
	} {
		var last error
		for _, err := range ParseDiagrams("a", []byte(text)) {
			last = err
		}
		if last == nil || !strings.Contains(last.Error(), want) {
			t.Errorf("%q: %v, want %s", text, last, want)
		}
	}
}
