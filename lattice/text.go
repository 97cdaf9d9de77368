package lattice

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"combigo.dev/combigo/syntax"
)

// SyntaxError says what is wrong with a text that should hold a graph, and where.
type SyntaxError = syntax.Error

// source is a text with its name.
type source struct {
	name, text string
	header     bool // the first line of an edge list is a header
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

// word is a run of characters without space.
type word struct {
	text   string
	offset int
}

// lines returns the words of each line that has some. What is left out begins a comment, at the
// beginning of a line or, if it is #, of a word.
func (s source) lines(comments ...string) iter.Seq[[]word] {
	return func(yield func([]word) bool) {
		lineStart := 0
		for line := range strings.Lines(s.text) {
			var words []word
			for at := 0; at < len(line); {
				end := at + strings.IndexAny(line[at:], " \t\n")
				if end < at {
					end = len(line)
				}
				if text := line[at:end]; text != "" {
					if i := slices.IndexFunc(comments, func(c string) bool { return strings.HasPrefix(text, c) }); i >= 0 && (len(words) == 0 || comments[i] == "#") {
						break
					}
					words = append(words, word{text, lineStart + at})
				}
				at = end + 1
			}
			if len(words) > 0 && !yield(words) {
				return
			}
			lineStart += len(line)
		}
	}
}

// parseWhole reads a whole number without a sign.
func parseWhole(text string) (int, bool) {
	n, err := strconv.ParseUint(text, 10, 31)
	return int(n), err == nil
}

// builder collects the vertices and edges of a text.
type builder struct {
	source
	names  []string
	first  []int // offsets of the first texts of names
	known  map[string]int
	edges  [][2]int
	given  map[[2]int]int // offset of the first text of an edge, lesser vertex first
	strict bool           // edges may be given again
}

func newBuilder(s source) *builder {
	return &builder{source: s, known: map[string]int{}, given: map[[2]int]int{}}
}

// addNumbered adds n vertices, whose names are numbers.
func (b *builder) addNumbered(n, first int) {
	for i := range n {
		_, _ = b.vertex(strconv.Itoa(first+i), nowhere) // n is at most MaxVertices
	}
}

// vertex returns the number of the vertex with a name, which may be new.
func (b *builder) vertex(name string, offset int) (int, error) {
	if v, ok := b.known[name]; ok {
		return v, nil
	}
	v := len(b.names)
	if v == MaxVertices {
		return 0, b.errorAt(offset, "more than %d vertices: want at most that many", MaxVertices)
	}
	b.names, b.first = append(b.names, name), append(b.first, offset)
	b.known[name] = v
	return v, nil
}

// addEdge adds an edge.
func (b *builder) addEdge(u, v, offset int) error {
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

// graph returns what was collected in a text from an offset on. Vertices are in the order in which
// their names first appear, but in the order of the numbers if all names are whole numbers.
func (b *builder) graph(offset int) (*Graph, error) {
	n := len(b.names)
	if n == 0 {
		return nil, b.errorAt(offset, "a graph without vertices: want at least one")
	}
	order := Identity(n)
	number := func(v int) string { return strings.TrimLeft(b.names[v], "0") }
	if !slices.ContainsFunc(b.names, func(name string) bool { return strings.Trim(name, "0123456789") != "" || name == "" }) {
		slices.SortStableFunc(order, func(u, v int) int {
			return cmp.Or(cmp.Compare(len(number(u)), len(number(v))), cmp.Compare(number(u), number(v)))
		})
		for i := 1; i < n; i++ {
			if u, v := order[i-1], order[i]; number(u) == number(v) {
				return nil, b.errorAt(b.first[v], "vertices %q and %q: want one way to write a number", syntax.Brief(b.names[u]), syntax.Brief(b.names[v]))
			}
		}
	}
	place, names := make([]int, n), make([]string, n)
	for i, v := range order {
		place[v], names[i] = i, b.names[v]
	}
	for i, e := range b.edges {
		b.edges[i] = [2]int{place[e[0]], place[e[1]]}
	}
	g := newGraph(n, b.edges)
	g.names = names
	return g, nil
}
