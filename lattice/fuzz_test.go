package lattice_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"combigo.dev/combigo/lattice"
)

// FuzzRead makes sure that any text is a valid graph, or an error on one line that says where. What
// was read is the same when it is written and read again.
func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/graphs/*")
	if err != nil {
		f.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file, string(text))
	}
	for _, name := range []string{"", "f.g6", "f.dot"} {
		for _, text := range []string{
			"", "a b\nb c\n", "a\n# b\nc d e\n", "é é\n", "a b\nb a", "x\n\ny z",
			"DQc", ">>graph6<<DQc\n", "~??A_", "~~?????A_", "A~", "A_\nA_", ">>sparse6<<:An", "~~~~~~~~",
			"graph { a -- b; }", "strict graph G { {a b} -- c:n [x=y]; d = \"e\"+\"f\" }", "digraph { a -> b }",
			"graph { \"a\\\"\" -- <b<c>> /* d */ // e\n }", "graph {{{", "# x\ngraph{-1.5--.5}", "graph { a -- a }",
		} {
			f.Add(name, text)
		}
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		if len(text) > 1<<12 {
			return
		}
		g, err := lattice.Read(strings.NewReader(text), name)
		if err != nil {
			checkPlace(t, err, text)
			return
		}
		checkSimple(t, g)
		if strings.Contains(describe(g), `\`) {
			return // DOT cannot write every name with backslashes
		}
		again, err := lattice.Read(strings.NewReader(writeDOT(g)), "f.dot")
		if err != nil || describe(again) != describe(g) {
			t.Fatalf("error %v from %s", err, writeDOT(g))
		}
	})
}

// checkPlace makes sure that an error says where in the text. What is wrong with a graph in DOT,
// not with the text, has no place.
func checkPlace(t *testing.T, err error, text string) {
	t.Helper()
	var syntax *lattice.SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("%T is no *SyntaxError: %v", err, err)
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text), "\n")
	placed := syntax.Line != 0 || syntax.Column != 0
	if placed && (syntax.Line < 1 || syntax.Line > len(lines) || syntax.Column < 1 || syntax.Column > len(lines[syntax.Line-1])+1) {
		t.Fatalf("%v is outside of %q", err, text)
	}
	if strings.ContainsAny(syntax.Msg, "\r\n") {
		t.Fatalf("more than one line: %q", err)
	}
}

// FuzzGraph6 makes sure that what is graph6 is written the same way again.
func FuzzGraph6(f *testing.F) {
	for _, text := range []string{"@", "A_", "DQc", "Bw", "I~~~~~~~w", "hello", "A~"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := lattice.Read(strings.NewReader(text), "f.g6")
		if err != nil || g.Len() > 62 || text[0] == '~' || strings.HasPrefix(text, ">>") {
			return
		}
		if got := writeGraph6(g); got != strings.TrimSpace(text) {
			t.Fatalf("%q is written as %q", text, got)
		}
	})
}
