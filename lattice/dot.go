package lattice

import (
	"slices"
	"strings"
)

// maxDOTDepth is how deep subgraphs may nest.
const maxDOTDepth = 100

// looksLikeDOT tells DOT from an edge list, in which a vertex may well be called graph.
func looksLikeDOT(text string) bool {
	s := dotScanner{source: source{text: text}}
	first, err := s.next()
	if err != nil || first.kind != dotKeyword {
		return false
	}
	return slices.Contains([]string{"strict", "graph", "digraph"}, first.text) && strings.Contains(text[s.at:], "{")
}

// parseDOT reads an undirected graph in DOT.
func parseDOT(s source) (*Graph, error) {
	p := &dotParser{builder: newBuilder(s), scanner: dotScanner{source: s}}
	p.advance()
	p.file()
	if p.err != nil {
		return nil, p.err
	}
	return p.graph()
}

// dotParser reads DOT by recursive descent. Its methods are named after the rules of the grammar.
//
// After the first error all tokens are the end of the file, so that every method comes to its end.
type dotParser struct {
	*builder
	scanner dotScanner
	token   dotToken // the next one, not yet taken
	depth   int
	err     error // the first one
}

// fail notes an error, unless there is one.
func (p *dotParser) fail(err error) {
	if p.err == nil && err != nil {
		p.err, p.token = err, dotToken{kind: dotEnd, offset: len(p.text)}
	}
}

// advance takes a token.
func (p *dotParser) advance() {
	if p.err == nil {
		var err error
		p.token, err = p.scanner.next()
		p.fail(err)
	}
}

// take takes a token if it is of a kind.
func (p *dotParser) take(kind string) bool {
	if p.token.kind != kind {
		return false
	}
	p.advance()
	return p.err == nil
}

// expect takes a token that must be of a kind.
func (p *dotParser) expect(kind, want string) {
	if p.token.kind != kind {
		p.unexpected(want)
	}
	p.advance()
}

func (p *dotParser) unexpected(want string) {
	if p.token.kind == "->" {
		p.fail(p.errorAt(p.token.offset, "a directed edge ->: want undirected edges, such as a -- b"))
	}
	p.fail(p.errorAt(p.token.offset, "unexpected %v: want %s", p.token, want))
}

func (p *dotParser) isKeyword(word string) bool {
	return p.token.kind == dotKeyword && p.token.text == word
}

// file reads [strict] graph [name] { statements }.
func (p *dotParser) file() {
	if p.strict = p.isKeyword("strict"); p.strict {
		p.advance()
	}
	if p.isKeyword("digraph") {
		p.fail(p.errorAt(p.token.offset, "a directed graph: want an undirected one, such as graph { a -- b; }"))
	}
	if !p.isKeyword("graph") {
		p.unexpected("the word graph")
	}
	p.advance()
	if p.token.kind == dotName {
		p.name()
	}
	p.block()
	if p.token.kind != dotEnd {
		p.unexpected("nothing after the graph")
	}
}

// block reads { statements } and returns the vertices in it, each once.
func (p *dotParser) block() (vertices []int) {
	if p.depth++; p.depth > maxDOTDepth {
		p.fail(p.errorAt(p.token.offset, "subgraphs %d deep: want at most %d", p.depth, maxDOTDepth))
	}
	p.expect("{", "{")
	for p.token.kind != "}" && p.token.kind != dotEnd {
		vertices = append(vertices, p.statement()...)
	}
	p.expect("}", "}")
	p.depth--
	slices.Sort(vertices)
	return slices.Compact(vertices)
}

// statement reads one statement with the semicolon after it, if any, and returns the vertices in
// it.
func (p *dotParser) statement() (vertices []int) {
	switch {
	case p.token.kind == ";":
	case p.token.kind == dotKeyword && p.token.text != "subgraph":
		p.defaults()
	default:
		vertices = p.chain()
	}
	p.take(";")
	return vertices
}

// defaults reads graph, node or edge with attributes.
func (p *dotParser) defaults() {
	if p.isKeyword("strict") || p.isKeyword("digraph") {
		p.unexpected("a statement")
	}
	p.advance()
	if p.token.kind != "[" {
		p.unexpected("[ and attributes")
	}
	p.attributes()
}

// chain reads a -- b -- c with attributes, or a alone, or name = value. Each of a, b and c is a
// vertex or a subgraph.
func (p *dotParser) chain() []int {
	offset := p.token.offset
	last, isSetting := p.operand()
	if isSetting {
		return nil
	}
	all := slices.Clone(last)
	for p.take("--") {
		nextOffset := p.token.offset
		next, isSetting := p.operand()
		if isSetting {
			p.fail(p.errorAt(nextOffset, "a setting in an edge: want a vertex or a subgraph"))
		}
		for _, u := range last {
			for _, v := range next {
				if p.err == nil {
					p.fail(p.join(u, v, offset))
				}
			}
		}
		all, last, offset = append(all, next...), next, nextOffset
	}
	if p.token.kind == "->" {
		p.unexpected("--")
	}
	p.attributes()
	return all
}

// operand reads what may stand at an end of an edge, or name = value.
func (p *dotParser) operand() (vertices []int, isSetting bool) {
	if p.isKeyword("subgraph") || p.token.kind == "{" {
		return p.subgraph(), false
	}
	if p.token.kind != dotName {
		p.unexpected("a vertex, { or }")
		return nil, false
	}
	offset := p.token.offset
	name := p.name()
	if p.take("=") {
		p.name()
		return nil, true
	}
	if p.err != nil {
		return nil, false
	}
	v, err := p.vertex(name, offset)
	p.fail(err)
	for range 2 { // ports
		if p.take(":") {
			p.name()
		}
	}
	return []int{v}, false
}

// subgraph reads [subgraph [name]] { statements }.
func (p *dotParser) subgraph() []int {
	if p.isKeyword("subgraph") {
		p.advance()
		if p.token.kind == dotName {
			p.name()
		}
	}
	return p.block()
}

// name reads a name, which may be several joined by +.
func (p *dotParser) name() string {
	var name strings.Builder
	for first := true; first || p.take("+"); first = false {
		name.WriteString(p.token.text)
		p.expect(dotName, "a name")
	}
	return name.String()
}

// attributes reads any number of lists [name = value, ...].
func (p *dotParser) attributes() {
	for p.take("[") {
		for p.token.kind != "]" && p.err == nil {
			p.name()
			p.expect("=", "=")
			p.name()
			if !p.take(";") {
				p.take(",")
			}
		}
		p.expect("]", "]")
	}
}
