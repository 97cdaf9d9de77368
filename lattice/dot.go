package lattice

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"

	"combigo.dev/combigo/syntax"
)

// The parser follows chains and subgraphs by recursion.
const (
	maxDOT      = 4 << 20 // bytes
	maxDOTDepth = 100     // of braces
)

// dotTokens are comments and the tokens of DOT in which quotes may be, strings with what is added
// to them as one.
var dotTokens = regexp.MustCompile(`//.*|(?m:^#.*$)|/\*(?s:.*?)\*/|<(?:[^<>]|<(?:[^<>]|<[^<>]*>)*>)*>|` + dotString + `(?:\s*\+\s*` + dotString + `)*`)

const dotString = `"(?:[^"\\]|\\(?s:.))*"`

var dotStrings = regexp.MustCompile(dotString)

// joined writes a sum of strings as one string, with space behind it so that all else stays at its
// place: the parser knows no sums.
func joined(token string) string {
	parts := dotStrings.FindAllString(token, -1)
	if token[0] != '"' || len(parts) < 2 {
		return token
	}
	text := ""
	for _, part := range parts {
		text += part[1 : len(part)-1]
	}
	text = `"` + text + `"`
	last := token[strings.LastIndexByte(token, '\n')+1:]
	if lines := strings.Count(token, "\n") - strings.Count(text, "\n"); lines > 0 {
		return text + strings.Repeat("\n", lines) + strings.Repeat(" ", utf8.RuneCountInString(last))
	}
	return text + strings.Repeat(" ", utf8.RuneCountInString(token)-utf8.RuneCountInString(text))
}

// parseDOT reads undirected graphs in DOT.
func parseDOT(s source) (all []*Graph, _ error) {
	if len(s.text) > maxDOT {
		return nil, s.errorAt(nowhere, "more than %d bytes of DOT: want a smaller file, an edge list or graph6", maxDOT)
	}
	depth := 0
	for i, c := range []byte(s.text) {
		switch c {
		case '{':
			if depth++; depth > maxDOTDepth+1 {
				return nil, s.errorAt(i, "subgraphs %d deep: want at most %d", depth-1, maxDOTDepth)
			}
		case '}':
			depth--
		}
	}
	file, err := dot.ParseString(dotTokens.ReplaceAllStringFunc(s.text, joined))
	if err != nil {
		return nil, s.dotError(err)
	}
	for _, g := range file.Graphs {
		if g.Directed {
			return nil, s.errorAt(nowhere, "a directed graph: want an undirected one, such as graph { a -- b; }")
		}
		b := newBuilder(s)
		b.strict = g.Strict
		if _, err := b.statements(g.Stmts); err != nil {
			return nil, err
		}
		read, err := b.graph(0)
		if err != nil {
			return nil, err
		}
		all = append(all, read)
	}
	return all, nil
}

// dotError returns an error of the parser, such as
//
//	1:13: error: expected either "{" or id; got: "}"
//
// Some have no place.
func (s source) dotError(err error) error {
	e := &SyntaxError{Name: s.name, Msg: err.Error()}
	if _, scanned := fmt.Sscanf(e.Msg, "%d:%d: ", &e.Line, &e.Column); scanned != nil {
		e.Line = 0
		return e
	}
	_, text, _ := strings.Cut(e.Msg, "error: expected ")
	want, got, _ := strings.Cut(text, "; got: ")
	got = strings.TrimPrefix(got, "unknown/invalid token ")
	if token, err := strconv.Unquote(got); err == nil {
		got = strconv.Quote(syntax.Brief(token))
	}
	if before, ok := strings.CutSuffix(want, "id"); ok {
		want = before + "a name"
	}
	e.Msg = fmt.Sprintf("unexpected %s: want %s", got, strings.NewReplacer("graphx", "graph", "␚", "nothing more").Replace(want))
	return e
}

// statements adds what statements say and returns the vertices in them, each once.
func (b *builder) statements(all []ast.Stmt) (vertices []int, err error) {
	for _, statement := range all {
		var some []int
		switch s := statement.(type) {
		case *ast.NodeStmt:
			some, err = b.operand(s.Node)
		case *ast.Subgraph:
			some, err = b.operand(s)
		case *ast.EdgeStmt:
			some, err = b.chain(s)
		}
		if err != nil {
			return nil, err
		}
		vertices = append(vertices, some...)
	}
	slices.Sort(vertices)
	return slices.Compact(vertices), nil
}

// chain adds a -- b -- c, of vertices and subgraphs.
func (b *builder) chain(s *ast.EdgeStmt) (all []int, err error) {
	last, err := b.operand(s.From)
	all = slices.Clone(last)
	for e := s.To; e != nil && err == nil; e = e.To {
		var next []int
		if next, err = b.operand(e.Vertex); err != nil {
			break
		}
		for _, u := range last {
			for _, v := range next {
				if err := b.addEdge(u, v, nowhere); err != nil {
					return nil, err
				}
			}
		}
		all, last = append(all, next...), next
	}
	return all, err
}

// operand adds the vertex or the vertices at an end of an edge.
func (b *builder) operand(v ast.Vertex) ([]int, error) {
	if sub, ok := v.(*ast.Subgraph); ok {
		return b.statements(sub.Stmts)
	}
	name := v.(*ast.Node).ID
	if quoted, ok := strings.CutPrefix(name, `"`); ok {
		name = dotEscapes.Replace(strings.TrimSuffix(quoted, `"`))
	}
	number, err := b.vertex(name, nowhere)
	return []int{number}, err
}

var dotEscapes = strings.NewReplacer(`\"`, `"`, "\\\n", "")
