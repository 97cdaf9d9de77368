package lattice

import (
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

const (
	// maxFile is the size in bytes of the largest file that is read.
	maxFile = 64 << 20
	// readable is what is read, for errors.
	readable = "an edge list, an adjacency matrix, graph6, sparse6 or DOT"
)

// Read reads the graph in a file, in any of the formats of the package comment. The name of the
// file is for errors, and its end may say which format it is. What is wrong in the text is a
// [*SyntaxError].
func Read(r io.Reader, name string) (*Graph, error) {
	all, err := ReadAll(r, name, false)
	if err == nil && len(all) > 1 {
		return nil, &SyntaxError{Name: name, Msg: fmt.Sprintf("%d graphs: want a single one", len(all))}
	}
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// ReadAll reads all graphs in a file, at least one, as [Read] does: graph6, sparse6 and DOT may
// have several. If the file is said to have a header it must be an edge list, whose first line is
// left out: the names of the columns, or the numbers of vertices and edges, which must be right.
func ReadAll(r io.Reader, name string, header bool) ([]*Graph, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("reading the graph: %w", err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s: more than %d bytes: want a smaller file", name, maxFile)
	}
	s := source{name, lineEnds.Replace(strings.TrimPrefix(string(data), "\ufeff")), header}
	if strings.HasPrefix(s.text, "\xff\xfe") || strings.HasPrefix(s.text, "\xfe\xff") {
		return nil, s.errorAt(0, "text in UTF-16: want UTF-8")
	}
	f := s.format()
	if f.read == nil {
		return nil, s.errorAt(nowhere, "this is %s, which is not read: want %s", f.name, readable)
	}
	if i := strings.IndexFunc(s.text, func(r rune) bool { return r == utf8.RuneError || r == 0 }); i >= 0 {
		return nil, s.errorAt(i, "not text in UTF-8: want %s", readable)
	}
	if strings.TrimSpace(s.text) == "" {
		return nil, s.errorAt(0, "the file is empty: want %s", readable)
	}
	return f.read(s)
}

var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// looksLikeLGL reports whether comments are all of one word, the first of them before all else, and
// either what they say are vertices or there is no edge.
func looksLikeLGL(text string) bool {
	heads, names, edges, numbers := []string{}, map[string]bool{}, 0, true
	for words := range (source{text: text}).lines() {
		if head := words[0].text[0] == '#'; head != (head && len(words) == 2 && words[0].text == "#") || len(heads) == 0 && !head || len(names) > MaxVertices {
			return false
		} else if head {
			heads = append(heads, words[1].text)
			numbers = numbers && !notWhole(words[1].text)
			continue
		}
		for _, w := range words {
			names[w.text] = true
		}
		edges += len(words) - 1
	}
	found := edges == 0 || numbers
	for _, head := range heads {
		found = found || names[head]
	}
	return len(heads) > 0 && len(names) > 0 && found
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
		n, ok = whole(size[0])
	}
	if ok {
		m, ok = whole(size[1])
	}
	least := strings.Count(strings.TrimRight(body, " \t\n"), "\n") + 1
	return ok && m > 0 && least <= n && n <= strings.Count(body, "\n")+1 && len(strings.Fields(body)) == 2*m
}

// A format is what is told from an edge list by the end of the name of the file, or by the text.
type format struct {
	name string
	ends string                         // of names of files
	like func(text string) bool         // nil if only the name tells
	read func(source) ([]*Graph, error) // nil if the format is known only so that it is taken for no other
}

// begins tells texts that begin as a regular expression says, with a line feed at the end.
func begins(like string) func(string) bool {
	return regexp.MustCompile("^(?:" + like + ")").MatchString
}

// formats are tried in this order.
var formats = []format{
	{"GraphML", ".graphml", begins(`<(?s:.*)<?graphml\b`), nil},
	{"GEXF", ".gexf", begins(`<(?s:.*)<?gexf\b`), nil},
	{"SVG", ".svg", begins(`<(?s:.*)<?svg\b`), nil},
	{"XML", "", begins(`<`), nil},
	{"Matrix Market", ".mtx", begins(`(?i)%%MatrixMarket`), nil},
	{"UCINET DL", ".dl", begins(`(?i)dl\s+(n|nr|nc|format)\s*=`), nil},
	{"TSPLIB", ".tsp .hcp .atsp", begins(`(NAME|TYPE|COMMENT|DIMENSION)[ \t]*:`), nil},
	{"GDF", ".gdf", begins(`(?i)nodedef\s*>`), nil},
	{"GML", ".gml", begins(`(?i)((creator|version|comment|label|#).*\s+)*graph\s*\[`), nil},
	{"digraph6, of directed graphs", ".d6 .digraph6", begins(`>>digraph6<<|[&+][?-~]+\n`), nil},
	{"planar code, edge code or multicode", "", begins(`>>(planar|edge|multi)`), nil},
	{"graph6 or sparse6", ".g6 .graph6 .s6 .sparse6", looksLikeSixBits, parseSixBits},
	{"a list in brackets, such as JSON", ".json", begins(`[\[{]`), nil},
	{"DOT", ".dot .gv", begins(`(?i)(\s|//.*|#.*|/\*(?s:.*?)\*/)*(strict|graph|digraph)\b(?s:.*)\{`), parseDOT},
	{"Pajek", ".net .paj", begins(`(%.*\s+)*\*\w`), nil},
	{"DIMACS", ".col .dimacs", begins(`(c([ \t].*)?\s+)*p[ \t]+\w+[ \t]+\d+[ \t]+\d+`), nil},
	{"TGF", ".tgf", nil, nil},
	{"LGL", ".lgl", looksLikeLGL, nil},
	{"METIS", ".metis", looksLikeMETIS, nil},
	{"comma-separated values", ".csv", begins(`[^\n#%/{]*[,;]`), nil},
}

// edgeList is the format of all other texts.
var edgeList = format{name: "an edge list", read: func(s source) ([]*Graph, error) {
	g, err := parseEdgeList(s)
	return []*Graph{g}, err
}}

// format returns the format of the text: that which the name of the file says, or the first that
// the text is like.
func (s source) format() *format {
	if s.header {
		return &edgeList
	}
	end := strings.ToLower(path.Ext(s.name))
	text := strings.TrimLeft(s.text, " \t\n") + "\n"
	i := slices.IndexFunc(formats, func(f format) bool { return end != "" && slices.Contains(strings.Fields(f.ends), end) })
	if i < 0 {
		i = slices.IndexFunc(formats, func(f format) bool { return f.like != nil && f.like(text) })
	}
	if i < 0 {
		return &edgeList
	}
	return &formats[i]
}
