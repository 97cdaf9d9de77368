package lattice

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// parseEdgeList reads a text with two names, one or none on each line.
func parseEdgeList(s source) (*Graph, error) {
	b := newBuilder(s)
	start := 0
	for line := range strings.Lines(s.text) {
		if err := b.addLine(words(line, start)); err != nil {
			return nil, err
		}
		start += len(line)
	}
	g, err := b.graph()
	if err == nil && g.EdgeCount() == 0 && g.Len() > 0 {
		return nil, b.errorAt(0, "no line has two names: want an edge list, graph6 or DOT")
	}
	return g, err
}

// word is a run of characters without space.
type word struct {
	text   string
	offset int
}

// words splits a line that begins at an offset, and leaves out a comment.
func words(line string, start int) []word {
	var found []word
	for i := 0; ; {
		i += len(line[i:]) - len(strings.TrimLeftFunc(line[i:], unicode.IsSpace))
		if i == len(line) || line[i] == '#' {
			return found
		}
		end := strings.IndexFunc(line[i:], unicode.IsSpace)
		if end < 0 {
			end = len(line) - i
		}
		found = append(found, word{line[i : i+end], start + i})
		i += end
	}
}

// addLine takes the words of a line.
func (b *builder) addLine(words []word) error {
	if len(words) > 2 {
		return b.errorAt(words[2].offset, "a third word %q: want the names of two vertices on a line, or of one alone", shorten(words[2].text))
	}
	var ends []int
	for _, w := range words {
		if i := strings.IndexFunc(w.text, notInName); i >= 0 {
			r, _ := utf8.DecodeRuneInString(w.text[i:])
			return b.errorAt(w.offset+i, "%q in the name of a vertex: want letters, digits, _ . ' ( ) #, and a space between two names", r)
		}
		v, err := b.vertex(w.text, w.offset)
		if err != nil {
			return err
		}
		ends = append(ends, v)
	}
	if len(ends) < 2 {
		return nil
	}
	return b.join(ends[0], ends[1], words[0].offset)
}

// notInName tells the characters of edges in other notations, such as 1-2 or
// 1,2, from those of names.
func notInName(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_.'()#", r)
}
