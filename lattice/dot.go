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
	if err := p.file(); err != nil {
		return nil, err
	}
	return p.graph()
}

// dotParser reads DOT by recursive descent. Its methods are named after the rules of the grammar.
type dotParser struct {
	*builder
	scanner dotScanner
	token   dotToken // the next one, not yet taken
	depth   int
}

// advance takes a token.
func (p *dotParser) advance() (err error) {
	p.token, err = p.scanner.next()
	return err
}

// expect takes a token that must be of a kind.
func (p *dotParser) expect(kind, want string) error {
	if p.token.kind != kind {
		return p.unexpected(want)
	}
	return p.advance()
}

func (p *dotParser) unexpected(want string) error {
	if p.token.kind == "->" {
		return p.errorAt(p.token.offset, "a directed edge ->: want undirected edges, such as a -- b")
	}
	return p.errorAt(p.token.offset, "unexpected %v: want %s", p.token, want)
}

func (p *dotParser) isKeyword(word string) bool {
	return p.token.kind == dotKeyword && p.token.text == word
}

// file reads [strict] graph [name] { statements }.
func (p *dotParser) file() error {
	if err := p.header(); err != nil {
		return err
	}
	if _, err := p.block(); err != nil {
		return err
	}
	if p.token.kind != dotEnd {
		return p.unexpected("nothing after the graph")
	}
	return nil
}

func (p *dotParser) header() error {
	if err := p.advance(); err != nil {
		return err
	}
	if p.isKeyword("strict") {
		p.strict = true
		if err := p.advance(); err != nil {
			return err
		}
	}
	if p.isKeyword("digraph") {
		return p.errorAt(p.token.offset, "a directed graph: want an undirected one, such as graph { a -- b; }")
	}
	if !p.isKeyword("graph") {
		return p.unexpected("the word graph")
	}
	if err := p.advance(); err != nil {
		return err
	}
	if p.token.kind != dotName {
		return nil
	}
	_, err := p.name()
	return err
}

// block reads { statements } and returns the vertices in it, each once.
func (p *dotParser) block() ([]int, error) {
	if p.depth++; p.depth > maxDOTDepth {
		return nil, p.errorAt(p.token.offset, "subgraphs %d deep: want at most %d", p.depth, maxDOTDepth)
	}
	defer func() { p.depth-- }()
	if err := p.expect("{", "{"); err != nil {
		return nil, err
	}
	var vertices []int
	for p.token.kind != "}" {
		if p.token.kind == dotEnd {
			return nil, p.unexpected("}")
		}
		found, err := p.statement()
		if err != nil {
			return nil, err
		}
		vertices = append(vertices, found...)
	}
	slices.Sort(vertices)
	return slices.Compact(vertices), p.advance()
}

// statement reads one statement with the semicolon behind it, if any, and returns the vertices in it.
func (p *dotParser) statement() (vertices []int, err error) {
	switch {
	case p.token.kind == ";":
	case p.token.kind == dotKeyword && p.token.text != "subgraph":
		err = p.defaults()
	default:
		vertices, err = p.chain()
	}
	if err == nil && p.token.kind == ";" {
		err = p.advance()
	}
	return vertices, err
}

// defaults reads graph, node or edge with attributes.
func (p *dotParser) defaults() error {
	if p.isKeyword("strict") || p.isKeyword("digraph") {
		return p.unexpected("a statement")
	}
	if err := p.advance(); err != nil {
		return err
	}
	if p.token.kind != "[" {
		return p.unexpected("[ and attributes")
	}
	return p.attributes()
}

// chain reads a -- b -- c with attributes, or a alone, or name = value. Each of a, b and c is a vertex or a subgraph.
func (p *dotParser) chain() ([]int, error) {
	offset := p.token.offset
	last, isSetting, err := p.operand()
	if err != nil || isSetting {
		return nil, err
	}
	all := slices.Clone(last)
	for p.token.kind == "--" {
		if err := p.advance(); err != nil {
			return nil, err
		}
		nextOffset := p.token.offset
		next, isSetting, err := p.operand()
		if err != nil {
			return nil, err
		}
		if isSetting {
			return nil, p.errorAt(nextOffset, "a setting in an edge: want a vertex or a subgraph")
		}
		if err := p.joinAll(last, next, offset); err != nil {
			return nil, err
		}
		all, last, offset = append(all, next...), next, nextOffset
	}
	if p.token.kind == "->" {
		return nil, p.unexpected("--")
	}
	return all, p.attributes()
}

// joinAll joins every vertex on the left to every one on the right.
func (p *dotParser) joinAll(left, right []int, offset int) error {
	for _, u := range left {
		for _, v := range right {
			if err := p.join(u, v, offset); err != nil {
				return err
			}
		}
	}
	return nil
}

// operand reads what may stand at an end of an edge, or name = value.
func (p *dotParser) operand() (vertices []int, isSetting bool, err error) {
	if p.isKeyword("subgraph") || p.token.kind == "{" {
		vertices, err = p.subgraph()
		return vertices, false, err
	}
	if p.token.kind != dotName {
		return nil, false, p.unexpected("a vertex, { or }")
	}
	offset := p.token.offset
	name, err := p.name()
	if err != nil {
		return nil, false, err
	}
	if p.token.kind == "=" {
		return nil, true, p.value()
	}
	v, err := p.vertex(name, offset)
	if err != nil {
		return nil, false, err
	}
	return []int{v}, false, p.port()
}

// subgraph reads [subgraph [name]] { statements }.
func (p *dotParser) subgraph() ([]int, error) {
	if p.isKeyword("subgraph") {
		if err := p.advance(); err != nil {
			return nil, err
		}
		if p.token.kind == dotName {
			if _, err := p.name(); err != nil {
				return nil, err
			}
		}
	}
	return p.block()
}

// name reads a name, which may be several joined by +.
func (p *dotParser) name() (string, error) {
	var name strings.Builder
	name.WriteString(p.token.text)
	if err := p.expect(dotName, "a name"); err != nil {
		return "", err
	}
	for p.token.kind == "+" {
		if err := p.advance(); err != nil {
			return "", err
		}
		name.WriteString(p.token.text)
		if err := p.expect(dotName, "a name"); err != nil {
			return "", err
		}
	}
	return name.String(), nil
}

// value reads = name.
func (p *dotParser) value() error {
	if err := p.expect("=", "="); err != nil {
		return err
	}
	_, err := p.name()
	return err
}

// port reads :name or :name:name, if any.
func (p *dotParser) port() error {
	for range 2 {
		if p.token.kind != ":" {
			return nil
		}
		if err := p.advance(); err != nil {
			return err
		}
		if _, err := p.name(); err != nil {
			return err
		}
	}
	return nil
}

// attributes reads any number of lists [name = value, ...].
func (p *dotParser) attributes() error {
	for p.token.kind == "[" {
		if err := p.advance(); err != nil {
			return err
		}
		for p.token.kind != "]" {
			if err := p.attribute(); err != nil {
				return err
			}
		}
		if err := p.advance(); err != nil {
			return err
		}
	}
	return nil
}

// attribute reads name = value with the mark behind it, if any.
func (p *dotParser) attribute() error {
	if _, err := p.name(); err != nil {
		return err
	}
	if err := p.value(); err != nil {
		return err
	}
	if p.token.kind == ";" || p.token.kind == "," {
		return p.advance()
	}
	return nil
}
