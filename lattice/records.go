package lattice

import (
	"regexp"
	"slices"
	"strings"

	"combigo.dev/combigo/syntax"
)

// ends joins the vertices of two words, which must be there.
func (b *builder) ends(words []word) error {
	var found [2]int
	for i, w := range words[:2] {
		v, ok := b.known[w.text]
		if !ok {
			return b.errorAt(w.offset, "vertex %q: want one that is declared, such as %s", syntax.Brief(w.text), b.names[0])
		}
		found[i] = v
	}
	return b.addEdge(found[0], found[1], words[0].offset)
}

// size reads a number of vertices, and adds them with names from 1.
func (b *builder) size(w word) error {
	n, ok := parseWhole(w.text)
	if !ok || n < 1 || n > MaxVertices {
		return b.errorAt(w.offset, "%q for a number of vertices: want from 1 to %d", syntax.Brief(w.text), MaxVertices)
	}
	b.addNumbered(n, 1)
	return nil
}

// parseDIMACS reads the format of the second DIMACS challenge: comments c, a problem p, a line e
// for each edge.
func parseDIMACS(s source) (*Graph, error) {
	b, edges := newBuilder(s), 0
	for words := range s.lines() {
		first, rest := words[0], words[1:]
		switch {
		case first.text == "c":
		case first.text == "p" && len(b.names) == 0:
			ok := len(rest) == 3 && (rest[0].text == "edge" || rest[0].text == "edges" || rest[0].text == "col")
			if ok {
				edges, ok = parseWhole(rest[2].text)
			}
			if !ok {
				return nil, s.errorAt(first.offset, "a problem that is none of undirected edges: want p edge and the numbers of vertices and edges")
			}
			if err := b.size(rest[1]); err != nil {
				return nil, err
			}
		case first.text == "e" && len(rest) == 2 && len(b.names) > 0:
			if err := b.ends(rest); err != nil {
				return nil, err
			}
		case first.text == "n" && len(rest) == 2: // what a vertex is worth
		default:
			return nil, s.errorAt(first.offset, "a line of DIMACS that begins with %q: want c and a comment, p edge and two numbers, or below that e and two vertices", syntax.Brief(first.text))
		}
	}
	if len(b.edges) != edges {
		return nil, s.errorAt(nowhere, "%d edges, of which DIMACS promises %d: want as many", len(b.edges), edges)
	}
	return b.graph(0)
}

// parsePajek reads *Vertices, whose labels are left out, and *Edges, with their values.
func parsePajek(s source) (*Graph, error) {
	b, section := newBuilder(s), ""
	for words := range s.lines("%") {
		first := words[0]
		if first.text[0] == '*' {
			section = strings.ToLower(first.text)
			switch {
			case section == "*network" && len(b.names) == 0:
			case section == "*vertices" && len(words) == 2 && len(b.names) == 0:
				if err := b.size(words[1]); err != nil {
					return nil, err
				}
			case (section == "*edges" || section == "*arcs") && len(b.names) > 0:
			default:
				return nil, s.errorAt(first.offset, "%q in Pajek: want *Vertices and their number, once, then *Edges", syntax.Brief(first.text))
			}
			continue
		}
		switch {
		case section == "*vertices":
			if _, ok := b.known[first.text]; !ok {
				return nil, s.errorAt(first.offset, "vertex %q: want a number from 1 to %d", syntax.Brief(first.text), len(b.names))
			}
		case section == "*edges" && len(words) > 1:
			if err := b.ends(words); err != nil {
				return nil, err
			}
		case section == "*arcs":
			return nil, s.errorAt(first.offset, "an arc, which is directed: want *Edges")
		default:
			return nil, s.errorAt(first.offset, "%q: want two vertices below *Edges", syntax.Brief(first.text))
		}
	}
	return b.graph(0)
}

// parseTGF reads the trivial graph format: a vertex and its label on a line, then #, then two
// vertices and the label of the edge on a line.
func parseTGF(s source) (*Graph, error) {
	b, below := newBuilder(s), false
	for words := range s.lines() {
		first := words[0]
		switch {
		case first.text == "#" && len(words) == 1 && !below:
			below = true
		case !below:
			if v, err := b.vertex(first.text, first.offset); err != nil {
				return nil, err
			} else if v < len(b.names)-1 {
				return nil, s.errorAt(first.offset, "vertex %q again: want each once above the line #", syntax.Brief(first.text))
			}
		case len(words) == 1 || len(b.names) == 0:
			return nil, s.errorAt(first.offset, "%q: want two vertices below the line #, and the vertices above it", syntax.Brief(first.text))
		default:
			if err := b.ends(words); err != nil {
				return nil, err
			}
		}
	}
	return b.graph(0)
}

// looksLikeTGF reports whether a text can be read as TGF, with labels of vertices, at least one
// edge, and one line that begins with #.
func looksLikeTGF(text string) bool {
	labels, marks := false, 0
	for words := range (source{text: text}).lines() {
		if words[0].text[0] == '#' {
			marks++
		}
		labels = labels || marks == 0 && len(words) > 1
	}
	if !labels || marks != 1 {
		return false
	}
	g, err := parseTGF(source{text: text})
	return err == nil && g.EdgeCount() > 0
}

// looksLikeLGL reports whether comments are all of one word, the first of them before all else, and
// either what they say are vertices or there is no edge.
func looksLikeLGL(text string) bool {
	var heads []string
	names, edges := map[string]bool{}, 0
	for words := range (source{text: text}).lines() {
		switch comment := words[0].text[0] == '#'; {
		case comment && (words[0].text != "#" || len(words) != 2), !comment && len(heads) == 0, len(names) > MaxVertices:
			return false
		case comment:
			heads = append(heads, words[1].text)
			continue
		}
		for _, w := range words {
			names[w.text] = true
		}
		edges += len(words) - 1
	}
	if len(names) == 0 {
		return false
	}
	isName := func(head string) bool { return names[head] }
	return edges == 0 || !slices.ContainsFunc(heads, isNotWhole) || slices.ContainsFunc(heads, isName)
}

// percentLines tells the comments of METIS.
var percentLines = regexp.MustCompile(`(?m)^%.*\n`)

// looksLikeMETIS reports whether two numbers are followed by as many lines as the first says, blank
// ones included, with neighbours in them: twice as many as the second says.
func looksLikeMETIS(text string) bool {
	text = percentLines.ReplaceAllString(text, "")
	head, body, _ := strings.Cut(strings.TrimSuffix(strings.TrimSuffix(text, "\n"), "\n"), "\n")
	size, m := strings.Fields(head), 0
	n, ok := 0, len(size) == 2
	if ok {
		n, ok = parseWhole(size[0])
	}
	if ok {
		m, ok = parseWhole(size[1])
	}
	least := strings.Count(strings.TrimRight(body, " \t\n"), "\n") + 1
	return ok && m > 0 && least <= n && n <= strings.Count(body, "\n")+1 && len(strings.Fields(body)) == 2*m
}
