package lattice

import (
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"
)

// maxFile is the size in bytes of the largest file that is read.
const maxFile = 64 << 20

// Read reads a graph in any of the formats of the package comment. The name of the file is for
// errors; one that ends in .g6, .graph6, .dot or .gv also says which format it is. Otherwise it is
//
//	graph6, if it begins with the header >>graph6<<, or if every line is a word in graph6 and none has two words;
//	DOT, if it begins with graph, digraph or strict and has a brace;
//	an edge list, if nothing else.
//
// What is wrong in the text is a [*SyntaxError].
func Read(r io.Reader, name string) (*Graph, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("reading the graph: %w", err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s: more than %d bytes: want a smaller file", name, maxFile)
	}
	s := source{name, strings.TrimPrefix(string(data), "\ufeff")}
	if i := strings.IndexFunc(s.text, func(r rune) bool { return r == utf8.RuneError || r == 0 }); i >= 0 {
		return nil, s.errorAt(i, "not text in UTF-8: want an edge list, graph6 or DOT")
	}
	if strings.TrimSpace(s.text) == "" {
		return nil, s.errorAt(0, "the file is empty: want an edge list, graph6 or DOT")
	}
	return s.parser()(s)
}

// parser returns what reads the format of the text.
func (s source) parser() func(source) (*Graph, error) {
	switch strings.ToLower(path.Ext(s.name)) {
	case ".g6", ".graph6":
		return parseGraph6
	case ".dot", ".gv":
		return parseDOT
	}
	switch {
	case looksLikeGraph6(s.text):
		return parseGraph6
	case looksLikeDOT(s.text):
		return parseDOT
	default:
		return parseEdgeList
	}
}
