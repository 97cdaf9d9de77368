package lattice

import (
	"iter"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"combigo.dev/combigo/syntax"
)

// directedComment tells comments that call the edges directed, as SNAP and KONECT have them.
var directedComment = regexp.MustCompile(`(?im)^[ \t]*(#|%|//).*\b(directed|digraph|asym)\b`)

// tgfSeparator tells a line of # alone below a line that is no comment: TGF has vertices above it,
// and edges below.
var tgfSeparator = regexp.MustCompile(`(?m)^[ \t]*[^#%/\s].*\n(?:\s*\n)*[ \t]*#[ \t\r]*$`)

// parseEdgeList reads a text with two names, one or none on each line, or the rows of a matrix.
func parseEdgeList(s source) (*Graph, error) {
	if at := directedComment.FindStringIndex(s.text); at != nil {
		return nil, s.errorAt(at[0], "a comment that calls the graph directed: want an undirected one")
	}
	if at := tgfSeparator.FindStringIndex(s.text); at != nil {
		return nil, s.errorAt(at[0]+strings.LastIndexByte(s.text[at[0]:at[1]], '#'), "# alone below vertices, as in TGF: name the file .tgf, or leave this line out of an edge list")
	}
	lines, b := s.lines("#", "%", "//"), newBuilder(s)
	if rows := matrixRows(lines); rows != nil && !s.header {
		return b.addMatrix(rows)
	}
	header := s.header
	for words := range lines {
		if header {
			header = false
		} else if err := b.addLine(words); err != nil {
			return nil, err
		}
	}
	if err := b.checkHeader(lines); err != nil {
		return nil, err
	}
	return b.graph(0)
}

// addLine takes the words of a line: two names and perhaps the attributes that networkx writes, or
// one name.
func (b *builder) addLine(words []word) error {
	if len(words) > 2 && words[2].text[0] == '{' && strings.HasSuffix(words[len(words)-1].text, "}") {
		words = words[:2]
	}
	if len(words) > 2 {
		return b.errorAt(words[2].offset, "a third word %q: want the names of two vertices on a line, or of one alone", syntax.Brief(words[2].text))
	}
	var ends []int
	for _, w := range words {
		i := strings.IndexFunc(w.text, func(c rune) bool { return !isNameRune(c) })
		if w.text[0] == '\'' { // a quotation mark, not the prime of a name such as a'
			i = 0
		}
		if i >= 0 {
			c, _ := utf8.DecodeRuneInString(w.text[i:])
			return b.errorAt(w.offset+i, "%q in the name of a vertex: want two names with a space between them, or one name, of letters, digits, _ and '; DOT has other names", c)
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
	return b.addEdge(ends[0], ends[1], words[0].offset)
}

// isNameRune tells what is in names of vertices. All else may belong to another notation of edges.
func isNameRune(c rune) bool {
	return unicode.IsLetter(c) || c >= '0' && c <= '9' || c == '_' || c == '\''
}

// checkHeader makes sure that the numbers of a header are right. Without one, the first line must
// not be such that it may be one: names among numbers, names of columns, a number of vertices alone
// or with that of the edges.
func (b *builder) checkHeader(lines iter.Seq[[]word]) error {
	var header, second []word
	names, edges := map[string]bool{}, 0
	for words := range lines {
		if header == nil {
			header = words
			continue
		}
		if second == nil {
			second = words
		}
		for _, w := range words[:min(2, len(words))] {
			names[w.text] = true
		}
		edges += min(len(words), 2) - 1
	}
	given := b.header
	var counts []int
	for _, w := range header {
		if n, ok := parseWhole(w.text); ok {
			counts = append(counts, n)
		}
	}
	var is string
	switch {
	case given && len(counts) == len(header) && len(header) <= 2:
		if len(header) == 0 || counts[0] == len(names) && (len(counts) == 1 || counts[1] == edges) {
			return nil
		}
		return b.errorAt(header[0].offset, "a header of other numbers than the %d vertices and %d edges below: want a line for each edge and each lone vertex", len(names), edges)
	case given || len(header) == 0 || edges == 0:
		return nil
	case len(counts) == 2 && counts[1] == edges && counts[0] >= len(names):
		is = "the numbers of vertices and edges"
	case len(counts) == 1 && len(header) == 1 && !names[header[0].text] && len(second) == 2:
		is = "the number of vertices"
	case len(counts) == 0 && len(header) == 2 && (columnNames.MatchString(header[0].text+" "+header[1].text) || !slices.ContainsFunc(b.names[2:], isNotWhole)):
		is = "names of columns"
	case len(counts) < len(header) && len(header) <= 2 && !slices.ContainsFunc(b.names[len(header):], isNotWhole) &&
		!slices.ContainsFunc(header, func(w word) bool { return names[w.text] && isNotWhole(w.text) }):
		is = "a word, since all names below are numbers"
	default:
		return nil
	}
	return b.errorAt(header[0].offset, "the first line may be an edge or a vertex, or a header with %s: want a line for edges further down, or the header named as one", is)
}

// columnNames tells names of columns.
var columnNames = regexp.MustCompile(`(?i)^(source|from|src|tail|start|node|vertex|id|u)\w* (target|to|dst|dest|head|end|node|vertex|id|v)\w*$`)

func isNotWhole(name string) bool {
	_, ok := parseWhole(name)
	return !ok
}

// matrixRows returns the rows of an adjacency matrix: as many lines as each has zeros and ones,
// with or without space between them. It returns nil for other lines.
func matrixRows(lines iter.Seq[[]word]) (rows []string) {
	for words := range lines {
		var b strings.Builder
		for _, w := range words {
			b.WriteString(w.text)
		}
		row := b.String()
		if len(row) < 2 || strings.Trim(row, "01") != "" || len(words) != 1 && len(words) != len(row) || len(rows) == len(row) {
			return nil
		}
		if rows = append(rows, row); len(row) != len(rows[0]) {
			return nil
		}
	}
	if len(rows) > 0 && len(rows) != len(rows[0]) {
		return nil
	}
	return rows
}

// addMatrix joins the vertices, named by numbers from 0, as a matrix says.
func (b *builder) addMatrix(rows []string) (*Graph, error) {
	if len(rows) > MaxVertices {
		return nil, b.errorAt(nowhere, "%d rows: want at most %d", len(rows), MaxVertices)
	}
	b.addNumbered(len(rows), 0)
	for v, row := range rows {
		for u := range v + 1 {
			if row[u] != rows[u][v] {
				return nil, b.errorAt(nowhere, "an adjacency matrix of a directed graph: row %d, column %d is not row %[2]d, column %[1]d: want an undirected one", v+1, u+1)
			}
			if row[u] == '1' {
				if err := b.addEdge(u, v, nowhere); err != nil {
					return nil, err
				}
			}
		}
	}
	return b.graph(0)
}
