package lattice

import (
	"strings"
	"unicode"
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
	return b.graph()
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
	separators := betweenEdges
	if len(words) == 1 {
		separators += betweenNames
	}
	for _, w := range words {
		if i := strings.IndexAny(w.text, separators); i >= 0 {
			return b.errorAt(w.offset+i, "%q in the name of a vertex: want two names with a space between them, or one name", w.text[i])
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

// Edges in other notations, such as {1,2}, 1->2 or 1-2, are no names of vertices.
const (
	betweenEdges = ",;|[]{}<>" // not in a name
	betweenNames = "-:=/"      // not in a name that is alone on a line
)
