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
	readable = "an edge list, an adjacency matrix, graph6, sparse6, DOT, DIMACS, Pajek or TGF"
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
	{"Pajek", ".net .paj", begins(`(%.*\s+)*\*\w`), one(parsePajek)},
	{"DIMACS", ".col .dimacs", begins(`(c([ \t].*)?\s+)*p[ \t]+\w+[ \t]+\d+[ \t]+\d+`), one(parseDIMACS)},
	{"TGF", ".tgf", looksLikeTGF, one(parseTGF)},
	{"LGL", ".lgl", looksLikeLGL, nil},
	{"METIS", ".metis", looksLikeMETIS, nil},
	{"comma-separated values", ".csv", begins(`[^\n#%/{]*[,;]`), nil},
}

// edgeList is the format of all other texts.
var edgeList = format{name: "an edge list", read: one(parseEdgeList)}

// one makes a list of the graph of a file.
func one(parse func(source) (*Graph, error)) func(source) ([]*Graph, error) {
	return func(s source) ([]*Graph, error) {
		g, err := parse(s)
		return []*Graph{g}, err
	}
}

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
