package lattice

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"combigo.dev/combigo/syntax"
)

// SyntaxError says what is wrong with a text that should hold a graph, and where.
type SyntaxError = syntax.Error

// source is a text with its name.
type source struct {
	name, text string
}

// place returns the line and the column of a byte of the text, both from 1.
func (s source) place(offset int) (line, column int) {
	before := s.text[:offset]
	lineStart := strings.LastIndexByte(before, '\n') + 1
	return strings.Count(before, "\n") + 1, utf8.RuneCountInString(before[lineStart:]) + 1
}

// nowhere is the offset of what has no place in the text.
const nowhere = -1

// errorAt returns an error at a byte of the text.
func (s source) errorAt(offset int, format string, args ...any) error {
	e := &SyntaxError{Name: s.name, Msg: fmt.Sprintf(format, args...)}
	if offset != nowhere {
		e.Line, e.Column = s.place(offset)
	}
	return e
}

// builder collects the vertices and edges of a text.
type builder struct {
	source
	names  []string
	number map[string]int
	edges  [][2]int
	given  map[[2]int]int // offset of the first text of an edge, lesser vertex first
	strict bool           // edges may be given again
}

func newBuilder(s source) *builder {
	return &builder{source: s, number: map[string]int{}, given: map[[2]int]int{}}
}

// vertex returns the number of the vertex with a name, which may be new.
func (b *builder) vertex(name string, offset int) (int, error) {
	if v, ok := b.number[name]; ok {
		return v, nil
	}
	v := len(b.names)
	if v == MaxVertices {
		return 0, b.errorAt(offset, "more than %d vertices: want at most that many", MaxVertices)
	}
	b.names = append(b.names, name)
	b.number[name] = v
	return v, nil
}

// join adds an edge.
func (b *builder) join(u, v, offset int) error {
	if u == v {
		return b.errorAt(offset, "loop at vertex %q: want edges between different vertices", syntax.Brief(b.names[u]))
	}
	edge := [2]int{min(u, v), max(u, v)}
	if first, ok := b.given[edge]; ok {
		if b.strict {
			return nil
		}
		before := ""
		if first != nowhere {
			line, column := b.place(first)
			before = fmt.Sprintf(", given before at %d:%d", line, column)
		}
		return b.errorAt(offset, "double edge between vertices %q and %q%s: want it once", syntax.Brief(b.names[u]), syntax.Brief(b.names[v]), before)
	}
	if len(b.edges) == MaxEdges {
		return b.errorAt(offset, "more than %d edges: want at most that many", MaxEdges)
	}
	b.given[edge] = offset
	b.edges = append(b.edges, edge)
	return nil
}

// graph returns what was collected.
func (b *builder) graph() (*Graph, error) {
	if len(b.names) == 0 {
		return nil, b.errorAt(0, "a graph without vertices: want at least one")
	}
	g := fromEdges(len(b.names), b.edges)
	g.names = b.names
	return g, nil
}

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
		return b.errorAt(words[2].offset, "a third word %q: want the names of two vertices on a line, or of one alone", syntax.Brief(words[2].text))
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
